/* Flattening assumptions: fewer branches, and the same values, which LLVM's
 * own interpreter computes before and after. */
#include "program/assume.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>
#include <llvm-c/ExecutionEngine.h>
#include <llvm-c/IRReader.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

/* The assumption is a function that notes its argument; test() returns it.
 * x and y are parameters, v is a local variable that holds x, p points to it. */
#define BEFORE                                                                       \
    "@last = global i64 7\n"                                                         \
    "@array = global [4 x i32] [i32 1, i32 2, i32 3, i32 4]\n"                       \
    "define void @klee_assume(i64 %c) {\n  store i64 %c, ptr @last\n  ret void\n}\n" \
    "define i64 @test(i32 %x, i32 %y) {\nentry:\n  %v = alloca i32\n  store i32 %x, ptr %v\n"
#define AFTER                              \
    "  %ext = zext i1 %c to i64\n"         \
    "  call void @klee_assume(i64 %ext)\n" \
    "  %r = load i64, ptr @last\n  ret i64 %r\n}\n"

static LLVMModuleRef parse(LLVMContextRef context, const char *body)
{
    char text[8192], *message = NULL;
    snprintf(text, sizeof text, "%s%s%s", BEFORE, body, AFTER);
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "test");
    LLVMModuleRef module = NULL;
    if (LLVMParseIRInContext(context, buffer, &module, &message))
        fail_msg("%s", message);
    return module;
}

static unsigned branches(LLVMModuleRef module)
{
    unsigned count = 0;
    LLVMValueRef function = LLVMGetNamedFunction(module, "test");
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
         block = LLVMGetNextBasicBlock(block)) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
        count += LLVMIsABranchInst(last) && LLVMIsConditional(last);
    }
    return count;
}

enum { SAMPLES = 12 };

/* test(x, y) for many values; consumes the module. */
static void results(LLVMModuleRef module, uint64_t *values)
{
    static const uint32_t samples[SAMPLES] = {0, 1, 2, 3, 4, 5, 7, 9, 10, 11, 0x80000000u, 0xffffffffu};
    LLVMExecutionEngineRef engine;
    char *message = NULL;
    LLVMLinkInInterpreter();
    if (LLVMCreateInterpreterForModule(&engine, module, &message))
        fail_msg("%s", message);
    LLVMValueRef function = LLVMGetNamedFunction(module, "test");
    LLVMTypeRef word = LLVMInt32TypeInContext(LLVMGetModuleContext(module));
    for (int x = 0; x < SAMPLES; x++)
        for (int y = 0; y < SAMPLES; y++) {
            LLVMGenericValueRef arguments[] = {LLVMCreateGenericValueOfInt(word, samples[x], 0),
                                               LLVMCreateGenericValueOfInt(word, samples[y], 0)};
            LLVMGenericValueRef result = LLVMRunFunction(engine, function, 2, arguments);
            values[x * SAMPLES + y] = LLVMGenericValueToInt(result, 0);
            LLVMDisposeGenericValue(result);
            LLVMDisposeGenericValue(arguments[0]);
            LLVMDisposeGenericValue(arguments[1]);
        }
    LLVMDisposeExecutionEngine(engine);
}

static void check(const char *body, unsigned expected)
{
    uint64_t before[SAMPLES * SAMPLES], after[SAMPLES * SAMPLES];
    LLVMContextRef context = LLVMContextCreate();
    results(parse(context, body), before);
    LLVMModuleRef module = parse(context, body);
    program_flatten_assumes(module);
    char *message = NULL;
    if (LLVMVerifyModule(module, LLVMReturnStatusAction, &message))
        fail_msg("%s", message);
    LLVMDisposeMessage(message);
    if (branches(module) != expected) {
        LLVMDumpModule(module);
        fail_msg("%u branches, expected %u", branches(module), expected);
    }
    results(module, after);
    assert_memory_equal(before, after, sizeof before);
    LLVMContextDispose(context);
}

static void test_and(void **context)
{
    check("  %a = icmp sgt i32 %x, 3\n  br i1 %a, label %rhs, label %end\n"
          "rhs:\n  %b = icmp slt i32 %x, 10\n  br label %end\n"
          "end:\n  %c = phi i1 [ false, %entry ], [ %b, %rhs ]\n",
          0);
}

static void test_or(void **context)
{
    check("  %a = icmp sgt i32 %x, 9\n  br i1 %a, label %end, label %rhs\n"
          "rhs:\n  %b = icmp slt i32 %x, 2\n  br label %end\n"
          "end:\n  %c = phi i1 [ true, %entry ], [ %b, %rhs ]\n",
          0);
}

/* x > 1 && x < 9 && y > 3 */
static void test_chain(void **context)
{
    check("  %a = icmp sgt i32 %x, 1\n  br i1 %a, label %two, label %end\n"
          "two:\n  %b = icmp slt i32 %x, 9\n  br i1 %b, label %three, label %end\n"
          "three:\n  %d = icmp sgt i32 %y, 3\n  br label %end\n"
          "end:\n  %c = phi i1 [ false, %entry ], [ false, %two ], [ %d, %three ]\n",
          0);
}

