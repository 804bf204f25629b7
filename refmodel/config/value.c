// value.c: checks the text of one value against its key's row, and reports what is allowed and why
// the text is not.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/source.h"

#include "base/nearest.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static int refuse(const cfg_source *s, const cfg_assign *a, const char *value, err *e,
                  const char *rule, const char *hint)
{
    char *path = cfg_path(a->section, a->row), *allowed = cfg_allowed(a->row),
         *shown = source_printable(value);
    if (*value)
        source_error(s, a->line, a->col, e, "%s = %s: must be %s%s%s", path, shown, rule, allowed,
                     hint);
    else
        source_error(s, a->line, a->col, e, "%s has no value: must be %s%s%s", path, rule, allowed,
                     hint);
    free(path);
    free(allowed);
    free(shown);
    return ST_INPUT;
}

// Why a word that is no plain decimal number is none: the usual mistakes by name.
static char *number_hint(const cfg_row *r, const char *v)
{
    size_t digits = strspn(v, "0123456789");
    const char *rest = v + digits;
    if (*v == '-' || *v == '+') return wl_strdup("; no sign");
    if (*v == '0' && digits == 1 && *rest && strchr("xXbBoO", *rest))
        return wl_strdup("; not hexadecimal, binary or octal");
    if (*v == '0' && digits > 1) return wl_strdup("; no leading zeros");
    if (digits && (*rest == 'e' || *rest == 'E') &&
        (isdigit((unsigned char)rest[1]) || strchr("+-", rest[1])))
        return wl_strdup("; no exponent");
    if (digits && *rest == '.')
        return wl_strdup(r->kind == CFG_DECIMAL ? "; at most three decimal places"
                                                : "; a whole number");
    if (digits && (*rest == '_' || *rest == ',')) return wl_strdup("; digits only, no separators");
    if (digits && isspace((unsigned char)*rest))
        return wl_format("; the number alone, the unit is %s", r->unit);
    if (digits && (isalpha((unsigned char)*rest) || *rest == '%'))
        return wl_format("; without a unit, it is always %s", r->unit);
    return wl_strdup("");
}

// Digits, and for a decimal up to three places after a point, into thousandths there. False: not of
// this form. Too large a number is of the form, and larger than any maximum.
static bool parse_number(const cfg_row *r, const char *v, uint64_t *number)
{
    const uint64_t scale = r->kind == CFG_DECIMAL ? 1000 : 1;
    uint64_t n = 0, place = scale;
    if (!isdigit((unsigned char)*v) || (*v == '0' && isdigit((unsigned char)v[1]))) return false;
    for (; isdigit((unsigned char)*v); v++) {
        if (n <= UINT32_MAX) n = 10 * n + (uint64_t)(*v - '0');
    }
    n *= scale;
    if (*v == '.' && scale > 1 && isdigit((unsigned char)v[1])) {
        for (v++; isdigit((unsigned char)*v) && place > 1; v++)
            n += (place /= 10) * (uint64_t)(*v - '0');
    }
    *number = n;
    return *v == '\0';
}

static int read_number(const cfg_source *s, cfg_assign *a, const char *value, bool plain, err *e)
{
    const cfg_row *r = a->row;
    uint64_t n = 0;
    if (!plain) return refuse(s, a, value, e, "a number without quotes, ", "");
    if (!parse_number(r, value, &n)) {
        char *hint = number_hint(r, value);
        int status = refuse(s, a, value, e, "a plain decimal number, ", hint);
        free(hint);
        return status;
    }
    if (n < r->min || n > r->max || ((r->flags & POW2) && (n & (n - 1))))
        return refuse(s, a, value, e, "", "");
    a->number = (uint32_t)n;
    return ST_OK;
}

static int read_bool(const cfg_source *s, cfg_assign *a, const char *value, bool plain, err *e)
{
    a->number = strcmp(value, "true") == 0;
    if (plain && (a->number || strcmp(value, "false") == 0)) return ST_OK;
    return refuse(s, a, value, e, "", plain ? "" : " without quotes");
}

static int read_word(const cfg_source *s, cfg_assign *a, const char *value, err *e)
{
    const char *words[32];
    unsigned n = a->row->n_words;
    CHECK(n <= 32, "%s has %u words", a->row->key, n);
    for (unsigned i = 0; i < n; i++) {
        words[i] = a->row->words[i].word;
        a->number = i;
        if (strcmp(words[i], value) == 0) return ST_OK;
    }
    const char *near = nearest_of(value, words, n);
    char *hint = near ? wl_format("; did you mean %s?", near) : wl_strdup("");
    int status = refuse(s, a, value, e, "", hint);
    free(hint);
    return status;
}

static int read_string(const cfg_source *s, cfg_assign *a, const char *value, err *e)
{
    size_t n = strlen(value);
    if (n == 0 || n >= CFG_STR) return refuse(s, a, value, e, "", "");
    for (size_t i = 0; i < n; i++) {
        if ((unsigned char)value[i] < ' ' || value[i] == 0x7f)
            return refuse(s, a, value, e, "", "");
    }
    a->string = wl_strdup(value);
    return ST_OK;
}

int source_read_value(const cfg_source *s, cfg_assign *a, const char *value, bool plain, err *e)
{
    switch (a->row->kind) {
    case CFG_STRING: return read_string(s, a, value, e);
    case CFG_WORD: return read_word(s, a, value, e);
    case CFG_BOOL: return read_bool(s, a, value, plain, e);
    default: return read_number(s, a, value, plain, e);
    }
}
