/* An SMT-LIB 2 solver on a pipe. Every query is a script of its own after a
 * (reset). A process that is late, dies or says what was not asked costs one
 * "unknown" and a warning: it is stopped, and the next query starts a new one. */
#include "solver/smtlib.h"

#include "base/clock.h"
#include "base/vector.h"
#include "expr/print.h"
#include "solver/process.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* For the first sign of life. */
static const double START_SECONDS = 10;
/* Longer than any model: who says more without an end has lost it. */
enum { ANSWER_MAX = 1 << 28 };

struct smtlib {
    struct solver solver;
    char *command;
    struct log *log;
    struct process process;
    bool used; /* the process has had a query */
    struct text script;
};

/* ---- what it says ---- */

/* Where the search for the end of an S-expression stands. */
struct scan {
    size_t at, start, depth;
    char quote; /* within a string or a quoted symbol: what ends it; else 0 */
};

/* Goes on to the end of the first whole S-expression of the text, which is from
 * start to at; false: the text ends before it. */
static bool scan_expression(struct scan *scan, const char *text)
{
    for (; text[scan->at]; scan->at++) {
        char c = text[scan->at];
        bool first = scan->at == scan->start;
        if (scan->quote) {
            scan->quote = c == scan->quote ? 0 : scan->quote;
        } else if (isspace((unsigned char)c)) {
            if (first)
                scan->start++;
            else if (!scan->depth)
                return true;
        } else if (c == '"' || c == '|') {
            scan->quote = c;
        } else if (c == '(') {
            scan->depth++;
        } else if (c == ')' && scan->depth < 2) {
            if (first || scan->depth)
                scan->at++;
            return true;
        } else if (c == ')') {
            scan->depth--;
        }
    }
    return false;
}

/* The next whole expression it says, as a new string; NULL: late or dead. */
static char *next_expression(struct smtlib *smtlib, double deadline)
{
    struct text *pending = &smtlib->process.pending;
    struct scan scan = {0};
    for (;;) {
        if (scan_expression(&scan, text_string(pending))) {
            char *expression = mem_string_n(pending->data + scan.start, scan.at - scan.start);
            struct text rest = {0};
            text_add_string(&rest, pending->data + scan.at);
            text_release(pending);
            *pending = rest;
            if (strcmp(expression, "success"))
                return expression;
            mem_free(expression); /* :print-success is on until it is switched off */
            scan = (struct scan){0};
        } else if (pending->length > ANSWER_MAX || !process_read(&smtlib->process, deadline)) {
            return NULL;
        }
    }
}

/* A byte: #x2a, #b00101010 or (_ bv42 8). */
static bool parse_byte(const char **at, uint8_t *byte)
{
    const char *digits = *at;
    unsigned base;
    if (!strncmp(digits, "#x", 2))
        base = 16, digits += 2;
    else if (!strncmp(digits, "#b", 2))
        base = 2, digits += 2;
    else if (!strncmp(digits, "(_ bv", 5))
        base = 10, digits += 5;
    else
        return false;
    char *end;
    unsigned long value = strtoul(digits, &end, (int)base);
    if (end == digits || value > UINT8_MAX)
        return false;
    if (base == 10) {
        if (strncmp(end, " 8)", 3))
            return false;
        end += 3;
    }
    *byte = (uint8_t)value;
    *at = end;
    return true;
}

/* ((term value) (term value) ...): the values, in the order asked for. */
static bool parse_values(const char *text, const uint32_t *variables, size_t count, struct model *model)
{
    const char *at = text;
    if (*at++ != '(')
        return false;
    for (size_t i = 0; i < count; i++) {
        struct scan term = {0};
        uint8_t byte;
        at += strspn(at, " \t\r\n");
        if (*at++ != '(')
            return false;
        if (!scan_expression(&term, at)) /* the term, as it was asked */
            return false;
        at += term.at;
        at += strspn(at, " \t\r\n");
        if (!parse_byte(&at, &byte))
            return false;
        at += strspn(at, " \t\r\n");
        if (*at++ != ')')
            return false;
        model_set(model, variables[i], byte);
    }
    at += strspn(at, " \t\r\n");
    return !strcmp(at, ")");
}

/* ---- the process ---- */

/* When the run is over nobody is told: it was not the solver's fault. */
static void give_up(struct smtlib *smtlib, const char *reason)
{
    process_stop(&smtlib->process);
    if (smtlib->log && !budget_is_over(smtlib->process.budget))
        log_warning(smtlib->log, "the solver \"%s\" %s; it is started anew, the query counts as undecided",
                    smtlib->command, reason);
}

