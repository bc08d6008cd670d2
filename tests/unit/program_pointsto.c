/* Points-to analysis of small programs: which objects are accessed together,
 * and which instructions may access them. */
#include "program_fixtures.h"

#include "base/bug.h"
#include "program/pointsto.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <cmocka.h>

struct analysed {
    struct program *program;
    struct points_to *points_to;
};

static struct analysed analyse(const char *source)
{
    struct analysed it;
    it.program = load_source((struct load_options){.promote = true}, source);
    it.points_to = points_to_new(it.program, program_find_function(it.program, "main"));
    return it;
}

static void release(struct analysed *it)
{
    points_to_free(it->points_to);
    program_free(it->program);
}

static uint32_t global_site(const struct analysed *it, const char *name)
{
    uint32_t index = program_find_global(it->program, name);
    assert_int_not_equal(index, UINT32_MAX);
    uint32_t site = points_to_site(it->points_to, POINTS_TO_GLOBAL, index, 0);
    assert_int_not_equal(site, POINTS_TO_NOTHING);
    return site;
}

static uint32_t global_class(const struct analysed *it, const char *name)
{
    return points_to_class(it->points_to, global_site(it, name));
}

static const struct function *function_named(const struct analysed *it, const char *name)
{
    uint32_t index = program_find_function(it->program, name);
    assert_int_not_equal(index, UINT32_MAX);
    return &it->program->functions[index];
}

/* May any instruction of the function access the global? */
static bool accesses(const struct analysed *it, const char *function, const char *global)
{
    const struct function *in = function_named(it, function);
    uint32_t site = global_site(it, global);
    for (uint32_t i = 0; i < in->code_count; i++)
        if (points_to_may_access(it->points_to, 0, in->index, i, site))
            return true;
    return false;
}

#define NOINLINE "__attribute__((noinline)) "

static void test_apart_unless_accessed_together(void **state)
{
    struct analysed it = analyse(NOINLINE "int get(int *p) { return *p; }"
                                          "int a[4], b[4], c[4];"
                                          "int main(int n, char **v) { c[n] = 1; return get(n ? a : b); }");
    assert_int_equal(global_class(&it, "a"), global_class(&it, "b"));
    assert_int_not_equal(global_class(&it, "a"), global_class(&it, "c"));
    assert_true(accesses(&it, "get", "a"));
    assert_true(accesses(&it, "get", "b"));
    assert_false(accesses(&it, "get", "c"));
    assert_true(accesses(&it, "main", "c"));
    release(&it);
}

/* A set that has one object in common with another makes one class of both. */
static void test_classes_join_where_sets_meet(void **state)
{
    struct analysed it = analyse("int a, b, c, d;"
                                 "int main(int n, char **v) { int *p = n ? &a : &b, *q = n > 3 ? &b : &c;"
                                 "return *p + *q + d; }");
    assert_int_equal(global_class(&it, "a"), global_class(&it, "c"));
    assert_int_not_equal(global_class(&it, "a"), global_class(&it, "d"));
    release(&it);
}

static void test_through_memory(void **state)
{
    struct analysed it = analyse("int a, b; int *cell, **where = &cell; int *other = &b;"
                                 "int main(void) { *where = &a; int *p = cell; return *p + *other; }");
    assert_true(accesses(&it, "main", "a"));
    assert_int_not_equal(global_class(&it, "a"), global_class(&it, "b"));
    release(&it);
}

/* As a word, under a mask, and byte by byte. */
static void test_through_numbers_and_bytes(void **state)
{
    struct analysed it =
        analyse("int a, b, c; void *copy;" NOINLINE
                "int number(unsigned long x) { return *(int *)(x & ~3ul); }" NOINLINE
                "void bytes(char *to, char *from) { for (int i = 0; i < 8; i++) to[i] = from[i]; }" NOINLINE
                "int copied(void) { return *(int *)copy; }"
                "int main(void) { int *p = &b; bytes((char *)&copy, (char *)&p); return number((unsigned "
                "long)&a + 1) + "
                "copied() + c; }");
    assert_true(accesses(&it, "number", "a"));
    assert_false(accesses(&it, "number", "b"));
    assert_true(accesses(&it, "copied", "b"));
    assert_false(accesses(&it, "copied", "a"));
    release(&it);
}

/* An index is not an address, although a pointer may have gone into it. */
static void test_index_is_no_pointer(void **state)
{
    struct analysed it =
        analyse("char a[100], b[100];"
                "int main(int n, char **v) { return a[(unsigned long)(b + n) % 100] + b[1]; }");
    assert_int_not_equal(global_class(&it, "a"), global_class(&it, "b"));
    release(&it);
}

static void test_calls_through_pointers(void **state)
{
    struct analysed it = analyse(
        "int a, b, c;" NOINLINE "int *first(int *p) { return p; }" NOINLINE
        "int *second(int *p) { return &b; }" NOINLINE "int *never(int *p) { return &c; }"
        "int *(*table[])(int *) = {first, second};" NOINLINE "int use(int n) { return *table[n](&a); }"
        "int main(int n, char **v) { never(&a); return use(n) + c; }");
    assert_true(accesses(&it, "use", "a"));
    assert_true(accesses(&it, "use", "b"));
    assert_false(accesses(&it, "use", "c"));
    release(&it);
}

static void test_variadic(void **state)
{
    struct analysed it =
        analyse("#include <stdarg.h>\n"
                "int a, b;" NOINLINE "int sum(int n, ...) { va_list l; va_start(l, n); int s = 0;"
                "for (int i = 0; i < n; i++) s += *va_arg(l, int *); va_end(l); return s; }"
                "int main(void) { return sum(1, &a) + b; }");
    assert_true(accesses(&it, "sum", "a"));
    assert_false(accesses(&it, "sum", "b"));
    release(&it);
}

