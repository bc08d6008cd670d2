/* Characters in the C locale: the functions, which compute and never branch,
 * and the tables that glibc's <ctype.h> macros look into. */
#include <ctype.h>

#define IN(c, first, last) ((unsigned)(c) - (first) <= (unsigned)(last) - (first))
#define IS_UPPER(c) IN(c, 'A', 'Z')
#define IS_LOWER(c) IN(c, 'a', 'z')
#define IS_ALPHA(c) (IS_UPPER(c) | IS_LOWER(c))
#define IS_DIGIT(c) IN(c, '0', '9')
#define IS_ALNUM(c) (IS_ALPHA(c) | IS_DIGIT(c))
#define IS_XDIGIT(c) (IS_DIGIT(c) | IN(c, 'A', 'F') | IN(c, 'a', 'f'))
#define IS_SPACE(c) (((c) == ' ') | IN(c, '\t', '\r'))
#define IS_BLANK(c) (((c) == ' ') | ((c) == '\t'))
#define IS_PRINT(c) IN(c, ' ', '~')
#define IS_GRAPH(c) IN(c, '!', '~')
#define IS_CNTRL(c) (IN(c, 0, 31) | ((c) == 127))
#define IS_PUNCT(c) (IS_GRAPH(c) & !IS_ALNUM(c))

#define FUNCTION(name, class) \
    int(name)(int c) { return class(c); }
FUNCTION(isupper, IS_UPPER)
FUNCTION(islower, IS_LOWER)
FUNCTION(isalpha, IS_ALPHA)
FUNCTION(isdigit, IS_DIGIT)
FUNCTION(isalnum, IS_ALNUM)
FUNCTION(isxdigit, IS_XDIGIT)
FUNCTION(isspace, IS_SPACE)
FUNCTION(isblank, IS_BLANK)
FUNCTION(isprint, IS_PRINT)
FUNCTION(isgraph, IS_GRAPH)
FUNCTION(iscntrl, IS_CNTRL)
FUNCTION(ispunct, IS_PUNCT)

int(isascii)(int c);
int(toascii)(int c);
int(isascii)(int c) { return IN(c, 0, 127); }
int(toascii)(int c) { return c & 127; }
int(tolower)(int c) { return c + (IS_UPPER(c) << 5); }
int(toupper)(int c) { return c - (IS_LOWER(c) << 5); }

/* Entries for -128 … 255; those of negative characters but EOF are those of
 * the same byte, all without a class in this locale. */
#define CLASSES(c)                                                                                         \
    (IS_UPPER(c) * _ISupper | IS_LOWER(c) * _ISlower | IS_ALPHA(c) * _ISalpha | IS_DIGIT(c) * _ISdigit |   \
     IS_XDIGIT(c) * _ISxdigit | IS_SPACE(c) * _ISspace | IS_PRINT(c) * _ISprint | IS_GRAPH(c) * _ISgraph | \
     IS_BLANK(c) * _ISblank | IS_CNTRL(c) * _IScntrl | IS_PUNCT(c) * _ISpunct | IS_ALNUM(c) * _ISalnum)
#define LOWERED(c) ((c) + (IS_UPPER(c) << 5))
#define RAISED(c) ((c) - (IS_LOWER(c) << 5))

#define FOUR(entry, c) entry(c), entry((c) + 1), entry((c) + 2), entry((c) + 3)
#define SIXTEEN(entry, c) FOUR(entry, c), FOUR(entry, (c) + 4), FOUR(entry, (c) + 8), FOUR(entry, (c) + 12)
#define SIXTY_FOUR(entry, c) \
    SIXTEEN(entry, c), SIXTEEN(entry, (c) + 16), SIXTEEN(entry, (c) + 32), SIXTEEN(entry, (c) + 48)
#define HALF(entry, c) SIXTY_FOUR(entry, c), SIXTY_FOUR(entry, (c) + 64)

static const unsigned short classes[384] = {[128] = HALF(CLASSES, 0)};
/* a negative character stands for itself plus 256, EOF for itself */
#define SAME(c) ((c) == 255 ? -1 : (c))
#define PLAIN(c) (c)
static const int lowered[384] = {HALF(SAME, 128), HALF(LOWERED, 0), HALF(PLAIN, 128)};
static const int raised[384] = {HALF(SAME, 128), HALF(RAISED, 0), HALF(PLAIN, 128)};

static const unsigned short *const classes_at_0 = classes + 128;
static const int *const lowered_at_0 = lowered + 128;
static const int *const raised_at_0 = raised + 128;

const unsigned short **__ctype_b_loc(void) { return (const unsigned short **)&classes_at_0; }
const __int32_t **__ctype_tolower_loc(void) { return (const int **)&lowered_at_0; }
const __int32_t **__ctype_toupper_loc(void) { return (const int **)&raised_at_0; }
