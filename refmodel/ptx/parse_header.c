// parse_header.c: what a PTX file says of itself: version, target and address size; and what it
// says to a debugger, which is read past. PTX has no lines: these directives end where their
// operands do. See parser.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/parser.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The last minor version of each major one, as ptxas of CUDA 13 takes them.
static const uint8_t last_minor[] = {
    [1] = 5, [2] = 3, [3] = 2, [4] = 3, [5] = 1, [6] = 5, [7] = 8, [8] = 8, [9] = PTX_NEWEST % 10};
enum { MAJORS = sizeof last_minor / sizeof last_minor[0] };
_Static_assert(MAJORS - 1 == PTX_NEWEST / 10, "the newest version ends the list");

// 10 times the version in a token; 0: it is none that there is.
static unsigned version_of(const token *t)
{
    if (t->kind != TOK_FLOAT || t->exact || !(t->real >= 1 && t->real < MAJORS)) return 0;
    const double tenfold = t->real * 10, nearest = round(tenfold);
    const unsigned version = (unsigned)nearest;
    const bool exists = version / 10 < MAJORS && version % 10 <= last_minor[version / 10];
    return exists && fabs(tenfold - nearest) < 1e-6 ? version : 0;
}

bool ptx_version_is_known(const char *text, size_t bytes)
{
    err unsaid = {0};
    lexer lx;
    token t;
    lex_init(&lx, "", text, bytes, &unsaid);
    const bool given = lex_next(&lx, &t) && t.kind == TOK_DOT && t.len == strlen("version") &&
                       !memcmp(t.text, "version", t.len) && lex_next(&lx, &t) &&
                       (t.kind == TOK_FLOAT || t.kind == TOK_INT);
    err_free(&unsaid);
    return !given || version_of(&t);
}

bool parse_version(parser *p)
{
    const place at = parse_place(p);
    if (p->t.kind != TOK_FLOAT && p->t.kind != TOK_INT)
        return parse_unexpected(p, "a version number such as 3.2");
    if (version_of(&p->t)) return parse_next(p);
    char list[10 * MAJORS] = "";
    for (unsigned major = 1; major < MAJORS; major++) {
        const size_t n = strlen(list);
        snprintf(list + n, sizeof list - n, last_minor[major] ? ", %u.0-%u.%u" : ", %u.0", major,
                 major, last_minor[major]);
    }
    return parse_error(p, at, ".version %.*s: must be a version of PTX: %s",
                       (int)(p->lx.p - p->t.text), p->t.text, list + 2);
}

// Architectures by number, and the letters that may follow it.
static const struct {
    unsigned number;
    const char *suffixes;
} architectures[] = {{10, ""},    {11, ""},   {12, ""},    {13, ""},    {20, ""},    {21, ""},
                     {30, ""},    {32, ""},   {35, ""},    {37, ""},    {50, ""},    {52, ""},
                     {53, ""},    {60, ""},   {61, ""},    {62, ""},    {70, ""},    {72, ""},
                     {75, ""},    {80, ""},   {82, ""},    {86, ""},    {87, ""},    {88, ""},
                     {89, ""},    {90, "a"},  {100, "af"}, {101, "af"}, {103, "af"}, {110, "af"},
                     {120, "af"}, {121, "af"}};
static const char *const target_words[] = {"texmode_unified", "texmode_independent", "debug",
                                           "map_f64_to_f32"};
enum { ARCHITECTURES = sizeof architectures / sizeof architectures[0] };

static bool is_word(const token *t, const char *word)
{
    return t->len == strlen(word) && !memcmp(t->text, word, t->len);
}

// sm_80, sm_90a, compute_80; 0: there is none such
static unsigned architecture_of(const token *t)
{
    for (unsigned i = 0; i < ARCHITECTURES; i++) {
        const char *suffixes = architectures[i].suffixes;
        for (size_t k = 0; k <= strlen(suffixes); k++) {
            char word[24];
            const unsigned number = architectures[i].number;
            const int letters = k > 0;
            const char *suffix = k ? suffixes + k - 1 : "";
            snprintf(word, sizeof word, "sm_%u%.*s", number, letters, suffix);
            if (is_word(t, word)) return number;
            snprintf(word, sizeof word, "compute_%u%.*s", number, letters, suffix);
            if (is_word(t, word)) return number;
        }
    }
    return 0;
}

static bool unknown_target(parser *p)
{
    char list[8 * ARCHITECTURES] = "";
    for (unsigned i = 0; i < ARCHITECTURES; i++) {
        const size_t n = strlen(list);
        const char *suffixes = architectures[i].suffixes;
        snprintf(list + n, sizeof list - n, *suffixes ? " %u[%s]" : " %u", architectures[i].number,
                 suffixes);
    }
    return parse_error(p, parse_place(p),
                       ".target %.*s: must be sm_ or compute_ and one of%s, or %s, %s, %s, %s",
                       (int)(p->t.len < 40 ? p->t.len : 40), p->t.text, list, target_words[0],
                       target_words[1], target_words[2], target_words[3]);
}

