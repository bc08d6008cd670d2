/* Decodes standard input with the function that the first argument names. */
#include "input.h"

#include <libtasn1.h>
#include <stdio.h>

extern const asn1_static_node description[];

/* The whole value, by description.asn; then reads its fields and codes it again. */
static int decode(const unsigned char *der, int size)
{
    static const char *const fields[] = {"number", "flag", "bits", "bytes", "names.?1.text", "names.?1.kind", "either"};
    asn1_node definitions = NULL, record = NULL;
    char message[ASN1_MAX_ERROR_DESCRIPTION_SIZE];
    int result = asn1_array2tree(description, &definitions, message);
    if (!result)
        result = asn1_create_element(definitions, "Driver.Record", &record);
    if (!result)
        result = asn1_der_decoding2(&record, der, &size, ASN1_DECODE_FLAG_ALLOW_PADDING, message);
    if (!result) {
        unsigned char value[64], again[128];
        for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
            int length = sizeof value;
            result += asn1_read_value(record, fields[i], value, &length);
        }
        int length = sizeof again;
        result += asn1_der_coding(record, "", again, &length, message);
    }
    asn1_delete_structure(&record);
    asn1_delete_structure(&definitions);
    return result;
}

static int length_der(const unsigned char *der, int size)
{
    int used;
    return (int)asn1_get_length_der(der, size, &used);
}

static int length_ber(const unsigned char *der, int size)
{
    int used;
    return (int)asn1_get_length_ber(der, size, &used);
}

static int tag(const unsigned char *der, int size)
{
    unsigned char class;
    int used;
    unsigned long number;
    return asn1_get_tag_der(der, size, &class, &used, &number);
}

static int octet(const unsigned char *der, int size)
{
    unsigned char value[32];
    int used, length;
    return asn1_get_octet_der(der, size, &used, value, sizeof value, &length);
}

static int bit(const unsigned char *der, int size)
{
    unsigned char value[32];
    int used, length;
    return asn1_get_bit_der(der, size, &used, value, sizeof value, &length);
}

static int object_id(const unsigned char *der, int size)
{
    char text[128];
    int used;
    return asn1_get_object_id_der(der, size, &used, text, sizeof text);
}

static int simple_der(const unsigned char *der, int size)
{
    const unsigned char *value;
    unsigned length;
    return asn1_decode_simple_der(ASN1_ETYPE_OCTET_STRING, der, (unsigned)size, &value, &length);
}

static int simple_ber(const unsigned char *der, int size)
{
    unsigned char *value = NULL;
    unsigned length, used;
    int result = asn1_decode_simple_ber(ASN1_ETYPE_OCTET_STRING, der, (unsigned)size, &value, &length, &used);
    if (!result)
        free(value);
    return result;
}

/* The other way: the bytes as contents. */
static int encode(const unsigned char *bytes, int size)
{
    unsigned char *coded = malloc((size_t)size + 16);
    int length = 0;
    asn1_octet_der(bytes, size, coded, &length);
    asn1_bit_der(bytes, 8 * size, coded, &length);
    free(coded);
    return length;
}

static const struct {
    const char *name;
    int (*call)(const unsigned char *, int);
} calls[] = {{"decode", decode},       {"length-der", length_der}, {"length-ber", length_ber}, {"tag", tag},
             {"octet", octet},         {"bit", bit},               {"object-id", object_id},   {"simple-der", simple_der},
             {"simple-ber", simple_ber}, {"encode", encode}};

int main(int count, char **arguments)
{
    size_t size;
    unsigned char *input = input_read(&size, 0);
    for (size_t i = 0; count > 1 && i < sizeof calls / sizeof *calls; i++)
        if (!strcmp(calls[i].name, arguments[1])) {
            printf("%d\n", calls[i].call(input, (int)size));
            free(input);
            return 0;
        }
    return 2;
}
