// config.h: a configuration: a plain struct made from tables.h, and how it is read, checked,
// printed and explained.
//
// A configuration is a preset, overridden by a YAML file, overridden by --set assignments. Errors
// name file, line, column, key, value and what is allowed, one error per cause; an unknown key gets
// the nearest legal one. This layer writes no files.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CONFIG_CONFIG_H
#define WL_CONFIG_CONFIG_H

#include "base/digest.h"
#include "base/err.h"
#include "config/tables.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { CFG_STR = 256 }; // bytes of a string value, NUL included
enum { CFG_NAME = 64 }; // longest name, in characters

#define CFG_ENUM_ROW(constant, word, doc) constant,
#define CFG_ENUM_TYPE(type, LIST) typedef enum type { LIST(CFG_ENUM_ROW) } type;
CFG_ENUMS(CFG_ENUM_TYPE)
#undef CFG_ENUM_TYPE
#undef CFG_ENUM_ROW

#define CFG_U(field, def, min, max, unit, flags, doc, src) uint32_t field;
#define CFG_D(field, key, def, min, max, unit, flags, doc, src) uint32_t field;
#define CFG_B(field, def, flags, doc, src) bool field;
#define CFG_E(field, type, def, flags, doc, src) type field;
#define CFG_S(field, def, flags, doc, src) char field[CFG_STR];
#define CFG_SECTION(member, path, TABLE, doc) \
    struct cfg_##member { \
        TABLE(CFG_U, CFG_D, CFG_B, CFG_E, CFG_S) \
    } member;
typedef struct config {
    char name[CFG_STR]; // prefix of every emitted module; a Verilog identifier
    CFG_SECTIONS(CFG_SECTION)
} config;
#undef CFG_SECTION
#undef CFG_U
#undef CFG_D
#undef CFG_B
#undef CFG_E
#undef CFG_S

typedef struct cfg_mrpb mrpb_cfg; // sections by the name of their component
typedef struct cfg_l1d l1d_cfg;

// All defaults of tables.h; name "warploom".
void config_defaults(config *c);

// Reads `source` (the name of a preset or the path of a file; NULL: preset gtx480), applies the
// assignments "a.b=c", and checks all rules between keys. Returns ST_OK or ST_INPUT; *c is
// undefined after an error.
int config_load(config *c, const char *source, const char *const *sets, unsigned n_sets, err *e);

// The same, and given[i] is how assignment i was written, "--clock-ns 4", by which messages name
// it; NULL: "--set a.b=c".
int config_load_given(config *c, const char *source, const char *const *sets,
                      const char *const *given, unsigned n_sets, err *e);

// Checks the rules between keys, as config_load does.
int config_check(const config *c, err *e);

// Prints canonical YAML with every key in table order. Reading it gives the same configuration, and
// printing that gives the same bytes.
void config_print(const config *c, FILE *f);

// Prints YAML on top of a preset (`base`: the preset as loaded): name, preset and the keys that
// differ.
void config_print_over(const config *c, const char *preset, const config *base, FILE *f);

// SHA-256 of the canonical text of all keys; and of the name and the keys that shape the emitted
// hardware, which is the hardware's identity.
digest config_digest(const config *c);
digest config_hw_digest(const config *c);

// Prints what `config explain KEY` shows: type, range, unit, default, doc and source. The name of a
// section explains all its keys. ST_INPUT, with the nearest key, for an unknown one.
int config_explain(const char *key, FILE *f, err *e);

// The word of an enum value, e.g. config_word_drain_kind(DRAIN_FIXED) = "fixed".
#define CFG_ENUM_WORD(type, LIST) const char *config_word_##type(type value);
CFG_ENUMS(CFG_ENUM_WORD)
#undef CFG_ENUM_WORD

// Preset names, NULL-terminated, sorted; from the files in refmodel/config/presets. Owned by the
// callee.
const char *const *config_presets(void);

// The width of a byte address in the enabled structure in front of L1D, and the key that sets it.
// 0: there is no such structure, and addresses are not limited.
static inline unsigned cfg_address_bits(const config *c)
{
    if (c->mrpb.enable) return c->mrpb.address_bits;
    return c->warppool.enable ? c->warppool.address_bits : 0;
}
static inline const char *cfg_address_key(const config *c)
{
    return c->mrpb.enable ? "structures.mrpb.address_bits" : "structures.warppool.address_bits";
}

// The width of an index into n items: ceil(log2(n)), at least 1.
static inline unsigned cfg_index_bits(uint64_t n)
{
    unsigned b = 1;
    while (b < 64 && ((uint64_t)1 << b) < n) b++;
    return b;
}

#endif
