/* The sums that RFC 1321 has, and those of lengths about the ends of blocks. */
#include "base/md5.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void sums_are_those_of_the_rfc(void **context)
{
    static const char *const known[][2] = {
        {"", "d41d8cd98f00b204e9800998ecf8427e"},
        {"a", "0cc175b9c0f1b6a831c399e269772661"},
        {"abc", "900150983cd24fb0d6963f7d28e17f72"},
        {"message digest", "f96b697d7cb7938d525a2f31aaf161d0"},
        {"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
         "d174ab98d277d9f5a5611c2c9f419d9f"},
        {"12345678901234567890123456789012345678901234567890123456789012345678901234567890",
         "57edf4a22be3c955ac49da2e2107b67a"}};
    char digits[MD5_DIGITS + 1];
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        md5_of(known[i][0], strlen(known[i][0]), digits);
        assert_string_equal(digits, known[i][1]);
    }
}

static void ends_of_blocks(void **context)
{
    static const struct {
        size_t count;
        const char *digits;
    } known[] = {{55, "ef1772b6dff9a122358552954ad0df65"},
                 {56, "3b0c8ac703f828b04c6c197006d17218"},
                 {63, "b06521f39153d618550606be297466d5"},
                 {64, "014842d480b571495a4a0363793f7367"},
                 {65, "c743a45e0d2e6a95cb859adae0248435"}};
    char bytes[65], digits[MD5_DIGITS + 1];
    memset(bytes, 'a', sizeof bytes);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        md5_of(bytes, known[i].count, digits);
        assert_string_equal(digits, known[i].digits);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_are_those_of_the_rfc),
        cmocka_unit_test(ends_of_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
