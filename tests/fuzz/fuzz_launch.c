// fuzz_launch.c : launch files, over one kernel with a parameter of every kind.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/launch.h"
#include "fuzz.h"

#include <string.h>

static const char ptx[] = ".version 4.0\n.target sm_20\n.address_size 64\n"
                          ".visible .entry k(.param .u64 a, .param .s32 n, .param .f32 x, .param "
                          ".f64 y, .param .u8 b, .param .align 8 .b8 s[24])\n"
                          "{\n ret;\n}\n.visible .entry none()\n{\n ret;\n}\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static config c;
    err e = {0};
    if (!c.name[0]) {
        config_defaults(&c);
        fuzz_put("k.ptx", ptx, strlen(ptx));
        fuzz_put("eight.raw", "12345678", 8);
    }
    launch *l = launch_load(fuzz_put("launch.yaml", data, size), &c, false, &e);
    fuzz_verdict(l, &e);
    launch_free(l);
    return 0;
}
