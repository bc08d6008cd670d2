/* Instances of functions: the rules of a summary as constraints between nodes
 * of the whole program. Only what can be reached from the start is looked at;
 * the solver asks for more as it finds what pointers to functions point to. */
#include "program/pointsto_internal.h"

#include "base/bug.h"

/* Instances of one call of another, and what all of them may cost, in rules. */
enum { MOST_DEPTH = 4, MOST_CLONED_RULES = 1 << 20 };

/* ---- sites ---- */

static uint32_t site_new(struct points_to *it, struct site site)
{
    uint32_t number = (uint32_t)it->sites.count;
    vector_push(&it->sites, site);
    table_set(&it->site_of, site_key(site.kind, site.index, site.instance), number);
    return number;
}

static uint32_t site_find(const struct points_to *it, enum points_to_kind kind, uint32_t index,
                          uint32_t instance)
{
    return (uint32_t)table_get(&it->site_of, site_key(kind, index, instance), POINTS_TO_NOTHING);
}

static uint32_t function_site(struct points_to *it, uint32_t index)
{
    uint32_t site = site_find(it, POINTS_TO_FUNCTION, index, 0);
    return site != POINTS_TO_NOTHING
               ? site
               : site_new(it, (struct site){.kind = POINTS_TO_FUNCTION,
                                            .index = index,
                                            .content = NO_NODE,
                                            .location = it->program->functions[index].location});
}

static uint32_t variadic_site(struct points_to *it, uint32_t function)
{
    uint32_t site = site_find(it, POINTS_TO_VARIADIC, function, 0);
    if (site == POINTS_TO_NOTHING)
        site = site_new(it, (struct site){.kind = POINTS_TO_VARIADIC,
                                          .index = function,
                                          .content = node_new(it),
                                          .location = it->program->functions[function].location});
    return site;
}

static uint32_t global_site(struct points_to *it, uint32_t index);

/* What the initial bytes point to. A difference is kept too: a table of
 * distances leads to its targets. */
static void initialise(struct points_to *it, uint32_t content, const struct global *global)
{
    for (uint32_t i = 0; i < global->relocation_count; i++) {
        const struct constant *target = &global->relocations[i].target;
        uint32_t site = target->kind == CONSTANT_GLOBAL ? global_site(it, target->index)
                                                        : function_site(it, target->index);
        node_add_site(it, content, site);
    }
}

/* What it holds is seen to later: initialisers can be chained without end. */
static uint32_t global_site(struct points_to *it, uint32_t index)
{
    uint32_t site = site_find(it, POINTS_TO_GLOBAL, index, 0);
    if (site != POINTS_TO_NOTHING)
        return site;
    const struct global *global = &it->program->globals[index];
    bool plain = global->constant && !global->relocation_count;
    uint32_t content = plain ? NO_NODE : node_new(it);
    site = site_new(it, (struct site){.kind = POINTS_TO_GLOBAL,
                                      .index = index,
                                      .content = content,
                                      .size = global->size,
                                      .is_library = global->is_library,
                                      .location = global->location});
    if (global->relocation_count)
        vector_push(&it->new_globals, site);
    return site;
}

static void initialise_globals(struct points_to *it)
{
    while (it->new_globals.count) {
        const struct site *site = &it->sites.data[vector_pop(&it->new_globals)];
        initialise(it, site->content, &it->program->globals[site->index]);
    }
}

/* Its name outside: 0 unless it is that of one call. */
static uint32_t name_of(const struct points_to *it, uint32_t instance)
{
    return it->instances.data[instance].depth ? instance : 0;
}

static uint32_t allocation_site(struct points_to *it, enum points_to_kind kind, uint32_t instance,
                                uint32_t instruction)
{
    const struct function *function = &it->program->functions[it->instances.data[instance].function];
    uint32_t number = function->first_instruction + instruction, outermost = instance;
    while (it->instances.data[outermost].depth)
        outermost = it->instances.data[outermost].parent;
    instance = name_of(it, instance);
    uint32_t site = site_find(it, kind, number, instance);
    if (site != POINTS_TO_NOTHING)
        return site;
    const struct instruction *at = &function->code[instruction];
    bool is_library = it->program->functions[it->instances.data[outermost].function].is_library;
    bool fixed = kind == POINTS_TO_STACK && (at->op == OP_PARAMETER_COPY || at->a == NO_REGISTER);
    return site_new(it, (struct site){.kind = kind,
                                      .index = number,
                                      .instance = instance,
                                      .content = node_new(it),
                                      .size = fixed ? at->b : 0,
                                      .is_library = is_library,
                                      .location = function->locations[instruction]});
}

