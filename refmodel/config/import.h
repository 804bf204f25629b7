// import.h: converts a gpgpusim.config (GPGPU-Sim 3.2 and 4.x) to a configuration.
//
// The file contains options "-name value". Comments run from # to the end of the line; values in
// double quotes may span lines; a backslash at the end of a line joins it with the next one. A flag
// without a value means 1, and of an option that is given twice, the last one counts.
// import_options.h says for every option of GPGPU-Sim what happens to it: it sets keys; or only one
// of its values can be represented, and another one is an error at its place; or it is ignored,
// which is noted with the reason. An option that GPGPU-Sim does not have is an error.
//
// Options that the file omits have GPGPU-Sim's default, if there is one. If the machine cannot
// represent a default, or if it does not fit the DRAM that the file describes, that is noted and
// the value of preset gtx480 stays. It also stays if GPGPU-Sim has no default.
//
// The interconnect's own file (-inter_config_file) is read if it lies beside the file. Without it
// and without -icnt_flit_size, flits are those of the GTX480 files that come with the version whose
// cache strings the file uses: 32 bytes (3.2) or 40 bytes (4.x). With 4.x's strings, the network's
// input buffers are those of source and router together, and L2 reserves room for four sectors.
// With network_mode 2, the options describe the network, and the interconnect's file is not read.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CONFIG_IMPORT_H
#define WL_CONFIG_IMPORT_H

#include "config/config.h"

typedef struct import_note {
    unsigned line; // 0: of an option that the file leaves out, whose default is told
    char *option, *value;
    char *why;
} import_note;

// An option that the file omits and whose default in GPGPU-Sim is not used.
typedef struct import_unused_default {
    char *option, *value; // the default
    char *why;
} import_unused_default;

typedef struct import_result {
    config c; // its name is the file's, as an identifier
    import_note *notes;
    unsigned n_notes;
    import_unused_default *kept;
    unsigned n_kept;
} import_result;

// Returns ST_OK, or ST_INPUT with one error per value that cannot be represented. Free *r in either
// case.
int config_import(const char *path, import_result *r, err *e);
void import_free(import_result *r);

#endif
