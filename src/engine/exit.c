/* What runs when the program ends.
 *
 * The handlers are kept in the state's own memory, in an object at a fixed
 * address that is made when first needed: forked states share and copy it as
 * they do any other memory, and function pointers in it keep their provenance.
 *
 * Layout, in words of 8 bytes: the count of each list, the number of
 * destructors that have been started; then for each list EXIT_CAPACITY entries
 * of form, function, argument. */
#include "engine/exit.h"

#include "engine/adapt.h"
#include "engine/landing.h"
#include "engine/builtin.h"

/* above the stack's region, where the program has nothing */
#define EXIT_ADDRESS ((uint64_t)0x7fff80000000)

enum {
    EXIT_CAPACITY = 1024,
    WORD = 8,
    DESTRUCTORS_WORD = EXIT_LIST_COUNT,
    HEADER_WORDS = DESTRUCTORS_WORD + 1,
    ENTRY_WORDS = 3,
    EXIT_BYTES = (HEADER_WORDS + EXIT_LIST_COUNT * EXIT_CAPACITY * ENTRY_WORDS) * WORD
};

/* 0: there is none, and none was wanted or could be made */
static uint32_t exit_object(struct run *run, struct state *state, bool make)
{
    if (!state->exit_object && make) {
        const struct object *object = space_allocate_at(&state->space, EXIT_ADDRESS, EXIT_BYTES);
        if (object)
            space_fill(&state->space, &run->windows, object->id, 0, HEADER_WORDS * WORD, value_plain(0));
        state->exit_object = object ? object->id : 0;
    }
    return state->exit_object;
}

static struct value get_word(struct run *run, struct state *state, uint32_t object, uint64_t word)
{
    struct value value;
    space_load(&state->space, &run->windows, object, word * WORD, 64, &value);
    return value;
}

static void set_word(struct run *run, struct state *state, uint32_t object, uint64_t word, struct value value)
{
    space_store(&state->space, &run->windows, object, word * WORD, 64, value);
}

static uint64_t entry_word(enum exit_list list, uint64_t index)
{
    return HEADER_WORDS + ((uint64_t)list * EXIT_CAPACITY + index) * ENTRY_WORDS;
}

bool exit_add(struct run *run, struct state *state, enum exit_list list, enum exit_form form,
              struct value function, struct value argument)
{
    uint32_t object = exit_object(run, state, true);
    if (!object)
        return false;
    uint64_t count = get_word(run, state, object, list).bits;
    if (count == EXIT_CAPACITY)
        return false;
    uint64_t entry = entry_word(list, count);
    set_word(run, state, object, entry, value_plain(form));
    set_word(run, state, object, entry + 1, function);
    set_word(run, state, object, entry + 2, argument);
    set_word(run, state, object, list, value_plain(count + 1));
    return true;
}

/* A handler that is itself a builtin (free, exit …) is answered at once. */
static void start(struct run *run, struct state *state, uint32_t index, const struct given *arguments,
                  uint32_t count)
{
    const struct function *function = &run->program->functions[index];
    struct value unused;
    if (function->defined)
        enter_given(run, state, function, arguments, count);
    else if (run->builtins[index])
        answer_given(run, state, state->pc, &no_call_site, function, arguments, count, &unused);
    else
        run_error(run, state, ERROR_EXTERNAL, NULL, "call of undefined function %s at exit", function->name);
}

static void start_handler(struct run *run, struct state *state, const struct function *function,
                          uint32_t object, uint64_t entry, struct value status)
{
    enum exit_form form = (enum exit_form)get_word(run, state, object, entry).bits;
    struct value argument = get_word(run, state, object, entry + 2);
    const struct passed *with_status = convention_int_pointers.passed;
    struct given alone = {convention_pointer.passed[0], argument};
    struct given both[] = {{with_status[0], status}, {with_status[1], argument}};
    start(run, state, function->index, form == EXIT_STATUS ? both : &alone,
          form == EXIT_STATUS     ? 2
          : form == EXIT_ARGUMENT ? 1
                                  : 0);
}

/* Most programs have none, and looking for the object is not free. */
static bool may_have_handlers(const struct program *program)
{
    static const char *const makers[] = {"atexit", "at_quick_exit", "__cxa_atexit", "on_exit"};
    for (size_t i = 0; i < ARRAY_COUNT(makers); i++)
        if (program_find_function(program, makers[i]) != UINT32_MAX)
            return true;
    return false;
}

bool exit_next(struct run *run, struct state *state, enum exit_list list, struct value status)
{
    bool destructors = list == EXIT_NORMAL && run->program->destructor_count;
    if (!destructors && !may_have_handlers(run->program))
        return false;
    uint32_t object = exit_object(run, state, destructors);
    if (!object)
        return false;
    uint64_t count = get_word(run, state, object, list).bits;
    if (count) {
        uint64_t entry = entry_word(list, count - 1);
        const struct function *function =
            land_in_function(run, state, get_word(run, state, object, entry + 1));
        if (function) {
            set_word(run, state, object, list, value_plain(count - 1));
            start_handler(run, state, function, object, entry, status);
        }
        return true;
    }
    uint64_t started = get_word(run, state, object, DESTRUCTORS_WORD).bits;
    if (!destructors || started >= run->program->destructor_count)
        return false;
    set_word(run, state, object, DESTRUCTORS_WORD, value_plain(started + 1));
    start(run, state, run->program->destructors[started], NULL, 0);
    return true;
}
