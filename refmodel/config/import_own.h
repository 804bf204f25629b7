// import_own.h : inside the configuration layer: the state of an import, shared by import.c (the file, the table of options) and
// import_values.c (values with a syntax of their own).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CONFIG_IMPORT_OWN_H
#define WL_CONFIG_IMPORT_OWN_H

#include "config/import.h"
#include "config/source.h"

// One option as the file gives it.
typedef struct import_item {
    char *name, *value;
    unsigned line, col; // of the value
} import_item;

typedef struct importer {
    import_result *r;
    cfg_source file; // the text, for messages
    err *e;
    uint32_t clusters, cores;
    bool typed_caches; // a cache string begins with its type: version 4
    bool flits_given, buffer_given;
    uint32_t router_buffer; // vc_buf_size; 0: not given
    bool write_queue; // writes have their own
} importer;

// ST_INPUT: "-name: ..." at the item's place.
int import_wrong(importer *im, const import_item *o, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void import_note_add(importer *im, const import_item *o, const char *why);

// Sets a key from a number or a word in the file; out of the key's range: an error at the item's place.
int import_number(importer *im, const import_item *o, const char *key, uint32_t value);
int import_word(importer *im, const import_item *o, const char *key, const char *word);

// One whole number; a fraction of zeros is allowed (700.0). *end: what follows.
bool import_parse(const char *text, uint32_t *value, const char **end);

// The options of kind OWN: import_own_NAME(importer, item).
typedef int import_own(importer *im, const import_item *o);
import_own import_own_clusters, import_own_cores_per_cluster, import_own_threads, import_own_scheduler,
    import_own_pipeline_widths, import_own_l1d, import_own_l1i, import_own_l1c, import_own_perfect,
    import_own_l2, import_own_warm_copies, import_own_dram_timing,
    import_own_write_queue, import_own_icnt_file, import_own_limit;

#endif
