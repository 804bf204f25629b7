// gen.c : the files and channels of the streaming bypass.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/engine/plan.h"

static const rtl_channel channels[] = {
    {"acc", "what the cache has served in this cycle. No handshake.\n"},
    {"mode", "from state only\n"},
    {NULL, NULL},
};

static const rtl_module modules[] = {
    {"streambypass", "rtlgen/streambypass/streambypass.v.in", NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

static bool enabled(const config *c) { return c->streambypass.enable; }

const rtl_block rtl_streambypass = {"streambypass",
                                    "structures.streambypass",
                                    enabled,
                                    modules,
                                    channels,
                                    streambypass_make_plan,
                                    streambypass_set_values,
                                    "rtlgen/streambypass/streambypass.md.in"};
