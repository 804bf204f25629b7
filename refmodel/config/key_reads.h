// key_reads.h: finds out whether a C file reads a key of the configuration, from the file's text.
//
// A file reads the key `field` of a section if one of these stands outside of comments and strings:
//   c->SECTION.FIELD   the field of a configuration
//   p->FIELD           where p was last declared as a pointer to the section (struct cfg_SECTION,
//                      SECTION_cfg)
//   m.FIELD            where the file, or a header that it includes, declares m as a copy of the
//                      section
//   c->SECTION.NAME    where NAME is no key of the section but the parameter of a macro, which
//                      reads all keys
//   c->SECTION)        the whole section as an argument, of which all keys are read
//   NAME(              a call of an inline function of the configuration's headers that reads it,
//                      or calls one that does
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CONFIG_KEY_READS_H
#define WL_CONFIG_KEY_READS_H

#include "config/rows.h"

// A key, and the inline functions in refmodel/config and its folders that read it.
typedef struct key_reader {
    const char *root; // of the source tree, the caller's
    const cfg_section *s;
    const cfg_row *r;
    char **functions;
    unsigned n;
} key_reader;

key_reader key_reader_of(const char *root, const cfg_section *s, const cfg_row *r);
void key_reader_free(key_reader *k);

// True if the file at path below the root, a C file of the source tree, reads the key. False if
// there is no such file.
bool key_reads(const key_reader *k, const char *path);

// The text of root/path; NULL if there is no such file. It is read once, and stays as it was then
// until the program ends.
const char *key_reads_text(const char *root, const char *path);

#endif