/* ---- instances ---- */

static uint32_t node_of(const struct points_to *it, uint32_t instance, uint32_t local)
{
    return local == NO_NODE ? NO_NODE : it->instances.data[instance].base + local;
}

static uint32_t instance_new(struct points_to *it, uint32_t function, uint32_t parent, uint32_t call,
                             uint32_t depth)
{
    uint32_t number = (uint32_t)it->instances.count;
    const struct summary *summary = points_to_summary(it, function);
    vector_push(&it->instances, (struct instance){.function = function,
                                                  .base = (uint32_t)it->nodes.count,
                                                  .parent = parent,
                                                  .call = call,
                                                  .depth = depth});
    for (uint32_t i = 0; i < summary->local_count; i++)
        node_new(it);
    vector_push(&it->pending, number);
    return number;
}

/* Everybody's instance of a function. */
static uint32_t plain_instance(struct points_to *it, uint32_t function)
{
    if (it->plain[function] == UINT32_MAX)
        it->plain[function] = instance_new(it, function, 0, 0, 0);
    return it->plain[function];
}

static bool is_within(const struct points_to *it, uint32_t instance, uint32_t function)
{
    for (; it->instances.data[instance].depth; instance = it->instances.data[instance].parent)
        if (it->instances.data[instance].function == function)
            return true;
    return it->instances.data[instance].function == function;
}

/* The instance that a direct call of this instance calls. */
static uint32_t called_instance(struct points_to *it, uint32_t caller, uint32_t instruction,
                                uint32_t function)
{
    uint32_t depth = it->instances.data[caller].depth;
    if (depth >= MOST_DEPTH || it->cloned_rules > MOST_CLONED_RULES || !summary_is_cloned(it, function) ||
        is_within(it, caller, function))
        return plain_instance(it, function);
    const struct function *from = &it->program->functions[it->instances.data[caller].function];
    uint32_t number = from->first_instruction + instruction;
    uint32_t made = instance_new(it, function, caller, number, depth + 1);
    table_set(&it->instance_of, (uint64_t)name_of(it, caller) << 32 | number, made);
    it->has_instances[function] = true;
    it->cloned_rules += points_to_summary(it, function)->rule_count;
    return made;
}

/* ---- calls ---- */

static void add_access(struct points_to *it, uint32_t instance, uint32_t instruction, uint32_t node)
{
    const struct function *function = &it->program->functions[it->instances.data[instance].function];
    if (node != NO_NODE)
        vector_push(&it->accesses,
                    (struct access){name_of(it, instance), function->first_instruction + instruction, node});
}

static void pass_variadic(struct points_to *it, uint32_t instance, const struct summary_call *call,
                          uint32_t function)
{
    uint32_t site = variadic_site(it, function), area = it->sites.data[site].content;
    for (uint32_t i = 0; i < call->site->variadic_count; i++) {
        uint32_t node = node_of(it, instance, call->variadic[i]);
        if (node == NO_NODE)
            continue;
        if (call->site->variadic[i].byval_bytes) {
            add_access(it, instance, call->instruction, node);
            node = node_loaded(it, node);
        }
        node_include(it, area, node);
    }
}

/* An argument of a call, variadic ones after the others. */
static uint32_t argument(const struct points_to *it, uint32_t instance, const struct summary_call *call,
                         int index)
{
    uint32_t fixed = call->site->argument_count;
    if (index < 0 || (uint32_t)index >= fixed + call->site->variadic_count)
        return NO_NODE;
    return node_of(it, instance,
                   (uint32_t)index < fixed ? call->arguments[index]
                                           : call->variadic[(uint32_t)index - fixed]);
}

static void flow(struct points_to *it, uint32_t to_instance, uint32_t to, uint32_t from_instance,
                 uint32_t from)
{
    if (to != NO_NODE && from != NO_NODE)
        node_include(it, node_of(it, to_instance, to), node_of(it, from_instance, from));
}

/* Types that disagree: any argument may be found as any parameter, also as a part of
 * one that is passed in memory. */
