// fuzz_liberty.c : Liberty files, and what is written from them.
//
// SPDX-License-Identifier: Apache-2.0
#include "fuzz.h"

#include "synth/liberty.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    liberty l;
    err e = {0};
    const char *path = fuzz_put("my.lib", data, size);
    const bool taken = liberty_read(path, &l, &e) == ST_OK;
    fuzz_verdict(taken, &e);
    if (!taken) return 0;
    CHECK(liberty_inverter(&l), "no inverter");
    fuzz_verdict(liberty_latch_map(&l, fuzz_path("latches.v"), &e) == ST_OK, &e);
    fuzz_verdict(liberty_for_abc(path, "DFF* *LAT*", fuzz_path("without.lib"), &e) == ST_OK, &e);
    fuzz_verdict(liberty_plain(path, fuzz_path("plain.lib"), &e) == ST_OK, &e);
    liberty_free(&l);
    return 0;
}
