// layout_svg.c : see layout_svg.h. Coordinates are those of the die in um, y upwards; all wires of
// a layer are one path, and all cells of a kind, so that the file stays small.
//
// SPDX-License-Identifier: Apache-2.0
#include "synth/layout_svg.h"

#include "base/outfile.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { SIDE = 900, MARGIN = 12, LEGEND = 64, ENTRY = 108 };

// A layer's colour; a library with more layers begins again.
static const char *const colours[] = {"#3465a4", "#cc0000", "#4e9a06",
                                      "#ad7fa8", "#c4a000", "#06989a"};
enum { COLOURS = sizeof colours / sizeof colours[0] };

#define FLOP_FILL "#f9d58b"
#define CELL_FILL "#dfe3e8"
#define CELL_LINE "#9aa3ad"

typedef struct frame {
    FILE *f;
    const def *d;
    double scale; // points a um
} frame;

static double x_of(const frame *g, double um) { return MARGIN + (um - g->d->x0_um) * g->scale; }
static double y_of(const frame *g, double um) { return MARGIN + (g->d->y1_um - um) * g->scale; }

// Cells and wires are drawn in tenths of a point, each from the one before.
static long tenths(double points) { return lround(10 * points); }

typedef struct pen {
    FILE *f;
    long x, y;
} pen;

static void move(pen *p, double x, double y)
{
    const long to_x = tenths(x), to_y = tenths(y);
    fprintf(p->f, "m%ld %ld", to_x - p->x, to_y - p->y);
    p->x = to_x, p->y = to_y;
}

static void across(pen *p, double x)
{
    fprintf(p->f, "h%ld", tenths(x) - p->x);
    p->x = tenths(x);
}

static void down(pen *p, double y)
{
    fprintf(p->f, "v%ld", tenths(y) - p->y);
    p->y = tenths(y);
}

// Flip-flops, or all other cells, as one path. Behind a z the pen is where it began.
static void draw_cells(const frame *g, bool flops)
{
    pen p = {.f = g->f};
    fprintf(g->f, "<path fill=\"%s\" d=\"", flops ? FLOP_FILL : CELL_FILL);
    for (unsigned i = 0; i < g->d->n_cells; i++) {
        const def_cell *c = &g->d->cells[i];
        if (c->filler || (strstr(c->type, "DFF") != NULL) != flops) continue;
        const double left = x_of(g, c->x_um), bottom = y_of(g, c->y_um);
        move(&p, left, bottom);
        across(&p, x_of(g, c->x_um + c->of->width_um));
        down(&p, y_of(g, c->y_um + c->of->height_um));
        across(&p, left);
        fputc('z', g->f);
        p.y = tenths(bottom);
    }
    fputs("\"/>\n", g->f);
}

static void draw_wires(const frame *g, unsigned layer, double width)
{
    pen p = {.f = g->f};
    fprintf(g->f, "<path stroke=\"%s\" stroke-width=\"%.1f\" d=\"", colours[layer % COLOURS],
            10 * width);
    for (unsigned i = 0; i < g->d->n_wires; i++) {
        const def_wire *w = &g->d->wires[i];
        if (w->layer != layer || g->d->nets[w->net].power) continue;
        move(&p, x_of(g, w->x0_um), y_of(g, w->y0_um));
        if (w->y0_um == w->y1_um) across(&p, x_of(g, w->x1_um));
        else down(&p, y_of(g, w->y1_um));
    }
    fputs("\"/>\n", g->f);
}

static void draw_pins(const frame *g)
{
    for (unsigned i = 0; i < g->d->n_pins; i++)
        fprintf(g->f, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\"/>\n", x_of(g, g->d->pins[i].x_um),
                y_of(g, g->d->pins[i].y_um));
}

static void entry(const frame *g, unsigned n, double top, const char *fill, const char *name)
{
    const double x = MARGIN + n % 8 * ENTRY, y = top + 22 + n / 8 * 18;
    fprintf(g->f,
            "<rect x=\"%.0f\" y=\"%.0f\" width=\"12\" height=\"12\" fill=\"%s\"/>"
            "<text x=\"%.0f\" y=\"%.0f\">%s</text>\n",
            x, y - 10, fill, x + 17, y, name);
}

static bool has_wires(const def *d, unsigned layer)
{
    for (unsigned i = 0; i < d->n_wires; i++) {
        if (d->wires[i].layer == layer && !d->nets[d->wires[i].net].power) return true;
    }
    return false;
}

static void draw_legend(const frame *g, const lef *l, double top)
{
    unsigned n = 0;
    fputs("<g font-family=\"sans-serif\" font-size=\"13\">\n", g->f);
    entry(g, n++, top, FLOP_FILL, "flip-flop");
    entry(g, n++, top, CELL_FILL, "other cell");
    for (unsigned k = 0; k < l->n_layers; k++) {
        if (has_wires(g->d, k)) entry(g, n++, top, colours[k % COLOURS], l->layers[k].name);
    }
    entry(g, n, top, "#000000", "pin");
    fprintf(g->f, "<text x=\"%d\" y=\"%.0f\">%.0f um x %.0f um</text>\n</g>\n", MARGIN, top + 58,
            g->d->x1_um - g->d->x0_um, g->d->y1_um - g->d->y0_um);
}

static void draw(const frame *g, const lef *l)
{
    const double width = (g->d->x1_um - g->d->x0_um) * g->scale,
                 height = (g->d->y1_um - g->d->y0_um) * g->scale;
    const double wire = 0.3 * g->scale < 0.6 ? 0.6 : 0.3 * g->scale;
    fprintf(g->f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\">\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n"
            "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%.1f\" fill=\"none\" "
            "stroke=\"#555555\"/>\n",
            width + 2 * MARGIN, height + 2 * MARGIN + LEGEND, MARGIN, MARGIN, width, height);
    fprintf(g->f, "<g stroke=\"" CELL_LINE "\" stroke-width=\"4\" transform=\"scale(0.1)\">\n");
    draw_cells(g, true);
    draw_cells(g, false);
    fputs("</g>\n<g fill=\"none\" stroke-opacity=\"0.75\" transform=\"scale(0.1)\">\n", g->f);
    for (unsigned k = 0; k < l->n_layers; k++) {
        if (has_wires(g->d, k)) draw_wires(g, k, wire);
    }
    fputs("</g>\n<g>\n", g->f);
    draw_pins(g);
    fputs("</g>\n", g->f);
    draw_legend(g, l, height + 2 * MARGIN);
    fputs("</svg>\n", g->f);
}

int layout_svg(const lef *l, const def *d, const char *path, err *e)
{
    const double width = d->x1_um - d->x0_um, height = d->y1_um - d->y0_um;
    outfile o;
    int st = outfile_open(&o, path, e);
    if (st) return st;
    frame g = {.f = o.f, .d = d, .scale = SIDE / (width > height ? width : height)};
    draw(&g, l);
    return outfile_commit(&o, e);
}
