// filter.c: see filter.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "sweep/filter.h"

#include "base/nearest.h"

#include <stdlib.h>
#include <string.h>

enum { WORD = 128, MOST_AXES = 64 };

typedef enum compare {
    LESS_EQUAL,
    GREATER_EQUAL,
    EQUAL,
    NOT_EQUAL,
    LESS,
    GREATER,
    COMPARES
} compare;
static const char *const compare_texts[COMPARES] = {"<=", ">=", "==", "!=", "<", ">"};

// One side, evaluated: a number, or a word.
typedef struct side {
    double number;
    char word[WORD];
    bool is_word;
} side;

// Where the comparison stands, and which one; NULL: there is none.
static const char *find_compare(const char *text, compare *which)
{
    const char *at = text + strcspn(text, "<>=!");
    for (unsigned i = 0; *at && i < COMPARES; i++) {
        *which = (compare)i;
        if (strncmp(at, compare_texts[i], strlen(compare_texts[i])) == 0) return at;
    }
    return NULL;
}

static int axis_of(const sweep_spec *s, const char *word)
{
    for (unsigned i = 0; i < s->n_axes; i++) {
        if (strcmp(s->axes[i].key, word) == 0) return (int)i;
    }
    return -1;
}

// The next factor of from..end without blanks, in word[WORD]; false: there is none, or a longer
// one.
static bool next_factor(const char **from, const char *end, char *word)
{
    const char *p = *from;
    p += strspn(p, " ");
    size_t n = strcspn(p, "* ");
    if (p >= end) return false;
    if (p + n > end) n = (size_t)(end - p);
    if (n == 0 || n >= WORD) return false;
    memcpy(word, p, n);
    word[n] = '\0';
    p += n + strspn(p + n, " ");
    *from = p < end && *p == '*' ? p + 1 : p;
    return p >= end || *p == '*';
}

static bool number_of(const char *text, double *value)
{
    char *end;
    *value = strtod(text, &end);
    return *text && !*end;
}

static side evaluate(const sweep_spec *s, const char *from, const char *end,
                     const char *const *values)
{
    side r = {.number = 1};
    char word[WORD];
    while (next_factor(&from, end, word)) {
        const int axis = axis_of(s, word);
        const char *text = axis >= 0 ? values[axis] : word;
        double n;
        if (number_of(text, &n)) {
            r.number *= n;
        } else {
            r.is_word = true;
            snprintf(r.word, sizeof r.word, "%s", text);
        }
        if (from >= end) break;
    }
    return r;
}

static bool compares(compare which, double order)
{
    switch (which) {
    case LESS_EQUAL: return order <= 0;
    case GREATER_EQUAL: return order >= 0;
    case EQUAL: return order == 0;
    case NOT_EQUAL: return order != 0;
    case LESS: return order < 0;
    default: return order > 0;
    }
}

bool filter_holds(const sweep_spec *s, const char *text, const char *const *values)
{
    compare which;
    const char *at = find_compare(text, &which);
    CHECK(at, "a filter that has been checked: %s", text);
    const char *right = at + strlen(compare_texts[which]);
    const side a = evaluate(s, text, at, values),
               b = evaluate(s, right, right + strlen(right), values);
    if (a.is_word || b.is_word)
        return compares(which, a.is_word && b.is_word ? strcmp(a.word, b.word) : 1);
    return compares(which, (a.number > b.number) - (a.number < b.number));
}

// ---- checks

static int unknown(const sweep_spec *s, const yaml_node_t *at, const char *text, const char *word)
{
    const char *names[MOST_AXES];
    unsigned n = 0;
    for (; n < s->n_axes && n < MOST_AXES; n++) names[n] = s->axes[n].key;
    const char *near = nearest_of(word, names, n);
    return tree_error(&s->tree, at, "filter '%s': %s is no axis and no number%s%s%s", text, word,
                      near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
}

// A word stands alone on its side, and only where it is compared for equality.
static int check_side(const sweep_spec *s, const yaml_node_t *at, const char *text,
                      const char *from, const char *end, bool word_fits, bool *has_axis)
{
    char word[WORD];
    unsigned factors = 0;
    double n;
    for (bool more = true; more; factors++) {
        if (!next_factor(&from, end, word))
            return tree_error(&s->tree, at,
                              "filter '%s': must be products of axes and numbers on both sides",
                              text);
        more = from < end || from[-1] == '*';
        const bool axis = axis_of(s, word) >= 0;
        *has_axis |= axis;
        if (axis || number_of(word, &n)) continue;
        if (!word_fits || more || factors || strchr(word, '.')) return unknown(s, at, text, word);
    }
    return ST_OK;
}

int filter_check(const sweep_spec *s, const yaml_node_t *at, const char *text)
{
    compare which;
    bool has_axis = false;
    const char *sign = find_compare(text, &which);
    if (!sign)
        return tree_error(&s->tree, at, "filter '%s': needs one of <, <=, >, >=, ==, !=", text);
    const char *right = sign + strlen(compare_texts[which]);
    const bool word_fits = which == EQUAL || which == NOT_EQUAL;
    int st = check_side(s, at, text, text, sign, false, &has_axis);
    if (st == ST_OK)
        st = check_side(s, at, text, right, right + strlen(right), word_fits, &has_axis);
    if (st == ST_OK && !has_axis) st = tree_error(&s->tree, at, "filter '%s': names no axis", text);
    return st;
}