static void enter_otherwise(struct points_to *it, uint32_t instance, const struct summary_call *call,
                            uint32_t callee)
{
    uint32_t index = it->instances.data[callee].function;
    const struct function *function = &it->program->functions[index];
    const struct summary *summary = points_to_summary(it, index);
    const struct call_site *site = call->site;
    uint32_t all = node_new(it);
    for (uint32_t i = 0; i < site->argument_count + site->variadic_count; i++) {
        uint32_t given = argument(it, instance, call, (int)i);
        if (given == NO_NODE)
            continue;
        node_include(it, all, given);
        add_access(it, instance, call->instruction, given);
        node_include(it, all, node_loaded(it, given));
    }
    for (uint32_t i = 0; i < function->parameter_count; i++)
        if (summary->parameters[i] != NO_NODE)
            node_include(it, node_of(it, callee, summary->parameters[i]), all);
    if (function->variadic)
        node_include(it, it->sites.data[variadic_site(it, index)].content, all);
    for (uint32_t i = 0; i < site->result_count; i++)
        for (uint32_t k = 0; k < function->return_count; k++)
            flow(it, instance, call->results[i], callee, summary->returns[k]);
}

/* The same for a call through a pointer. Most functions of another type that such a pointer may seem to be
 * are ones that it never is, and to mix the arguments of all these calls would make one set of everything; so
 * only what is passed in one place is found there. */
static void enter_by_place(struct points_to *it, uint32_t instance, const struct summary_call *call,
                           uint32_t callee)
{
    uint32_t index = it->instances.data[callee].function;
    const struct function *function = &it->program->functions[index];
    const struct summary *summary = points_to_summary(it, index);
    const struct call_site *site = call->site;
    const struct convention *given = site->convention, *taken = function->convention;
    for (uint32_t i = 0; i < site->argument_count + site->variadic_count; i++) {
        uint32_t place = i < site->argument_count ? given->passed[i].place
                                                  : site->variadic_passed[i - site->argument_count].place;
        uint32_t from = argument(it, instance, call, (int)i);
        for (uint32_t k = 0; k < taken->passed_count && from != NO_NODE; k++)
            if (taken->passed[k].place == place && summary->parameters[k] != NO_NODE)
                node_include(it, node_of(it, callee, summary->parameters[k]), from);
    }
    for (uint32_t i = 0; i < given->returned_count; i++)
        for (uint32_t k = 0; k < taken->returned_count; k++)
            if (given->returned[i].place == taken->returned[k].place)
                flow(it, instance, call->results[i], callee, summary->returns[k]);
    if (function->variadic)
        pass_variadic(it, instance, call, index);
}

static void enter(struct points_to *it, uint32_t instance, const struct summary_call *call, uint32_t callee)
{
    uint32_t index = it->instances.data[callee].function;
    const struct function *function = &it->program->functions[index];
    const struct summary *summary = points_to_summary(it, index);
    const struct call_site *site = call->site;
    if (site->convention != function->convention) {
        if (site->function == UINT32_MAX)
            enter_by_place(it, instance, call, callee);
        else
            enter_otherwise(it, instance, call, callee);
        return;
    }
    for (uint32_t i = 0; i < function->parameter_count; i++)
        flow(it, callee, summary->parameters[i], instance, call->arguments[i]);
    for (uint32_t i = 0; i < function->return_count; i++)
        flow(it, instance, call->results[i], callee, summary->returns[i]);
    if (function->variadic)
        pass_variadic(it, instance, call, index);
}

static void answer_heap(struct points_to *it, uint32_t instance, const struct summary_call *call,
                        const struct external *external, uint32_t result)
{
    uint32_t site = allocation_site(it, POINTS_TO_HEAP, instance, call->instruction);
    uint32_t first = argument(it, instance, call, 0);
    if (external->heap == HEAP_STORED) {
        if (first == NO_NODE)
            return;
        uint32_t node = node_new(it);
        node_add_site(it, node, site);
        node_store(it, first, node);
        return;
    }
    if (result != NO_NODE)
        node_add_site(it, result, site);
    if (external->heap == HEAP_RESIZED && first != NO_NODE)
        node_include(it, it->sites.data[site].content, node_loaded(it, first));
}

static void answer(struct points_to *it, uint32_t instance, uint32_t number, const struct summary_call *call,
                   const struct external *external)
{
    uint32_t result = call->site->result_count ? node_of(it, instance, call->results[0]) : NO_NODE;
    uint32_t same = argument(it, instance, call, external->result);
    if (result != NO_NODE && same != NO_NODE)
        node_include(it, result, same);
    uint32_t to = argument(it, instance, call, external->to),
             from = argument(it, instance, call, external->from);
    if (to != NO_NODE && from != NO_NODE)
        node_store(it, to, node_loaded(it, from));
    if (external->heap)
        answer_heap(it, instance, call, external, result);
    for (int i = 0; i < 8; i++)
        if (external->accesses >> i & 1)
            add_access(it, instance, call->instruction, argument(it, instance, call, i));
    uint32_t called = argument(it, instance, call, external->calls);
    if (called != NO_NODE) {
        vector_push(&it->indirect, (struct indirect_call){instance, number, external});
        node_call(it, called, (uint32_t)it->indirect.count - 1);
    }
}

