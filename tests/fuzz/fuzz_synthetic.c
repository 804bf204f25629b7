// fuzz_synthetic.c : files of synthetic kernels.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/synthetic_run.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static config c;
    err e = {0};
    if (!c.name[0]) config_defaults(&c);
    synthetic_file *f = synthetic_load(fuzz_put("p.yaml", data, size), &c, &e);
    fuzz_verdict(f, &e);
    synthetic_free(f);
    return 0;
}
