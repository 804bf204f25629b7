// bugs.h : named, realistic bugs that can be seeded into the emitted Verilog (`--inject ID`), so
// that every checker can be shown to check. A bug is an edit of the finished text: `from` must
// occur exactly once in `module`'s file, or emission fails. How its words are spaced and broken
// into lines does not matter.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_RTLGEN_BUGS_H
#define WL_RTLGEN_BUGS_H

typedef struct rtl_bug {
    const char *id;     // "rtl-..."
    const char *module; // stem without the configuration's prefix, e.g. "mrpb_ctl"
    const char *from, *to;
    const char *what; // what is wrong
} rtl_bug;

// NULL-id-terminated.
extern const rtl_bug rtl_bugs[];

// The settings that make the paper's design one that has the bug's place, KEY=VALUE with spaces
// between: keys of the structure's section, the crossbar's whole paths; "" = it has.
const char *rtl_bug_settings(const char *id);

#endif
