/* Loading: what bad input gets, what linking takes, what lowering keeps. */
#include "program_fixtures.h"

#include "base/bug.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <cmocka.h>

static const struct load_options promoted = {.promote = true};

static const struct function *function_named(const struct program *program, const char *name)
{
    uint32_t index = program_find_function(program, name);
    assert_int_not_equal(index, UINT32_MAX);
    return &program->functions[index];
}

static unsigned count_of(const struct function *function, enum opcode op)
{
    unsigned count = 0;
    for (uint32_t i = 0; i < function->code_count; i++)
        count += function->code[i].op == op;
    return count;
}

/* The dump of one function of a source, which must contain each line. */
static void assert_dump(const char *source, const char *name, const char *const *lines)
{
    struct program *program = load_source(promoted, source);
    struct text text = {0};
    function_dump(program, function_named(program, name), &text);
    for (; *lines; lines++)
        if (!strstr(text_string(&text), *lines))
            fail_msg("no \"%s\" in\n%s", *lines, text_string(&text));
    text_release(&text);
    program_free(program);
}

static void test_compare_is_part_of_branch(void **state)
{
    assert_dump("int f(int a, int b) { if (a > b) return 1; return 2; } int main(void) { return f(1, 2); }",
                "f", (const char *[]){"function @f(s32 a, s32 b) -> 1", "branch_sle i32 p0 p1 to", NULL});
}

static void test_offsets_are_immediates(void **state)
{
    assert_dump(
        "struct s { int a; struct { char c; long d[4]; } b; };"
        "long f(struct s *p, int i) { p->b.c = 1; return p->b.d[2] + p->b.d[i]; }"
        "int main(void) { return 0; }",
        "f", (const char *[]){"store8 i8 p0 1 #8", "load64 i64 p0 #32", "pointer_index i32 p0 p1 #8", NULL});
}

/* The variables of a loop stay where they are. */
static void test_loop_has_no_moves(void **state)
{
    struct program *program = load_source(
        promoted, "int a[9]; int f(int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }"
                  "int main(void) { return f(3); }");
    const struct function *function = function_named(program, "f");
    assert_int_equal(count_of(function, OP_MOVE), 2);
    assert_int_equal(function->code[0].op, OP_MOVE);
    assert_int_equal(function->code[1].op, OP_MOVE);
    assert_int_equal(count_of(function, OP_JUMP), 1);
    assert_int_equal(count_of(function, OP_SEXT), 0);
    program_free(program);
}

static void test_switch_ascends(void **state)
{
    assert_dump(
        "int f(int x) { switch (x) { case 5: return 1; case -1: return 2; case 2: return 3; } return 4; }"
        "int main(void) { return 0; }",
        "f", (const char *[]){"[2: ", "5: ", "4294967295: ", "else: ", NULL});
}

static void test_calls(void **state)
{
    assert_dump("int printf(const char *, ...); struct s { long a[3]; }; void g(struct s s);"
                "void f(double d, struct s *s) { printf(\"%f\", d); g(*s); }"
                "int main(void) { return 0; }",
                "f", (const char *[]){"call @printf(i64 @.str, ... i64 p0) -> i32", "call @g(i64 p1)", NULL});
}

static void test_byval_is_copied(void **state)
{
    assert_dump("struct s { long a[3]; }; long f(struct s s) { s.a[0]++; return s.a[0]; } int main(void) { "
                "return 0; }",
                "f", (const char *[]){"<- parameter_copy i64 p0 #24 #8", NULL});
}

static void test_initialisers(void **state)
{
    struct program *program = load_source(
        promoted, "int a[3] = {1, 2, 3}; int f(void); int *p = &a[2]; int (*q)(void) = f; extern int e;"
                  "const char s[] = \"hi\"; long double x = 1.0L; int z[1000];"
                  "int f(void) { return e; } int main(void) { return z[0]; }");
    const struct global *p = &program->globals[program_find_global(program, "p")];
    assert_int_equal(p->relocation_count, 1);
    assert_int_equal(p->relocations[0].target.kind, CONSTANT_GLOBAL);
    assert_int_equal(p->relocations[0].target.index, program_find_global(program, "a"));
    assert_int_equal(p->relocations[0].target.value, 8);
    const struct global *q = &program->globals[program_find_global(program, "q")];
    assert_int_equal(q->relocations[0].target.kind, CONSTANT_FUNCTION);
    const struct global *s = &program->globals[program_find_global(program, "s")];
    assert_true(s->constant);
    assert_memory_equal(s->bytes, "hi", 3);
    const struct global *x = &program->globals[program_find_global(program, "x")];
    assert_memory_equal(x->bytes, "\0\0\0\0\0\0\0\x80\xff\x3f", 10);
    assert_null(program->globals[program_find_global(program, "z")].bytes);
    assert_true(program->globals[program_find_global(program, "e")].is_external);
    assert_int_equal(program_find_global(program, "nothing"), UINT32_MAX);
    program_free(program);
}

