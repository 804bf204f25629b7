// test_resources.c : shared files, cache folder, running programs.
//
// links: base
//
// SPDX-License-Identifier: Apache-2.0
#include "base/resources.h"
#include "unit.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static bool equal_and_free(char *got, const char *want)
{
    bool same = strcmp(got, want) == 0;
    free(got);
    return same;
}

TEST(share_follows_the_setting)
{
    setenv("WARPLOOM_SHARE", "/usr", 1);
    CU_ASSERT_TRUE(equal_and_free(resource_path("a/b.yaml"), "/usr/a/b.yaml"));
    unsetenv("WARPLOOM_SHARE");
}

TEST(cache_follows_the_setting)
{
    setenv("WARPLOOM_CACHE", "/var/x", 1);
    CU_ASSERT_TRUE(equal_and_free(resource_cache_dir(), "/var/x"));
    unsetenv("WARPLOOM_CACHE");
}

static int run(const char *script, const char *dir, err *e)
{
    char path[64];
    snprintf(path, sizeof path, P_tmpdir "/test_share.%ld.log", (long)getpid());
    const char *const argv[] = {"sh", "-c", script, NULL};
    int status = tool_run(argv, dir, path, e);
    remove(path);
    return status;
}

TEST(good_program_says_nothing)
{
    err e = {0};
    CU_ASSERT_EQUAL(run("echo noise; echo noise >&2", NULL, &e), ST_OK);
    CU_ASSERT_EQUAL(e.count, 0);
}

TEST(bad_status_is_named_with_the_last_lines)
{
    err e = {0};
    CU_ASSERT_EQUAL(run("seq 1 1000; echo the cause >&2; exit 4", NULL, &e), ST_TOOL);
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "sh: ended with status 4"));
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "\n1000\nthe cause\n"));
    CU_ASSERT_PTR_NULL(strstr(e.text, "\n900\n"));
    err_free(&e);
}

TEST(signal_is_named)
{
    err e = {0};
    CU_ASSERT_EQUAL(run("kill -9 $$", NULL, &e), ST_TOOL);
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "killed by signal 9"));
    err_free(&e);
}

// As prove.c tells a proof that was too long from one that failed.
TEST(limit_of_processor_time_is_named)
{
    err e = {0};
    char want[32];
    snprintf(want, sizeof want, "killed by signal %d ", SIGXCPU);
    CU_ASSERT_EQUAL(run("ulimit -c 0; ulimit -S -t 1; while :; do :; done", NULL, &e), ST_TOOL);
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, want));
    err_free(&e);
}

TEST(missing_program_is_named_with_its_package)
{
    err e = {0};
    char *path = wl_strdup(getenv("PATH"));
    setenv("PATH", "/nonexistent", 1);
    CU_ASSERT_EQUAL(tool_run((const char *const[]){"sta", NULL}, NULL, NULL, &e), ST_TOOL);
    setenv("PATH", path, 1);
    free(path);
    CU_ASSERT_STRING_EQUAL(
        e.text,
        "error: sta: not found in PATH; `make deps` installs it (Debian package opensta)\n");
    err_free(&e);
}

TEST(runs_in_the_given_directory)
{
    err e = {0};
    CU_ASSERT_EQUAL(run("test \"$(pwd)\" = /usr", "/usr", &e), ST_OK);
    CU_ASSERT_EQUAL(run("true", "/nonexistent", &e), ST_TOOL);
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "/nonexistent"));
    err_free(&e);
}

TEST(no_shell_reads_the_arguments)
{
    err e = {0};
    const char *const argv[] = {"test", "a;b $HOME *", "=", "a;b $HOME *", NULL};
    CU_ASSERT_EQUAL(tool_run(argv, NULL, NULL, &e), ST_OK);
    err_free(&e);
}

TEST(words_before_the_program_set_its_environment)
{
    err e = {0};
    const char *const good[] =
        {"WL_A=1",       "WL_B=x=y z", "sh", "-c", "test \"$WL_A/$WL_B/$PATH\" = \"1/x=y z/$0\"",
         getenv("PATH"), NULL},
                      *const bad[] = {"WL_A=1", "sh", "-c", "exit 7", NULL};
    CU_ASSERT_EQUAL(tool_run(good, NULL, NULL, &e), ST_OK);
    CU_ASSERT_PTR_NULL(getenv("WL_A"));
    CU_ASSERT_EQUAL(tool_run(bad, NULL, NULL, &e), ST_TOOL);
    CU_ASSERT_STRING_EQUAL(e.text, "error: sh: ended with status 7\n");
    err_free(&e);
}

TEST(log_that_cannot_be_written_is_named)
{
    err e = {0};
    const char *const argv[] = {"true", NULL};
    CU_ASSERT_EQUAL(tool_run(argv, NULL, "/nonexistent/log", &e), ST_TOOL);
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "/nonexistent/log"));
    err_free(&e);
}

enum { NAPS = 60000 }; // of 10 ms: ten minutes, for a busy machine
static void nap(void) { nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL); }

// The number in a file, once it is there whole; 0 when it does not come.
static long number_in(const char *path)
{
    long n = 0;
    char end = 0;
    for (unsigned i = 0; i < NAPS && end != '.'; i++) {
        FILE *f = fopen(path, "r");
        if (f && fscanf(f, "%ld%c", &n, &end) != 2) end = 0;
        if (f) fclose(f);
        if (end != '.') nap();
    }
    return end == '.' ? n : 0;
}

// Dead, be it that nobody has waited for it: a container's first process need not do so for
// orphans.
static bool is_dead(long pid)
{
    char path[64], state = 'Z';
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    FILE *f = fopen(path, "r");
    if (!f) return errno == ENOENT;
    const bool read = fscanf(f, "%*d (%*[^)]) %c", &state) == 1;
    fclose(f);
    return !read || state == 'Z';
}

static bool ends(long pid)
{
    for (unsigned i = 0; i < NAPS; i++) {
        if (is_dead(pid)) return true;
        nap();
    }
    return false;
}

// The shell's child is no child of the one that is killed.
TEST(what_a_program_has_started_ends_with_the_caller)
{
    char path[64], script[160];
    snprintf(path, sizeof path, P_tmpdir "/test_share.%ld.pid", (long)getpid());
    snprintf(script, sizeof script, "sleep 600 & printf %%s. $! > %s; wait", path);
    const pid_t caller = fork();
    if (caller == 0) {
        err e = {0};
        tool_run((const char *const[]){"sh", "-c", script, NULL}, NULL, NULL, &e);
        _exit(0);
    }
    const long child = number_in(path);
    CU_ASSERT_TRUE(child > 0 && !is_dead(child));
    kill(caller, SIGKILL);
    waitpid(caller, NULL, 0);
    CU_ASSERT_TRUE(child > 0 && ends(child));
    remove(path);
}

UNIT_MAIN("resources", T(share_follows_the_setting), T(cache_follows_the_setting),
          T(good_program_says_nothing), T(bad_status_is_named_with_the_last_lines),
          T(signal_is_named), T(limit_of_processor_time_is_named),
          T(missing_program_is_named_with_its_package), T(runs_in_the_given_directory),
          T(no_shell_reads_the_arguments), T(words_before_the_program_set_its_environment),
          T(log_that_cannot_be_written_is_named),
          T(what_a_program_has_started_ends_with_the_caller))
