// sms.c: parses a selection of SMs. See sms.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/sms.h"

#include <string.h>

// A decimal number below `limit` at *text, which moves behind it.
static bool number(const char **text, unsigned limit, unsigned *value)
{
    const char *p = *text;
    unsigned v = 0;
    while (*p >= '0' && *p <= '9' && v < limit) v = 10 * v + (unsigned)(*p++ - '0');
    bool good = p != *text && v < limit;
    *text = p;
    *value = v;
    return good;
}

static bool range(const char **text, bool *listed, unsigned n_sms)
{
    unsigned from, to;
    if (!number(text, n_sms, &from)) return false;
    to = from;
    if (**text == '-') {
        ++*text;
        if (!number(text, n_sms, &to) || to < from) return false;
    }
    for (unsigned i = from; i <= to; i++) listed[i] = true;
    return true;
}

int sms_parse(const char *list, bool *listed, unsigned n_sms, err *e)
{
    bool all = !list || strcmp(list, "all") == 0;
    for (unsigned i = 0; i < n_sms; i++) listed[i] = all;
    if (all) return ST_OK;
    const char *p = list;
    bool good = range(&p, listed, n_sms);
    while (good && *p == ',') {
        p++;
        good = range(&p, listed, n_sms);
    }
    if (good && !*p) return ST_OK;
    return err_add(e, ST_INPUT,
                   "--sms %s: must be all, or SMs of 0..%u and ranges of them, such as 0,3-5", list,
                   n_sms - 1);
}
