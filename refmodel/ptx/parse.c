// parse.c: parses the module level of PTX: header directives, variables, functions. See parser.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/decode.h"
#include "ptx/parser.h"
#include "ptx/refusal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

place parse_place(const parser *p) { return (place){p->t.line, p->t.col}; }
pool *parse_pool(parser *p) { return p->f ? &p->f->mem : &p->m->mem; }
bool parse_next(parser *p) { return lex_next(&p->lx, &p->t); }
bool parse_peek(lexer *ahead, token *t)
{
    err *const told = ahead->e;
    err unsaid = {0};
    ahead->e = &unsaid;
    const bool good = lex_next(ahead, t);
    ahead->e = told;
    err_free(&unsaid);
    return good;
}

bool parse_is(const parser *p, char punct) { return p->t.kind == TOK_PUNCT && p->t.punct == punct; }

bool parse_error(parser *p, place at, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    char *message = wl_format_v(fmt, ap);
    va_end(ap);
    lex_error(&p->lx, at.line, at.col, "%s", message);
    free(message);
    return false;
}

bool parse_refuse(parser *p, place at, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    refusal_add(p->f, at, fmt, ap);
    va_end(ap);
    return true;
}

bool parse_unexpected(parser *p, const char *wanted)
{
    if (p->t.kind == TOK_END)
        return parse_error(p, parse_place(p), "the file ends here; expected %s", wanted);
    int n = p->t.len < 40 ? (int)p->t.len : 40;
    const char *dot = p->t.kind == TOK_DOT ? "." : "";
    if (p->t.kind == TOK_INT || p->t.kind == TOK_FLOAT) {
        return parse_error(p, parse_place(p), "expected %s, not a number", wanted);
    }
    return parse_error(p, parse_place(p), "expected %s, not '%s%.*s'", wanted, dot, n, p->t.text);
}

bool parse_expect(parser *p, char punct)
{
    const char wanted[] = {'\'', punct, '\'', '\0'};
    return parse_is(p, punct) ? parse_next(p) : parse_unexpected(p, wanted);
}

bool parse_accept(parser *p, char punct)
{
    if (!parse_is(p, punct)) return false;
    if (!parse_next(p)) p->t = (token){.kind = TOK_END, .line = p->t.line, .col = p->t.col};
    return true;
}

bool parse_is_dot(const parser *p, const char *word)
{
    return p->t.kind == TOK_DOT && p->t.len == strlen(word) && !memcmp(p->t.text, word, p->t.len);
}

bool parse_count(parser *p, uint64_t most, uint32_t *value)
{
    if (p->t.kind != TOK_INT) return parse_unexpected(p, "a number");
    if (p->t.bits > most) {
        return parse_error(p, parse_place(p), "%llu is too large here: at most %llu",
                           (unsigned long long)p->t.bits, (unsigned long long)most);
    }
    *value = (uint32_t)p->t.bits;
    return parse_next(p);
}

char *parse_word(parser *p, pool *into) { return pool_copy(into, p->t.text, p->t.len); }

// ( .param ..., ... ); list: NULL of a kernel
static bool params(parser *p, formals *list)
{
    if (!parse_expect(p, '(')) return false;
    if (parse_accept(p, ')')) return true;
    do {
        if (!parse_param(p, list)) return false;
    } while (parse_accept(p, ','));
    return parse_expect(p, ')');
}

static bool three_counts(parser *p, uint32_t *n)
{
    for (unsigned i = 0; i < 3; i++) {
        n[i] = 1;
        if (i == 0 || parse_accept(p, ',')) {
            if (!parse_count(p, UINT32_MAX, &n[i])) return false;
        }
    }
    return true;
}

static bool is_linkage(const parser *p)
{
    return parse_is_dot(p, "visible") || parse_is_dot(p, "extern") || parse_is_dot(p, "weak") ||
           parse_is_dot(p, "common");
}

// A directive that begins an item of the module, and none of a function's.
static bool begins_item(const parser *p)
{
    static const char *const words[] = {"func", "entry", "global",  "const", "shared", "local",
                                        "reg",  "tex",   "section", "file",  "alias"};
    bool known = is_linkage(p);
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
        known |= parse_is_dot(p, words[i]);
    return known;
}

