/* Calls whose types disagree. A callee finds what the machine has in the place
 * where it looks: an argument of another width cut off or extended, one that
 * nobody gave as junk, like memory that was never written. */
#ifndef ENGINE_ADAPT_H
#define ENGINE_ADAPT_H

#include "engine/run.h"
#include "program/convention.h"

/* Something that was passed; a pointer to bytes passed by value is concrete. */
struct given {
    struct passed passed;
    struct value value;
};

/* What the call passes, the variadic arguments last: site->argument_count +
 * variadic_count of them. false: the state has ended, or is to execute the call again. */
bool given_by(struct run *, struct state *, const struct call_site *, struct given *);

/* The parameters of the function in the top frame, which has just been entered.
 * false: the state has ended. */
bool adapt_parameters(struct run *, struct state *, const struct given *, uint32_t count,
                      const struct convention *, struct value *parameters);
/* The arguments that a variadic function finds beyond its named ones, into its
 * area. false: the state has ended. */
bool adapt_variadic(struct run *, struct state *, const struct given *, uint32_t count,
                    const struct convention *);
/* The results that the caller finds, of those that were given. */
void adapt_results(struct run *, struct state *, const struct given *, uint32_t count,
                   const struct convention *wanted, struct value *results);
/* Is this argument there at all? */
bool is_given(const struct given *, uint32_t count, const struct passed *wanted);

/* What the engine itself calls with: (pointer), (int, pointer, pointer), both with
 * a result like the first argument. */
extern const struct convention convention_pointer, convention_int_pointers;

/* calls.c: the top frame's area for variadic arguments, filled in by the caller */
void call_variadic(struct run *, struct state *, struct variadic_area);
/* Enter the function as if it were called here with these arguments. */
void enter_given(struct run *, struct state *, const struct function *, const struct given *, uint32_t count);

/* The builtin's answer to a call with these arguments. true: it has returned, with
 * this result. */
bool answer_given(struct run *, struct state *, const struct instruction *, const struct call_site *,
                  const struct function *, const struct given *, uint32_t count, struct value *result);

#endif