void generate_call(struct points_to *it, struct indirect_call made, uint32_t function)
{
    uint32_t instance = made.instance;
    const struct summary *summary = points_to_summary(it, it->instances.data[instance].function);
    const struct summary_call *call = &summary->calls[made.call];
    if (made.by) { /* a handler: the engine calls it */
        if (!it->program->functions[function].defined)
            return;
        uint32_t callee = plain_instance(it, function);
        uint32_t given = argument(it, instance, call, made.by->given);
        const struct summary *handler = points_to_summary(it, function);
        uint32_t as = (uint32_t)made.by->as;
        if (given != NO_NODE && as < it->program->functions[function].parameter_count &&
            handler->parameters[as] != NO_NODE)
            node_include(it, node_of(it, callee, handler->parameters[as]), given);
    } else if (it->program->functions[function].defined) {
        enter(it, instance, call,
              call->site->function == UINT32_MAX
                  ? plain_instance(it, function)
                  : called_instance(it, instance, call->instruction, function));
    } else {
        const struct external *external = external_find(it->program->functions[function].name);
        if (external)
            answer(it, instance, made.call, call, external);
    }
}

/* ---- rules ---- */

static void add_call(struct points_to *it, uint32_t instance, const struct summary *summary, uint32_t number)
{
    const struct summary_call *call = &summary->calls[number];
    struct indirect_call made = {instance, number, NULL};
    if (call->site->function != UINT32_MAX) {
        generate_call(it, made, call->site->function);
    } else if (call->pointer != NO_NODE) {
        vector_push(&it->indirect, made);
        node_call(it, node_of(it, instance, call->pointer), (uint32_t)it->indirect.count - 1);
    }
}

static void add_rule(struct points_to *it, uint32_t instance, const struct summary *summary,
                     const struct rule *rule)
{
    uint32_t a = it->instances.data[instance].base + rule->a, b = it->instances.data[instance].base + rule->b;
    switch (rule->kind) {
    case RULE_GLOBAL:
        node_add_site(it, a, global_site(it, rule->b));
        break;
    case RULE_FUNCTION:
        node_add_site(it, a, function_site(it, rule->b));
        break;
    case RULE_STACK:
        node_add_site(it, a, allocation_site(it, POINTS_TO_STACK, instance, rule->b));
        break;
    case RULE_COPY:
        node_include(it, a, b);
        break;
    case RULE_LOAD:
        node_include(it, a, node_loaded(it, b));
        break;
    case RULE_IS_LOAD:
        node_is_loaded(it, a, b);
        break;
    case RULE_STORE:
        node_store(it, a, b);
        break;
    case RULE_MOVE:
        node_store(it, a, node_loaded(it, b));
        break;
    case RULE_VARIADIC: {
        uint32_t node = node_new(it);
        node_add_site(it, node, variadic_site(it, summary->function));
        node_store(it, a, node);
        break;
    }
    case RULE_CALL:
        add_call(it, instance, summary, rule->a);
        break;
    }
}

void generate_pending(struct points_to *it)
{
    while (it->pending.count) {
        uint32_t instance = vector_pop(&it->pending);
        const struct summary *summary = points_to_summary(it, it->instances.data[instance].function);
        for (uint32_t i = 0; i < summary->rule_count; i++)
            add_rule(it, instance, summary, &summary->rules[i]);
    }
    initialise_globals(it);
}

void generate_start(struct points_to *it, uint32_t entry)
{
    const struct program *program = it->program;
    /* instance 0 stands for all that is not told apart */
    vector_push(&it->instances, (struct instance){.function = entry});
    uint32_t arguments = site_new(it, (struct site){.kind = POINTS_TO_GLOBAL,
                                                    .index = UINT32_MAX,
                                                    .content = node_new(it),
                                                    .location = NO_LOCATION});
    node_add_site(it, it->sites.data[arguments].content, arguments);
    uint32_t start = plain_instance(it, entry);
    const struct summary *summary = points_to_summary(it, entry);
    for (uint32_t i = 1; i < program->functions[entry].parameter_count && i < 3; i++)
        if (summary->parameters[i] != NO_NODE)
            node_add_site(it, node_of(it, start, summary->parameters[i]), arguments);
    if (program->functions[entry].variadic)
        variadic_site(it, entry);
    for (uint32_t i = 0; i < program->constructor_count; i++)
        plain_instance(it, program->constructors[i]);
    for (uint32_t i = 0; i < program->destructor_count; i++)
        plain_instance(it, program->destructors[i]);
    generate_pending(it);
}
