/* Every strategy by its order, its odds, and its books, with states made by hand. */
#include "base/clock.h"
#include "search/search.h"
#include "search/sums.h"
#include "search/tree.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* A program of one function: four instructions, the last returns. */
static const struct instruction code[] = {
    {.op = OP_MOVE}, {.op = OP_MOVE}, {.op = OP_MOVE}, {.op = OP_RETURN}};
static struct function function = {
    .name = "main", .defined = true, .code = code, .code_count = 4, .register_count = 0};
static struct program program = {.function_count = 1, .functions = &function, .instruction_count = 4};

struct fixture {
    struct run run;
    uint8_t covered[4];
    struct search *search;
    uint32_t next;
    struct frame frame;
};

static void begin(struct fixture *f, const char *name)
{
    memset(f, 0, sizeof *f);
    f->run.program = &program;
    f->run.covered = f->covered;
    f->run.rng.state = 7;
    f->frame.function = &function;
    char *error = NULL;
    f->search = search_new(&f->run, &name, name ? 1 : 0, &error);
    assert_non_null(f->search);
    assert_null(error);
}

static struct state *fresh(struct fixture *f, struct state *parent)
{
    struct state *state = calloc(1, sizeof *state);
    state->id = ++f->next;
    state->top = &f->frame;
    state->pc = code;
    if (parent)
        state->depth = ++parent->depth;
    f->search->ops->add(f->search, state, parent);
    return state;
}

static void end(struct fixture *f, struct state *state)
{
    f->search->ops->remove(f->search, state);
    free(state);
}

static struct state *pick(struct fixture *f) { return f->search->ops->pick(f->search); }

static void finish(struct fixture *f)
{
    for (struct state *state; (state = pick(f));)
        end(f, state);
    search_free(f->search);
}

static void dfs_goes_on_with_the_newest_branch(void **context)
{
    struct fixture f;
    begin(&f, "dfs");
    assert_null(pick(&f));
    struct state *a = fresh(&f, NULL), *b = fresh(&f, a), *c = fresh(&f, a);
    assert_ptr_equal(pick(&f), a);
    end(&f, a);
    assert_ptr_equal(pick(&f), c);
    struct state *d = fresh(&f, c);
    assert_ptr_equal(pick(&f), c);
    end(&f, c);
    assert_ptr_equal(pick(&f), d);
    end(&f, d);
    assert_ptr_equal(pick(&f), b);
    finish(&f);
}

static void bfs_advances_by_forks(void **context)
{
    struct fixture f;
    begin(&f, "bfs");
    struct state *a = fresh(&f, NULL);
    struct state *b = fresh(&f, a);
    assert_ptr_equal(pick(&f), a);
    struct state *c = fresh(&f, a); /* order: b a c */
    assert_ptr_equal(pick(&f), b);
    struct state *d = fresh(&f, b); /* order: a c b d */
    assert_ptr_equal(pick(&f), a);
    end(&f, a);
    assert_ptr_equal(pick(&f), c);
    end(&f, c);
    assert_ptr_equal(pick(&f), b);
    end(&f, b);
    assert_ptr_equal(pick(&f), d);
    finish(&f);
}

/* how often each of the states 1 .. count is picked in 40,000 */
static void odds(struct fixture *f, double *share, uint32_t count)
{
    memset(share, 0, (count + 1) * sizeof *share);
    for (int i = 0; i < 40000; i++)
        share[pick(f)->id] += 1 / 40000.0;
}

static void random_state_is_even(void **context)
{
    struct fixture f;
    begin(&f, "random-state");
    struct state *a = fresh(&f, NULL), *b = fresh(&f, a);
    fresh(&f, a), fresh(&f, a), fresh(&f, a);
    end(&f, b);
    double share[6];
    odds(&f, share, 5);
    assert_true(share[2] == 0);
    for (int i = 1; i <= 5; i++)
        assert_true(i == 2 || fabs(share[i] - 0.25) < 0.02);
    finish(&f);
}

static void random_path_halves_at_each_fork(void **context)
{
    struct fixture f;
    begin(&f, "random-path");
    struct state *a = fresh(&f, NULL);
    struct state *b = fresh(&f, a); /* {a b} */
    struct state *c = fresh(&f, b); /* {a {b c}} */
    struct state *d = fresh(&f, c); /* {a {b {c d}}} */
    double share[5];
    odds(&f, share, 4);
    assert_true(fabs(share[a->id] - 0.5) < 0.02 && fabs(share[b->id] - 0.25) < 0.02);
    assert_true(fabs(share[c->id] - 0.125) < 0.02 && fabs(share[d->id] - 0.125) < 0.02);
    end(&f, b); /* {a {c d}} */
    odds(&f, share, 4);
    assert_true(fabs(share[1] - 0.5) < 0.02 && fabs(share[3] - 0.25) < 0.02 && share[2] == 0);
    finish(&f);
}

