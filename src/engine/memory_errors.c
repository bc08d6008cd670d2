/* What went wrong with a pointer, in words. */
#include "engine/dereference.h"

#include "base/alloc.h"
#include "base/text.h"

void describe_object(const struct run *run, const struct object *object, struct text *text)
{
    static const char *const names[] = {
        [OBJECT_GLOBAL] = "global",
        [OBJECT_STACK] = "local",
        [OBJECT_HEAP] = "heap",
        [OBJECT_FUNCTION] = "function",
        [OBJECT_VARIADIC] = "variadic argument",
        [OBJECT_FIXED] = "fixed",
    };
    text_add(text, "%s object of %llu bytes", names[object->kind], (unsigned long long)object->size);
    if (object->kind == OBJECT_GLOBAL && object->origin < run->program->global_count)
        text_add(text, " (%s)", run->program->globals[object->origin].name);
    else if (object->kind == OBJECT_FUNCTION)
        text_add(text, " (%s)", run->program->functions[object->origin].name);
    if (object->site != NO_LOCATION) {
        char *where = location_text(run->program, object->site);
        text_add(text, " allocated at %s", where);
        mem_free(where);
    }
}

bool pointer_error(struct run *run, struct state *state, struct value pointer, uint64_t size, bool write)
{
    const char *what = write ? "write" : "read";
    const char *plural = size == 1 ? "" : "s";
    unsigned long long bytes = size;
    const struct object *object =
        value_has_object(pointer) ? object_get(&run->objects, value_object(pointer)) : NULL;
    if (!object) /* a number, which may be an address all the same */
        object = space_find(&state->space, pointer.bits, false);
    if (!object) {
        if (pointer.bits < PAGE)
            run_error(run, state, ERROR_NULL_POINTER, NULL,
                      "null pointer: %s of %llu byte%s at address 0x%llx", what, bytes, plural,
                      (unsigned long long)pointer.bits);
        else
            run_error(run, state, ERROR_OUT_OF_BOUNDS, NULL,
                      "out of bounds: %s of %llu byte%s at address 0x%llx, which is in no object", what,
                      bytes, plural, (unsigned long long)pointer.bits);
        return false;
    }
    struct text text = {0};
    describe_object(run, object, &text);
    long long offset = (long long)(pointer.bits - object->address);
    bool live = space_is_live(&state->space, object->id);
    if (!live && object->kind == OBJECT_HEAP)
        run_error(run, state, ERROR_USE_AFTER_FREE, NULL,
                  "use after free: %s of %llu byte%s at offset %lld of a freed %s", what, bytes, plural,
                  offset, text_string(&text));
    else if (space_is_hidden(&state->space, object->id))
        run_error(run, state, ERROR_USE_AFTER_SCOPE, NULL,
                  "use after scope: %s of %llu byte%s at offset %lld of a %s, whose block has been left",
                  what, bytes, plural, offset, text_string(&text));
    else if (!live)
        run_error(run, state, ERROR_USE_AFTER_RETURN, NULL,
                  "use after return: %s of %llu byte%s at offset %lld of a dead %s", what, bytes, plural,
                  offset, text_string(&text));
    else if (write && object->constant && (uint64_t)offset < object->size)
        run_error(run, state, ERROR_READ_ONLY, NULL,
                  "write of %llu byte%s to constant memory: offset %lld of a %s", bytes, plural, offset,
                  text_string(&text));
    else if (object->kind == OBJECT_VARIADIC)
        run_error(run, state, ERROR_OUT_OF_BOUNDS, NULL,
                  "out of bounds: %s of %llu byte%s beyond the last variadic argument", what, bytes, plural);
    else
        run_error(run, state, ERROR_OUT_OF_BOUNDS, NULL,
                  "out of bounds: %s of %llu byte%s at offset %lld of a %s", what, bytes, plural, offset,
                  text_string(&text));
    text_release(&text);
    return false;
}

static const char *kind_words(const struct object *object)
{
    if (object->context == CONTEXT_GIVEN)
        return "the program's arguments and environment";
    switch ((enum object_kind)object->kind) {
    case OBJECT_GLOBAL:
        return "a global variable";
    case OBJECT_STACK:
        return "a local variable";
    case OBJECT_HEAP:
        return "a heap object";
    case OBJECT_FUNCTION:
        return "a function";
    case OBJECT_VARIADIC:
        return "variadic arguments";
    case OBJECT_FIXED:
        return "a fixed object";
    }
    return "an object";
}

bool misuse_error(struct run *run, struct state *state, struct value pointer, const struct misuse *misuse)
{
    const struct object *object =
        value_has_object(pointer) ? object_get(&run->objects, value_object(pointer)) : NULL;
    if (!object) {
        run_error(run, state, misuse->otherwise, NULL, "%s: 0x%llx points to no object", misuse->verb,
                  (unsigned long long)pointer.bits);
    } else if (pointer.bits != object->address || object->kind == OBJECT_FUNCTION) {
        run_error(run, state, misuse->otherwise, NULL,
                  "%s: the pointer is %lld bytes from the start of %s of %llu bytes", misuse->verb,
                  (long long)(pointer.bits - object->address), kind_words(object),
                  (unsigned long long)object->size);
    } else {
        enum error_kind kind = object->kind == OBJECT_HEAP                  ? misuse->dead
                               : misuse->dead != ERROR_USE_AFTER_FREE       ? misuse->otherwise
                               : space_is_hidden(&state->space, object->id) ? ERROR_USE_AFTER_SCOPE
                                                                            : ERROR_USE_AFTER_RETURN;
        char *place = location_text(run->program, object->site);
        run_error(run, state, kind, NULL, "%s %llu bytes allocated at %s", misuse->gone,
                  (unsigned long long)object->size, place);
        mem_free(place);
    }
    return false;
}

bool uninitialised_error(struct run *run, struct state *state, unsigned width)
{
    run_error(run, state, ERROR_UNINITIALISED, NULL, "read of %u bytes that were never written",
              (width + 7) / 8);
    return false;
}
