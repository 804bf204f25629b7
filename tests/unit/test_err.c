// test_err.c : errors as values.
//
// links: base
//
// SPDX-License-Identifier: Apache-2.0
#include "base/err.h"
#include "unit.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

TEST(message_begins_with_error)
{
    err e = {0};
    CU_ASSERT_EQUAL(err_add(&e, ST_INPUT, "depth = %d", 99), ST_INPUT);
    CU_ASSERT_STRING_EQUAL(e.text, "error: depth = 99\n");
    err_free(&e);
}

TEST(status_is_the_first_one_added)
{
    err e = {0};
    err_add(&e, ST_TOOL, "a");
    err_add(&e, ST_INPUT, "b");
    CU_ASSERT_EQUAL(e.status, ST_TOOL);
    CU_ASSERT_EQUAL(e.count, 2);
    CU_ASSERT_STRING_EQUAL(e.text, "error: a\nerror: b\n");
    err_free(&e);
}

TEST(position_then_source_line_then_caret)
{
    err e = {0};
    const err_pos pos = {"mrpb.yaml", 12, 12, "    depth: 99"};
    err_add_at(&e, ST_INPUT, &pos, "no");
    CU_ASSERT_STRING_EQUAL(e.text, "mrpb.yaml:12:12: error: no\n      depth: 99\n             ^\n");
    err_free(&e);
}

TEST(caret_repeats_tabs)
{
    err e = {0};
    const err_pos pos = {"f", 1, 3, "\ta b"};
    err_add_at(&e, ST_INPUT, &pos, "no");
    CU_ASSERT_STRING_EQUAL(e.text, "f:1:3: error: no\n  \ta b\n  \t ^\n");
    err_free(&e);
}

TEST(unknown_line_and_column_are_left_out)
{
    err e = {0};
    err_add_at(&e, ST_INPUT, &(err_pos){"f", 0, 0, NULL}, "a");
    err_add_at(&e, ST_INPUT, &(err_pos){"f", 7, 0, NULL}, "b");
    CU_ASSERT_STRING_EQUAL(e.text, "f: error: a\nf:7: error: b\n");
    err_free(&e);
}

// A message of a part of the work has the part's name before it, but not where it names a file and
// position of its own.
TEST(passed_message_has_the_name_of_its_part)
{
    err e = {0}, own = {0};
    err_add(&own, ST_INPUT, "no such size");
    CU_ASSERT_EQUAL(err_pass(&e, "atax", &own), ST_INPUT);
    CU_ASSERT_STRING_EQUAL(e.text, "error: atax: no such size\n");
    err_free(&own);
    err_free(&e);
}
TEST(passed_message_with_a_position_stays_as_it_is)
{
    err e = {0}, own = {0};
    err_add_at(&own, ST_INPUT, &(err_pos){.file = "p.yaml", .line = 2, .col = 3}, "one");
    err_add_at(&own, ST_INPUT, &(err_pos){.file = "p.yaml", .line = 4}, "two");
    CU_ASSERT_EQUAL(err_pass(&e, "p.yaml", &own), ST_INPUT);
    CU_ASSERT_STRING_EQUAL(e.text, "p.yaml:2:3: error: one\np.yaml:4: error: two\n");
    CU_ASSERT(e.status == ST_INPUT && e.count == 2);
    err_free(&own);
    err_free(&e);
}
TEST(free_makes_it_new)
{
    err e = {0};
    err_add(&e, ST_TOOL, "a");
    err_free(&e);
    CU_ASSERT_EQUAL(e.status, ST_OK);
    CU_ASSERT_EQUAL(e.count, 0);
    CU_ASSERT_PTR_NULL(e.text);
}

// Runs `what` in a child; returns how it ended, and what it said on stderr.
static int in_child(void (*what)(void), char said[256])
{
    int fds[2], status = 0;
    if (pipe(fds) != 0) return -1;
    pid_t pid = fork();
    if (pid == 0) {
        dup2(fds[1], 2);
        what();
        _exit(0);
    }
    close(fds[1]);
    size_t n = 0;
    for (ssize_t got; n < 255 && (got = read(fds[0], said + n, 255 - n)) > 0;) n += (size_t)got;
    said[n] = '\0';
    close(fds[0]);
    waitpid(pid, &status, 0);
    return status;
}

