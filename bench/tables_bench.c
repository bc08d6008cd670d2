/* Tables: what a read of one costs a solver, and what its ranges cost when it is written to.
 *
 * What a read of a table costs a solver, three ways: a comparison of the index
 * for every cell, a tree over the bits of the index, and a choice by ranges of
 * it (arrays_value.c decides by this). Tables of random values in ranges of random
 * lengths, cells of one byte, an index of two; the gates of the read, and the mean
 * time of a query "is it this value?", each with a back end of its own.
 *
 * The ranges of a table after one cell more was written, found anew and adjusted.
 *
 *   make bench-tables      prints the tables of docs/arrays.md */
#include "base/rng.h"
#include "solver/arrays_internal.h"
#include "solver/blast.h"
#include "solver/blast_internal.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { TABLES = 8, QUERIES = 8, MOST_CELLS = 4096 };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Cuts 0 .. cells into so many ranges; neighbours differ. */
static void fill(struct rng *rng, uint8_t *table, unsigned cells, unsigned ranges)
{
    bool cut[MOST_CELLS] = {true};
    for (unsigned made = 1; made < ranges;) {
        unsigned at = (unsigned)rng_below(rng, cells);
        made += !cut[at];
        cut[at] = true;
    }
    uint8_t value = 0;
    for (unsigned i = 0; i < cells; i++) {
        if (cut[i])
            value = (uint8_t)(value + 1 + rng_below(rng, 254));
        table[i] = value;
    }
}

/* The table as a choice, however many ranges there are. */
static expr_t choice(struct arrays *arrays, expr_t index, const uint8_t *table, unsigned cells)
{
    struct exprs *exprs = arrays->exprs;
    piece_list pieces = {0};
    for (unsigned i = 0; i < cells; i++)
        if (i && table[i] == table[i - 1])
            pieces.data[pieces.count - 1].range.last = i;
        else
            vector_push(&pieces, (struct piece){{i, i}, expr_const(exprs, 8, table[i])});
    vector_push(&pieces, (struct piece){{cells, UINT16_MAX}, expr_const(exprs, 8, 0)});
    expr_t result = arrays_choice(arrays, index, &pieces);
    vector_release(&pieces);
    return result;
}

struct cost {
    double gates, seconds;
};

static void measure(struct exprs *exprs, expr_t read, bool cell_by_cell, struct rng *rng, struct cost *cost)
{
    struct blaster blaster;
    blaster_init(&blaster, exprs);
    blaster.cell_by_cell = cell_by_cell;
    blaster_term(&blaster, read);
    cost->gates += (double)blaster.gates.all.count / TABLES;
    blaster_release(&blaster);
    for (unsigned i = 0; i < QUERIES; i++) {
        expr_t asked = expr_eq(exprs, read, expr_const(exprs, 8, rng_below(rng, 256)));
        struct solver_stats stats = {0};
        struct query query = {.terms = &asked, .count = 1};
        struct solver *solver = blast_solver_new(exprs, &stats, BLAST_AUTO);
        if (cell_by_cell)
            blast_solver_cell_by_cell(solver);
        double begin = now();
        solver_check(solver, &query, NULL);
        cost->seconds += (now() - begin) / (TABLES * QUERIES);
        solver_free(solver);
    }
}

static void row(unsigned cells, unsigned ranges)
{
    struct rng rng = {.state = cells + ranges};
    struct cost costs[3] = {0};
    for (unsigned number = 0; number < TABLES; number++) {
        struct exprs *exprs = exprs_new();
        struct arrays *arrays = arrays_new(exprs, ARRAYS_ALL, false, NULL);
        uint8_t table[MOST_CELLS];
        fill(&rng, table, cells, ranges);
        expr_t input = expr_input(exprs, "text", 2), low = expr_read(exprs, input, expr_const(exprs, 64, 0)),
               high = expr_read(exprs, input, expr_const(exprs, 64, 1)),
               index = expr_concat(exprs, high, low),
               read = expr_read(exprs, expr_bytes(exprs, table, cells), expr_zext(exprs, index, 64));
        measure(exprs, read, true, &rng, &costs[0]);
        measure(exprs, read, false, &rng, &costs[1]);
        measure(exprs, choice(arrays, index, table, cells), false, &rng, &costs[2]);
        arrays_free(arrays);
        exprs_free(exprs);
    }
    printf("| %u | %u |", cells, ranges);
    for (unsigned way = 0; way < 3; way++)
        printf(" %.0f gates, %.0f µs |", costs[way].gates, 1e6 * costs[way].seconds);
    printf("\n");
    fflush(stdout);
}

