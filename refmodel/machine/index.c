// index.c : see index.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/index.h"

int index_check(const char *section, index_kind kind, uint32_t sets, uint32_t line_bytes, err *e)
{
    if (kind != INDEX_FERMI || (line_bytes == 128 && (sets == 32 || sets == 64))) return ST_OK;
    return err_add(e, ST_INPUT, "%s.index = %s: defined for 32 or 64 sets of 128-byte lines, not for %s.sets = %u of %u bytes",
                   section, config_word_index_kind(kind), section, sets, line_bytes);
}