static void broken(void)
{
    const int condition = 0;
    CHECK(condition, "cycle %d", 7);
}

static void kept(void) { CHECK(1, "cycle %d", 7); }

TEST(broken_check_says_where_and_aborts)
{
    char said[256];
    int status = in_child(broken, said);
    CU_ASSERT(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    CU_ASSERT_PTR_NOT_NULL(strstr(said, "internal check failed: condition: cycle 7"));
    CU_ASSERT_PTR_NOT_NULL(strstr(said, "test_err.c:"));
}

TEST(kept_check_is_silent)
{
    char said[256];
    CU_ASSERT_EQUAL(in_child(kept, said), 0);
    CU_ASSERT_STRING_EQUAL(said, "");
}

TEST(lines_start_at_a_cache_line_and_are_zero)
{
    enum { LINE = 64, N = 5 };
    unsigned char *p = wl_calloc_lines(N, LINE);
    unsigned sum = 0;
    for (unsigned i = 0; i < N * LINE; i++) sum += p[i];
    CU_ASSERT_EQUAL((uintptr_t)p % LINE, 0);
    CU_ASSERT_EQUAL(sum, 0);
    free(p);
}

static void too_many_lines(void) { wl_calloc_lines(SIZE_MAX / 64 + 2, 64); }
static void too_long_lines(void) { wl_calloc_lines(1, SIZE_MAX - 5); }

TEST(lines_that_no_size_can_hold_are_no_memory)
{
    char said[256];
    CU_ASSERT_EQUAL(WEXITSTATUS(in_child(too_many_lines, said)), ST_TOOL);
    CU_ASSERT_STRING_EQUAL(said, "error: out of memory\n");
    CU_ASSERT_EQUAL(WEXITSTATUS(in_child(too_long_lines, said)), ST_TOOL);
    CU_ASSERT_STRING_EQUAL(said, "error: out of memory\n");
}

// In place of the C library's: memory is out when the stream is opened, or when its text grows.
static enum { AT_OPENING, WHEN_GROWING } memory_is_out;
static ssize_t grow(void *cookie, const char *text, size_t bytes)
{
    (void)cookie, (void)text, (void)bytes;
    errno = ENOMEM;
    return 0;
}

FILE *open_memstream(char **text, size_t *bytes)
{
    (void)text, (void)bytes;
    return memory_is_out == AT_OPENING
               ? NULL
               : fopencookie(NULL, "w", (cookie_io_functions_t){.write = grow});
}

static void write_text(void)
{
    char *text;
    size_t bytes;
    FILE *f = wl_memstream(&text, &bytes);
    fputs("text", f);
    if (memory_is_out == WHEN_GROWING) fflush(f);
    wl_memstream_end(f);
}

TEST(memory_that_is_out_is_status_3)
{
    for (memory_is_out = AT_OPENING; memory_is_out <= WHEN_GROWING; memory_is_out++) {
        char said[256];
        int status = in_child(write_text, said);
        CU_ASSERT(WIFEXITED(status) && WEXITSTATUS(status) == ST_TOOL);
        CU_ASSERT_STRING_EQUAL(said, "error: out of memory\n");
    }
}

UNIT_MAIN("err", T(message_begins_with_error), T(status_is_the_first_one_added),
          T(position_then_source_line_then_caret), T(caret_repeats_tabs),
          T(unknown_line_and_column_are_left_out), T(passed_message_has_the_name_of_its_part),
          T(passed_message_with_a_position_stays_as_it_is), T(free_makes_it_new),
          T(broken_check_says_where_and_aborts), T(kept_check_is_silent),
          T(lines_start_at_a_cache_line_and_are_zero), T(lines_that_no_size_can_hold_are_no_memory),
          T(memory_that_is_out_is_status_3))