/* ---- waiting for a model ---- */

struct lazy_case {
    struct exprs *exprs;
    struct rng rng;
    expr_t input;
    expr_t never; /* a condition that needs every cell to be refuted; 0: any that is above all cells */
};

static expr_t input_byte(struct lazy_case *c, unsigned number)
{
    return expr_read(c->exprs, c->input, expr_const(c->exprs, 64, number));
}

/* Bytes below 128 by chance, by an index of two bytes, whose lowest they never are. */
static expr_t scattered_read(struct lazy_case *c, unsigned cells)
{
    uint8_t *table = mem_alloc(cells);
    for (unsigned i = 0; i < cells; i++)
        do
            table[i] = (uint8_t)rng_below(&c->rng, 128);
        while (table[i] == i % 256);
    expr_t index = expr_concat(c->exprs, input_byte(c, 1), input_byte(c, 0)),
           read = expr_read(c->exprs, expr_bytes(c->exprs, table, cells), expr_zext(c->exprs, index, 64));
    if (cells <= MOST_CELLS) /* of larger ones it takes seconds either way */
        c->never = expr_and(c->exprs, expr_eq(c->exprs, read, input_byte(c, 0)),
                            expr_ult(c->exprs, expr_const(c->exprs, 8, 0), read));
    mem_free(table);
    return read;
}

/* table[input[i]] = input[i + 1] so many times, over zeros; a cell of it. */
static expr_t written_read(struct lazy_case *c, unsigned stores)
{
    struct exprs *exprs = c->exprs;
    uint8_t zeros[256] = {0};
    expr_t array = expr_bytes(exprs, zeros, sizeof zeros);
    for (unsigned i = 0; i < stores; i++)
        array = expr_store(exprs, array, expr_zext(exprs, input_byte(c, i), 64),
                           expr_lshr(exprs, input_byte(c, i + 1), expr_const(exprs, 8, 1)));
    return expr_read(exprs, array, expr_zext(exprs, input_byte(c, stores + 1), 64));
}

/* The lowest byte of a CRC over so many bytes. */
static expr_t checksum(struct lazy_case *c, unsigned bytes)
{
    struct exprs *exprs = c->exprs;
    uint8_t table[1024];
    for (unsigned i = 0; i < sizeof table; i++)
        table[i] = (uint8_t)(rng_below(&c->rng, 256) & (i % 4 ? 255 : 127));
    expr_t array = expr_bytes(exprs, table, sizeof table), sum = expr_const(exprs, 32, 0xffffffff);
    for (unsigned i = 0; i < bytes; i++) {
        expr_t index =
                   expr_zext(exprs, expr_xor(exprs, expr_extract(exprs, sum, 0, 8), input_byte(c, i)), 64),
               read = 0;
        index = expr_mul(exprs, index, expr_const(exprs, 64, 4));
        for (unsigned k = 0; k < 4; k++) {
            expr_t part = expr_read(exprs, array, expr_add(exprs, index, expr_const(exprs, 64, k)));
            read = read ? expr_concat(exprs, part, read) : part;
        }
        sum = expr_xor(exprs, read, expr_lshr(exprs, sum, expr_const(exprs, 32, 8)));
    }
    return expr_extract(exprs, sum, 0, 8);
}

/* table[input[i]]++ so many times, over zeros; a cell of it. */
static expr_t counted_read(struct lazy_case *c, unsigned stores)
{
    struct exprs *exprs = c->exprs;
    uint8_t zeros[256] = {0};
    expr_t array = expr_bytes(exprs, zeros, sizeof zeros);
    for (unsigned i = 0; i < stores; i++) {
        expr_t at = expr_zext(exprs, input_byte(c, i), 64), byte = expr_read(exprs, array, at);
        array = expr_store(exprs, array, at, expr_add(exprs, byte, expr_const(exprs, 8, 1)));
    }
    return expr_read(exprs, array, expr_zext(exprs, input_byte(c, stores), 64));
}

