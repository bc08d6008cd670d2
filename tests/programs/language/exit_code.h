// Included in every program here: prints what it returns, where it ends normally.
#include <stdio.h>
#include <stdlib.h>
int on_exit(void (*)(int, void *), void *);
static void print_exit_code(int code, void *unused) { printf("exit code %d\n", code); }
__attribute__((constructor(110))) static void register_exit_code(void) { on_exit(print_exit_code, NULL); }
