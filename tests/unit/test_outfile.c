// test_outfile.c : files that appear whole or not at all.
//
// links: base
//
// SPDX-License-Identifier: Apache-2.0
#include "base/outfile.h"
#include "unit.h"

#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

// A fresh directory for each test; a file in it; what a file holds; how many entries the directory
// has.
static char dir[64], at[96];
static void fresh(void)
{
    snprintf(dir, sizeof dir, P_tmpdir "/test_outfile.%ld", (long)getpid());
    if (mkdir(dir, 0755) != 0) abort();
    snprintf(at, sizeof at, "%s/file.txt", dir);
}
static const char *content(const char *path)
{
    static char text[64];
    FILE *f = fopen(path, "r");
    text[f ? fread(text, 1, sizeof text - 1, f) : 0] = '\0';
    if (f) fclose(f);
    return text;
}
static unsigned entries(void)
{
    unsigned n = 0;
    DIR *d = opendir(dir);
    for (const struct dirent *x; (x = readdir(d));) n += x->d_name[0] != '.';
    closedir(d);
    return n;
}
static void remove_all(void)
{
    DIR *d = opendir(dir);
    for (const struct dirent *x; (x = readdir(d));) {
        char path[400];
        snprintf(path, sizeof path, "%s/%s", dir, x->d_name);
        if (x->d_name[0] != '.' && remove(path) != 0) abort();
    }
    closedir(d);
    rmdir(dir);
}

TEST(nothing_at_the_target_before_commit)
{
    fresh();
    err e = {0};
    outfile o;
    CU_ASSERT_EQUAL(outfile_open(&o, at, &e), ST_OK);
    fputs("new", o.f);
    CU_ASSERT_NOT_EQUAL(access(at, F_OK), 0);
    CU_ASSERT_EQUAL(outfile_commit(&o, &e), ST_OK);
    CU_ASSERT_STRING_EQUAL(content(at), "new");
    CU_ASSERT_EQUAL(entries(), 1);
    remove_all();
}

// In place of the C library's.
static unsigned syncs;
int fsync(int fd)
{
    (void)fd;
    syncs++;
    return 0;
}

TEST(only_a_durable_file_waits_for_the_disk)
{
    fresh();
    err e = {0};
    CU_ASSERT_EQUAL(outfile_put(at, "new", 3, &e), ST_OK);
    CU_ASSERT_EQUAL(syncs, 0);
    CU_ASSERT_EQUAL(outfile_put_durable(at, "newer", 5, &e), ST_OK);
    CU_ASSERT_EQUAL(syncs, 1);
    CU_ASSERT_STRING_EQUAL(content(at), "newer");
    remove_all();
}

TEST(abandoned_file_leaves_the_old_one)
{
    fresh();
    err e = {0};
    outfile o;
    outfile_put(at, "old", 3, &e);
    CU_ASSERT_EQUAL(outfile_open(&o, at, &e), ST_OK);
    fputs("half", o.f);
    outfile_abandon(&o);
    CU_ASSERT_STRING_EQUAL(content(at), "old");
    CU_ASSERT_EQUAL(entries(), 1);
    remove_all();
}

TEST(closed_file_waits_for_its_commit)
{
    fresh();
    err e = {0};
    outfile o;
    outfile_put(at, "old", 3, &e);
    CU_ASSERT_EQUAL(outfile_open(&o, at, &e), ST_OK);
    fputs("new", o.f);
    CU_ASSERT_EQUAL(outfile_close(&o, &e), ST_OK);
    CU_ASSERT_STRING_EQUAL(content(at), "old");
    CU_ASSERT_EQUAL(outfile_commit(&o, &e), ST_OK);
    CU_ASSERT_STRING_EQUAL(content(at), "new");
    CU_ASSERT_EQUAL(entries(), 1);
    remove_all();
}

TEST(replaced_file_keeps_its_mode)
{
    fresh();
    err e = {0};
    struct stat st;
    outfile_put(at, "old", 3, &e);
    chmod(at, 0640);
    CU_ASSERT_EQUAL(outfile_put(at, "new", 3, &e), ST_OK);
    CU_ASSERT_EQUAL(stat(at, &st), 0);
    CU_ASSERT_EQUAL(st.st_mode & 07777, 0640);
    CU_ASSERT_STRING_EQUAL(content(at), "new");
    remove_all();
}

TEST(new_file_has_the_umask_mode)
{
    fresh();
    err e = {0};
    struct stat st;
    mode_t old = umask(027);
    CU_ASSERT_EQUAL(outfile_put(at, "new", 3, &e), ST_OK);
    umask(old);
    CU_ASSERT_EQUAL(stat(at, &st), 0);
    CU_ASSERT_EQUAL(st.st_mode & 07777, 0640);
    remove_all();
}

