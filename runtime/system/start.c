/* Symbolic arguments, files and environment, as the words of the command line
 * say: KLEE's, at KLEE's place, with KLEE's names for the inputs. */
#include "system.h"

enum { MOST_WORDS = 1024, MOST_TEMPLATES = 26 };

struct vector {
    char *items[MOST_WORDS];
    int count;
};

struct start {
    char **words; /* what is left to look at */
    int count;
    struct vector arguments, environment;
    int symbolic_arguments;
    long files, file_size, input_size;
    int has_input, has_output;
    const char *input_template;
    const char *templates[MOST_TEMPLATES]; /* NAME=FILE */
    int template_count;
    int failures;
};

static void push(struct vector *vector, char *item)
{
    if (vector->count == MOST_WORDS)
        __ramify_fail("user", "too many arguments");
    vector->items[vector->count++] = item;
}

static char *next_word(struct start *start)
{
    if (!start->count)
        __ramify_fail("user", "a value is missing after the last option for symbolic input");
    start->count--;
    return *start->words++;
}

static long next_number(struct start *start)
{
    const char *word = next_word(start);
    long number = 0;
    for (; *word >= '0' && *word <= '9'; word++)
        number = 10 * number + (*word - '0');
    if (*word)
        __ramify_fail("user", "an option for symbolic input needs a number");
    return number;
}

/* A string of `size` symbolic bytes and a zero. */
static char *symbolic_string(const char *name, long size)
{
    char *text = __ramify_given((size_t)size + 1);
    klee_make_symbolic(text, (size_t)size + 1, name);
    for (long i = 0; i < size; i++)
        klee_posix_prefer_cex(text, (32 <= text[i]) & (text[i] <= 126));
    text[size] = 0;
    return text;
}

/* The two digits at the end of a name. */
static void put_number(char *digits, int number)
{
    digits[0] = (char)('0' + number / 10 % 10);
    digits[1] = (char)('0' + number % 10);
}

static void add_argument(struct start *start, long size)
{
    char name[] = "arg00";
    put_number(name + 3, start->symbolic_arguments++);
    push(&start->arguments, symbolic_string(name, size));
}

static void add_arguments(struct start *start)
{
    long least = next_number(start), most = next_number(start), size = next_number(start);
    int count = klee_range((int)least, (int)most + 1, "n_args");
    for (int i = 0; i < count; i++)
        add_argument(start, size);
}

/* The first byte after the line that begins at `from`: its end, or that of the text. */
static long line_end(const unsigned char *text, long size, long from)
{
    while (from < size && text[from] != '\n')
        from++;
    return from;
}

/* One of the numbers below `count`, each a path and a group of its own. By halves, so that none has many
 * forks above it. */
static int choose(int count, const char *name)
{
    int number = klee_range(0, count, name), low = 0, high = count;
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (__ramify_decide(number < middle))
            high = middle;
        else
            low = middle;
    }
    __ramify_group((unsigned)low);
    return low;
}

/* An argument that is one of the lines: which one is a path each. */
static void add_line(struct start *start, const unsigned char *text, long size)
{
    char name[] = "arg00", choice[] = "line00";
    int lines = 0, number = start->symbolic_arguments++;
    put_number(name + 3, number);
    put_number(choice + 4, number);
    for (long from = 0; from < size; from = line_end(text, size, from) + 1)
        lines++;
    if (!lines)
        __ramify_fail("user", "a list of arguments is empty");
    int chosen = choose(lines, choice);
    long from = 0;
    for (int i = 0; i < chosen; i++)
        from = line_end(text, size, from) + 1;
    long length = line_end(text, size, from) - from;
    unsigned char *line = __ramify_given((size_t)length + 1);
    __builtin_memcpy(line, text + from, (size_t)length);
    line[length] = 0;
    template_make_symbolic(line, length + 1, name);
    push(&start->arguments, (char *)line);
}

static void add_lines(struct start *start)
{
    long least = next_number(start), most = next_number(start), size;
    unsigned char *text = template_read(next_word(start), &size);
    int count = klee_range((int)least, (int)most + 1, "n_args");
    for (int i = 0; i < count; i++)
        add_line(start, text, size);
    free(text);
}

static void add_variable(struct start *start)
{
    const char *name = next_word(start);
    long size = next_number(start), length = text_length(name);
    char *label = malloc((size_t)length + 5), *text = __ramify_given((size_t)(length + size) + 2);
    __builtin_memcpy(label, "env_", 4);
    __builtin_memcpy(label + 4, name, (size_t)length + 1);
    char *value = symbolic_string(label, size);
    __builtin_memcpy(text, name, (size_t)length);
    text[length] = '=';
    __builtin_memcpy(text + length + 1, value, (size_t)size + 1);
    free(value);
    free(label);
    push(&start->environment, text);
}

/* Is the word the option? KLEE takes one dash or two. */
static int is_option(const char *word, const char *name)
{
    if (word[0] != '-')
        return 0;
    return same(word + (word[1] == '-' ? 2 : 1), name);
}

