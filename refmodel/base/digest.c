// digest.c : see digest.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/digest.h"

#include <sha2.h>
#include <stdint.h>

_Static_assert(sizeof((digest){{0}}.hex) >= SHA256_DIGEST_STRING_LENGTH,
               "a digest holds the hex string");

digest digest_of(const void *data, size_t bytes)
{
    digest d;
    SHA256Data((const uint8_t *)data, bytes, d.hex);
    return d;
}