static void test_locations(void **state)
{
    struct program *program = load_source(
        (struct load_options){.promote = true, .cflags = (const char *[]){"-O2"}, .cflag_count = 1},
        "volatile int v;\nstatic inline int g(int x)\n{\n    return v / x;\n}\nint main(void)\n{\n    return "
        "g(3);\n}\n");
    const struct function *function = function_named(program, "main");
    const struct location *division = NULL;
    for (uint32_t i = 0; i < function->code_count; i++)
        if (function->code[i].op == OP_SDIV)
            division = &program->locations[function->locations[i]];
    assert_non_null(division);
    assert_int_equal(division->line, 4);
    assert_string_equal(program->names[division->function_name], "g");
    assert_int_equal(program->locations[division->inlined_at].line, 8);
    assert_int_equal(program->locations[division->inlined_at].inlined_at, NO_LOCATION);
    assert_int_equal(program->locations[function->location].line, 6);
    assert_non_null(strstr(program->files[division->file], "/tmp/ramify-unit-"));
    program_free(program);
}

static void test_promotion(void **state)
{
    const char *source = "int setjmp(void *) __attribute__((returns_twice)); int b[64];"
                         "int f(int x) { int y = x + 1; return y; }"
                         "int g(int x) { int y = x; if (setjmp(b)) return y; y++; return y; }"
                         "int main(void) { return f(1) + g(2); }";
    struct program *program = load_source(promoted, source);
    assert_int_equal(count_of(function_named(program, "f"), OP_ALLOCA), 0);
    assert_true(count_of(function_named(program, "g"), OP_ALLOCA) > 0);
    program_free(program);
    program = load_source((struct load_options){.promote = false}, source);
    assert_true(count_of(function_named(program, "f"), OP_ALLOCA) > 0);
    program_free(program);
}

/* Blocks are only looked at where a pointer may be used behind them; other variables become registers as
 * ever. */
static void test_scopes(void **state)
{
    struct program *program = load_source(
        promoted, "void h(int *);"
                  "int loops(void) { int s = 0; for (int i = 0; i < 9; i++) for (int j = 0; j < 9; j++) s += "
                  "j; return s; }"
                  "int array(int x) { for (;;) { int a[3] = {x, 2, 3}; if (a[x & 1]) break; } return x; }"
                  "int pointer(void) { int s = 0; { int x = 2, *p = &x; s = *p; } return s + 1; }"
                  "int behind(void) { int *p; { int x = 2; p = &x; } return *p; }"
                  "int passed(int x) { while (x--) { int y; h(&y); } return x; }"
                  "int whole(void) { int y; h(&y); return y; }"
                  "int main(void) { return 0; }");
    static const struct {
        const char *name;
        unsigned allocas, scopes;
    } wanted[] = {{"loops", 0, 0},  {"array", 1, 0},  {"pointer", 0, 0},
                  {"behind", 1, 2}, {"passed", 1, 2}, {"whole", 1, 0}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        const struct function *function = function_named(program, wanted[i].name);
        assert_int_equal(count_of(function, OP_ALLOCA), wanted[i].allocas);
        assert_int_equal(count_of(function, OP_SCOPE), wanted[i].scopes);
    }
    program_free(program);
}

static void test_setjmp_keeps_registers(void **state)
{
    struct program *program = load_source(
        promoted, "int setjmp(void *) __attribute__((returns_twice)); int b[64]; int h(int);"
                  "int g(int x) { int r = setjmp(b); r += h(1); r += h(2); r += h(3); return r + x; }"
                  "int main(void) { return g(2); }");
    const struct function *function = function_named(program, "g");
    bool *written = mem_zero(function->register_count);
    for (uint32_t i = 0; i < function->code_count; i++) {
        if (opcode_operands(function->code[i].op)[0] != 'd' || function->code[i].dst == NO_REGISTER)
            continue;
        assert_false(written[function->code[i].dst]);
        written[function->code[i].dst] = true;
    }
    mem_free(written);
    program_free(program);
}

