// fuzz_import.c : gpgpusim.config, and behind a line "----" the interconnect's own file, net.icnt.
// What is taken obeys the rules of a configuration.
//
// SPDX-License-Identifier: Apache-2.0
#include "config_again.h"

#include "config/import.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    import_result r;
    err e = {0};
    const fuzz_parts p = fuzz_split(data, size);
    fuzz_put("net.icnt", p.second, p.second_size);
    const bool taken =
        config_import(fuzz_put("gpgpusim.config", p.first, p.first_size), &r, &e) == ST_OK;
    fuzz_verdict(taken, &e);
    if (taken) config_again(&r.c);
    import_free(&r);
    return 0;
}