// Performance directives between a function's header and its body.
static bool tuning(parser *p)
{
    static const char *const ignored[] = {"maxnreg",        "minnctapersm", "maxnctapersm",
                                          "maxclusterrank", "noreturn",     "explicitcluster",
                                          "pragma"};
    while (p->t.kind == TOK_DOT && (p->f->entry || !begins_item(p))) {
        uint32_t unused[3];
        bool known = false;
        for (unsigned i = 0; i < sizeof ignored / sizeof ignored[0]; i++)
            known |= parse_is_dot(p, ignored[i]);
        bool max = parse_is_dot(p, "maxntid"), required = parse_is_dot(p, "reqntid");
        bool cluster = parse_is_dot(p, "reqnctapercluster") || parse_is_dot(p, "blocksareclusters");
        if (cluster) parse_refuse(p, parse_place(p), "clusters are not supported");
        if (!known && !max && !required && !cluster)
            return parse_unexpected(p, "'{', ';' or a performance directive");
        if (!parse_next(p)) return false;
        if (max && !three_counts(p, p->f->maxntid)) return false;
        if (required && !three_counts(p, p->f->reqntid)) return false;
        if (p->t.kind == TOK_INT && !three_counts(p, unused)) return false;
        if (p->t.kind == TOK_STRING && !parse_pragma(p)) return false;
    }
    return true;
}

static bool same_formals(const formals *a, const formals *b)
{
    bool same = a->n == b->n;
    for (size_t i = 0; same && i < a->n; i++)
        same = a->list[i].bytes == b->list[i].bytes && !a->list[i].var == !b->list[i].var;
    return same;
}

static void keep_function(parser *p, function *f)
{
    f->index = (uint32_t)p->n_functions;
    p->functions = grow(p->functions, p->n_functions, &p->functions_room, sizeof(function *));
    p->functions[p->n_functions++] = f;
}

// The function of that name that was seen before goes to *before; NULL: this is the first, which is
// kept.
static bool function_name(parser *p, function **before)
{
    function *f = p->f;
    const symbol *old = NULL;
    char *name = NULL;
    f->at = parse_place(p);
    if (!parse_nested_name(p, "a function's name", &name)) return false;
    f->name = name;
    symbol *s = symtab_add(p->names, name, SYM_FUNCTION, f->at, &old);
    *before = s ? NULL : old->func;
    if (!s && old->kind != SYM_FUNCTION) {
        return parse_error(p, f->at, "'%s' is already the name of something else (line %u)", name,
                           old->at.line);
    }
    if (s) {
        s->func = f;
        keep_function(p, f);
    }
    return true;
}

// Its contents, not f.
static void function_free(function *f)
{
    free(f->params);
    free(f->in.list);
    free(f->out.list);
    free(f->regs);
    free(f->code);
    pool_free(&f->mem);
}

// A body for a function that was declared before: the declaration's object becomes the definition,
// since others know it.
static bool define(parser *p, function *declared)
{
    function *f = p->f;
    if (declared->body) {
        return parse_error(p, f->at, "%s '%s' is defined twice", f->entry ? "kernel" : "function",
                           f->name);
    }
    f->index = declared->index;
    f->address_taken = declared->address_taken;
    function_free(declared);
    *declared = *f;
    *f = (function){0};
    p->f = declared;
    return true;
}

// nvopencc, the compiler of CUDA 2 to 4, ends a declaration with its list of parameters: what comes
// next begins an item.
static bool prototype_ends(const parser *p)
{
    return p->t.kind == TOK_END || (p->t.kind == TOK_PUNCT && p->t.punct == '@') || begins_item(p);
}

// Parameters and results belong to the function's scope, its name to the module's.
static bool function_rest(parser *p)
{
    function *before = NULL;
    uint32_t inner = symtab_open(p->names);
    if (!p->f->entry && parse_is(p, '(') && !params(p, &p->f->out)) return false;
    symtab_close(p->names);
    if (!function_name(p, &before)) return false;
    symtab_enter(p->names, inner);
    if (parse_is(p, '(') && !params(p, p->f->entry ? NULL : &p->f->in)) return false;
    if (!tuning(p)) return false;
    if (before && (before->entry != p->f->entry || before->param_bytes != p->f->param_bytes ||
                   before->n_params != p->f->n_params || !same_formals(&before->in, &p->f->in) ||
                   !same_formals(&before->out, &p->f->out))) {
        return parse_error(p, p->f->at, "'%s' is declared differently on line %u", p->f->name,
                           before->at.line);
    }
    bool good;
    if (parse_is(p, ';')) good = parse_next(p);
    else if (!p->f->entry && prototype_ends(p)) good = true;
    else good = (!before || define(p, before)) && parse_body(p);
    symtab_close(p->names);
    return good;
}

static bool function_parse(parser *p, bool entry)
{
    function *f = wl_calloc(1, sizeof *f);
    f->entry = entry;
    p->f = f;
    bool good = function_rest(p);
    p->f = NULL;
    if (p->n_functions == 0 ||
        p->functions[p->n_functions - 1] != f) { // not kept: a repeated declaration, or an error
        function_free(f);
        free(f);
    }
    return good;
}