/* (x == 1 || x > 4) && y < 5 */
static void test_mixed(void **context)
{
    check("  %a = icmp eq i32 %x, 1\n  br i1 %a, label %rhs, label %or\n"
          "or:\n  %b = icmp sgt i32 %x, 4\n  br i1 %b, label %rhs, label %end\n"
          "rhs:\n  %d = icmp slt i32 %y, 5\n  br label %end\n"
          "end:\n  %c = phi i1 [ false, %or ], [ %d, %rhs ]\n",
          0);
}

/* x > 2 ? y > 2 : y < 1 */
static void test_conditional(void **context)
{
    check("  %a = icmp sgt i32 %x, 2\n  br i1 %a, label %one, label %two\n"
          "one:\n  %b = icmp sgt i32 %y, 2\n  br label %end\n"
          "two:\n  %d = icmp slt i32 %y, 1\n  br label %end\n"
          "end:\n  %c = phi i1 [ %b, %one ], [ %d, %two ]\n",
          0);
}

static void test_loads_of_variables(void **context)
{
    check("  %v1 = load i32, ptr %v\n  %a = icmp sgt i32 %v1, 3\n  br i1 %a, label %rhs, label %end\n"
          "rhs:\n  %v2 = load i32, ptr %v\n"
          "  %g = getelementptr inbounds [4 x i32], ptr @array, i64 0, i64 3\n  %w = load i32, ptr %g\n"
          "  %b = icmp sgt i32 %v2, %w\n  br label %end\n"
          "end:\n  %c = phi i1 [ false, %entry ], [ %b, %rhs ]\n",
          0);
}

static void test_load_past_the_end_stays(void **context)
{
    check("  %a = icmp sgt i32 %x, 300\n  br i1 %a, label %rhs, label %end\n"
          "rhs:\n  %g = getelementptr [4 x i32], ptr @array, i64 0, i64 4\n  %w = load i32, ptr %g\n"
          "  %b = icmp sgt i32 %x, %w\n  br label %end\n"
          "end:\n  %c = phi i1 [ false, %entry ], [ %b, %rhs ]\n",
          1);
}

/* x < 4 && array[x] > 1 && array[x] < 4: the index is only good after x < 4 */
static void test_guarded_load(void **context)
{
    check("  %a = icmp ult i32 %x, 4\n  br i1 %a, label %two, label %end\n"
          "two:\n  %i = zext i32 %x to i64\n"
          "  %g = getelementptr inbounds [4 x i32], ptr @array, i64 0, i64 %i\n  %w = load i32, ptr %g\n"
          "  %b = icmp sgt i32 %w, 1\n  br i1 %b, label %three, label %end\n"
          "three:\n  %j = zext i32 %x to i64\n"
          "  %h = getelementptr inbounds [4 x i32], ptr @array, i64 0, i64 %j\n  %u = load i32, ptr %h\n"
          "  %d = icmp slt i32 %u, 4\n  br label %end\n"
          "end:\n  %c = phi i1 [ false, %entry ], [ false, %two ], [ %d, %three ]\n",
          1);
}

static void test_division_stays(void **context)
{
    check("  %a = icmp ne i32 %y, 0\n  br i1 %a, label %rhs, label %end\n"
          "rhs:\n  %q = udiv i32 %x, %y\n  %b = icmp ugt i32 %q, 1\n  br label %end\n"
          "end:\n  %c = phi i1 [ false, %entry ], [ %b, %rhs ]\n",
          1);
}

static void test_effects_stay(void **context)
{
    check("  %a = icmp sgt i32 %x, 3\n  br i1 %a, label %rhs, label %end\n"
          "rhs:\n  store i64 9, ptr @last\n  %b = icmp slt i32 %x, 10\n  br label %end\n"
          "end:\n  %c = phi i1 [ false, %entry ], [ %b, %rhs ]\n",
          1);
}

/* Another value that meets at the same place keeps its own. */
static void test_other_phi(void **context)
{
    check("  %a = icmp sgt i32 %x, 3\n  br i1 %a, label %two, label %end\n"
          "two:\n  %b = icmp slt i32 %x, 10\n  br i1 %b, label %three, label %end\n"
          "three:\n  br label %end\n"
          "end:\n  %n = phi i32 [ 1, %entry ], [ %y, %two ], [ 3, %three ]\n"
          "  %c = icmp sgt i32 %n, 2\n",
          0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_and),
        cmocka_unit_test(test_or),
        cmocka_unit_test(test_chain),
        cmocka_unit_test(test_mixed),
        cmocka_unit_test(test_conditional),
        cmocka_unit_test(test_loads_of_variables),
        cmocka_unit_test(test_load_past_the_end_stays),
        cmocka_unit_test(test_guarded_load),
        cmocka_unit_test(test_division_stays),
        cmocka_unit_test(test_effects_stay),
        cmocka_unit_test(test_other_phi),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