static void test_unsupported_is_named(void **state)
{
    struct program *program = load_source(
        promoted, "int main(void) { int x; __asm__(\"rdtsc\" : \"=a\"(x) : : \"memory\"); return x; }");
    const struct function *function = function_named(program, "main");
    assert_int_equal(function->message_count, 1);
    assert_non_null(strstr(function->messages[0], "rdtsc"));
    assert_int_equal(count_of(function, OP_UNSUPPORTED), 1);
    program_free(program);
}

/* Where the compiler drops names, debug information still has them. */
static void test_parameter_names(void **state)
{
    struct program *program = load_source(
        (struct load_options){
            .promote = true, .cflags = (const char *[]){"-O2", "-fdiscard-value-names"}, .cflag_count = 2},
        "int f(int first, unsigned second) { return first / second; } int main(void) { return f(1, 2); }");
    const struct function *function = function_named(program, "f");
    assert_string_equal(function->parameters[0].name, "first");
    assert_true(function->parameters[0].is_signed);
    assert_string_equal(function->parameters[1].name, "second");
    assert_false(function->parameters[1].is_signed);
    program_free(program);
}

static void test_constrained_floats(void **state)
{
    struct program *program = load_source(
        (struct load_options){.cflags = (const char *[]){"-ffp-model=strict"}, .cflag_count = 1},
        "int main(void) { volatile double d = 2; volatile float g = 3; return d * g < 7 ? (int)d : 1; }");
    const struct function *function = function_named(program, "main");
    assert_int_equal(function->message_count, 0);
    assert_int_equal(count_of(function, OP_FMUL), 1);
    assert_int_equal(count_of(function, OP_FCMP), 1);
    assert_int_equal(count_of(function, OP_FTOS), 1);
    program_free(program);
}

static void test_trap(void **state)
{
    assert_dump("int main(void) { __builtin_trap(); }", "main",
                (const char *[]){"call @llvm.trap() noreturn", NULL});
}

/* ---- linking ---- */

static char *bitcode_of(const char *source)
{
    char *path = write_source(source), *bitcode = write_file(".bc", "", 0);
    char *line = text_format("clang-19 -g -O0 -c -emit-llvm -o %s %s", bitcode, path);
    assert_int_equal(system(line), 0);
    mem_free(line);
    remove_file(path);
    return bitcode;
}

static bool is_malloc(const char *name) { return !strcmp(name, "malloc"); }

static void test_libraries(void **state)
{
    char *first =
        bitcode_of("void *volatile keep; int unused_data = 3; static int hidden = 4; int from_second(int); "
                   "int own(void) { return 1; }"
                   "void *malloc(unsigned long n) { return 0; }"
                   "int deep(int x) { return hidden + x; }"
                   "int needed(int x) { return from_second(x) + own() + ((keep = malloc(3)) != 0); }"
                   "int unused(void) { return unused_data; } int data[3] = {1, 2, 3};");
    char *second = bitcode_of(
        "int deep(int); int from_second(int x) { return deep(x) * 2; } int also_unused(void) { return 3; }");
    const char *libraries[] = {second, first};
    struct program *program = load_source(
        (struct load_options){
            .promote = true, .libraries = libraries, .library_count = 2, .is_builtin = is_malloc},
        "int needed(int); extern int data[]; static int hidden = 9; int own(void) { return 77; }"
        "int main(void) { return needed(3) + hidden + data[1]; }");
    assert_true(function_named(program, "needed")->is_library);
    assert_true(function_named(program, "deep")->defined);
    assert_true(function_named(program, "from_second")->defined);
    assert_false(function_named(program, "own")->is_library);
    assert_false(function_named(program, "main")->is_library);
    assert_false(function_named(program, "malloc")->defined);
    assert_int_equal(program_find_function(program, "unused"), UINT32_MAX);
    assert_int_equal(program_find_function(program, "also_unused"), UINT32_MAX);
    assert_int_equal(program_find_global(program, "unused_data"), UINT32_MAX);
    assert_true(program->globals[program_find_global(program, "data")].is_library);
    program_free(program);
    remove_file(first);
    remove_file(second);
}

static void assert_error(const char *const *files, size_t count, const char *wanted)
{
    struct text error = {0};
    struct load_options options = {.files = files, .file_count = count, .clang = "clang-19", .entry = "main"};
    int nowhere = open("/dev/null", O_WRONLY), kept = dup(2);
    dup2(nowhere, 2); /* what clang says is not ours */
    struct program *program = program_load(&options, &error);
    dup2(kept, 2);
    close(kept);
    close(nowhere);
    assert_null(program);
    if (!strstr(text_string(&error), wanted) || strchr(text_string(&error), '\n'))
        fail_msg("\"%s\" instead of \"%s\"", text_string(&error), wanted);
    text_release(&error);
}

