// plan.c : see plan.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/plan.h"

#include "base/version.h"
#include "config/rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned bits_to_hold(unsigned max) // 0..max
{
    return cfg_index_bits((uint64_t)max + 1);
}

void plan_make(const config *c, const char *source, rtl_plan *p)
{
    const mrpb_cfg *m = &c->mrpb;
    *p = (rtl_plan){.c = c, .source = source ? source : c->name, .hw = config_hw_digest(c), .queues = m->queues, .depth = m->depth,
                    .entries = m->queues * m->depth, .latency = m->latency};
    p->stages = m->latency > 2 ? m->latency - 2 : 0;
    p->queue_w = cfg_index_bits(p->queues);
    p->slot_w = cfg_index_bits(p->depth);
    p->addr_w = cfg_index_bits(p->entries);
    p->count_w = bits_to_hold(p->depth);
    p->line_w = mrpb_line_bits(c);
    p->warp_w = mrpb_warp_bits(c);
    p->cta_w = m->signature == SIG_CTA ? cfg_index_bits(c->sm.ctas) : 0;
    p->meta_w = m->meta_bits;
    p->flush = m->flush;
    p->greedy = m->greedy;
    p->rr = m->drain == DRAIN_RR;
    p->longest = m->drain == DRAIN_LONGEST;
    p->bypass = m->bypass != BYPASS_NONE;
    p->slots = m->depth > 1;
    p->depth_is_pow2 = (m->depth & (m->depth - 1)) == 0;
    p->lookahead = m->latency >= 2;
    p->warp_is_queue = m->signature == SIG_WARP && p->queues > 1 && p->queue_w >= p->warp_w;
    mrpb_ports(c, p->ports);
}

static void put_line(writer *w, const char *head, const char *text)
{
    writer_set(w, "HEAD", "%s", head);
    writer_set(w, "TEXT", "%s", text);
    writer_put(w, "// @{HEAD}: @{TEXT}\n");
}

// What is baked: every key that shapes the hardware, as a configuration writes it, its section named in each line.
static void baked_section(const rtl_plan *p, const cfg_section *s, writer *w)
{
    char line[116];
    size_t n = 0;
    for (unsigned i = 0; i < s->n; i++) {
        if (!(s->rows[i].flags & HW)) continue;
        char *value = cfg_text(p->c, &s->rows[i]);
        char *pair = wl_format(" %s=%s", s->rows[i].key, value);
        if (n + strlen(pair) >= sizeof line) {
            put_line(w, "baked    ", line);
            n = 0;
        }
        if (n == 0) n = (size_t)snprintf(line, sizeof line, "%s:", s->path);
        n += (size_t)snprintf(line + n, sizeof line - n, "%s", pair);
        free(pair);
        free(value);
    }
    if (n) put_line(w, "baked    ", line);
}

static void baked_lines(const rtl_plan *p, writer *w)
{
    unsigned n;
    const cfg_section *s = cfg_sections(&n);
    for (unsigned i = 0; i < n; i++) {
        if (s[i].path[0]) baked_section(p, &s[i], w);
    }
}

static void parameter_line(const rtl_plan *p, writer *w)
{
    rtl_width widths[RTL_WIDTHS];
    size_t n = 0;
    char text[64] = "none";
    plan_widths(p, widths);
    for (unsigned i = 0; i < RTL_WIDTHS; i++) {
        if (!widths[i].value) continue;
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%s", n ? " " : "", widths[i].name);
    }
    put_line(w, "parameter", text);
}

static void banner(const rtl_plan *p, writer *w)
{
    writer *b = writer_new();
    bool quoted = p->source[0] == '\'' || p->source[0] == '$';
    const char *folder = quoted ? p->c->name : p->source;
    size_t stem = strcspn(folder, " ");
    if (stem > 5 && strncmp(folder + stem - 5, ".yaml", 5) == 0) stem -= 5;
    writer_set(b, "SOURCE", "%s", p->source);
    writer_set(b, "DIR", "rtl/%.*s", (int)stem, folder);
    writer_set(b, "DIGEST", "%s", p->hw.hex);
    writer_put(b, "// config   : @{SOURCE} (hardware digest @{DIGEST})\n"
                  "// regen    : warploom rtl -c @{SOURCE} -o @{DIR}\n");
    baked_lines(p, b);
    parameter_line(p, b);
    writer_put(b, "// SPDX-License-Identifier: Apache-2.0\n");
    char *text = writer_take(b, NULL);
    writer_set(w, "BANNER", "%s", text);
    free(text);
    writer_free(b);
}

