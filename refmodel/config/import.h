// import.h : a gpgpusim.config (GPGPU-Sim 3.2 and 4.x) as a configuration of ours.
//
// The file is options "-name value", comments from # to the end of the line, values in double
// quotes over several lines, and a backslash at the end of a line joins it with the next. A flag
// alone means 1; of an option that is given twice the last counts. import_options.h says of every
// option that GPGPU-Sim has what becomes of it: it sets keys; or only one meaning of it can be
// represented, and another value is an error at its place; or it is ignored, which is noted with
// the reason. An option that GPGPU-Sim does not have is an error.
//
// What the file leaves out has GPGPU-Sim's own default, where that has one. A default that the
// machine cannot represent, or that does not fit what the file gives of the DRAM, is noted, and the
// value of preset gtx480 stays; so it does where GPGPU-Sim has none.
//
// The interconnect's own file (-inter_config_file) is read when it lies beside. Without it, and
// without -icnt_flit_size, flits are those of the GTX480 files that come with the version whose
// cache strings the file uses: 32 bytes (3.2), 40 bytes (4.x). With 4.x's strings the network's
// input buffers are those of source and router together, and the L2 keeps room for four sectors.
// With network_mode 2 the options describe the network, and the file is not read.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CONFIG_IMPORT_H
#define WL_CONFIG_IMPORT_H

#include "config/config.h"

typedef struct import_note {
    unsigned line;
    char *option, *value;
    char *why;
} import_note;

// An option that the file leaves out and of which GPGPU-Sim's default is not taken.
typedef struct import_kept {
    char *option, *value; // the default
    char *why;
} import_kept;

typedef struct import_result {
    config c; // name: the file's, as an identifier
    import_note *notes;
    unsigned n_notes;
    import_kept *kept;
    unsigned n_kept;
} import_result;

// ST_OK or ST_INPUT with an error a value that cannot be represented. Free in either case.
int config_import(const char *path, import_result *r, err *e);
void import_free(import_result *r);

#endif
