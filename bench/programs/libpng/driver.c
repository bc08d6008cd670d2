/* Gives standard input to the function of libpng that the first argument names. */
#include "input.h"

#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <zlib.h>

/* A file in memory, written by us and read by libpng. */
struct file {
    unsigned char bytes[4096];
    size_t size, at;
};

static void put(struct file *file, const void *bytes, size_t size)
{
    memcpy(file->bytes + file->size, bytes, size);
    file->size += size;
}

static void put_number(struct file *file, unsigned long number)
{
    unsigned char bytes[] = {(unsigned char)(number >> 24), (unsigned char)(number >> 16), (unsigned char)(number >> 8),
                             (unsigned char)number};
    put(file, bytes, sizeof bytes);
}

/* Its check sum is nothing: libpng is told not to look at it. */
static void put_chunk(struct file *file, const void *name, const void *data, size_t size)
{
    put_number(file, size);
    put(file, name, 4);
    put(file, data, size);
    put_number(file, 0);
}

static void take(png_structp png, png_bytep to, size_t size)
{
    struct file *file = png_get_io_ptr(png);
    if (size > file->size - file->at)
        png_error(png, "end of file");
    memcpy(to, file->bytes + file->at, size);
    file->at += size;
}

static void silent(png_structp png, png_const_charp message) {}

static void fail(png_structp png, png_const_charp message) { longjmp(png_jmpbuf(png), 1); }

static png_structp reader(void)
{
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, fail, silent);
    if (!png)
        exit(1);
    png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
    return png;
}

/* An image of 2 by 2 colours out of 4, and a chunk of the given bytes: its name, then its data. */
static int chunk(const unsigned char *bytes, size_t size)
{
    static const unsigned char header[] = {0, 0, 0, 2, 0, 0, 0, 2, 8, 3, 0, 0, 0}, palette[12] = {0, 9, 18, 27, 36},
                               rows[] = {0, 0, 1, 0, 2, 3};
    static struct file file;
    unsigned char pixels[64], *volatile row = NULL;
    uLongf length = sizeof pixels;
    if (size < 4 || compress(pixels, &length, rows, sizeof rows) != Z_OK)
        return -1;
    put(&file, "\211PNG\r\n\032\n", 8);
    put_chunk(&file, "IHDR", header, sizeof header);
    put_chunk(&file, "PLTE", palette, sizeof palette);
    put_chunk(&file, bytes, bytes + 4, size - 4);
    put_chunk(&file, "IDAT", pixels, length);
    put_chunk(&file, "IEND", "", 0);

    png_structp png = reader();
    png_infop info = png_create_info_struct(png);
    int volatile result = 1;
    if (!setjmp(png_jmpbuf(png))) {
        png_set_read_fn(png, &file, take);
        png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_ALWAYS, NULL, 0);
        png_read_info(png, info);
        png_set_expand(png);
        png_read_update_info(png, info);
        row = malloc(png_get_rowbytes(png, info));
        for (unsigned y = 0; y < png_get_image_height(png, info); y++)
            png_read_row(png, row, NULL);
        png_read_end(png, info);
        result = 0;
    }
    free(row);
    png_destroy_read_struct(&png, &info, NULL);
    return result;
}

/* What is put into an information structure by a call, without a file. */
static int set(const unsigned char *bytes, size_t size, void (*call)(png_structp, png_infop, const unsigned char *, size_t))
{
    png_structp png = reader();
    png_infop info = png_create_info_struct(png);
    int volatile result = 1;
    if (!setjmp(png_jmpbuf(png))) {
        png_set_IHDR(png, info, 2, 2, 8, PNG_COLOR_TYPE_PALETTE, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                     PNG_FILTER_TYPE_DEFAULT);
        call(png, info, bytes, size);
        result = 0;
    }
    png_destroy_read_struct(&png, &info, NULL);
    return result;
}

/* A string of the bytes, or of half of them. */
static char *string(const unsigned char *bytes, size_t size)
{
    char *text = malloc(size + 1);
    if (!text)
        exit(1);
    memcpy(text, bytes, size);
    text[size] = 0;
    return text;
}

static void text(png_structp png, png_infop info, const unsigned char *bytes, size_t size)
{
    char *key = string(bytes, size / 2), *value = string(bytes + size / 2, size - size / 2);
    png_text entry = {.compression = PNG_TEXT_COMPRESSION_NONE, .key = key, .text = value};
    png_set_text(png, info, &entry, 1);
    free(key);
    free(value);
}

static void scale(png_structp png, png_infop info, const unsigned char *bytes, size_t size)
{
    char *width = string(bytes, size / 2), *height = string(bytes + size / 2, size - size / 2);
    png_set_sCAL_s(png, info, PNG_SCALE_METER, width, height);
    free(width);
    free(height);
}

static void calibration(png_structp png, png_infop info, const unsigned char *bytes, size_t size)
{
    char *first = string(bytes, size / 2), *second = string(bytes + size / 2, size - size / 2);
    char *parameters[] = {first, second};
    png_set_pCAL(png, info, "purpose", 0, 100, PNG_EQUATION_LINEAR, 2, "unit", parameters);
    free(first);
    free(second);
}

static void transparency(png_structp png, png_infop info, const unsigned char *bytes, size_t size)
{
    png_set_tRNS(png, info, bytes, (int)size, NULL);
}

static void palette(png_structp png, png_infop info, const unsigned char *bytes, size_t size)
{
    png_set_PLTE(png, info, (png_const_colorp)bytes, (int)(size / sizeof(png_color)));
}

static void profile(png_structp png, png_infop info, const unsigned char *bytes, size_t size)
{
    png_set_iCCP(png, info, "profile", PNG_COMPRESSION_TYPE_BASE, bytes, (png_uint_32)size);
}

static void unknown(png_structp png, png_infop info, const unsigned char *bytes, size_t size)
{
    png_unknown_chunk entry = {.name = "uNKn", .data = (png_byte *)bytes, .size = size, .location = PNG_HAVE_IHDR};
    png_set_unknown_chunks(png, info, &entry, 1);
}

static const struct {
    const char *name;
    void (*call)(png_structp, png_infop, const unsigned char *, size_t);
} calls[] = {{"text", text},       {"scale", scale},     {"calibration", calibration}, {"transparency", transparency},
             {"palette", palette}, {"profile", profile}, {"unknown", unknown}};

int main(int count, char **arguments)
{
    size_t size;
    unsigned char *input = input_read(&size, 0);
    int result = -1;
    if (count > 1 && !strcmp(arguments[1], "chunk"))
        result = chunk(input, size);
    for (size_t i = 0; count > 1 && i < sizeof calls / sizeof *calls; i++)
        if (!strcmp(calls[i].name, arguments[1]))
            result = set(input, size, calls[i].call);
    printf("%d\n", result);
    free(input);
    return 0;
}
