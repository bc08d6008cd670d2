/* What one function does with pointers: its instructions as rules on its webs,
 * without those that end nowhere. A number that is only compared, counted or
 * used as an index is no pointer, and most words are such; a web that is only
 * ever a copy of another one becomes that one, and one that is only ever loaded is
 * what its address points to holds. */
#include "program/pointsto_internal.h"

#include "base/bug.h"
#include "program/webs.h"

#include <string.h>

enum { POINTER_WIDTH = 64 };

struct work {
    const struct program *program;
    const struct function *function;
    struct webs webs;
    uint32_t count; /* of webs, and of the values returned, which come after them */
    VECTOR(struct rule) rules;
    VECTOR(struct summary_call) calls;
    VECTOR(struct dereference) dereferences;
    struct arena *arena;
    uint32_t at;        /* instruction */
    bool *wanted;       /* per web: may it end up in memory, in another function, or as an address? */
    uint32_t *incoming; /* per web: rules that give it something */
    uint32_t *parent;   /* union-find over webs */
};

/* NO_NODE: a number. */
static uint32_t read_web(const struct work *work, uint32_t reg)
{
    const struct function *function = work->function;
    if (reg == NO_REGISTER)
        return NO_NODE;
    if (reg < function->constant_count) {
        enum constant_kind kind = function->constants[reg].kind;
        return kind == CONSTANT_INTEGER || kind == CONSTANT_WIDE ? NO_NODE : reg;
    }
    return web_read(&work->webs, work->at, reg);
}

static uint32_t written_web(const struct work *work, uint32_t reg)
{
    return reg == NO_REGISTER ? NO_NODE : web_written(&work->webs, work->at, reg);
}

static void add_rule(struct work *work, enum rule_kind kind, uint32_t a, uint32_t b)
{
    vector_push(&work->rules, (struct rule){kind, a, b});
}

static void add_copy(struct work *work, uint32_t reg)
{
    uint32_t from = read_web(work, reg);
    if (from != NO_NODE)
        add_rule(work, RULE_COPY, written_web(work, work->function->code[work->at].dst), from);
}

/* The address that is accessed; NO_NODE if it is a plain number. */
static uint32_t add_dereference(struct work *work, uint32_t reg)
{
    uint32_t web = read_web(work, reg);
    if (web != NO_NODE)
        vector_push(&work->dereferences, (struct dereference){work->at, web});
    return web;
}

static void add_move(struct work *work, uint32_t to, uint32_t from)
{
    if (to != NO_NODE && from != NO_NODE)
        add_rule(work, RULE_MOVE, to, from);
}

static void add_call(struct work *work, const struct instruction *at)
{
    const struct call_site *site = &work->function->calls[at->a];
    struct summary_call call = {.instruction = work->at, .site = site, .pointer = NO_NODE};
    if (site->function == UINT32_MAX)
        call.pointer = read_web(work, site->pointer);
    call.arguments = arena_alloc(work->arena, (site->argument_count + 1) * sizeof(uint32_t));
    call.variadic = arena_alloc(work->arena, (site->variadic_count + 1) * sizeof(uint32_t));
    call.results = arena_alloc(work->arena, (site->result_count + 1) * sizeof(uint32_t));
    for (uint32_t i = 0; i < site->argument_count; i++)
        call.arguments[i] =
            site->convention->passed[i].width < POINTER_WIDTH ? NO_NODE : read_web(work, site->arguments[i]);
    for (uint32_t i = 0; i < site->variadic_count; i++)
        call.variadic[i] = site->variadic[i].byval_bytes || site->variadic[i].bits >= POINTER_WIDTH
                               ? read_web(work, site->variadic[i].reg)
                               : NO_NODE;
    for (uint32_t i = 0; i < site->result_count; i++)
        call.results[i] = at->dst == NO_REGISTER || site->convention->returned[i].width < POINTER_WIDTH
                              ? NO_NODE
                              : written_web(work, at->dst + i);
    add_rule(work, RULE_CALL, (uint32_t)work->calls.count, 0);
    vector_push(&work->calls, call);
}

