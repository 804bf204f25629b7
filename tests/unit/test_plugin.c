// test_plugin.c : what makes a shared object our plug-in, and builds without tools.
//
// links: bench lockstep rtlgen machine blocks config base
//
// Real builds are in tests/cosim/plugin_cache.sh.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/resources.h"
#include "fake_plugin.h"
#include "rtlgen/rtlgen.h"
#include "tb/lockstep/build.h"
#include "unit.h"

#include <dirent.h>
#include <ftw.h>
#include <stdio.h>
#include <unistd.h>

static config cfg;
static digest hw;
static wl_plugin api;
static char top[CFG_STR + 8]; // of the configuration

// A plug-in that fits a configuration.
static void good_plugin(void)
{
    config_defaults(&cfg);
    strcpy(cfg.name, "unit");
    cfg.mrpb.enable = true;
    hw = config_hw_digest(&cfg);
    fake_plan(&cfg);
    api = fake_plugin;
    api.hw_digest = hw.hex;
    char *name = rtlgen_top(&cfg, "mrpb");
    snprintf(top, sizeof top, "%s", name);
    free(name);
    api.top = top;
}

static void expect_refused(const char *text)
{
    err e = {0};
    CU_ASSERT_EQUAL(plugin_check(&api, &cfg, "mrpb", &e), ST_TOOL);
    CU_ASSERT_PTR_NOT_NULL(e.text && strstr(e.text, text));
    err_free(&e);
}

TEST(a_plugin_of_this_configuration_is_taken)
{
    err e = {0};
    good_plugin();
    CU_ASSERT_EQUAL(plugin_check(&api, &cfg, "mrpb", &e), ST_OK);
}

TEST(another_interface_version_is_refused)
{
    good_plugin();
    api.abi = WL_PLUGIN_ABI + 1;
    expect_refused("interface version");
}

TEST(other_numbers_of_words_are_refused)
{
    good_plugin();
    api.out_words--;
    expect_refused("output words");
}

TEST(another_configuration_is_refused)
{
    good_plugin();
    cfg.mrpb.depth++;
    expect_refused("digest");
}

TEST(another_top_module_is_refused)
{
    good_plugin();
    api.top = "other_mrpb";
    expect_refused("other_mrpb");
}

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *ftw)
{
    (void)st;
    (void)kind;
    (void)ftw;
    return remove(path);
}

static int is_plugin(const struct dirent *d) { return strstr(d->d_name, ".so") != NULL; }

// Builds into a cache of its own with an empty PATH.
TEST(without_verilator_the_error_names_it_and_nothing_is_cached)
{
    char cache[] = P_tmpdir "/warploom-unit-XXXXXX",
         *old = wl_strdup(getenv("PATH") ? getenv("PATH") : "");
    err e = {0};
    plugin_lib lib;
    plugin_want want = {.block = "mrpb", .quiet = true};
    good_plugin();
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(cache));
    setenv("WARPLOOM_CACHE", cache, 1);
    setenv("PATH", cache, 1);
    CU_ASSERT_EQUAL(plugin_load(&cfg, &want, &lib, &e), ST_TOOL);
    setenv("PATH", old, 1);
    CU_ASSERT_PTR_NOT_NULL(e.text && strstr(e.text, "verilator: not found"));
    char *dir = wl_format("%s/plugins", cache);
    struct dirent **names = NULL;
    CU_ASSERT_EQUAL(scandir(dir, &names, is_plugin, alphasort), 0);
    free(names);
    free(dir);
    free(old);
    err_free(&e);
    nftw(cache, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

UNIT_MAIN("plugin", T(a_plugin_of_this_configuration_is_taken),
          T(another_interface_version_is_refused), T(other_numbers_of_words_are_refused),
          T(another_configuration_is_refused), T(another_top_module_is_refused),
          T(without_verilator_the_error_names_it_and_nothing_is_cached))
