/* One query, one fresh Z3 solver: the answer depends on the query alone. Terms
 * are translated once and kept across queries while they are not too many. */
#include "solver/z3.h"

#include "base/text.h"
#include "expr/support.h"
#include "solver/child.h"
#include "solver/facts.h"
#include "solver/marks.h"
#include "solver/z3_limit.h"
#include "solver/z3_terms.h"

#include <string.h>

/* With so much work before its search, counted roughly in gates, Z3 is asked in a child: it may take
 * longer over it than it is allowed, and does not hear us. Below it a fork may cost more than the query. */
enum { KEPT_TERMS_MAX = 1 << 18, WORK_OF_A_CHILD = 1 << 16 };

struct z3_solver {
    struct solver solver;
    struct z3_terms terms;
    struct marks seen;
    VECTOR(expr_t) stack;
    VECTOR(expr_t) arrays;      /* inputs that the query uses as a whole */
    VECTOR(uint32_t) variables; /* input bytes that it reads at a constant index */
    bool has_arrays, has_constant_arrays, has_floats;
    uint64_t work; /* see WORK_OF_A_CHILD */
};

static void on_sweep(void *context) { z3_terms_sweep(&((struct z3_solver *)context)->terms, false); }

static uint64_t work_of(const struct exprs *exprs, expr_t term, const struct expr_node *node)
{
    uint64_t width = node->width, from = node->kind >= EXPR_EQ ? expr_width(exprs, node->arg[0]) : width;
    uint32_t size;
    switch (node->kind) {
    case EXPR_MUL:
        return width * width;
    case EXPR_UDIV:
    case EXPR_SDIV:
    case EXPR_UREM:
    case EXPR_SREM:
        return 4 * width * width;
    case EXPR_FADD:
    case EXPR_FSUB:
        return 8 * width * width;
    case EXPR_FMUL:
        return 16 * width * width;
    case EXPR_FDIV:
    case EXPR_FSQRT:
        return 64 * width * width;
    case EXPR_BYTES:
        return expr_bytes_data(exprs, term, &size), 16 * (uint64_t)size;
    default:
        return node->kind >= EXPR_FADD ? from * width : width > from ? width : from;
    }
}

/* What the query is made of: see the fields. */
static void survey(struct z3_solver *z3, const struct query *query, const struct z3_extra *extra)
{
    struct exprs *exprs = z3->solver.exprs;
    marks_clear(&z3->seen, exprs_limit(exprs));
    vector_clear(&z3->arrays);
    vector_clear(&z3->variables);
    z3->has_arrays = z3->has_constant_arrays = z3->has_floats = false;
    z3->work = 0;
    for (size_t i = 0; i < query->count; i++)
        vector_push(&z3->stack, query->terms[i]);
    for (size_t i = 0; extra && i < extra->count; i++)
        vector_push(&z3->stack, extra->terms[i]);
    while (z3->stack.count) {
        expr_t term = vector_pop(&z3->stack);
        if (!marks_add(&z3->seen, term))
            continue;
        const struct expr_node *node = expr_node(exprs, term);
        uint32_t variable;
        z3->work += work_of(exprs, term, node);
        if (term_is_input_byte(exprs, term, &variable)) {
            vector_push(&z3->variables, variable);
            continue;
        }
        if (node->kind == EXPR_INPUT)
            vector_push(&z3->arrays, term);
        z3->has_arrays |= node->kind == EXPR_READ;
        z3->has_constant_arrays |= node->kind == EXPR_BYTES;
        z3->has_floats |= node->kind >= EXPR_FADD;
        for (unsigned i = 0; i < expr_children(node->kind); i++)
            vector_push(&z3->stack, node->arg[i]);
    }
}

static expr_t array_of_variable(const struct z3_solver *z3, uint32_t variable, uint32_t *index)
{
    for (size_t i = 0; i < z3->arrays.count; i++) {
        expr_t array = z3->arrays.data[i];
        const struct input *input = exprs_input(z3->solver.exprs, expr_node(z3->solver.exprs, array)->arg[0]);
        *index = variable - input->variable;
        if (variable >= input->variable && *index < input->size)
            return array;
    }
    return 0;
}