// Kernels are decoded when all functions are known. Errors in one are reported, and the others are
// still looked at.
static void decode_all(parser *p)
{
    for (size_t i = 0; i < p->n_functions; i++)
        function_itself(p->functions[i])->address_taken |= p->functions[i]->address_taken;
    for (size_t i = 0; i < p->n_functions; i++) {
        function *f = p->functions[i];
        if (f->entry && !f->body)
            parse_error(p, f->at, "kernel '%s' is declared, but has no body", f->name);
        ptx_kernel *k = f->entry && f->body
                            ? decode_kernel(p->m, p->functions, p->n_functions, f, &p->lx)
                            : NULL;
        if (!k) continue;
        p->m->kernels =
            grow(p->m->kernels, p->m->n_kernels, &p->m->kernels_room, sizeof(ptx_kernel *));
        p->m->kernels[p->m->n_kernels++] = k;
    }
}

static void free_functions(parser *p)
{
    for (size_t i = 0; i < p->n_functions; i++) {
        function_free(p->functions[i]);
        free(p->functions[i]);
    }
    free(p->functions);
}

typedef struct directive {
    const char *word;
    bool (*parse)(parser *p);
} directive;

static bool entry(parser *p) { return function_parse(p, true); }
static bool func(parser *p) { return function_parse(p, false); }
static function *function_here(parser *p)
{
    const place at = parse_place(p);
    char *name = NULL;
    if (!parse_nested_name(p, "a function's name", &name)) return NULL;
    const symbol *s = symtab_find(p->names, 0, name);
    if (s && s->kind == SYM_FUNCTION) return s->func;
    parse_error(p, at, "'%s' is no function that was declared before", name);
    return NULL;
}

// .alias f, g; : f was declared, and is another name of g
static bool alias(parser *p)
{
    function *f = function_here(p);
    if (!f || !parse_expect(p, ',')) return false;
    function *g = function_here(p);
    if (!g || !parse_expect(p, ';')) return false;
    if (!f->body && !f->entry && !g->entry && f != g) f->alias = g;
    return true;
}

static const directive directives[] = {
    {"version", parse_version}, {"target", parse_target}, {"address_size", parse_address_size},
    {"section", parse_section}, {"file", parse_file},     {"loc", parse_loc},
    {"entry", entry},           {"func", func},           {"pragma", parse_pragma},
    {"alias", alias},           {"reg", parse_registers}, {"tex", parse_textures}};

typedef struct space_word {
    const char *word;
    winst_space space;
} space_word;

static const space_word space_words[] = {{"global", SPACE_GLOBAL},
                                         {"const", SPACE_CONST},
                                         {"shared", SPACE_SHARED},
                                         {"local", SPACE_LOCAL}};

static bool module_item(parser *p)
{
    bool external = false;
    while (is_linkage(p)) {
        external |= parse_is_dot(p, "extern");
        if (!parse_next(p)) return false;
    }
    if (p->t.kind == TOK_PUNCT && p->t.punct == '@') return parse_dwarf(p);
    for (unsigned i = 0; i < sizeof directives / sizeof directives[0]; i++) {
        if (parse_is_dot(p, directives[i].word)) return parse_next(p) && directives[i].parse(p);
    }
    for (unsigned i = 0; i < sizeof space_words / sizeof space_words[0]; i++) {
        if (parse_is_dot(p, space_words[i].word))
            return parse_next(p) && parse_variables(p, space_words[i].space, external);
    }
    if (p->t.kind == TOK_DOT) {
        return parse_error(p, parse_place(p), "directive '.%.*s' is not supported",
                           (int)(p->t.len < 40 ? p->t.len : 40), p->t.text);
    }
    return parse_unexpected(p, "a directive such as .entry");
}

static bool parse_all(parser *p)
{
    if (!parse_next(p)) return false;
    if (!parse_is_dot(p, "version"))
        return parse_unexpected(p, "'.version' (a PTX file starts with it)");
    while (p->t.kind != TOK_END) {
        if (!module_item(p)) return false;
    }
    return true;
}

bool parse_module(ptx_module *m, err *e)
{
    parser p = {.m = m, .names = symtab_new()};
    lex_init(&p.lx, m->name, m->text, m->bytes, e);
    bool good = parse_all(&p);
    if (good) decode_all(&p);
    good &= !p.lx.failed;
    free_functions(&p);
    symtab_free(p.names);
    return good;
}
