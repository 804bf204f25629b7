// build_id.c: see build_id.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/build_id.h"

#include "base/err.h"
#include "base/version.h"

#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

enum { ID_BYTES = 20 };

static size_t padded(size_t bytes) { return (bytes + 3) & ~(size_t)3; }

// The note among those from..end; NULL: it is not there.
static const unsigned char *find_note(const unsigned char *from, const unsigned char *end)
{
    ElfW(Nhdr) h;
    for (; from + sizeof h <= end; from += sizeof h + padded(h.n_namesz) + padded(h.n_descsz)) {
        memcpy(&h, from, sizeof h);
        if (h.n_type == NT_GNU_BUILD_ID && h.n_namesz == 4 && h.n_descsz == ID_BYTES)
            return from + sizeof h + padded(h.n_namesz);
    }
    return NULL;
}

// The program itself is the first object that is asked about.
static int look(struct dl_phdr_info *info, size_t size, void *found)
{
    (void)size;
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        const ElfW(Addr) at = info->dlpi_addr + p->p_vaddr;
        const unsigned char *from;
        memcpy(&from, &at, sizeof from);
        const unsigned char *id = p->p_type == PT_NOTE ? find_note(from, from + p->p_memsz) : NULL;
        if (id) memcpy(found, &id, sizeof id);
    }
    return 1;
}

const char *build_id_version(void)
{
    static char text[sizeof WL_VERSION + 1 + 2 * ID_BYTES];
    const unsigned char *id = NULL;
    if (*text) return text;
    dl_iterate_phdr(look, &id);
    CHECK(id, "the program has no build ID: it is linked with --build-id=sha1");
    size_t at = (size_t)snprintf(text, sizeof text, "%s+", WL_VERSION);
    for (unsigned i = 0; i < ID_BYTES; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "%02x", id[i]);
    return text;
}