TEST(symbolic_link_stays_and_its_target_is_replaced)
{
    fresh();
    err e = {0};
    char link[128];
    struct stat st;
    snprintf(link, sizeof link, "%s/link", dir);
    outfile_put(at, "old", 3, &e);
    CU_ASSERT_EQUAL(symlink(at, link), 0);
    CU_ASSERT_EQUAL(outfile_put(link, "new", 3, &e), ST_OK);
    CU_ASSERT_STRING_EQUAL(content(at), "new");
    CU_ASSERT(lstat(link, &st) == 0 && S_ISLNK(st.st_mode));
    remove_all();
}

TEST(full_disk_is_a_tool_error_that_names_the_file)
{
    err e = {0};
    CU_ASSERT_EQUAL(outfile_put("/dev/full", "new", 3, &e), ST_TOOL);
    CU_ASSERT_STRING_EQUAL(e.text, "error: cannot write /dev/full: No space left on device\n");
    err_free(&e);
}

// A real file system's limit: the file must not be there, half written or whole, nor the temporary
// one.
static int write_beyond_limit(void)
{
    err e = {0};
    char *big = wl_calloc(1 << 20, 1);
    outfile_put(at, "old", 3, &e);
    signal(SIGXFSZ, SIG_IGN);
    if (setrlimit(RLIMIT_FSIZE, &(struct rlimit){64 * 1024, 64 * 1024}) != 0) return 99;
    int status = outfile_put(at, big, 1 << 20, &e);
    free(big);
    return status;
}

TEST(write_that_fails_leaves_the_old_file_alone)
{
    fresh();
    int status = 0;
    pid_t pid = fork();
    if (pid == 0) _exit(write_beyond_limit());
    waitpid(pid, &status, 0);
    CU_ASSERT(WIFEXITED(status) && WEXITSTATUS(status) == ST_TOOL);
    CU_ASSERT_STRING_EQUAL(content(at), "old");
    CU_ASSERT_EQUAL(entries(), 1);
    remove_all();
}

TEST(directory_as_target_is_an_input_error)
{
    fresh();
    err e = {0};
    CU_ASSERT_EQUAL(outfile_put(dir, "new", 3, &e), ST_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "Is a directory"));
    err_free(&e);
    remove_all();
}

TEST(missing_directory_is_an_input_error)
{
    fresh();
    err e = {0};
    char path[128];
    snprintf(path, sizeof path, "%s/none/file", dir);
    CU_ASSERT_EQUAL(outfile_put(path, "new", 3, &e), ST_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, path));
    err_free(&e);
    remove_all();
}

TEST(read_only_file_is_refused_even_for_root)
{
    fresh();
    err e = {0};
    outfile_put(at, "old", 3, &e);
    chmod(at, 0444);
    CU_ASSERT_EQUAL(outfile_put(at, "new", 3, &e), ST_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "read-only"));
    CU_ASSERT_STRING_EQUAL(content(at), "old");
    err_free(&e);
    remove_all();
}

// As an ordinary user, since root may write anywhere.
TEST(read_only_directory_is_an_input_error)
{
    fresh();
    chmod(dir, 0555);
    int status = 0;
    pid_t pid = fork();
    if (pid == 0) {
        err e = {0};
        if (geteuid() == 0 && seteuid(65534) != 0) _exit(99);
        _exit(outfile_put(at, "new", 3, &e));
    }
    waitpid(pid, &status, 0);
    CU_ASSERT(WIFEXITED(status) && WEXITSTATUS(status) == ST_INPUT);
    CU_ASSERT_EQUAL(entries(), 0);
    chmod(dir, 0755);
    remove_all();
}

// Many processes write one file, each a content of its own: all succeed, and one whole content
// stands.
TEST(racing_writers_leave_one_whole_file)
{
    enum { WRITERS = 8, BYTES = 50 };
    fresh();
    for (int i = 0; i < WRITERS; i++) {
        if (fork() != 0) continue;
        err e = {0};
        char text[BYTES];
        memset(text, 'a' + i, BYTES);
        int status = ST_OK;
        for (int n = 0; n < 20 && status == ST_OK; n++) status = outfile_put(at, text, BYTES, &e);
        _exit(status);
    }
    for (int i = 0, status; i < WRITERS; i++) {
        wait(&status);
        CU_ASSERT_EQUAL(status, 0);
    }
    const char *text = content(at);
    CU_ASSERT_EQUAL(strlen(text), BYTES);
    CU_ASSERT_EQUAL(strspn(text, (char[]){text[0], '\0'}), BYTES);
    CU_ASSERT_EQUAL(entries(), 1);
    remove_all();
}