/* Mean seconds of a query in a back end of its own: with an answer, and with none. */
static void ask(struct lazy_case *c, expr_t read, uint64_t few, bool lazy, double *seconds)
{
    struct exprs *exprs = c->exprs;
    for (unsigned none = 0; none < 2; none++) {
        seconds[none] = 0;
        for (unsigned i = 0; i < QUERIES; i++) {
            expr_t asked = none && c->never ? c->never
                           : none           ? expr_ult(exprs, expr_const(exprs, 8, 127 + i), read)
                                            : expr_eq(exprs, read, expr_const(exprs, 8, 1 + i % few));
            struct solver_stats stats = {0};
            struct query query = {.terms = &asked, .count = 1, .seconds = 20};
            struct solver *solver = blast_solver_new(exprs, &stats, BLAST_AUTO);
            blast_solver_lazy(solver, lazy ? 0 : UINT32_MAX, 0);
            double begin = now();
            solver_check(solver, &query, NULL);
            seconds[none] += (now() - begin) / QUERIES;
            solver_free(solver);
        }
    }
}

static void lazy_row(const char *what, unsigned size, expr_t (*make)(struct lazy_case *, unsigned size),
                     uint64_t few)
{
    struct lazy_case c = {.exprs = exprs_new(), .rng = {.state = size}};
    c.input = expr_input(c.exprs, "text", 300);
    expr_t read = make(&c, size);
    double whole[2], lazy[2];
    ask(&c, read, few, false, whole);
    ask(&c, read, few, true, lazy);
    printf("| %u %s | %.0f µs, %.0f µs | %.0f µs, %.0f µs |\n", size, what, 1e6 * whole[0], 1e6 * whole[1],
           1e6 * lazy[0], 1e6 * lazy[1]);
    fflush(stdout);
    exprs_free(c.exprs);
}

/* ---- ranges ---- */

/* Mean seconds for the ranges of a version of the table: each has one more cell written. */
static double of_versions(const uint8_t *table, unsigned cells, bool anew)
{
    enum { VERSIONS = 200 };
    struct exprs *exprs = exprs_new();
    struct ranges *ranges = ranges_new(exprs);
    struct element_shape words = {4, 4, 0};
    struct rng rng = {.state = cells};
    uint8_t *copy = mem_alloc(4 * cells);
    double seconds = 0;
    for (unsigned i = 0; i < cells; i++)
        memset(copy + 4 * i, table[i], 4);
    ranges_of(ranges, expr_bytes(exprs, copy, 4 * cells), words);
    for (unsigned version = 0; version < VERSIONS; version++) {
        copy[rng_below(&rng, 4 * cells)] ^= 0x80;
        expr_t array = expr_bytes(exprs, copy, 4 * cells);
        if (anew) {
            ranges_free(ranges);
            ranges = ranges_new(exprs);
        }
        double begin = now();
        ranges_of(ranges, array, words);
        seconds += (now() - begin) / VERSIONS;
    }
    mem_free(copy);
    ranges_free(ranges);
    exprs_free(exprs);
    return seconds;
}

static void range_row(unsigned cells, unsigned ranges)
{
    struct rng rng = {.state = cells + ranges};
    uint8_t table[MOST_CELLS];
    fill(&rng, table, cells, ranges);
    printf("| %u | %u | %.1f µs | %.1f µs |\n", cells, ranges, 1e6 * of_versions(table, cells, true),
           1e6 * of_versions(table, cells, false));
}

int main(void)
{
    printf("| cells of 1 byte | ranges | cell by cell | tree | choice |\n|---|---|---|---|---|\n");
    for (unsigned cells = 256; cells <= MOST_CELLS; cells *= 4)
        for (unsigned ranges = 4; ranges <= 256; ranges *= 4)
            row(cells, ranges == cells ? ranges - 1 : ranges);
    printf("\n| a read of | whole: yes, no | lazily: yes, no |\n|---|---|---|\n");
    for (unsigned cells = 256; cells <= 1 << 16; cells *= 4)
        lazy_row("cells of random values", cells, scattered_read, 8);
    for (unsigned bytes = 2; bytes <= 8; bytes *= 2)
        lazy_row("steps of a checksum by table", bytes, checksum, 8);
    for (unsigned stores = 8; stores <= 256; stores *= 2)
        lazy_row("writes at symbolic indices", stores, written_read, 8);
    for (unsigned stores = 4; stores <= 16; stores *= 2)
        lazy_row("increments at symbolic indices", stores, counted_read, 2);
    printf("\n| cells of 4 bytes | ranges | found anew | adjusted |\n|---|---|---|---|\n");
    for (unsigned cells = 256; cells <= MOST_CELLS; cells *= 4)
        for (unsigned ranges = 16; ranges <= 128; ranges *= 8)
            range_row(cells, ranges);
    return 0;
}
