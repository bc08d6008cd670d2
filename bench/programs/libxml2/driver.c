/* Standard input is an HTML document. */
#include "input.h"

#include <libxml/HTMLparser.h>
#include <stdio.h>

static int nodes(const xmlNode *node)
{
    int count = 0;
    for (; node; node = node->next)
        count += 1 + (node->type == XML_ENTITY_REF_NODE ? 0 : nodes(node->children));
    return count;
}

int main(void)
{
    size_t size;
    unsigned char *input = input_read(&size, 0);
    htmlDocPtr document = htmlReadMemory((char *)input, (int)size, "input", NULL,
                                         HTML_PARSE_NONET | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING);
    if (document)
        printf("%d nodes\n", nodes(document->children));
    xmlFreeDoc(document);
    xmlCleanupParser();
    free(input);
    return 0;
}