static Z3_ast array_byte(struct z3_solver *z3, expr_t array, uint32_t index)
{
    return z3_terms_keep(&z3->terms, Z3_mk_select(z3->terms.context, z3_terms_get(&z3->terms, array),
                                                  z3_terms_index(&z3->terms, index)));
}

/* An input used as a whole and byte by byte is one and the same. */
static void tie_bytes(struct z3_solver *z3, Z3_solver query)
{
    for (size_t i = 0; i < z3->variables.count && z3->arrays.count; i++) {
        uint32_t index;
        expr_t array = array_of_variable(z3, z3->variables.data[i], &index);
        if (!array)
            continue;
        Z3_ast byte = z3_terms_variable(&z3->terms, z3->variables.data[i]);
        Z3_ast tie = Z3_mk_eq(z3->terms.context, byte, array_byte(z3, array, index));
        Z3_solver_assert(z3->terms.context, query, z3_terms_keep(&z3->terms, tie));
        z3_terms_settle(&z3->terms);
    }
}

static uint8_t value_of(struct z3_solver *z3, Z3_model values, Z3_ast ast)
{
    Z3_ast value = NULL;
    uint64_t byte = 0;
    if (Z3_model_eval(z3->terms.context, values, ast, true, &value) && value) {
        Z3_inc_ref(z3->terms.context, value);
        Z3_get_numeral_uint64(z3->terms.context, value, &byte);
        Z3_dec_ref(z3->terms.context, value);
    }
    return (uint8_t)byte;
}

static struct model *extract(struct z3_solver *z3, Z3_solver query)
{
    Z3_context context = z3->terms.context;
    Z3_model values = Z3_solver_get_model(context, query);
    if (!values)
        return NULL;
    Z3_model_inc_ref(context, values);
    struct model *model = model_new();
    for (size_t i = 0; i < z3->variables.count; i++) {
        uint32_t variable = z3->variables.data[i];
        model_set(model, variable, value_of(z3, values, z3_terms_variable(&z3->terms, variable)));
    }
    for (size_t i = 0; i < z3->arrays.count; i++) {
        expr_t array = z3->arrays.data[i];
        struct input input = *exprs_input(z3->solver.exprs, expr_node(z3->solver.exprs, array)->arg[0]);
        for (uint32_t index = 0; index < input.size; index++) {
            if (!model_defines(model, input.variable + index))
                model_set(model, input.variable + index, value_of(z3, values, array_byte(z3, array, index)));
            z3_terms_settle(&z3->terms);
        }
    }
    Z3_model_dec_ref(context, values);
    return model;
}

/* The solver that suits the query. The one for QF_ABV gives up at constant
 * arrays, and now and then for no reason: the plain one does not. */
static Z3_solver fresh_solver(struct z3_solver *z3, bool plain)
{
    Z3_context context = z3->terms.context;
    Z3_solver fresh;
    if (plain)
        fresh = Z3_mk_simple_solver(context);
    else if (z3->has_floats)
        fresh = Z3_mk_solver(context);
    else
        fresh = Z3_mk_solver_for_logic(context,
                                       Z3_mk_string_symbol(context, z3->has_arrays ? "QF_ABV" : "QF_BV"));
    Z3_solver_inc_ref(context, fresh);
    return fresh;
}

static enum verdict attempt(struct z3_solver *z3, const struct query *query, const struct z3_extra *extra,
                            bool plain, struct model **model)
{
    Z3_context context = z3->terms.context;
    Z3_solver fresh = fresh_solver(z3, plain);
    for (size_t i = 0; i < query->count; i++)
        Z3_solver_assert(context, fresh, z3_terms_get(&z3->terms, query->terms[i]));
    if (extra)
        Z3_solver_assert(context, fresh, extra->make(extra->context, &z3->terms));
    tie_bytes(z3, fresh);
    struct z3_limit limit;
    z3_limit_start(&limit, context, exprs_budget(z3->solver.exprs));
    Z3_lbool answer = Z3_solver_check(context, fresh);
    z3_limit_stop(&limit);
    if (Z3_get_error_code(context) != Z3_OK)
        answer = Z3_L_UNDEF;
    enum verdict verdict = answer == Z3_L_TRUE    ? VERDICT_YES
                           : answer == Z3_L_FALSE ? VERDICT_NO
                                                  : VERDICT_UNKNOWN;
    if (verdict == VERDICT_YES && model && !(*model = extract(z3, fresh)))
        verdict = VERDICT_UNKNOWN;
    Z3_solver_dec_ref(context, fresh);
    return verdict;
}