static void test_copied_memory(void **state)
{
    struct analysed it =
        analyse("#include <string.h>\n"
                "struct s { int *p; char room[200]; } x, y, z; int a, b;" NOINLINE
                "void copy(void *to, void *from, unsigned long n) { memcpy(to, from, n); }" NOINLINE
                "int get(struct s *s) { return *s->p; }"
                "int main(void) { x.p = &a; z.p = &b; copy(&y, &x, sizeof x); return get(&y); }");
    assert_true(accesses(&it, "get", "a"));
    assert_false(accesses(&it, "get", "b"));
    release(&it);
}

/* The heap site of the n-th direct call of the callee in main; `through` the
 * calls of an allocating function. */
static uint32_t heap_class(const struct analysed *it, const char *callee, unsigned n)
{
    const struct function *in = function_named(it, "main");
    const struct function *called = function_named(it, callee);
    for (uint32_t i = 0; i < in->code_count; i++) {
        if (in->code[i].op != OP_CALL || in->calls[in->code[i].a].function != called->index || n--)
            continue;
        if (!called->defined)
            return points_to_class(
                it->points_to, points_to_site(it->points_to, POINTS_TO_HEAP, in->first_instruction + i, 0));
        uint32_t instance = points_to_instance(it->points_to, 0, in->first_instruction + i);
        assert_int_not_equal(instance, 0);
        for (uint32_t k = 0; k < called->code_count; k++) {
            uint32_t site =
                points_to_site(it->points_to, POINTS_TO_HEAP, called->first_instruction + k, instance);
            if (site != POINTS_TO_NOTHING)
                return points_to_class(it->points_to, site);
        }
    }
    fail();
    return 0;
}

#define XMALLOC                                                                                      \
    "#include <stdlib.h>\n" NOINLINE "void *xmalloc(unsigned long n) { void *p = malloc(n); if (!p)" \
    " abort(); return p; }"

/* Told apart by who calls the program's own allocator. */
static void test_allocating_functions(void **state)
{
    struct analysed it = analyse(XMALLOC "int main(int n, char **v) {"
                                         "int *a = xmalloc(4), *b = xmalloc(4), *c = xmalloc(4);"
                                         "*a = 1; *(n ? b : c) = 2; return *a; }");
    assert_true(points_to_has_instances(it.points_to, function_named(&it, "xmalloc")->index));
    assert_int_not_equal(heap_class(&it, "xmalloc", 0), heap_class(&it, "xmalloc", 1));
    assert_int_equal(heap_class(&it, "xmalloc", 1), heap_class(&it, "xmalloc", 2));
    release(&it);
}

static void test_resized(void **state)
{
    struct analysed it = analyse("#include <stdlib.h>\n"
                                 "int a;" NOINLINE "int get(int **p) { return **p; }"
                                 "int main(void) { int **p = malloc(8); *p = &a; p = realloc(p, 16);"
                                 "return get(p); }");
    assert_true(accesses(&it, "get", "a"));
    assert_int_not_equal(heap_class(&it, "malloc", 0), heap_class(&it, "realloc", 0));
    release(&it);
}

/* One register, two values that have nothing to do with each other. */
static void test_registers_are_used_again(void **state)
{
    struct analysed it = analyse("int a, b; int *p = &a, *q = &b;" NOINLINE
                                 "int one(int *x) { return *x; }" NOINLINE "int two(int *x) { return *x; }"
                                 "int main(void) { int r = one(p); return r + two(q); }");
    assert_false(accesses(&it, "one", "b"));
    assert_false(accesses(&it, "two", "a"));
    release(&it);
}

static void test_handlers_get_their_argument(void **state)
{
    struct analysed it = analyse("int a; int __cxa_atexit(void (*)(void *), void *, void *);" NOINLINE
                                 "void handler(void *p) { *(int *)p = 1; }"
                                 "int main(void) { __cxa_atexit(handler, &a, 0); return 0; }");
    assert_true(accesses(&it, "handler", "a"));
    release(&it);
}

/* Circles of copies, of loads and of stores; a list that points to itself. */
static void test_circles(void **state)
{
    struct analysed it =
        analyse("struct n { struct n *next; int v; } x, y, z; int other;" NOINLINE
                "struct n *last(struct n *p) { while (p->next) p = p->next; return p; }"
                "int main(void) { x.next = &y; y.next = &x; struct n *p = last(&x); p->next = &z;"
                "return last(p)->v + other; }");
    assert_int_equal(global_class(&it, "x"), global_class(&it, "z"));
    assert_int_not_equal(global_class(&it, "x"), global_class(&it, "other"));
    struct text text = {0};
    points_to_dump(it.points_to, &text);
    assert_non_null(strstr(text_string(&text), "global x, 16 bytes"));
    text_release(&text);
    release(&it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_apart_unless_accessed_together),
        cmocka_unit_test(test_classes_join_where_sets_meet),
        cmocka_unit_test(test_through_memory),
        cmocka_unit_test(test_through_numbers_and_bytes),
        cmocka_unit_test(test_index_is_no_pointer),
        cmocka_unit_test(test_calls_through_pointers),
        cmocka_unit_test(test_variadic),
        cmocka_unit_test(test_copied_memory),
        cmocka_unit_test(test_allocating_functions),
        cmocka_unit_test(test_resized),
        cmocka_unit_test(test_registers_are_used_again),
        cmocka_unit_test(test_handlers_get_their_argument),
        cmocka_unit_test(test_circles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