static void test_bad_input(void **state)
{
    static const struct {
        const char *ending, *contents, *wanted;
    } cases[] = {
        {".c", "int main(void) { return }", "clang could not compile"},
        {".c", "int f(void) { return 1; }", "no function 'main' is defined in"},
        {".c", "int main(void);", "no function 'main' is defined in"},
        {".bc", "this is not bitcode", "neither bitcode nor LLVM's textual form"},
        {".ll", "define i32 @main() { ret i64 0 }", "neither bitcode nor LLVM's textual form"},
        {".bc", "BC\xc0\xde", "broken bitcode"},
        {".bc", "", "no function 'main'"},
    };
    for (size_t i = 0; i < ARRAY_COUNT(cases); i++) {
        char *path = write_file(cases[i].ending, cases[i].contents, strlen(cases[i].contents));
        assert_error((const char *[]){path}, 1, cases[i].wanted);
        remove_file(path);
    }
    assert_error((const char *[]){"/nowhere/at/all.c"}, 1, "cannot read /nowhere/at/all.c");
    assert_error((const char *[]){"/nowhere/at/all.bc"}, 1, "cannot read /nowhere/at/all.bc");
    assert_error((const char *[]){"/tmp"}, 1, "cannot read /tmp");
    assert_error(NULL, 0, "no program given");
}

static void test_duplicates(void **state)
{
    char *first = write_source("int f(void) { return 1; } int main(void) { return f(); }");
    char *second = write_source("int f(void) { return 2; }");
    assert_error((const char *[]){first, second}, 2, "'f' is already defined in another file");
    remove_file(first);
    remove_file(second);
}

/* Every truncation and many changed bytes: refused or loaded, never a crash. */
static void test_broken_bitcode(void **state)
{
    char *good = bitcode_of("int g[3] = {1, 2, 3}; int main(int n, char **v) { return g[n & 1] / n; }");
    static unsigned char bytes[65536];
    FILE *file = fopen(good, "rb");
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    remove_file(good);
    uint64_t random = 1;
    for (int i = 0; i < 60; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        size_t at = (random >> 33) % size, kept = i % 2 ? size : at;
        unsigned char old = bytes[at];
        bytes[at] ^= (unsigned char)(random >> 20 | 1);
        char *path = write_file(".bc", bytes, kept);
        bytes[at] = old;
        struct text error = {0};
        struct program *program = load_with(promoted, path, &error);
        assert_true(program || error.length);
        program_free(program);
        text_release(&error);
        remove_file(path);
    }
}

/* The checker must be able to say no. */
static void test_checker(void **state)
{
    struct program *program = load_source(promoted, "int main(void) { return 1; }");
    struct text error = {0};
    struct function *function = &program->functions[program_find_function(program, "main")];
    struct instruction *code = (struct instruction *)function->code;
    code[0].a = 99;
    assert_false(program_check(program, &error));
    assert_non_null(strstr(text_string(&error), "no such register"));
    code[0] = (struct instruction){.op = OP_MOVE, .width = 32, .dst = 0, .a = 0};
    text_clear(&error);
    assert_false(program_check(program, &error));
    assert_non_null(strstr(text_string(&error), "writes a constant"));
    code[0] = (struct instruction){.op = OP_JUMP, .c = 7};
    text_clear(&error);
    assert_false(program_check(program, &error));
    assert_non_null(strstr(text_string(&error), "no such target"));
    text_release(&error);
    program_free(program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_compare_is_part_of_branch),
        cmocka_unit_test(test_offsets_are_immediates),
        cmocka_unit_test(test_loop_has_no_moves),
        cmocka_unit_test(test_switch_ascends),
        cmocka_unit_test(test_calls),
        cmocka_unit_test(test_byval_is_copied),
        cmocka_unit_test(test_initialisers),
        cmocka_unit_test(test_locations),
        cmocka_unit_test(test_promotion),
        cmocka_unit_test(test_scopes),
        cmocka_unit_test(test_setjmp_keeps_registers),
        cmocka_unit_test(test_unsupported_is_named),
        cmocka_unit_test(test_parameter_names),
        cmocka_unit_test(test_constrained_floats),
        cmocka_unit_test(test_trap),
        cmocka_unit_test(test_libraries),
        cmocka_unit_test(test_bad_input),
        cmocka_unit_test(test_duplicates),
        cmocka_unit_test(test_broken_bitcode),
        cmocka_unit_test(test_checker),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
