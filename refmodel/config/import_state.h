// import_state.h: the internal state of an import, shared by import_file.c (the text), import.c
// (the table of options, and omitted options), import_values.c and import_memory.c (values with a
// syntax of their own).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CONFIG_IMPORT_STATE_H
#define WL_CONFIG_IMPORT_STATE_H

#include "config/import.h"
#include "config/source.h"

// One option as the file gives it.
typedef struct import_item {
    char *name, *value;
    unsigned line, col; // of the value
    unsigned name_line, name_col;
    const struct import_option *row; // NULL: there is no such option
    // at line, col: why it could not be read; NULL: it could, and name and value are there
    char *fault;
} import_item;

typedef struct importer {
    import_result *r;
    config preset;   // gtx480
    cfg_source file; // the text, for messages
    err *e;
    import_item *items; // in the file's order
    unsigned n_items;
    // the item being taken is GPGPU-Sim's default of an option that the file leaves out
    bool left_out;
    char *refusal; // then: why the default cannot be represented; malloc'd
    uint32_t clusters, cores;
    const import_item *clusters_item, *cores_item, *widths_item; // NULL: the file leaves it out
    // Of gpgpu_pipeline_widths: into and out of the operand collectors, of SP, SFU and memory.
    uint32_t widths[2][3];
    uint32_t mask;             // gpgpu_mem_address_mask
    bool typed_caches;         // a cache string begins with its type: version 4
    uint32_t l1_line, l2_line; // bytes; 0: there is no such cache, or its default is not taken
    const import_item *l2_item;
    bool write_queue; // writes have their own
    // The network: flit and buffer are the options' values or defaults, flit_item and buffer_item
    // the options where they are given, flit_file and buffer_file what the network's own file says;
    // 0: nothing.
    uint32_t network_mode, flit, flit_file, buffer, buffer_file;
    const import_item *flit_item, *buffer_item;
} importer;

// The text into items; faults are noted in the item.
void import_read_items(importer *im);
void import_items_free(importer *im);
// Is this the name of an option that may stand without a value?
bool import_is_flag(const char *name);
// The value that the file gives an option, by this or another of its names; NULL: it leaves it out.
const char *import_value(const importer *im, const char *name);
static inline bool import_given(const importer *im, const char *name)
{
    return import_value(im, name) != NULL;
}
// GPGPU-Sim's default of an option that has one.
const char *import_default(const char *name);

// ST_INPUT: "-name: ..." at the item's place. For a default: the refusal instead of an error.
int import_wrong(importer *im, const import_item *o, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void import_note_add(importer *im, const import_item *o, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
// An option that is left out keeps the preset's value though GPGPU-Sim has a default.
void import_unused_default_add(importer *im, const char *option, const char *value,
                               const char *why);

#define IMPORT_COLD_COPIES "copies from the host leave nothing in the machine's L2"

// Sets a key from a number or a word in the file; out of the key's range: an error at the item's
// place.
int import_number(importer *im, const import_item *o, const char *key, uint32_t value);
int import_word(importer *im, const import_item *o, const char *key, const char *word);

// One whole number; a fraction of zeros is allowed (700.0). *end: what follows.
bool import_parse(const char *text, uint32_t *value, const char **end);
// "0" or "1".
int import_truth(importer *im, const import_item *o, bool *on);

// What needs more than one option, when all have been taken.
int import_finish_network(importer *im);
void import_finish_dram(importer *im);
void import_finish_cores(importer *im);

// The options of kind OWN: import_custom_NAME(importer, item).
typedef int import_custom(importer *im, const import_item *o);
import_custom import_custom_clusters, import_custom_cores_per_cluster, import_custom_threads,
    import_custom_scheduler, import_custom_broadcast, import_custom_sp_collectors,
    import_custom_sfu_collectors, import_custom_mem_collectors, import_custom_pipeline_widths,
    import_custom_l1d, import_custom_l1i, import_custom_l1c, import_custom_l1t,
    import_custom_perfect, import_custom_l2, import_custom_warm_copies, import_custom_limit,
    import_custom_config_file, import_custom_dram_timing, import_custom_address_map,
    import_custom_address_mask, import_custom_dram_queue, import_custom_return_queue,
    import_custom_write_queue, import_custom_network_mode, import_custom_icnt_file,
    import_custom_flit, import_custom_buffer;

#endif
