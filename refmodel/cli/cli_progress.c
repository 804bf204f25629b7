// cli_progress.c : the progress line (see cli.h).
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/cli.h"

#include "base/printable.h"
#include "base/seconds.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { REFRESH_MS = 100, WIDTH = 79 };

struct cli_progress {
    char *what;
    const char *unit;
    double start, shown; // seconds
    int width;           // of the line that stands there
};

cli_progress *cli_progress_start(const cli_args *a, const char *what, const char *unit)
{
    if (!isatty(STDERR_FILENO) || cli_quiet(a) || cli_json(a)) return NULL;
    cli_progress *p = wl_calloc(1, sizeof *p);
    *p = (cli_progress){.what = printable_text(what), .unit = unit, .start = wl_seconds()};
    return p;
}

// 1234567 -> "1.23 M"
static const char *scaled(double n, char text[16])
{
    static const char *const prefix[] = {"", "k", "M", "G", "T"};
    unsigned i = 0;
    for (; n >= 1000 && i < 4; i++) n /= 1000;
    snprintf(text, 16, i ? "%.3g %s" : "%.0f%s", n, prefix[i]);
    return text;
}

static void show(cli_progress *p, const char *line)
{
    int width = (int)strlen(line);
    fprintf(stderr, "\r%s%*s", line, p->width > width ? p->width - width : 0, "");
    fflush(stderr);
    p->width = width;
}

void cli_progress_at(void *progress, uint64_t done, double share)
{
    cli_progress *p = progress;
    if (!p) return;
    double now = wl_seconds(), spent = now - p->start;
    if (now - p->shown < REFRESH_MS / 1000.0) return;
    p->shown = now;
    char line[WIDTH + 1], count[16], rate[16], rest[40] = "";
    if (share > 0 && share <= 1) {
        unsigned left = (unsigned)(spent * (1 - share) / share + 0.5);
        snprintf(rest, sizeof rest, ", %.0f %%, %u:%02u left", share * 100, left / 60, left % 60);
    }
    scaled((double)done, count);
    scaled(spent > 0 ? (double)done / spent : 0, rate);
    snprintf(line, sizeof line, "%s: %s %s, %s %s/s%s", p->what, count, p->unit, rate, p->unit,
             rest);
    show(p, line);
}

void cli_progress_end(cli_progress *p)
{
    if (!p) return;
    show(p, "");
    fputc('\r', stderr);
    free(p->what);
    free(p);
}
