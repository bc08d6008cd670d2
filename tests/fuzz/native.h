/* Included before a program that is to be run natively on all inputs: its code and its variables go to
 * sections of their own, so that native.c knows which code is the program's and can put the variables back
 * between two inputs. */
#include <stdlib.h>

#pragma clang section text = "program_text" data = "program_data" bss = "program_bss"

#define NATIVE
#define main program_main
#define abort() native_abort()
#define exit(code) native_exit(code)

_Noreturn void native_abort(void);
_Noreturn void native_exit(int);
int program_main(void);

/* there is something before and after every variable of the program that is not the program's */
int program_first_data[4] = {1}, program_first_bss[4];

#define SECTION(name) \
    extern char __start_##name[] __attribute__((weak)), __stop_##name[] __attribute__((weak))
SECTION(program_text);
SECTION(program_data);
SECTION(program_bss);

char *const program_sections[6] = {__start_program_text, __stop_program_text, __start_program_data,
                                   __stop_program_data,  __start_program_bss, __stop_program_bss};