// An architecture, among words such as texmode_unified.
bool parse_target(parser *p)
{
    do {
        if (p->t.kind != TOK_IDENT) return parse_unexpected(p, "a target such as sm_35");
        const unsigned number = architecture_of(&p->t);
        bool known = number != 0;
        for (unsigned i = 0; i < sizeof target_words / sizeof target_words[0]; i++)
            known |= is_word(&p->t, target_words[i]);
        if (!known) return unknown_target(p);
        if (number) p->m->target = number;
        if (!parse_next(p)) return false;
    } while (parse_accept(p, ','));
    return true;
}

bool parse_address_size(parser *p)
{
    const place at = parse_place(p);
    uint32_t bits = 0;
    if (!parse_count(p, UINT32_MAX, &bits)) return false;
    return bits == 64 || bits == 32 ||
           parse_error(p, at, ".address_size %u: must be 32 or 64", bits);
}

bool parse_pragma(parser *p)
{
    do {
        if (p->t.kind != TOK_STRING) return parse_unexpected(p, "a string");
        if (!parse_next(p)) return false;
    } while (parse_accept(p, ','));
    return parse_expect(p, ';');
}

static bool counts(parser *p, unsigned n)
{
    uint32_t unused;
    while (n--) {
        if (!parse_count(p, UINT64_MAX, &unused)) return false;
    }
    return true;
}

static bool word_here(parser *p, const char *word)
{
    char wanted[40];
    snprintf(wanted, sizeof wanted, "'%s'", word);
    if (p->t.kind != TOK_IDENT || !is_word(&p->t, word)) return parse_unexpected(p, wanted);
    return parse_next(p);
}

// .file number "name"[, time[, bytes]]
bool parse_file(parser *p)
{
    if (!counts(p, 1)) return false;
    if (p->t.kind != TOK_STRING) return parse_unexpected(p, "the name of a file as a string");
    if (!parse_next(p)) return false;
    for (unsigned i = 0; i < 2 && parse_accept(p, ','); i++) {
        if (!counts(p, 1)) return false;
    }
    return true;
}

// .loc file line column[, function_name label[+number], inlined_at file line column]
bool parse_loc(parser *p)
{
    if (!counts(p, 3)) return false;
    if (!parse_accept(p, ',')) return true;
    if (!word_here(p, "function_name")) return false;
    if (p->t.kind != TOK_IDENT) return parse_unexpected(p, "a label of a section");
    if (!parse_next(p)) return false;
    if (parse_accept(p, '+') && !counts(p, 1)) return false;
    return parse_expect(p, ',') && word_here(p, "inlined_at") && counts(p, 3);
}

static bool skip_braces(parser *p)
{
    const place at = parse_place(p);
    unsigned depth = 0;
    do {
        if (p->t.kind == TOK_END)
            return p->lx.failed ? false : parse_error(p, at, "'{' is not closed");
        if (parse_is(p, '{')) depth++;
        if (parse_is(p, '}')) depth--;
        if (!parse_next(p)) return false;
    } while (depth);
    return true;
}

// .section .name { ... }
bool parse_section(parser *p)
{
    if (p->t.kind != TOK_DOT) return parse_unexpected(p, "a section such as .debug_info");
    if (!parse_next(p)) return false;
    return parse_is(p, '{') ? skip_braces(p) : parse_unexpected(p, "'{'");
}

// A number, string, label, difference of labels, or @progbits.
static bool dwarf_item(parser *p)
{
    do {
        parse_accept(p, '@');
        if (p->t.kind != TOK_INT && p->t.kind != TOK_STRING && p->t.kind != TOK_IDENT)
            return parse_unexpected(p, "a number, a string or a label");
        if (!parse_next(p)) return false;
    } while (parse_accept(p, '+') || parse_accept(p, '-'));
    return true;
}

// PTX 1: @@DWARF label: | @@DWARF .section .name, ... | @@DWARF .byte 1, 2 | .4byte ... | .quad ...
bool parse_dwarf(parser *p)
{
    if (!parse_expect(p, '@') || !parse_expect(p, '@') || !word_here(p, "DWARF")) return false;
    if (p->t.kind == TOK_IDENT) return parse_next(p) && parse_expect(p, ':');
    const bool section = parse_is_dot(p, "section");
    const bool words = p->t.kind == TOK_FLOAT; // .4byte begins with a number
    if (p->t.kind != TOK_DOT && !words)
        return parse_unexpected(p, "a label, .section, .byte, .4byte or .quad");
    if (!parse_next(p) || (words && !word_here(p, "byte"))) return false;
    if (section && p->t.kind != TOK_DOT) return parse_unexpected(p, "a section");
    if (section ? !parse_next(p) : !dwarf_item(p)) return false;
    while (parse_accept(p, ',')) {
        if (!dwarf_item(p)) return false;
    }
    return true;
}
