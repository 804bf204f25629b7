// plan.h : what is decided before a line is printed: sizes, names and features of one MRPB instance. Inside rtlgen only.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_RTLGEN_PLAN_H
#define WL_RTLGEN_PLAN_H

#include "config/ports/mrpb.h"
#include "rtlgen/rtlgen.h"
#include "rtlgen/writer.h"

typedef struct rtl_plan {
    const config *c;
    const char *source;  // what -c named
    port ports[MRPB_N_PORTS];
    digest hw;

    unsigned queues, depth, entries, latency; // entries = queues * depth
    unsigned stages;                          // of the latency line: latency - 2, or 0
    unsigned queue_w, slot_w, addr_w;         // bits of a queue number, of a slot in a queue, of an entry's address
    unsigned count_w;                         // bits that hold 0..depth
    unsigned line_w, warp_w, cta_w, meta_w;
    bool flush, greedy, rr, longest, bypass;
    bool slots;         // a queue is a ring with pointers (depth >= 2)
    bool depth_is_pow2;
    bool lookahead;     // the drain choice stands in a register (latency >= 2); else it sees this cycle's arrival
    bool warp_is_queue; // the queue number is the warp number: entries do not store it
} rtl_plan;

void plan_make(const config *c, const char *source, rtl_plan *p);

// Sets the holes that every template may use: NAME, sizes, banner texts, sized zeros and ones.
void plan_holes(const rtl_plan *p, writer *w);

// One emitted module.
typedef struct rtl_module {
    const char *stem;   // file and module are NAME_stem
    const char *source; // the C file that emits it
    void (*put)(const rtl_plan *p, writer *w);
    bool (*wanted)(const rtl_plan *p); // NULL: in every configuration
} rtl_module;

// The order of the file list: leaves first. NULL-stem-terminated.
extern const rtl_module rtl_modules[];
const rtl_module *plan_next(const rtl_plan *p, const rtl_module *m); // m, or the first wanted one after it; its stem is NULL at the end

void gen_check(const rtl_plan *p, writer *w); // wl_check.vh
void gen_lib_first(const rtl_plan *p, writer *w);
void gen_lib_encode(const rtl_plan *p, writer *w);
void gen_lib_count_bank(const rtl_plan *p, writer *w);
void gen_lib_slot_bank(const rtl_plan *p, writer *w);
void gen_mrpb_sel(const rtl_plan *p, writer *w);
void gen_mrpb_ram(const rtl_plan *p, writer *w);
void gen_mrpb_out(const rtl_plan *p, writer *w);
void gen_mrpb_ctl(const rtl_plan *p, writer *w);
void gen_mrpb(const rtl_plan *p, writer *w);

void export_filelist(const rtl_plan *p, writer *w);
int export_sdc(const rtl_plan *p, writer *w, err *e);
void export_shim(const rtl_plan *p, writer *w);
void export_doc(const rtl_plan *p, writer *w);

// The channels of the port table in the order in which they are printed: what a beat is, what each ready depends on.
typedef struct rtl_channel {
    const char *name;
    const char *text; // comment lines without the slashes, newline-terminated
} rtl_channel;
extern const rtl_channel rtl_channels[]; // NULL-name-terminated

// The parameter that gives a port's width ("LINE_W"), or NULL: its width is baked.
const char *plan_width_name(const port *q);

// Comment lines: the first one "PREFIX name: ...", each line of `text` one line.
void plan_comment(writer *w, const char *prefix, const char *name, const char *text);

// Widths that stay parameters of the top: those that some port of this configuration has.
typedef struct rtl_width {
    const char *name;
    unsigned value; // default; 0 = no such port here
    const char *doc;
} rtl_width;
enum { RTL_WIDTHS = 4 };
void plan_widths(const rtl_plan *p, rtl_width widths[RTL_WIDTHS]);

#endif