static void a_place_counts_as_one(void **context)
{
    struct fixture f;
    begin(&f, "places");
    struct state *a = fresh(&f, NULL), *b = fresh(&f, a), *c = fresh(&f, a), *d = fresh(&f, a);
    struct frame below = {.function = &function, .caller = &f.frame, .resume = code + 1};
    d->top = &below; /* it called somebody */
    f.search->ops->ran(f.search, d);
    double share[5];
    odds(&f, share, 4);
    assert_true(fabs(share[d->id] - 0.5) < 0.02);
    for (int i = 1; i < 4; i++)
        assert_true(fabs(share[i] - 0.5 / 3) < 0.02);
    end(&f, b);
    end(&f, c);
    end(&f, a);
    assert_ptr_equal(pick(&f), d);
    finish(&f);
}

static void choose(struct fixture *f, struct state *state, uint64_t choice)
{
    state->group = groups_below(&f->run.groups, state->group, choice);
    f->search->ops->ran(f->search, state);
}

static void a_group_counts_as_one(void **context)
{
    struct fixture f;
    begin(&f, "places");
    struct state *a = fresh(&f, NULL), *b = fresh(&f, a), *c = fresh(&f, a);
    choose(&f, a, 1);
    choose(&f, b, 1);
    choose(&f, c, 2);
    assert_int_equal(a->group, b->group);
    double share[7];
    odds(&f, share, 3);
    assert_true(fabs(share[c->id] - 0.5) < 0.02 && fabs(share[a->id] - 0.25) < 0.02);
    struct state *undecided = fresh(&f, NULL); /* one turn in eight, more where others promise little */
    odds(&f, share, 4);
    assert_true(share[undecided->id] > 0.1 && share[c->id] > 0.01);
    assert_true(fabs(share[c->id] - share[a->id] - share[b->id]) < 0.02);
    end(&f, undecided);
    choose(&f, a, 1); /* below its group, where b has yet to choose */
    odds(&f, share, 4);
    assert_true(share[b->id] > 0.05 && share[a->id] > 0.01);
    assert_true(groups_above(&f.run.groups, a->group) == b->group);
    end(&f, c); /* its group has nobody left */
    end(&f, b);
    assert_ptr_equal(pick(&f), a);
    finish(&f);
    groups_release(&f.run.groups);
}

static void weights_decide(void **context)
{
    struct fixture f;
    begin(&f, "nurs:depth");
    struct state *a = fresh(&f, NULL), *b = fresh(&f, NULL);
    a->depth = 1, b->depth = 3;
    f.search->ops->ran(f.search, a);
    f.search->ops->ran(f.search, b);
    double share[3];
    odds(&f, share, 2);
    assert_true(fabs(share[2] - 0.75) < 0.02);
    finish(&f);

    begin(&f, "nurs:rp");
    a = fresh(&f, NULL), b = fresh(&f, NULL);
    a->depth = 1, b->depth = 3000;
    f.search->ops->ran(f.search, a);
    f.search->ops->ran(f.search, b);
    odds(&f, share, 2);
    assert_true(share[1] > 0.999);
    end(&f, a);
    assert_ptr_equal(pick(&f), b); /* however little it weighs */
    finish(&f);
}

static void a_stale_weight_is_mended_when_chosen(void **context)
{
    struct fixture f;
    begin(&f, "nurs:md2u");
    struct state *a = fresh(&f, NULL), *b = fresh(&f, NULL);
    b->pc = code + 2;
    f.search->ops->ran(f.search, b);
    double share[3];
    odds(&f, share, 2);
    assert_true(fabs(share[1] - 0.5) < 0.02); /* both stand at uncovered code */
    f.covered[0] = f.covered[1] = 1;
    f.run.covered_count = 2;
    odds(&f, share, 2); /* a is 3 away: a ninth */
    assert_true(fabs(share[1] - 0.1) < 0.02);
    memset(f.covered, 1, 4);
    f.run.covered_count = 4;
    odds(&f, share, 2); /* nothing is left to cover */
    assert_true(fabs(share[1] - 0.5) < 0.02);
    (void)a;
    finish(&f);
}

/* Also the very first choice is made as if no weight were stale. */
static void a_stale_weight_gives_no_advantage(void **context)
{
    int stale = 0;
    for (uint64_t seed = 0; seed < 1000; seed++) {
        struct fixture f;
        begin(&f, "nurs:md2u");
        f.run.rng.state = seed;
        struct state *a = fresh(&f, NULL), *b = fresh(&f, NULL);
        b->pc = code + 2;
        f.search->ops->ran(f.search, b);
        f.covered[0] = f.covered[1] = 1; /* a: a ninth of b */
        f.run.covered_count = 2;
        stale += pick(&f) == a;
        finish(&f);
    }
    assert_in_range(stale, 60, 140);
}