/* Here, in this process. */
static enum verdict ask(struct z3_solver *z3, const struct query *query, const struct z3_extra *extra,
                        struct model **model)
{
    struct budget *budget = exprs_budget(z3->solver.exprs);
    enum verdict verdict = VERDICT_UNKNOWN;
    if (z3->terms.made.count > KEPT_TERMS_MAX)
        z3_terms_sweep(&z3->terms, true);
    for (int plain = z3->has_constant_arrays; plain < 2 && verdict == VERDICT_UNKNOWN; plain++)
        if (!budget_spent_now(budget))
            verdict = attempt(z3, query, extra, plain, model);
    return verdict;
}

/* ---- in a child ----
 * Its answer: the verdict, and the bytes of the model. */

struct byte_of_model {
    uint32_t variable;
    uint8_t value;
};

struct asked {
    struct z3_solver *z3;
    const struct query *query;
    const struct z3_extra *extra;
    bool wants_model;
};

static void add_byte(void *answer, uint32_t variable, uint8_t value)
{
    text_add_bytes(answer, &(struct byte_of_model){variable, value}, sizeof(struct byte_of_model));
}

static void ask_in_child(void *context, struct text *answer)
{
    struct asked *asked = context;
    struct model *model = NULL;
    enum verdict verdict = ask(asked->z3, asked->query, asked->extra, asked->wants_model ? &model : NULL);
    text_add_char(answer, (char)verdict);
    if (model)
        model_each(model, add_byte, answer);
}

static struct model *model_of_answer(const struct text *answer)
{
    struct model *model = model_new();
    struct byte_of_model byte;
    for (size_t at = 1; at + sizeof byte <= answer->length; at += sizeof byte) {
        memcpy(&byte, answer->data + at, sizeof byte);
        model_set(model, byte.variable, byte.value);
    }
    return model;
}

static enum verdict ask_child(struct z3_solver *z3, const struct query *query, const struct z3_extra *extra,
                              struct model **model)
{
    struct asked asked = {z3, query, extra, model != NULL};
    struct text answer = {0};
    enum verdict verdict = VERDICT_UNKNOWN;
    if (child_run(exprs_budget(z3->solver.exprs), (struct child_work){ask_in_child, &asked}, &answer))
        verdict = (enum verdict)answer.data[0];
    if (verdict == VERDICT_YES && model)
        *model = model_of_answer(&answer);
    text_release(&answer);
    return verdict;
}

enum verdict z3_solver_check_with(struct solver *solver, const struct query *query,
                                  const struct z3_extra *extra, struct model **model)
{
    struct z3_solver *z3 = (struct z3_solver *)solver;
    struct budget *budget = exprs_budget(solver->exprs);
    double before = budget_ask(budget, query->seconds);
    solver->stats->z3++;
    survey(z3, query, extra);
    z3->has_arrays |= extra != NULL;
    enum verdict verdict =
        z3->work > WORK_OF_A_CHILD ? ask_child(z3, query, extra, model) : ask(z3, query, extra, model);
    budget_answered(budget, before);
    return verdict;
}

static enum verdict check(struct solver *solver, const struct query *query, struct model **model)
{
    return z3_solver_check_with(solver, query, NULL, model);
}

static void release(struct solver *solver)
{
    struct z3_solver *z3 = (struct z3_solver *)solver;
    exprs_forget_listener(solver->exprs, z3);
    z3_terms_release(&z3->terms);
    marks_release(&z3->seen);
    vector_release(&z3->stack);
    vector_release(&z3->arrays);
    vector_release(&z3->variables);
    mem_free(z3);
}

static const struct solver_ops ops = {.name = "z3", .check = check, .release = release};

struct solver *z3_solver_new(struct exprs *exprs, struct solver_stats *stats)
{
    struct z3_solver *z3 = NEW(struct z3_solver);
    z3->solver = (struct solver){.ops = &ops, .exprs = exprs, .stats = stats};
    z3_terms_init(&z3->terms, exprs);
    exprs_on_sweep(exprs, on_sweep, z3);
    return &z3->solver;
}