void plan_holes(const rtl_plan *p, writer *w)
{
    writer_set(w, "NAME", "%s", p->c->name);
    writer_set(w, "VERSION", "%s", WL_VERSION);
    writer_set(w, "HW_DIGEST", "%s", p->hw.hex);
    writer_set(w, "QUEUES", "%u", p->queues);
    writer_set(w, "DEPTH", "%u", p->depth);
    writer_set(w, "ENTRIES", "%u", p->entries);
    writer_set(w, "LATENCY", "%u", p->latency);
    writer_set(w, "QUEUE_W", "%u", p->queue_w);
    writer_set(w, "SLOT_W", "%u", p->slot_w);
    writer_set(w, "ADDR_W", "%u", p->addr_w);
    writer_set(w, "COUNT_W", "%u", p->count_w);
    writer_flag(w, "FLUSH", p->flush);
    writer_flag(w, "GREEDY", p->greedy);
    writer_flag(w, "FIXED", !p->rr && !p->longest);
    writer_flag(w, "RR", p->rr);
    writer_flag(w, "LONGEST", p->longest);
    writer_flag(w, "LOOKAHEAD", p->lookahead);
    writer_flag(w, "LINE", p->stages > 0);
    writer_flag(w, "THROUGH", p->flush || !p->lookahead); // the incoming request itself may enter the outbound buffer
    writer_flag(w, "BYPASS", p->bypass);
    writer_flag(w, "BY_CAUSE", p->c->mrpb.bypass == BYPASS_ASSOC);
    banner(p, w);
}

void plan_comment(writer *w, const char *prefix, const char *name, const char *text)
{
    while (*text) {
        size_t n = strcspn(text, "\n");
        writer_set(w, "COMMENT", "%s%s%s%.*s", prefix, name ? name : "", name ? ": " : "  ", (int)n, text);
        writer_put(w, "@{COMMENT}\n");
        text += n + (text[n] == '\n');
        name = NULL;
    }
}

// Channel and direction taken off a port's name: "in_line_i" -> "line".
static bool is_stem(const char *port_name, const char *stem)
{
    const char *from = strchr(port_name, '_'), *to = strrchr(port_name, '_');
    return from && to > from && (size_t)(to - from - 1) == strlen(stem) && strncmp(from + 1, stem, strlen(stem)) == 0;
}

// X(parameter, member of the plan, doc, stems of the ports that have this width)
#define WIDTHS(X) \
    X(LINE_W, line_w, "line address, bits", "line", "line") \
    X(WARP_W, warp_w, "warp number, bits", "warp", "cta_warp") \
    X(CTA_W, cta_w, "thread-block slot, bits", "cta", "cta") \
    X(META_W, meta_w, "metadata, bits", "meta", "meta")

const char *plan_width_name(const port *q)
{
#define STEM(param, member, doc, stem, stem2) \
    if (is_stem(q->name, stem) || is_stem(q->name, stem2)) return #param;
    WIDTHS(STEM)
#undef STEM
    return NULL;
}

void plan_widths(const rtl_plan *p, rtl_width widths[RTL_WIDTHS])
{
    unsigned n = 0;
#define ROW(param, member, text, stem, stem2) widths[n++] = (rtl_width){.name = #param, .value = p->member, .doc = (text)};
    WIDTHS(ROW)
#undef ROW
}

const rtl_channel rtl_channels[] = {
    {"in", "requests from the coalescer. Beat when in_valid_i && in_ready_o; the payload holds from valid until the beat.\n"
           "in_ready_o depends on state and this channel's payload, never on in_valid_i.\n"},
    {"req", "requests offered to L1D, which answers in the same cycle: req_ready_i, or a stall with its cause. Beat when\n"
            "req_valid_o && req_ready_i. Valid and payload come from state only and hold until the request leaves.\n"},
    {"byp", "bypass path (MRPB section 3.4): in a cycle with byp_pulse_o the request on req leaves for it. Fire and forget;\n"
            "depends on state, req_ready_i, req_stall_i and byp_ready_i.\n"},
    {"status", "from state only\n"},
    {NULL, NULL},
};

static bool has_slots(const rtl_plan *p) { return p->slots; }
static bool has_counts(const rtl_plan *p) { return p->longest; }

const rtl_module *plan_next(const rtl_plan *p, const rtl_module *m)
{
    while (m->stem && m->wanted && !m->wanted(p)) m++;
    return m;
}

const rtl_module rtl_modules[] = {
    {"lib_first", "gen_lib.c", gen_lib_first, NULL},
    {"lib_encode", "gen_lib.c", gen_lib_encode, NULL},
    {"lib_count_bank", "gen_bank.c", gen_lib_count_bank, has_counts},
    {"lib_slot_bank", "gen_bank.c", gen_lib_slot_bank, has_slots},
    {"mrpb_sel", "gen_mrpb_sel.c", gen_mrpb_sel, NULL},
    {"mrpb_ram", "gen_mrpb_ram.c", gen_mrpb_ram, NULL},
    {"mrpb_out", "gen_mrpb_out.c", gen_mrpb_out, NULL},
    {"mrpb_ctl", "gen_mrpb_ctl.c", gen_mrpb_ctl, NULL},
    {"mrpb", "gen_mrpb.c", gen_mrpb, NULL},
    {NULL, NULL, NULL, NULL},
};