static void covering_new_code_counts(void **context)
{
    struct fixture f;
    begin(&f, "nurs:covnew");
    memset(f.covered, 1, 4);
    f.run.covered_count = 4;
    struct state *a = fresh(&f, NULL), *b = fresh(&f, NULL);
    a->instructions_since_new = 500, b->instructions_since_new = 1003;
    f.search->ops->ran(f.search, a);
    f.search->ops->ran(f.search, b);
    double share[3];
    odds(&f, share, 2);
    assert_true(fabs(share[1] - 0.9) < 0.02);
    finish(&f);
}

static void rarely_seen_places_are_preferred(void **context)
{
    struct fixture f;
    begin(&f, "nurs:icnt");
    struct state *a = fresh(&f, NULL), *b = fresh(&f, NULL);
    b->pc = code + 1;
    for (int i = 0; i < 3; i++)
        f.search->ops->ran(f.search, a);
    f.search->ops->ran(f.search, b);
    double share[3];
    odds(&f, share, 2);
    assert_true(fabs(share[1] - 0.1) < 0.02);
    finish(&f);

    struct frame other = {.function = &function, .caller = &f.frame, .resume = code + 2};
    begin(&f, "nurs:cpicnt");
    a = fresh(&f, NULL), b = fresh(&f, NULL);
    b->top = &other;
    a->instructions = 3;
    f.search->ops->ran(f.search, a);
    f.search->ops->ran(f.search, b);
    odds(&f, share, 2);
    assert_true(fabs(share[1] - 0.25) < 0.02);
    finish(&f);

    begin(&f, "nurs:qc");
    a = fresh(&f, NULL), b = fresh(&f, NULL);
    b->solver_seconds = 3;
    f.search->ops->ran(f.search, b);
    odds(&f, share, 2);
    assert_true(fabs(share[1] - 0.75) < 0.02);
    finish(&f);
}

static void several_take_turns(void **context)
{
    struct fixture f;
    begin(&f, NULL);
    search_free(f.search);
    const char *names[] = {"dfs", "bfs"};
    char *error = NULL;
    f.search = search_new(&f.run, names, 2, &error);
    struct state *a = fresh(&f, NULL);
    struct state *b = fresh(&f, a);
    fresh(&f, a); /* dfs: a; bfs: b first */
    assert_ptr_equal(pick(&f), a);
    assert_ptr_equal(pick(&f), b);
    assert_ptr_equal(pick(&f), a);
    finish(&f);
}

static void a_wrong_name_gets_the_right_ones(void **context)
{
    uint8_t covered[4] = {0};
    struct run run = {.program = &program, .covered = covered};
    const char *names[] = {"dfs", "nurs:covered"};
    char *error = NULL;
    assert_null(search_new(&run, names, 2, &error));
    assert_non_null(strstr(error, "'nurs:covered'"));
    assert_non_null(strstr(error, "random-path, nurs:covnew"));
    assert_null(strchr(error, '\n'));
    mem_free(error);
}

static void a_batch_ends_by_instructions_or_with_its_state(void **context)
{
    struct fixture f;
    begin(&f, "bfs");
    f.search = search_batching_new(&f.run, f.search, 10, 0);
    struct state *a = fresh(&f, NULL);
    assert_ptr_equal(pick(&f), a);
    struct state *b = fresh(&f, a), *c = fresh(&f, a); /* bfs alone would go to b */
    a->instructions = 9;
    assert_ptr_equal(pick(&f), a);
    a->instructions = 10;
    assert_ptr_equal(pick(&f), b);
    end(&f, b);
    assert_ptr_equal(pick(&f), a);
    (void)c;
    finish(&f);
}

static const char *const all[] = {"dfs",         "bfs",         "random-state", "random-path",
                                  "nurs:covnew", "nurs:md2u",   "nurs:depth",   "nurs:rp",
                                  "nurs:icnt",   "nurs:cpicnt", "nurs:qc",      "places"};

/* Random forks and ends: a pick is always a live state, and the same seed
 * gives the same picks. */
static uint64_t churn(const char *name)
{
    struct fixture f;
    begin(&f, name);
    struct rng rng = {99};
    uint64_t trace = 0;
    size_t live = 1;
    fresh(&f, NULL);
    for (int i = 0; i < 20000; i++) {
        struct state *state = pick(&f);
        assert_false(state->ended); /* an ended one would be freed memory: found by the sanitizer */
        trace = trace * 31 + state->id;
        state->instructions += rng_below(&rng, 50);
        state->pc = code + rng_below(&rng, 4);
        if (live < 2 || rng_below(&rng, 100) < 52) {
            fresh(&f, state);
            live++;
            f.search->ops->ran(f.search, state);
        } else {
            end(&f, state);
            live--;
        }
    }
    finish(&f);
    return trace;
}

