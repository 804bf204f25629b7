// resources.c : see resources.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/resources.h"

#include "base/cleanup.h"
#include "base/tempdir.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pwd.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *setting(const char *name)
{
    const char *v = getenv(name);
    return v && *v ? v : NULL;
}

static bool is_dir(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

// Cuts the last "/name" off; false when nothing is left.
static bool to_parent(char *path)
{
    char *slash = strrchr(path, '/');
    if (!slash || slash == path) return false;
    *slash = '\0';
    return true;
}

// The shared library in which this is; NULL: it is in the program itself.
static char *library_path(void)
{
    static const char here;
    Dl_info of;
    if (!dladdr(&here, &of) || (uintptr_t)of.dli_fbase + sizeof(ElfW(Ehdr)) == getauxval(AT_PHDR))
        return NULL;
    return realpath(of.dli_fname, NULL);
}

// The running program, or libcuda.so.1 where a user's host program runs.
static char *program_path(void)
{
    char *p = library_path();
    if (!p) p = realpath("/proc/self/exe", NULL);
    return p ? p : wl_strdup("/");
}

// The repository above it, NULL when it is installed elsewhere.
static char *repository(void)
{
    char *dir = program_path();
    while (to_parent(dir)) {
        char *mark = wl_format("%s/refmodel/config/presets", dir);
        bool found = is_dir(mark);
        free(mark);
        if (found) return dir;
    }
    free(dir);
    return NULL;
}

static char *installed(void)
{
    char *library = library_path(),
         *prefix = program_path(); // PREFIX/lib/warploom/libcuda.so.1, PREFIX/bin/warploom
    if (!to_parent(prefix) || !to_parent(prefix) || (library && !to_parent(prefix))) *prefix = '\0';
    free(library);
    char *root = wl_format("%s/share/warploom", prefix);
    free(prefix);
    return root;
}

static char *root_dir(void)
{
    const char *set = setting("WARPLOOM_SHARE");
    char *root = set ? realpath(set, NULL) : repository();
    if (!root) root = set ? wl_strdup(set) : installed();
    return root;
}

char *resource_path(const char *relative)
{
    char *root = root_dir();
    char *path = wl_format("%s/%s", root, relative);
    free(root);
    return path;
}

// Unit tests are one folder below the program.
char *resource_library(const char *name)
{
    static const char *const places[] = {"lib", "../lib", "../lib/warploom"};
    char *dir = program_path(), *path = NULL;
    to_parent(dir);
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        free(path);
        path = wl_format("%s/%s/%s", dir, places[i], name);
        if (access(path, R_OK) == 0) break;
    }
    free(dir);
    return path;
}

static char *home_cache(void)
{
    const char *xdg = setting("XDG_CACHE_HOME"), *home = setting("HOME");
    if (xdg) return wl_format("%s/warploom", xdg);
    if (!home) {
        const struct passwd *me = getpwuid(getuid());
        home = me ? me->pw_dir : "";
    }
    return wl_format("%s/.cache/warploom", home);
}

char *resource_cache_dir(void)
{
    const char *set = setting("WARPLOOM_CACHE");
    if (set) return wl_strdup(set);
    char *tree = repository();
    if (!tree) return home_cache();
    char *dir = wl_format("%s/build/cache", tree);
    free(tree);
    return dir;
}

// Debian's package of a program, NULL when not known.
static const char *package_of(const char *program)
{
    static const char *const names[][2] = {
        {"yosys", "yosys"},       {"sta", "opensta"},   {"verilator", "verilator"},
        {"iverilog", "iverilog"}, {"vvp", "iverilog"},  {"gnuplot", "gnuplot-nox"},
        {"make", "make"},         {"clang++", "clang"}, {"gcc", "gcc"}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(program, names[i][0]) == 0) return names[i][1];
    }
    return NULL;
}

static int cannot_start(const char *program, int why, err *e)
{
    const char *package = package_of(program);
    if (why != ENOENT)
        return err_add(e, ST_TOOL, "%s: cannot start it: %s", program, strerror(why));
    if (!package) return err_add(e, ST_TOOL, "%s: not found in PATH", program);
    return err_add(e, ST_TOOL, "%s: not found in PATH; `make deps` installs it (Debian package %s)",
                   program, package);
}

// How a program is to run: in which directory (NULL: this one), with which environment, and where
// both its outputs go.
typedef struct setting_of {
    const char *dir;
    char **environment;
    int fd;
} setting_of;

// Starts argv with stdin from /dev/null; returns 0 or errno. SIGPIPE and SIGXFSZ, which the
// program itself ignores, are the child's as usual.
static int start(const char *const argv[], const setting_of *s, pid_t *pid)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attr;
    sigset_t usual;
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGXFSZ);
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attr);
    posix_spawnattr_setsigdefault(&attr, &usual);
    posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGDEF);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, s->fd, 1);
    posix_spawn_file_actions_adddup2(&files, s->fd, 2);
    if (s->dir) posix_spawn_file_actions_addchdir_np(&files, s->dir);
    union {
        const char *const *in;
        char *const *out;
    } words = {argv}; // the interface is older than const
    int why = posix_spawnp(pid, argv[0], &files, &attr, words.out, s->environment);
    posix_spawnattr_destroy(&attr);
    posix_spawn_file_actions_destroy(&files);
    return why;
}

enum { TAIL_BYTES = 4096, TAIL_LINES = 12 };

