// fuzz_config.c : configurations in YAML. One that is taken reads back from its own canonical text,
// to the byte.
//
// SPDX-License-Identifier: Apache-2.0
#include "config_again.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    config c;
    err e = {0};
    const bool taken = config_load(&c, fuzz_put("my.yaml", data, size), NULL, 0, &e) == ST_OK;
    fuzz_verdict(taken, &e);
    if (taken) config_again(&c);
    return 0;
}
