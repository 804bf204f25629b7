// import.h : a gpgpusim.config (GPGPU-Sim 3.2 and 4.x) as a configuration of ours.
//
// The file is options "-name value", comments from # to the end of the line, values in double quotes over several lines, and
// a backslash at the end of a line joins it with the next. What the file does not say keeps the value of preset gtx480.
// import_options.h says of every option what becomes of it: it sets keys; or only one meaning of it can be represented, and
// another value is an error at its place; or it is ignored, which is noted with the reason.
//
// The interconnect's own file (-inter_config_file) is read when it lies beside. Without it, and without -icnt_flit_size, flits are
// those of the GTX480 files that come with the version whose cache strings the file uses: 32 bytes (3.2), 40 bytes (4.x). With 4.x's
// strings the network's input buffers are those of source and router together, and the L2 keeps room for four sectors.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CONFIG_IMPORT_H
#define WL_CONFIG_IMPORT_H

#include "config/config.h"

typedef struct import_note {
    unsigned line;
    char *option, *value;
    const char *why; // "not modelled", "no effect on timing", "host side", ...
} import_note;

typedef struct import_result {
    config c; // name: the file's, as an identifier
    import_note *notes;
    unsigned n_notes;
} import_result;

// ST_OK or ST_INPUT with an error a value that cannot be represented. Free in either case.
int config_import(const char *path, import_result *r, err *e);
void import_free(import_result *r);

#endif
