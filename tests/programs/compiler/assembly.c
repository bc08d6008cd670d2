// Assembly: what was C before carries its bitcode all the way; what never was
// is native only, and named when the program is loaded.
// MATRIX: no
// RUN: %ramify-cc -S -O2 %s && %ramify-cc -c assembly.s && %ramify-cc assembly.o -o program && ./program
// RUN: %ramify --output-dir=out ./program 2>&1 | %FileCheck %s
// RUN: %ramify-cc -S -fno-addrsig %s -o other.s && as other.s -o other.o && %ramify-cc other.o -o second && ./second && %ramify --output-dir=out2 ./second
// RUN: %ramify-cc -S %s -o - | grep -q main:
// CHECK: completed paths = 1
//
// RUN: printf '.globl three\nthree: movl $3, %%eax\n ret\n.section .note.GNU-stack,"",@progbits\n' >three.s
// RUN: %ramify-cc -c three.s && %ramify-cc -DTHREE %s three.o -o third && %exits 3 ./third
// RUN: %ramify --output-dir=out3 ./third 2>&1 | %FileCheck %s --check-prefix=NOTE
// NOTE: no bitcode for three.s: it is assembly
int three(void);
int main(void)
{
#ifdef THREE
    return three();
#else
    return 0;
#endif
}
