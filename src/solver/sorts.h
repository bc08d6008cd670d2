/* Does the truth of a query depend on where objects lie? (paper 1, section IV,
 * with the check that the paper leaves open)
 *
 * A layout gives every base symbol an address. It is *admissible* if objects
 * are in the usual range of addresses and at least LAYOUT_GAP bytes lie between
 * any two. A query is *agnostic* if for every input its value is the same in
 * all admissible layouts. Then an answer or a model found in one holds in any
 * other, for this query or one that differs in the names of its symbols only.
 *
 * A term is given a sort, which says how its value comes about:
 *   INT         the same number in all layouts
 *   POINTER     an object and an offset, both the same in all layouts, at most
 *               LAYOUT_SLACK bytes outside of the object; or a small number
 *   DIFFERENCE  a pointer minus a base symbol: the offset if it points to that
 *               object, else something that is past the object's end as an
 *               unsigned number, wherever the two lie
 *   DEPENDENT   anything else
 * Comparing, reading and storing combine these where the result is sure. That a
 * pointer stays in its object may need other conjuncts of the query ("i < 8");
 * what is needed is kept with the sort and looked for when a query is asked
 * about. Sorts are remembered per term until the next sweep. */
#ifndef SOLVER_SORTS_H
#define SOLVER_SORTS_H

#include "expr/expr.h"

enum { LAYOUT_GAP = 16, LAYOUT_SLACK = 7 };

struct sorts;

struct sorts *sorts_new(struct exprs *);
void sorts_free(struct sorts *);

/* Is the conjunction agnostic? */
bool sorts_agnostic(struct sorts *, const expr_t *terms, size_t count);
/* A base symbol that the program uses as a number (a hash of an address, say) is
 * taken for that number: answers are the same in all layouts in which these
 * symbols have the same addresses. Which ones is found out by sorts_agnostic. */
bool sorts_literal(const struct sorts *, expr_t base);
/* Is the term a base symbol of its own plus an offset inside of that object, or
 * no address at all? Only then does it point to one of its base symbols if it
 * points anywhere. */
bool sorts_points(struct sorts *, expr_t pointer);
/* Is the layout that these base symbols have admissible? Sorts them. */
bool layout_admissible(const struct exprs *, expr_t *bases, size_t count);

#endif
