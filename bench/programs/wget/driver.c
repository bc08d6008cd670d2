/* One of wget's parsers, named by the argument, on standard input, called as
 * wget calls it. Built with wget's own headers and without its main. */
#include <config.h>

#include "wget.h"

#include <stdio.h>
#include <string.h>

#include "convert.h"
#include "cookies.h"
#include "css-url.h"
#include "ftp.h"
#include "html-url.h"
#include "http.h"
#include "init.h"
#include "netrc.h"
#include "res.h"
#include "url.h"
#include "utils.h"

#include "input.h"

static void parse_url(char *text)
{
    int error = 0;
    struct url *url = url_parse(text, &error, NULL, true);
    if (!url) {
        xfree(text);
        return;
    }
    char *whole = url_string(url, URL_AUTH_SHOW), *path = url_full_path(url), *name = url_file_name(url, NULL);
    puts(whole);
    xfree(whole);
    xfree(path);
    xfree(name);
    url_free(url);
    xfree(text);
}

static void merge(char *text)
{
    char *merged = uri_merge("http://host/one/two;p?q#f", text);
    puts(merged);
    xfree(merged);
    xfree(text);
}

static void unescape(char *text)
{
    char *escaped = url_escape(text);
    url_unescape(text);
    puts(escaped);
    xfree(escaped);
    xfree(text);
}

static void cookie(char *text)
{
    struct cookie_jar *jar = cookie_jar_new();
    cookie_handle_set_cookie(jar, "www.x.com", 80, "/a", text);
    char *header = cookie_header(jar, "www.x.com", 80, "/a", false);
    if (header)
        puts(header);
    xfree(header);
    cookie_jar_delete(jar);
    xfree(text);
}

static void html(char *text, size_t size)
{
    struct file_memory page = {.content = text, .length = (long)size};
    bool follow = false;
    struct urlpos *links = get_urls_html_fm("page", &page, "http://host/", &follow, NULL);
    for (struct urlpos *link = links; link; link = link->next)
        puts(link->url->url);
    free_urlpos(links);
    xfree(text);
}

static void robots(char *text, size_t size)
{
    struct robot_specs *specs = res_parse(text, (int)size);
    puts(res_match_path(specs, "a/b") ? "yes" : "no");
    res_register_specs("host", 80, specs);
    res_cleanup();
    xfree(text);
}

static void date(char *text)
{
    printf("%ld\n", (long)http_atotm(text));
    xfree(text);
}

int main(int count, char **words)
{
    size_t size;
    const char *what = count > 1 ? words[1] : "url";
    defaults();
    char *text = (char *)input_read(&size, 1);
    if (!strcmp(what, "url"))
        parse_url(text);
    else if (!strcmp(what, "merge"))
        merge(text);
    else if (!strcmp(what, "escape"))
        unescape(text);
    else if (!strcmp(what, "cookie"))
        cookie(text);
    else if (!strcmp(what, "html"))
        html(text, size);
    else if (!strcmp(what, "robots"))
        robots(text, size);
    else if (!strcmp(what, "date"))
        date(text);
    else
        return 2;
    return 0;
}