static void add_instruction(struct work *work, const struct instruction *at)
{
    switch (at->op) {
    case OP_ADD:
    case OP_MUL:
    case OP_SADD_OVERFLOW:
    case OP_UADD_OVERFLOW:
    case OP_SMUL_OVERFLOW:
    case OP_UMUL_OVERFLOW:
    case OP_SADD_SATURATE:
    case OP_UADD_SATURATE:
        if (at->width < POINTER_WIDTH)
            break;
        add_copy(work, at->a);
        add_copy(work, at->b);
        break;
    case OP_SUB: /* less a pointer is a distance */
    case OP_UDIV:
    case OP_SDIV:
    case OP_SSUB_OVERFLOW:
    case OP_USUB_OVERFLOW:
    case OP_SSUB_SATURATE:
    case OP_USUB_SATURATE:
        if (at->width >= POINTER_WIDTH)
            add_copy(work, at->a);
        break;
    case OP_AND: /* also of narrow words: a pointer may be put together from its bytes */
    case OP_OR:
    case OP_XOR:
        add_copy(work, at->a);
        add_copy(work, at->b);
        break;
    case OP_MOVE:
    case OP_SHL:
    case OP_LSHR:
    case OP_ASHR:
    case OP_TRUNC:
    case OP_ZEXT:
    case OP_SEXT:
    case OP_BYTE_SWAP:
    case OP_BIT_REVERSE:
    case OP_POINTER_ADD:
        add_copy(work, at->a);
        break;
    case OP_POINTER_INDEX:
        add_copy(work, at->a);
        if (at->width >= POINTER_WIDTH && read_web(work, at->a) == NO_NODE)
            add_copy(work, at->b);
        break;
    case OP_SELECT:
        add_copy(work, at->b);
        add_copy(work, at->c);
        break;
    case OP_FUNNEL_LEFT:
    case OP_FUNNEL_RIGHT:
        add_copy(work, at->a);
        add_copy(work, at->a + 1);
        break;
    case OP_LOAD8:
    case OP_LOAD16:
    case OP_LOAD32:
    case OP_LOAD64:
    case OP_LOAD: {
        uint32_t address = add_dereference(work, at->a);
        if (address != NO_NODE)
            add_rule(work, RULE_LOAD, written_web(work, at->dst), address);
        break;
    }
    case OP_STORE8:
    case OP_STORE16:
    case OP_STORE32:
    case OP_STORE64:
    case OP_STORE: {
        uint32_t address = add_dereference(work, at->a), value = read_web(work, at->b);
        if (address != NO_NODE && value != NO_NODE)
            add_rule(work, RULE_STORE, address, value);
        break;
    }
    case OP_ALLOCA:
        add_rule(work, RULE_STACK, written_web(work, at->dst), work->at);
        break;
    case OP_PARAMETER_COPY: {
        uint32_t to = written_web(work, at->dst), from = add_dereference(work, at->a);
        add_rule(work, RULE_STACK, to, work->at);
        vector_push(&work->dereferences, (struct dereference){work->at, to});
        add_move(work, to, from);
        break;
    }
    case OP_COPY:
    case OP_MOVE_MEMORY: {
        uint32_t to = add_dereference(work, at->a), from = add_dereference(work, at->b);
        add_move(work, to, from);
        break;
    }
    case OP_FILL:
        add_dereference(work, at->a);
        break;
    case OP_VA_START: {
        uint32_t list = add_dereference(work, at->a);
        if (list != NO_NODE)
            add_rule(work, RULE_VARIADIC, list, 0);
        break;
    }
    case OP_CALL:
        add_call(work, at);
        break;
    case OP_RETURN:
        for (uint32_t i = 0; i < at->b && i < work->function->return_count; i++) {
            uint32_t from = read_web(work, at->a + i);
            if (from != NO_NODE)
                add_rule(work, RULE_COPY, work->webs.count + i, from);
        }
        break;
    default: /* a number, a comparison, a jump */
        break;
    }
}

