// Wide and multibyte characters, locales, conversion.
// RUN: %ramify --libc=musl --show-output --output-dir=%t  %s  >%t.out
// RUN: musl-gcc -w -static -fno-builtin  -o %t.native %s
// RUN: %t.native  >%t.expected
// RUN: diff %t.expected %t.out
#define _GNU_SOURCE
#include "show.h"

#include <ctype.h>
#include <iconv.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>
#include <wctype.h>

static wchar_t wide[64];
static char bytes[64];

int main(void)
{
    S(setlocale(LC_ALL, 0));
    I(MB_CUR_MAX);
    I(mbtowc(wide, "\xc3\xa9", 2));
    S(setlocale(LC_ALL, "C.UTF-8"));
    I(MB_CUR_MAX);
    S(nl_langinfo(CODESET));
    S(nl_langinfo(DAY_1));
    S(nl_langinfo(RADIXCHAR));
    S(localeconv()->decimal_point);
    S(localeconv()->thousands_sep);
    S(setlocale(LC_NUMERIC, "xx_YY"));
    I(mbtowc(wide, "\xc3\xa9", 2));
    I(wide[0]);
    I(mbtowc(wide, "\xff", 1));
    I(mblen("\xe2\x82\xac", 3));
    I(wctomb(bytes, 0x20ac));
    I((unsigned char)bytes[0]);
    I(wctomb(bytes, 0xd800));
    I(mbstowcs(wide, "na\xc3\xafve", 64));
    I(wide[2]);
    I(wcslen(wide));
    I(wcstombs(bytes, wide, 64));
    S(bytes);
    I(mbstowcs(wide, "bad\xff", 64));
    mbstate_t state = {0};
    const char *from = "\xf0\x9f\x98\x80!";
    I(mbrtowc(wide, from, 2, &state));
    I(mbsinit(&state));
    I(mbrtowc(wide, from + 2, 3, &state));
    I(wide[0]);
    memset(&state, 0, sizeof state);
    I(mbsrtowcs(wide, &from, 64, &state));
    const wchar_t *back = L"\x20ac";
    I(wcsrtombs(bytes, &back, 64, &state));
    I(wcrtomb(bytes, L'z', &state));
    I(btowc('a'));
    I(btowc(200));
    I(wctob(L'a'));
    I(wctob(0x20ac));
    char16_t sixteen[2];
    I(mbrtoc16(sixteen, "\xf0\x9f\x98\x80", 4, &state));
    I(sixteen[0]);
    I(mbrtoc16(sixteen, "", 0, &state));
    I(wcscmp(L"a", L"b") < 0);
    I(wcsncmp(L"abc", L"abd", 2));
    I(wcscasecmp(L"ABC", L"abc"));
    I(wcschr(L"hello", L'l') != 0);
    I(wcsstr(L"hello", L"ell") != 0);
    I(wcsspn(L"aab", L"a"));
    I(wcscspn(L"aab", L"b"));
    I(wcspbrk(L"xyz", L"z") != 0);
    I(wcsrchr(L"abca", L'a') != 0);
    I(wcslen(wcscpy(wide, L"copy")));
    I(wcslen(wcscat(wide, L"cat")));
    I(wcslen(wcsncpy(wide, L"ab", 5)));
    I(wmemcmp(L"ab", L"ac", 2) < 0);
    I(wmemchr(L"abc", L'c', 3) != 0);
    I(wcswidth(L"abc", 3));
    I(wcwidth(0x4e00));
    I(wcwidth(7));
    I(!!iswalpha(0xe9));
    I(!!iswupper(0xc9));
    I(!!iswspace(0x2003));
    I(!!iswpunct(0x20ac));
    I(!!iswdigit(L'5'));
    I(towupper(0xe9));
    I(towlower(0x416));
    I(!!iswctype(L'x', wctype("alpha")));
    I(wctype("nonsense"));
    I(towctrans(L'a', wctrans("toupper")));
    wchar_t tokens[] = L"a b", *rest;
    I(wcslen(wcstok(tokens, L" ", &rest)));
    iconv_t converter = iconv_open("UTF-16LE", "UTF-8");
    char *in = "h\xc3\xa9", *out = bytes;
    size_t left = 3, room = sizeof bytes;
    I(iconv(converter, &in, &left, &out, &room));
    I(room);
    I((unsigned char)bytes[2]);
    I(iconv_close(converter));
    I(iconv_open("NOT-A-CODE", "UTF-8") == (iconv_t)-1);
    locale_t locale = newlocale(LC_ALL_MASK, "C", 0);
    I(locale != 0);
    I(!!isalpha_l('a', locale));
    I(uselocale(locale) != 0);
    return 0;
}
