/* The values behind registers: a register of a frame is used again for values
 * that have nothing to do with each other. A web is one such value: the writes
 * that reach the same reads. Analyses that do not follow the flow of control
 * name webs instead of registers. */
#ifndef PROGRAM_WEBS_H
#define PROGRAM_WEBS_H

#include "program/code.h"

struct webs {
    const struct function *function;
    uint32_t count;
    uint32_t *web;    /* per operand, in the order of webs_operands */
    uint32_t *first;  /* per instruction: its first operand in `web` */
    uint32_t *writes; /* per web: how many instructions write it */
};

/* Constants and parameters are webs of their own, under the number of their register. */
void webs_init(struct webs *, const struct function *);
void webs_release(struct webs *);

/* The web of a register that the instruction reads or writes. */
uint32_t web_read(const struct webs *, uint32_t instruction, uint32_t reg);
uint32_t web_written(const struct webs *, uint32_t instruction, uint32_t reg);

#endif