static bool start(struct smtlib *smtlib, double deadline)
{
    static const char greeting[] = "(set-option :print-success false)\n(echo \"ramify\")\n";
    if (!process_start(&smtlib->process, smtlib->command))
        return false;
    smtlib->used = false;
    double limit = clock_seconds() + START_SECONDS;
    if (deadline > 0 && deadline < limit)
        limit = deadline;
    char *answer = NULL;
    if (process_write(&smtlib->process, greeting, strlen(greeting), limit))
        answer = next_expression(smtlib, limit);
    bool alive = answer && (!strcmp(answer, "ramify") || !strcmp(answer, "\"ramify\""));
    mem_free(answer);
    if (!alive)
        process_stop(&smtlib->process);
    return alive;
}

/* ---- a query ---- */

static bool say(struct smtlib *smtlib, const char *text, size_t length, double deadline)
{
    return process_write(&smtlib->process, text, length, deadline);
}

/* The part of the script that asks for values is sent only after a "sat". NULL: the budget is spent before.
 */
static const char *compose(struct smtlib *smtlib, const struct query *query)
{
    struct text *script = &smtlib->script;
    text_clear(script);
    if (smtlib->used)
        text_add_string(script, "(reset)\n(set-option :print-success false)\n");
    text_add_string(script, "(set-option :produce-models true)\n");
    if (!expr_print_smtlib(smtlib->solver.exprs, script, query->terms, query->count, true, budget_spent_now))
        return NULL;
    const char *values = strstr(text_string(script), "(get-value");
    return values ? values : text_string(script) + script->length;
}

static enum verdict read_verdict(struct smtlib *smtlib, double deadline)
{
    char *answer = next_expression(smtlib, deadline);
    enum verdict verdict = VERDICT_UNKNOWN;
    if (!answer) {
        give_up(smtlib, "did not answer in time or ended");
    } else if (!strcmp(answer, "sat")) {
        verdict = VERDICT_YES;
    } else if (!strcmp(answer, "unsat")) {
        verdict = VERDICT_NO;
    } else if (strcmp(answer, "unknown")) {
        give_up(smtlib, "gave an answer that is none");
    }
    mem_free(answer);
    return verdict;
}

static struct model *read_model(struct smtlib *smtlib, const struct query *query, const char *values,
                                double deadline)
{
    struct model *model = model_new();
    uint32_t *variables = NULL;
    size_t count = expr_smtlib_variables(smtlib->solver.exprs, query->terms, query->count, &variables);
    char *answer = NULL;
    bool understood = !count;
    if (count && say(smtlib, values, strlen(values), deadline))
        answer = next_expression(smtlib, deadline);
    if (answer)
        understood = parse_values(answer, variables, count, model);
    mem_free(answer);
    mem_free(variables);
    if (understood)
        return model;
    give_up(smtlib, "said \"sat\" but gave no model that can be read");
    model_unref(model);
    return NULL;
}

static enum verdict check(struct solver *solver, const struct query *query, struct model **model)
{
    struct smtlib *smtlib = (struct smtlib *)solver;
    double deadline = query->seconds > 0 ? clock_seconds() + query->seconds : 0;
    if (!smtlib->process.id && !start(smtlib, deadline)) {
        give_up(smtlib, "does not start");
        return VERDICT_UNKNOWN;
    }
    const char *values = compose(smtlib, query);
    if (!values)
        return VERDICT_UNKNOWN; /* the process has heard nothing of it */
    smtlib->used = true;
    if (!say(smtlib, smtlib->script.data, (size_t)(values - smtlib->script.data), deadline)) {
        give_up(smtlib, "did not read the query in time or ended");
        return VERDICT_UNKNOWN;
    }
    enum verdict verdict = read_verdict(smtlib, deadline);
    if (verdict == VERDICT_YES && model && !(*model = read_model(smtlib, query, values, deadline)))
        verdict = VERDICT_UNKNOWN;
    return verdict;
}

static void release(struct solver *solver)
{
    struct smtlib *smtlib = (struct smtlib *)solver;
    process_stop(&smtlib->process);
    text_release(&smtlib->process.pending);
    text_release(&smtlib->script);
    mem_free(smtlib->command);
    mem_free(smtlib);
}

static const struct solver_ops ops = {.name = "smtlib2", .check = check, .release = release};

struct solver *smtlib_solver_new(struct exprs *exprs, struct solver_stats *stats, const char *command,
                                 struct log *log, char **error)
{
    struct smtlib *smtlib = NEW(struct smtlib);
    smtlib->solver = (struct solver){.ops = &ops, .exprs = exprs, .stats = stats};
    smtlib->command = mem_string(command);
    smtlib->log = log;
    smtlib->process.budget = exprs_budget(exprs);
    if (start(smtlib, 0))
        return &smtlib->solver;
    *error = text_format("the solver \"%s\" does not start, or does not speak SMT-LIB 2", command);
    release(&smtlib->solver);
    return NULL;
}