/* One word of the command line. */
static void take(struct start *start)
{
    char *word = next_word(start);
    if (is_option(word, "sym-arg"))
        add_argument(start, next_number(start));
    else if (is_option(word, "sym-args"))
        add_arguments(start);
    else if (is_option(word, "sym-args-from"))
        add_lines(start);
    else if (is_option(word, "sym-files")) {
        start->files = next_number(start);
        start->file_size = next_number(start);
    } else if (is_option(word, "sym-stdin")) {
        start->has_input = 1;
        start->input_size = next_number(start);
    } else if (is_option(word, "sym-stdout"))
        start->has_output = 1;
    else if (is_option(word, "sym-env"))
        add_variable(start);
    else if (is_option(word, "sym-stdin-from"))
        start->input_template = next_word(start);
    else if (is_option(word, "sym-file-from")) {
        const char *template = next_word(start);
        if (start->template_count == MOST_TEMPLATES)
            __ramify_fail("user", "too many templates");
        start->templates[start->template_count++] = template;
    } else if (is_option(word, "max-fail"))
        start->failures = (int)next_number(start);
    else if (is_option(word, "fd-fail"))
        start->failures = 1;
    else
        push(&start->arguments, word);
}

/* ---- the files ---- */

static void add_files(const struct start *start)
{
    char name[] = "A", data[] = "A_data";
    for (long i = 0; i < start->files; i++) {
        name[0] = data[0] = (char)('A' + i);
        make_symbolic_file(node_named(SYSTEM->directory, name, node_new(KIND_FILE, 0644)), data,
                           start->file_size);
    }
}

static void add_templates(const struct start *start)
{
    for (int i = 0; i < start->template_count; i++) {
        const char *template = start->templates[i];
        long length = 0;
        while (template[length] && template[length] != '=')
            length++;
        if (!template[length])
            __ramify_fail("user", "--sym-file-from needs NAME=FILE");
        char *data = malloc((size_t)length + 6);
        __builtin_memcpy(data, template, (size_t)length);
        __builtin_memcpy(data + length, "_data", 6);
        struct node *node = node_new(KIND_FILE, 0644);
        directory_add(SYSTEM->directory, template, length, node);
        make_template_file(node, data, template + length + 1);
        free(data);
    }
}

static void add_streams(const struct start *start)
{
    if (start->input_template)
        make_template_file(SYSTEM->input, "stdin", start->input_template);
    else if (start->has_input)
        make_symbolic_file(SYSTEM->input, "stdin", start->input_size);
    if (start->has_output)
        make_symbolic_output(SYSTEM->files[1]->node);
}

/* KLEE's: the form of the inputs above. */
static void add_version(void)
{
    int *version = malloc(sizeof *version);
    klee_make_symbolic(version, sizeof *version, "model_version");
    klee_assume(*version == 1);
    free(version);
}

/* ---- the vectors, as the kernel leaves them ---- */

static void put_vectors(const struct start *start, char ***arguments, char ***environment)
{
    enum { PAGE_SIZE_ENTRY = 6, USER_ENTRY = 11, TICKS_ENTRY = 17, SECURE_ENTRY = 23, RANDOM_ENTRY = 25 };
    char *random = __ramify_given(16);
    fill_random((unsigned char *)random, 16);
    const long auxiliary[] = {PAGE_SIZE_ENTRY,
                              PAGE_BYTES,
                              USER_ENTRY,
                              USER,
                              USER_ENTRY + 1,
                              USER,
                              USER_ENTRY + 2,
                              USER,
                              USER_ENTRY + 3,
                              USER,
                              TICKS_ENTRY,
                              100,
                              SECURE_ENTRY,
                              0,
                              RANDOM_ENTRY,
                              (long)random,
                              0,
                              0};
    size_t first = (size_t)start->arguments.count, second = (size_t)start->environment.count;
    char **block = __ramify_given((first + second + 2) * sizeof *block + sizeof auxiliary);
    __builtin_memcpy(block, start->arguments.items, first * sizeof *block);
    block[first] = NULL;
    __builtin_memcpy(block + first + 1, start->environment.items, second * sizeof *block);
    block[first + 1 + second] = NULL;
    __builtin_memcpy(block + first + second + 2, auxiliary, sizeof auxiliary);
    *arguments = SYSTEM->vectors = block;
    *environment = block + first + 1;
}

void __ramify_system_start(int *argument_count, char ***arguments, char ***environment)
{
    struct start *start = malloc(sizeof *start);
    system_begin();
    __builtin_memset(start, 0, sizeof *start);
    start->words = *arguments;
    start->count = *argument_count;
    if (start->count)
        push(&start->arguments, next_word(start));
    long plain = __ramify_setting("plain-arguments", 0);
    while (start->count > plain)
        take(start);
    while (start->count)
        push(&start->arguments, next_word(start));
    for (char **variable = *environment; variable && *variable; variable++)
        push(&start->environment, *variable);
    add_files(start);
    add_templates(start);
    add_streams(start);
    faults_allow(start->failures);
    if (start->files || start->template_count || start->has_input || start->has_output ||
        start->input_template || start->symbolic_arguments || start->failures)
        add_version();
    SYSTEM->node_count = 0;
    put_vectors(start, arguments, environment);
    *argument_count = start->arguments.count;
    free(start);
}