static void every_strategy_keeps_its_books(void **context)
{
    for (size_t i = 0; i < ARRAY_COUNT(all); i++)
        assert_true(churn(all[i]) == churn(all[i]));
}

static void a_hundred_thousand_states_are_cheap(void **context)
{
    enum { STATES = 100000 };
    struct state *states = calloc(STATES, sizeof *states);
    for (size_t i = 0; i < ARRAY_COUNT(all); i++) {
        struct fixture f;
        begin(&f, all[i]);
        double start = clock_seconds();
        for (int k = 0; k < STATES; k++) {
            states[k].top = &f.frame;
            states[k].pc = code;
            f.search->ops->add(f.search, &states[k], k ? &states[k / 2] : NULL);
        }
        for (int k = 0; k < STATES; k++)
            f.search->ops->ran(f.search, pick(&f));
        for (int k = 0; k < STATES; k++)
            f.search->ops->remove(f.search, &states[k]);
        double microseconds = (clock_seconds() - start) * 1e6 / STATES;
        print_message("%-14s %.2f us for add, pick, ran and remove\n", all[i], microseconds);
        assert_null(pick(&f));
        search_free(f.search);
    }
    free(states);
}

static void the_tree_stays_a_tree(void **context)
{
    struct tree tree;
    tree_init(&tree);
    struct rng rng = {5};
    uint32_t live[4096];
    uint32_t count = 0, next = 0;
    for (int i = 0; i < 6000; i++) {
        if (!count || (count < 4000 && rng_below(&rng, 100) < 60)) {
            uint32_t slot = next++;
            tree_add(&tree, slot, count ? live[rng_below(&rng, count)] : NO_NODE);
            live[count++] = slot;
        } else {
            uint32_t k = (uint32_t)rng_below(&rng, count);
            tree_remove(&tree, live[k]);
            live[k] = live[--count];
        }
        if (i % 100 == 0)
            tree_check(&tree, count);
    }
    assert_true(tree.forks.count < 4096);
    while (count)
        tree_remove(&tree, live[--count]);
    tree_check(&tree, 0);
    tree_release(&tree);
}

static void sums_choose_by_weight_and_never_an_empty_slot(void **context)
{
    struct sums sums = {0};
    sums_set(&sums, 100, 1e-200);
    assert_int_equal(sums_choose(&sums, 0.999999999999), 100);
    sums_set(&sums, 3, 1);
    sums_set(&sums, 200, 3);
    int hits = 0;
    for (int i = 0; i < 1000; i++) {
        uint32_t slot = sums_choose(&sums, i / 1000.0);
        assert_true(slot == 3 || slot == 200);
        hits += slot == 200;
    }
    assert_int_equal(hits, 750);
    sums_set(&sums, 201, 4);
    int shares[202] = {0};
    for (int i = 0; i < 1000; i++)
        shares[sums_choose(&sums, i / 1000.0)]++;
    assert_int_equal(shares[3], 125);
    assert_int_equal(shares[200], 375);
    assert_int_equal(shares[201], 500);
    sums_set(&sums, 3, 0);
    sums_set(&sums, 200, 0);
    sums_set(&sums, 201, 0);
    assert_true(sums_total(&sums) == 1e-200);
    sums_release(&sums);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dfs_goes_on_with_the_newest_branch),
        cmocka_unit_test(bfs_advances_by_forks),
        cmocka_unit_test(random_state_is_even),
        cmocka_unit_test(random_path_halves_at_each_fork),
        cmocka_unit_test(a_place_counts_as_one),
        cmocka_unit_test(a_group_counts_as_one),
        cmocka_unit_test(weights_decide),
        cmocka_unit_test(a_stale_weight_is_mended_when_chosen),
        cmocka_unit_test(a_stale_weight_gives_no_advantage),
        cmocka_unit_test(covering_new_code_counts),
        cmocka_unit_test(rarely_seen_places_are_preferred),
        cmocka_unit_test(several_take_turns),
        cmocka_unit_test(a_wrong_name_gets_the_right_ones),
        cmocka_unit_test(a_batch_ends_by_instructions_or_with_its_state),
        cmocka_unit_test(every_strategy_keeps_its_books),
        cmocka_unit_test(a_hundred_thousand_states_are_cheap),
        cmocka_unit_test(the_tree_stays_a_tree),
        cmocka_unit_test(sums_choose_by_weight_and_never_an_empty_slot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
