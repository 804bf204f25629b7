// liberty_find.c : where the cell library is; see liberty.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/file_claims.h"
#include "base/resources.h"
#include "synth/liberty.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OSU018 "qflow/tech/osu018/osu018_stdcells.lib"

// The candidate if it can be read; it is freed if not.
static bool readable(char *candidate, char **path)
{
    if (access(candidate, R_OK) == 0) {
        *path = candidate;
        return true;
    }
    free(candidate);
    return false;
}

static int find_osu018(char **path, err *e)
{
    const char *set = getenv("WARPLOOM_LIBERTY");
    if (set && *set) {
        if (readable(wl_strdup(set), path)) return ST_OK;
        return err_add(e, ST_INPUT, "WARPLOOM_LIBERTY = %s: cannot be read", set);
    }
    if (readable(wl_strdup("/usr/share/" OSU018), path)) return ST_OK;
    if (readable(resource_path("build/liberty/usr/share/" OSU018), path)) return ST_OK;
    if (readable(resource_path("liberty/osu018_stdcells.lib"), path)) return ST_OK; // installed
    return err_add(e, ST_TOOL,
                   "the cell library osu018 is not here: `make deps` in the source tree fetches it "
                   "and `make install` takes it along, "
                   "or install Debian's qflow-tech-osu018, or set synth.liberty or "
                   "WARPLOOM_LIBERTY to a Liberty file");
}

int liberty_find(const char *setting, char **path, err *e)
{
    *path = NULL;
    if (strcmp(setting, "osu018") == 0) return find_osu018(path, e);
    char *absolute = realpath(setting, NULL);
    if (!absolute)
        return err_add(e, ST_INPUT,
                       "synth.liberty = %s: no such file (a Liberty file's path, or osu018)",
                       setting);
    *path = absolute;
    return file_claims_input(absolute, e);
}
