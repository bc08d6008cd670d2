// What printf returns, for all values at once, is what snprintf computes for each.
// MATRIX: no (which length is tried first decides how the rest forks)
// RUN: %ramify --libc=none --output-dir=%t %s
// RUN: jq -e '.status == "finished" and .errors == []' %t/summary.json
#include <klee/klee.h>
#include <stdio.h>
#include <string.h>
#define SAME(...)                                                                                \
    do {                                                                                         \
        int shown = printf(__VA_ARGS__), computed = snprintf(NULL, 0, __VA_ARGS__);              \
        if (shown != computed)                                                                   \
            klee_report_error(__FILE__, __LINE__, "another length: printf(" #__VA_ARGS__ ")", ""); \
    } while (0)
int main(void)
{
    unsigned short h;
    unsigned char w;
    char t[4];
    const char *const words[] = {"one", "three", "eleven", t};
    int count, computed;
    char buffer[20];
    klee_make_symbolic(&h, sizeof h, "h");
    klee_make_symbolic(&w, sizeof w, "w");
    klee_make_symbolic(t, sizeof t, "t");
    t[3] = 0;
    switch (klee_range(0, 14, "which")) {
    case 0:
        SAME("%u|%hu\n", h, h);
        break;
    case 1:
        SAME("%d|%5d\n", (signed char)w, (short)h);
        break;
    case 2:
        SAME("%#x|%5X|%.3x\n", h, h, h);
        break;
    case 3:
        SAME("%#o|%#.3o\n", h, h);
        break;
    case 4:
        SAME("%+d|% d|%05d|%-6d|\n", (short)h, h, h, h);
        break;
    case 5:
        SAME("%.0d|%.d|%#.0o\n", h, h, h);
        break;
    case 6:
        SAME("%p|%10p\n", (void *)(long)h, (void *)(long)h);
        break;
    case 7:
        SAME("%*d\n", (signed char)w, 5);
        break;
    case 8:
        SAME("%.*s|%*s|\n", w & 7, t, w & 7, "abc");
        break;
    case 9:
        SAME("%s|%8s|%-3s|%.2s\n", t, t, t, t);
        break;
    case 10:
        SAME("%*c|%.*d\n", w & 15, 'x', w & 15, 77);
        break;
    case 11:
        printf("%u%n\n", h, &count);
        sprintf(buffer, "%u%n", h, &computed);
        if (count != computed)
            klee_report_error(__FILE__, __LINE__, "another count", "");
        break;
    case 12:
        SAME("%s\n", t + (w & 3));
        break;
    case 13:
        SAME("%s|%.*s\n", words[w & 3], h & 7, words[w & 3]);
        break;
    }
    return 0;
}
