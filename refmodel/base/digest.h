// digest.h: SHA-256 digests in hexadecimal (libmd).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BASE_DIGEST_H
#define WL_BASE_DIGEST_H

#include <stddef.h>

typedef struct digest {
    char hex[65];
} digest; // 64 hex digits and a NUL

digest digest_of(const void *data, size_t bytes);

#endif
