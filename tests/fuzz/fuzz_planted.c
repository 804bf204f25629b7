// fuzz_planted.c : three faults behind two bytes that the fuzzer must find first: FUZZ_PLANT 1
// reads beyond the end, 2 leaks, 3 hangs.
//
// SPDX-License-Identifier: Apache-2.0
#include "fuzz.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static volatile uint8_t seen;
    if (size < 2 || data[0] != 'w' || data[1] != 'l') return 0;
    if (FUZZ_PLANT == 1) seen = data[size];
    if (FUZZ_PLANT == 2) seen = (uint8_t)(uintptr_t)malloc(16);
    while (FUZZ_PLANT == 3) seen++;
    return 0;
}
