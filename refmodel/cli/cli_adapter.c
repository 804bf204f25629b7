// cli_adapter.c: see cli_adapter.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/cli_adapter.h"

#include "rtlgen/rtlgen.h"

int cli_adapter(const cli_args *args, const config *c, const char **block, adapter *a, err *e)
{
    const char *parameters = cli_value(args, "parameters");
    const adapter_kind *k = adapter_find(*block);
    *a = (adapter){.kind = NULL};
    if (!k && parameters)
        return err_add(e, ST_INPUT,
                       "--parameters %s: --block must be a wrapped top, such as mrpb_axi4: the "
                       "ports of a structure alone are those of the configuration",
                       parameters);
    if (!k) return ST_OK;
    if (!rtlgen_enabled(c, k->block))
        return err_add(e, ST_INPUT, "--block %s: configuration %s does not have %s, which it wraps",
                       *block, c->name, k->block);
    *a = adapter_of(k, c);
    *block = k->block;
    return adapter_set(a, c, parameters ? parameters : "", e);
}
