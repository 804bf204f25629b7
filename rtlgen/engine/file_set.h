// file_set.h : emitted files in memory, before any is written. Inside rtlgen only.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_RTLGEN_ENGINE_FILE_SET_H
#define WL_RTLGEN_ENGINE_FILE_SET_H

#include "base/outfile.h"
#include "rtlgen/engine/plan.h"

enum { FILE_SET_MOST = 192 };

typedef struct text_file {
    char *name, *text;
    outfile out;
} text_file;

typedef struct file_set {
    text_file f[FILE_SET_MOST];
    unsigned n;
} file_set;

void file_set_add(file_set *s, char *name, char *text);  // takes both, which are malloc'd
text_file *file_set_find(file_set *s, const char *name); // NULL: there is none
void file_set_free(file_set *s);

// Adds what other tools take the emitted files by (package/package.h): for the configuration
// NAME.core, NAME.mk and Bender.yml, for each top TOP.xml, TOP_vivado.tcl and TOP.qip. The modules
// of all plans are in the set. vlnv: the name of the FuseSoC core; NULL: warploom:rtl:NAME:VERSION.
void file_set_package(file_set *s, const rtl_plan *plans, unsigned n, const char *vlnv);

#endif
