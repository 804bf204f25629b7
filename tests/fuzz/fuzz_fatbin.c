// fuzz_fatbin.c : fat binaries, and the PTX that is taken out of them.
//
// SPDX-License-Identifier: Apache-2.0
#include "fuzz.h"

#include "cuda/cuda_fatbin.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    err e = {0};
    char *text;
    const bool taken = fatbin_ptx(data, size, &text, &e) == FATBIN_OK;
    CHECK(taken == (text != NULL), "a status and a text of two minds");
    fuzz_verdict(taken, &e);
    free(text);
    return 0;
}