TEST(mkdirs_makes_all_and_takes_what_is_there)
{
    fresh();
    err e = {0};
    char deep[128];
    struct stat st;
    snprintf(deep, sizeof deep, "%s/a/b//c/", dir);
    CU_ASSERT_EQUAL(outfile_mkdirs(deep, &e), ST_OK);
    CU_ASSERT_EQUAL(outfile_mkdirs(deep, &e), ST_OK);
    CU_ASSERT(stat(deep, &st) == 0 && S_ISDIR(st.st_mode));
    outfile_put(at, "x", 1, &e);
    snprintf(deep, sizeof deep, "%s/file.txt/a", dir);
    CU_ASSERT_EQUAL(outfile_mkdirs(deep, &e), ST_INPUT);
    CU_ASSERT_EQUAL(outfile_mkdirs("", &e), ST_INPUT);
    err_free(&e);
    for (const char *const *p = (const char *const[]){"a/b/c", "a/b", NULL}; *p; p++) {
        snprintf(deep, sizeof deep, "%s/%s", dir, *p);
        rmdir(deep);
    }
    remove_all();
}

// A second lock of the directory, by another spelling, waits for the first; the directory itself is
// neither made nor needed.
TEST(lock_of_a_directory_excludes_the_next)
{
    fresh();
    err e = {0};
    int lock, status = 0;
    char deep[128], spelled[160];
    snprintf(deep, sizeof deep, "%s/a/b", dir);
    snprintf(spelled, sizeof spelled, "%s/./a//b", dir);
    CU_ASSERT_EQUAL(outfile_lock(deep, &lock, &e), ST_OK);
    CU_ASSERT_NOT_EQUAL(access(deep, F_OK), 0);
    pid_t pid = fork();
    if (pid == 0) {
        int second;
        alarm(1); // ends the wait
        _exit(outfile_lock(spelled, &second, &e));
    }
    waitpid(pid, &status, 0);
    CU_ASSERT(WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM);
    outfile_unlock(lock);
    CU_ASSERT_EQUAL(outfile_lock(spelled, &lock, &e), ST_OK);
    outfile_unlock(lock);
    snprintf(deep, sizeof deep, "%s/a", dir);
    rmdir(deep);
    remove_all();
}

TEST(read_gives_all_bytes_and_a_nul)
{
    fresh();
    err e = {0};
    char *data;
    size_t n;
    outfile_put(at, "a\0b", 3, &e);
    CU_ASSERT_EQUAL(infile_read(at, 3, &data, &n, &e), ST_OK);
    CU_ASSERT_EQUAL(n, 3);
    CU_ASSERT_EQUAL(memcmp(data, "a\0b", 4), 0);
    free(data);
    remove_all();
}

TEST(read_refuses_what_is_too_large_by_one_byte)
{
    fresh();
    err e = {0};
    char *data;
    size_t n;
    outfile_put(at, "abc", 3, &e);
    CU_ASSERT_EQUAL(infile_read(at, 2, &data, &n, &e), ST_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "has 3 bytes, at most 2"));
    err_free(&e);
    remove_all();
}

TEST(read_refuses_directories_devices_and_nothing)
{
    err e = {0};
    char *data;
    size_t n;
    CU_ASSERT_EQUAL(infile_read("/usr", 100, &data, &n, &e), ST_INPUT);
    CU_ASSERT_EQUAL(infile_read("/dev/zero", 100, &data, &n, &e), ST_INPUT);
    CU_ASSERT_EQUAL(infile_read("/nonexistent/file", 100, &data, &n, &e), ST_INPUT);
    CU_ASSERT_STRING_EQUAL(e.text,
                           "error: cannot read /usr: it is a directory\n"
                           "error: cannot read /dev/zero: it is not a regular file\n"
                           "error: cannot read /nonexistent/file: No such file or directory\n");
    err_free(&e);
}

UNIT_MAIN("outfile", T(nothing_at_the_target_before_commit),
          T(only_a_durable_file_waits_for_the_disk), T(abandoned_file_leaves_the_old_one),
          T(closed_file_waits_for_its_commit), T(replaced_file_keeps_its_mode),
          T(new_file_has_the_umask_mode), T(symbolic_link_stays_and_its_target_is_replaced),
          T(full_disk_is_a_tool_error_that_names_the_file),
          T(write_that_fails_leaves_the_old_file_alone), T(directory_as_target_is_an_input_error),
          T(missing_directory_is_an_input_error), T(read_only_file_is_refused_even_for_root),
          T(read_only_directory_is_an_input_error), T(racing_writers_leave_one_whole_file),
          T(mkdirs_makes_all_and_takes_what_is_there), T(lock_of_a_directory_excludes_the_next),
          T(read_gives_all_bytes_and_a_nul), T(read_refuses_what_is_too_large_by_one_byte),
          T(read_refuses_directories_devices_and_nothing))