static void add_constants(struct work *work)
{
    for (uint32_t i = 0; i < work->function->constant_count; i++) {
        const struct constant *constant = &work->function->constants[i];
        if (constant->kind == CONSTANT_GLOBAL)
            add_rule(work, RULE_GLOBAL, i, constant->index);
        else if (constant->kind == CONSTANT_FUNCTION || constant->kind == CONSTANT_BLOCK)
            add_rule(work, RULE_FUNCTION, i, constant->index);
    }
}

/* ---- without what ends nowhere ---- */

static void want(struct work *work, uint32_t web)
{
    if (web != NO_NODE)
        work->wanted[web] = true;
}

static void want_call(struct work *work, const struct summary_call *call)
{
    want(work, call->pointer);
    for (uint32_t i = 0; i < call->site->argument_count; i++)
        want(work, call->arguments[i]);
    for (uint32_t i = 0; i < call->site->variadic_count; i++)
        want(work, call->variadic[i]);
}

static void find_wanted(struct work *work)
{
    for (uint32_t i = 0; i < work->function->return_count; i++)
        want(work, work->webs.count + i);
    for (size_t i = 0; i < work->dereferences.count; i++)
        want(work, work->dereferences.data[i].local);
    for (size_t i = 0; i < work->calls.count; i++)
        want_call(work, &work->calls.data[i]);
    for (size_t i = 0; i < work->rules.count; i++)
        if (work->rules.data[i].kind == RULE_STORE)
            want(work, work->rules.data[i].b);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = work->rules.count; i-- > 0;) {
            const struct rule *rule = &work->rules.data[i];
            if (rule->kind == RULE_COPY && work->wanted[rule->a] && !work->wanted[rule->b])
                changed = work->wanted[rule->b] = true;
        }
    }
}

/* ---- copies of one web ---- */

static uint32_t find(struct work *work, uint32_t web)
{
    while (work->parent[web] != web)
        web = work->parent[web] = work->parent[work->parent[web]];
    return web;
}

static void join_copies(struct work *work)
{
    const struct function *function = work->function;
    for (uint32_t i = 0; i < function->parameter_count; i++)
        work->incoming[function->constant_count + i]++;
    for (size_t i = 0; i < work->calls.count; i++)
        for (uint32_t k = 0; k < work->calls.data[i].site->result_count; k++)
            if (work->calls.data[i].results[k] != NO_NODE)
                work->incoming[work->calls.data[i].results[k]]++;
    for (size_t i = 0; i < work->rules.count; i++)
        if (work->rules.data[i].kind <= RULE_LOAD)
            work->incoming[work->rules.data[i].a]++;
    for (size_t i = 0; i < work->rules.count; i++) {
        struct rule *rule = &work->rules.data[i];
        if (rule->kind == RULE_COPY && work->incoming[rule->a] == 1)
            work->parent[find(work, rule->a)] = find(work, rule->b);
        else if (rule->kind == RULE_LOAD && work->incoming[rule->a] == 1)
            rule->kind = RULE_IS_LOAD;
    }
}

/* ---- the result ---- */

struct numbering {
    struct work *work;
    uint32_t *number; /* per web */
    uint32_t count;
};

static uint32_t local_of(struct numbering *numbering, uint32_t web)
{
    if (web == NO_NODE || !numbering->work->wanted[web])
        return NO_NODE;
    uint32_t *number = &numbering->number[find(numbering->work, web)];
    if (*number == NO_NODE)
        *number = numbering->count++;
    return *number;
}

static void number_call(struct numbering *numbering, struct summary_call *call)
{
    call->pointer = local_of(numbering, call->pointer);
    for (uint32_t i = 0; i < call->site->argument_count; i++)
        call->arguments[i] = local_of(numbering, call->arguments[i]);
    for (uint32_t i = 0; i < call->site->variadic_count; i++)
        call->variadic[i] = local_of(numbering, call->variadic[i]);
    for (uint32_t i = 0; i < call->site->result_count; i++)
        call->results[i] = local_of(numbering, call->results[i]);
}

