// Characters, narrow and wide, as functions, and with a locale given.
// RUN: %ramify --libc=musl --show-output --output-dir=%t %s >%t.out
// RUN: musl-gcc -w -static -fno-builtin -o %t.native %s
// RUN: %t.native >%t.expected
// RUN: diff %t.expected %t.out
#define _GNU_SOURCE
#include "show.h"

#include <ctype.h>
#include <langinfo.h>
#include <locale.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

/* a sum over all characters tells the whole table */
#define NARROW(function)                             \
    do {                                             \
        unsigned sum = 0;                            \
        for (int c = -1; c < 256; c++)               \
            sum = sum * 31 + (unsigned)(function)(c); \
        printf("%s %u\n", #function, sum);           \
    } while (0)
#define NARROW_L(function)                                     \
    do {                                                       \
        unsigned sum = 0;                                      \
        for (int c = -1; c < 256; c++)                         \
            sum = sum * 31 + (unsigned)(function)(c, locale);  \
        printf("%s %u\n", #function, sum);                     \
    } while (0)
#define WIDE(function)                                          \
    do {                                                        \
        unsigned sum = 0;                                       \
        for (wint_t c = 0; c < 0x3000; c += 7)                  \
            sum = sum * 31 + (unsigned)(function)(c);           \
        printf("%s %u\n", #function, sum);                      \
    } while (0)
#define WIDE_L(function)                                        \
    do {                                                        \
        unsigned sum = 0;                                       \
        for (wint_t c = 0; c < 0x3000; c += 7)                  \
            sum = sum * 31 + (unsigned)(function)(c, locale);   \
        printf("%s %u\n", #function, sum);                      \
    } while (0)

int main(void)
{
    locale_t locale = newlocale(LC_ALL_MASK, "C.UTF-8", NULL);
    NARROW(isalnum);
    NARROW(isalpha);
    NARROW(isascii);
    NARROW(isblank);
    NARROW(iscntrl);
    NARROW(isdigit);
    NARROW(isgraph);
    NARROW(islower);
    NARROW(isprint);
    NARROW(ispunct);
    NARROW(isspace);
    NARROW(isupper);
    NARROW(isxdigit);
    NARROW(toascii);
    NARROW(tolower);
    NARROW(toupper);
    NARROW_L(isalnum_l);
    NARROW_L(isalpha_l);
    NARROW_L(isblank_l);
    NARROW_L(iscntrl_l);
    NARROW_L(isdigit_l);
    NARROW_L(isgraph_l);
    NARROW_L(islower_l);
    NARROW_L(isprint_l);
    NARROW_L(ispunct_l);
    NARROW_L(isspace_l);
    NARROW_L(isupper_l);
    NARROW_L(isxdigit_l);
    NARROW_L(tolower_l);
    NARROW_L(toupper_l);
    WIDE(iswalnum);
    WIDE(iswalpha);
    WIDE(iswblank);
    WIDE(iswcntrl);
    WIDE(iswdigit);
    WIDE(iswgraph);
    WIDE(iswlower);
    WIDE(iswprint);
    WIDE(iswpunct);
    WIDE(iswspace);
    WIDE(iswupper);
    WIDE(iswxdigit);
    WIDE(towlower);
    WIDE(towupper);
    WIDE(wcwidth);
    WIDE_L(iswalnum_l);
    WIDE_L(iswalpha_l);
    WIDE_L(iswblank_l);
    WIDE_L(iswcntrl_l);
    WIDE_L(iswdigit_l);
    WIDE_L(iswgraph_l);
    WIDE_L(iswlower_l);
    WIDE_L(iswprint_l);
    WIDE_L(iswpunct_l);
    WIDE_L(iswspace_l);
    WIDE_L(iswupper_l);
    WIDE_L(iswxdigit_l);
    WIDE_L(towlower_l);
    WIDE_L(towupper_l);

    I(iswctype_l(L'a', wctype_l("alpha", locale), locale));
    I(towctrans_l(L'a', wctrans_l("toupper", locale), locale));
    I(strcasecmp_l("aBc", "AbC", locale));
    I(strncasecmp_l("aBcd", "AbCe", 3, locale));
    I(strcoll_l("a", "b", locale));
    S(strerror_l(2, locale));
    S(nl_langinfo_l(CODESET, locale));
    char to[20];
    wchar_t wide[20];
    I(strxfrm_l(to, "abc", sizeof to, locale));
    S(to);
    I(wcscoll(L"a", L"b"));
    I(wcscoll_l(L"b", L"a", locale));
    I(wcsxfrm(wide, L"ab", 20));
    I(wcsxfrm_l(wide, L"ab", 20, locale));
    I(wcscasecmp_l(L"aB", L"Ab", locale));
    I(wcsncasecmp(L"aBc", L"AbD", 2));
    I(wcsncasecmp_l(L"a", L"b", 1, locale));
    locale_t copy = duplocale(locale);
    I(copy != NULL);
    freelocale(copy), freelocale(locale);
    return 0;
}
