// make_fatbin.c : puts a PTX file into a fat binary, as a CUDA compiler would: plain, lz4 or zstd;
// or as machine code (elf), which it is not, for a program that has nothing else.
//
//   make_fatbin plain|lz4|zstd|elf IN OUT
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda/cuda_fatbin.h"

#include <lz4.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

static void put(FILE *f, uint64_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++) fputc((int)(value >> 8 * i & 255), f);
}

static void put_entry(FILE *f, const char *how, const char *payload, size_t bytes, size_t plain)
{
    const int packed = !strcmp(how, "lz4") || !strcmp(how, "zstd"), elf = !strcmp(how, "elf");
    const size_t padded = (bytes + 7) / 8 * 8;
    put(f, FATBIN_MAGIC, 4), put(f, 1, 2), put(f, FATBIN_HEADER_BYTES, 2);
    put(f, FATBIN_ENTRY_BYTES + padded, 8);
    put(f, elf ? FATBIN_ELF : FATBIN_PTX, 2), put(f, 0x101, 2), put(f, FATBIN_ENTRY_BYTES, 4);
    put(f, padded, 8), put(f, packed ? bytes : 0, 4), put(f, 0, 4);
    put(f, 2, 2), put(f, 3, 2), put(f, 35, 4), put(f, 0, 8); // PTX 3.2 of sm_35
    put(f, packed ? !strcmp(how, "lz4") ? FATBIN_LZ4 : FATBIN_ZSTD : 0, 8), put(f, 0, 8);
    put(f, packed ? plain : 0, 8);
    fwrite(payload, 1, bytes, f);
    put(f, 0, (unsigned)(padded - bytes));
}

int main(int argc, char **argv)
{
    static char text[1 << 20], packed[1 << 20];
    FILE *in = argc == 4 ? fopen(argv[2], "r") : NULL, *out = in ? fopen(argv[3], "w") : NULL;
    if (!out) return 2;
    size_t plain = fread(text, 1, sizeof text, in), bytes = plain;
    if (!strcmp(argv[1], "lz4"))
        bytes = (size_t)LZ4_compress_default(text, packed, (int)plain, (int)sizeof packed);
    else if (!strcmp(argv[1], "zstd")) bytes = ZSTD_compress(packed, sizeof packed, text, plain, 3);
    else memcpy(packed, text, plain);
    put_entry(out, argv[1], packed, bytes, plain);
    fclose(in);
    return fclose(out) ? 3 : 0;
}