// The last lines of a log, malloc'd, "" when there is none.
static char *log_tail(const char *path)
{
    char *text = wl_calloc(TAIL_BYTES + 1, 1);
    FILE *f = path ? fopen(path, "re") : NULL;
    if (!f) return text;
    if (fseek(f, -TAIL_BYTES, SEEK_END) != 0) rewind(f);
    size_t n = fread(text, 1, TAIL_BYTES, f);
    fclose(f);
    while (n && (text[n - 1] == '\n' || text[n - 1] == ' ')) n--;
    text[n] = '\0';
    unsigned lines = 0;
    for (size_t i = n; i-- > 0;) {
        if (text[i] == '\n' && ++lines == TAIL_LINES) {
            memmove(text, text + i + 1, n - i);
            break;
        }
    }
    return text;
}

static int explain_end(const char *program, int wait_status, const char *log_path, err *e)
{
    if (WIFEXITED(wait_status) && WEXITSTATUS(wait_status) == 0) return ST_OK;
    char *tail = log_tail(log_path);
    char *where = log_path ? wl_format("; log: %s\n%s", log_path, tail) : wl_strdup("");
    if (WIFSIGNALED(wait_status)) {
        err_add(e, ST_TOOL, "%s: killed by signal %d (%s)%s", program, WTERMSIG(wait_status),
                strsignal(WTERMSIG(wait_status)), where);
    } else {
        err_add(e, ST_TOOL, "%s: ended with status %d%s", program, WEXITSTATUS(wait_status), where);
    }
    free(where);
    free(tail);
    return ST_TOOL;
}

// ---- a program and all that it starts end with the one that runs it

static void end_group(int signal_number)
{
    (void)signal_number;
    kill(0, SIGKILL);
}

// In a process of its own: leads a group in which the program runs, and kills the group when
// `parent` is no more (a shell or Yosys would leave its own children behind). Ends as the program
// does.
static _Noreturn void guard(const char *const argv[], const setting_of *s, pid_t parent, int answer)
{
    pid_t pid = 0;
    int wait_status = 0;
    setpgid(0, 0);
    cleanup_no_signals();
    signal(SIGTERM, end_group);
    signal(SIGPIPE, end_group); // nobody hears the answer
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) _exit(ST_TOOL);
    const int why = start(argv, s, &pid);
    if (write(answer, &why, sizeof why) < 0) _exit(ST_TOOL);
    close(answer);
    close(s->fd);
    while (!why && waitpid(pid, &wait_status, 0) < 0 && errno == EINTR) continue;
    if (WIFSIGNALED(wait_status)) {
        prctl(PR_SET_DUMPABLE, 0); // the program has left its core already
        signal(WTERMSIG(wait_status), SIG_DFL);
        raise(WTERMSIG(wait_status));
    }
    _exit(why ? ST_TOOL : WEXITSTATUS(wait_status));
}

// As start, but what is started is the guard, and the program in its group.
static int start_guarded(const char *const argv[], const setting_of *s, pid_t *pid)
{
    int answer[2], why = 0;
    if (pipe2(answer, O_CLOEXEC) != 0) return errno;
    const pid_t parent = getpid();
    *pid = fork();
    if (*pid == 0) guard(argv, s, parent, answer[1]);
    close(answer[1]);
    if (*pid < 0) why = errno;
    else if (read(answer[0], &why, sizeof why) == sizeof why && why) waitpid(*pid, NULL, 0);
    close(answer[0]);
    return why;
}

// The program and its arguments, after the settings.
static const char *const *program_of(const char *const argv[])
{
    while (strchr(*argv, '=')) argv++;
    return argv;
}

// The settings that argv begins with, and the environment; the caller frees the array.
static char **with_settings(const char *const argv[], char **environment)
{
    size_t n = 0;
    const size_t settings = (size_t)(program_of(argv) - argv);
    while (environment[n]) n++;
    char **all = wl_calloc(settings + n + 1, sizeof *all);
    memcpy(all, argv, settings * sizeof *all);
    memcpy(all + settings, environment, n * sizeof *all);
    return all;
}

typedef int starter(const char *const argv[], const setting_of *s, pid_t *pid);

static int begin(starter *how, const char *const words[], const char *dir, const char *log_path,
                 pid_t *pid, err *e)
{
    const char *const *argv = program_of(words);
    if (dir && !is_dir(dir))
        return err_add(e, ST_TOOL, "%s: cannot run it in %s: no such directory", argv[0], dir);
    const char *temporary = tempdir(e);
    if (!temporary) return e->status;
    setting_of s = {.dir = dir,
                    .fd = open(log_path ? log_path : "/dev/null",
                               O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)};
    if (s.fd < 0)
        return err_add(e, ST_TOOL, "%s: cannot write its log %s: %s", argv[0], log_path,
                       strerror(errno));
    char **environment = tempdir_environment(temporary);
    s.environment = with_settings(words, environment);
    int why = how(argv, &s, pid);
    close(s.fd);
    free(s.environment);
    tempdir_environment_free(environment);
    return why ? cannot_start(argv[0], why, e) : ST_OK;
}

int tool_start(const char *const argv[], const char *dir, const char *log_path, pid_t *pid, err *e)
{
    return begin(start, argv, dir, log_path, pid, e);
}

int tool_run(const char *const argv[], const char *dir, const char *log_path, err *e)
{
    pid_t pid = 0;
    int wait_status = 0, status = begin(start_guarded, argv, dir, log_path, &pid, e);
    if (status != ST_OK) return status;
    cleanup_child_add(pid);
    int waited;
    do waited = waitpid(pid, &wait_status, 0);
    while (waited < 0 && errno == EINTR);
    cleanup_child_forget(pid);
    if (waited < 0)
        return err_add(e, ST_TOOL, "%s: cannot wait for it: %s", *program_of(argv),
                       strerror(errno));
    return explain_end(*program_of(argv), wait_status, log_path, e);
}
