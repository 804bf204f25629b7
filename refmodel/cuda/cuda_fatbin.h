// cuda_fatbin.h: reads fat binaries, the containers in which a CUDA compiler puts a program's
// device code: PTX and machine code for several architectures, plain or compressed (LZ4, zstd).
// Their format is not documented by NVIDIA; the facts are those that free readers of it publish.
//
//   header     4 bytes magic 0xBA55ED50, 2 version (1), 2 bytes of this header (at least 16), 8
//              bytes of all entries
//   an entry   2 bytes kind (1: PTX, 2: ELF), 2 version, 4 bytes of the entry's header (at least
//              64), 8 bytes of the payload with its padding, 4 bytes of a compressed payload; from
//              byte 24 on the minor and major version of PTX (2 each), 4 the architecture (75:
//              sm_75); at byte 40 the flags (8): FATBIN_LZ4, FATBIN_ZSTD; at byte 56 the bytes of
//              the payload when decompressed (8)
//   a wrapper  4 bytes magic 0x466243B1, 4 version, a pointer to the header; what a program
//              registers
//
// All numbers are little-endian.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CUDA_CUDA_FATBIN_H
#define WL_CUDA_CUDA_FATBIN_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FATBIN_MAGIC 0xBA55ED50u
enum { FATBIN_HEADER_BYTES = 16, FATBIN_ENTRY_BYTES = 64 };
enum { FATBIN_PTX = 1, FATBIN_ELF = 2 };            // kinds
enum { FATBIN_LZ4 = 0x2000, FATBIN_ZSTD = 0x8000 }; // flags

typedef enum fatbin_status {
    FATBIN_OK,
    FATBIN_MALFORMED, // e says what is wrong, and at which byte
    FATBIN_NO_PTX     // e names the machine code that there is, or the versions of PTX, if too new
} fatbin_status;

// True if a fat binary, or the wrapper of one, starts here, and not text; fatbin_points: a wrapper.
bool fatbin_is(const void *image);
bool fatbin_points(const void *image);

// The fat binary that starts at image, or that the wrapper there points at, and the bytes that its
// header says it has. NULL: the header is malformed, or the wrapper points at no fat binary.
const unsigned char *fatbin_locate(const void *image, size_t *bytes);

// Takes the PTX of the newest architecture out of the fat binary of `bytes` bytes at `image`, of
// which nothing is believed, among the entries whose version of PTX is not above PTX_NEWEST
// (ptx.h). *text: malloc'd, NUL-terminated. Of two entries of one architecture the first counts.
fatbin_status fatbin_ptx(const unsigned char *image, size_t bytes, char **text, err *e);

#endif
