// gen.c : the files and channels of DWT-CS.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/engine/plan.h"

#include <stdlib.h>

// factor * `name` as shifts and additions, one a bit that is set; the lines that it needs come on
// their own.
static void set_product(writer *w, const char *value, const char *name, unsigned factor)
{
    enum { TERMS_A_LINE = 3 };
    char *sum = wl_strdup("");
    unsigned terms = 0;
    for (unsigned bit = 0; factor >> bit; bit++) {
        if (!(factor >> bit & 1)) continue;
        const char *join = !terms ? "" : terms % TERMS_A_LINE ? " + " : " +\n    ";
        char *longer = bit ? wl_format("%s%s(%s << %u)", sum, join, name, bit)
                           : wl_format("%s%s%s", sum, join, name);
        free(sum);
        sum = longer;
        terms++;
    }
    writer_set(w, value, "%s", sum);
    free(sum);
}

static void set_meter(const rtl_plan *p, writer *w)
{
    set_product(w, "INSN_SUM", "insn_term", p->dwtcs.insn_times);
}

static const rtl_channel channels[] = {
    {"kernel", "fire and forget. A begin ends a kernel that runs; in one cycle with an end it "
               "comes after it\n"},
    {"sm", "every cycle: fields side by side, SM 0 in the lowest bits. sm_limit_o comes from state "
           "only\n"},
    {"status", "from state only\n"},
    {NULL, NULL},
};

static const rtl_module modules[] = {
    {"dwtcs_meter", "rtlgen/dwtcs/dwtcs_meter.v.in", set_meter, NULL},
    {"dwtcs_vote", "rtlgen/dwtcs/dwtcs_vote.v.in", NULL, NULL},
    {"dwtcs_winners", "rtlgen/dwtcs/dwtcs_winners.v.in", NULL, NULL},
    {"dwtcs_ctl", "rtlgen/dwtcs/dwtcs_ctl.v.in", NULL, NULL},
    {"dwtcs", "rtlgen/dwtcs/dwtcs.v.in", NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

static bool enabled(const config *c) { return c->dwtcs.enable; }

const rtl_block rtl_dwtcs = {
    "dwtcs",  "structures.dwtcs", enabled,          modules,
    channels, dwtcs_make_plan,    dwtcs_set_values, "rtlgen/dwtcs/dwtcs.md.in"};
