// key_reads.h: finds out whether a C file reads a key of the configuration, from the file's text.
//
// A file reads the key `field` of a section if one of these stands outside of comments and strings:
//   c->SECTION.FIELD   the field of a configuration
//   p->FIELD           where p was last declared as a pointer to the section (struct cfg_SECTION,
//                      SECTION_cfg)
//   m.FIELD            where the file, or a header that it includes, declares m as a copy of the
//                      section
//   c->SECTION.NAME    where NAME is no key of the section but the parameter of a macro, which
//   reads
//                      all keys
//   c->SECTION)        the whole section as an argument, of which all keys are read
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CONFIG_KEY_READS_H
#define WL_CONFIG_KEY_READS_H

#include "config/rows.h"

// True if the file at root/path, a C file of the source tree, reads the key. False if there is no
// such file.
bool key_reads(const char *root, const char *path, const cfg_section *s, const cfg_row *r);

// The text of root/path, malloc'd; NULL if there is no such file.
char *key_reads_text(const char *root, const char *path);

#endif
