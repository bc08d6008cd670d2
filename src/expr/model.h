/* A model: values for some bytes of the inputs. Bytes not defined read as 0.
 * Models are shared by reference count; a shared one is never changed. */
#ifndef EXPR_MODEL_H
#define EXPR_MODEL_H

#include "expr/expr.h"

struct model;

struct model *model_new(void);
struct model *model_ref(struct model *);
void model_unref(struct model *);               /* NULL is allowed */
struct model *model_copy(const struct model *); /* NULL: an empty one */

/* variable: number of an input byte (input->variable + offset) */
uint8_t model_get(const struct model *, uint32_t variable); /* model may be NULL: 0 */
bool model_defines(const struct model *, uint32_t variable);
/* The bytes of so many variables from the first on, one zero behind them: a new array. Those past all that
 * are defined cost nothing, however many they are. */
uint8_t *model_bytes(const struct model *, uint32_t first, size_t count);
/* needs the only reference */
void model_set(struct model *, uint32_t variable, uint8_t byte);
/* Every byte that `over` defines, into `model`. */
void model_overlay(struct model *model, const struct model *over);
/* The defined bytes, in order of variable: call visit for each. */
void model_each(const struct model *, void (*visit)(void *context, uint32_t variable, uint8_t byte),
                void *context);

#endif