/* The rule in local numbers; false: it is not needed. */
static bool number_rule(struct numbering *numbering, struct rule *rule)
{
    if (rule->kind == RULE_CALL)
        return true;
    rule->a = local_of(numbering, rule->a);
    if (rule->kind == RULE_COPY || rule->kind == RULE_LOAD || rule->kind == RULE_IS_LOAD ||
        rule->kind == RULE_STORE || rule->kind == RULE_MOVE)
        rule->b = local_of(numbering, rule->b);
    return rule->a != NO_NODE && rule->b != NO_NODE && !(rule->kind == RULE_COPY && rule->a == rule->b);
}

static void *keep(struct arena *arena, const void *data, size_t size)
{
    void *kept = arena_alloc(arena, size + 1);
    if (size)
        memcpy(kept, data, size);
    return kept;
}

static struct summary *finish(struct work *work)
{
    const struct function *function = work->function;
    struct numbering numbering = {work, mem_alloc((work->count + 1) * sizeof(uint32_t)), 0};
    memset(numbering.number, 0xff, (work->count + 1) * sizeof(uint32_t));
    struct summary *summary = arena_zero(work->arena, sizeof *summary);
    summary->function = function->index;
    summary->parameters = arena_alloc(work->arena, (function->parameter_count + 1) * sizeof(uint32_t));
    summary->returns = arena_alloc(work->arena, (function->return_count + 1) * sizeof(uint32_t));
    for (uint32_t i = 0; i < function->parameter_count; i++)
        summary->parameters[i] = function->parameters[i].width < POINTER_WIDTH
                                     ? NO_NODE
                                     : local_of(&numbering, function->constant_count + i);
    for (uint32_t i = 0; i < function->return_count; i++)
        summary->returns[i] = local_of(&numbering, work->webs.count + i);
    for (size_t i = 0; i < work->calls.count; i++)
        number_call(&numbering, &work->calls.data[i]);
    size_t kept = 0;
    for (size_t i = 0; i < work->rules.count; i++)
        if (number_rule(&numbering, &work->rules.data[i]))
            work->rules.data[kept++] = work->rules.data[i];
    for (size_t i = 0; i < work->dereferences.count; i++)
        work->dereferences.data[i].local = local_of(&numbering, work->dereferences.data[i].local);
    summary->rules = keep(work->arena, work->rules.data, kept * sizeof *summary->rules);
    summary->rule_count = (uint32_t)kept;
    summary->calls = keep(work->arena, work->calls.data, work->calls.count * sizeof *summary->calls);
    summary->call_count = (uint32_t)work->calls.count;
    summary->dereferences =
        keep(work->arena, work->dereferences.data, work->dereferences.count * sizeof *summary->dereferences);
    summary->dereference_count = (uint32_t)work->dereferences.count;
    summary->local_count = numbering.count;
    mem_free(numbering.number);
    return summary;
}

struct summary *summary_new(struct arena *arena, const struct program *program, uint32_t index)
{
    const struct function *function = &program->functions[index];
    struct work work = {.program = program, .function = function, .arena = arena};
    webs_init(&work.webs, function);
    work.count = work.webs.count + function->return_count;
    work.wanted = mem_zero(work.count + 1);
    work.incoming = mem_zero((work.count + 1) * sizeof *work.incoming);
    work.parent = mem_alloc((work.count + 1) * sizeof *work.parent);
    for (uint32_t i = 0; i < work.count; i++)
        work.parent[i] = i;
    add_constants(&work);
    for (work.at = 0; work.at < function->code_count; work.at++)
        add_instruction(&work, &function->code[work.at]);
    find_wanted(&work);
    join_copies(&work);
    struct summary *summary = finish(&work);
    webs_release(&work.webs);
    vector_release(&work.rules);
    vector_release(&work.calls);
    vector_release(&work.dereferences);
    mem_free(work.wanted);
    mem_free(work.incoming);
    mem_free(work.parent);
    return summary;
}
