// leukocyte.c : host program and reference of leukocyte (Rodinia, detection in one frame),
// dimensions columns x rows. Pictures that Rodinia keeps in textures are in global memory.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "workloads/host.h"

#include <math.h>

enum {
    CIRCLES = 7,
    POINTS = 150,
    LEAST_RADIUS = 8,
    RADIUS_STEP = 2,
    MARGIN = 22,
    ELEMENT = 12,
    BLOCK = 176
};

typedef struct frame {
    unsigned rows, cols;
    array *grad_x, *grad_y, *score, *dilated;
    int32_t dx[CIRCLES * POINTS],
        dy[CIRCLES * POINTS]; // tables, in the device's constant memory too
    float cosine[POINTS], sine[POINTS];
    uint8_t disc[ELEMENT * ELEMENT];
} frame;

static void make_tables(frame *f)
{
    for (int n = 0; n < POINTS; n++) {
        const double angle = 2 * (double)PI * n / POINTS;
        f->cosine[n] = (float)cos(angle);
        f->sine[n] = (float)sin(angle);
        for (int c = 0; c < CIRCLES; c++) {
            const double radius = LEAST_RADIUS + RADIUS_STEP * c;
            f->dx[c * POINTS + n] = (int32_t)lround(radius * cos(angle));
            f->dy[c * POINTS + n] = (int32_t)lround(radius * sin(angle));
        }
    }
    for (int at = 0; at < ELEMENT * ELEMENT; at++) {
        const int x = at % ELEMENT - ELEMENT / 2, y = at / ELEMENT - ELEMENT / 2;
        f->disc[at] = x * x + y * y <= ELEMENT * ELEMENT / 4;
    }
}

static float circle(const frame *f, size_t x, size_t y, size_t c)
{
    float sum = 0, squares = 0;
    for (size_t n = 0; n < POINTS; n++) {
        const int32_t dx = f->dx[c * POINTS + n], dy = f->dy[c * POINTS + n];
        const size_t at = (size_t)((int64_t)x + dx) * f->rows + (size_t)((int64_t)y + dy);
        const float across = fmaf(f->grad_x->at[at], f->cosine[n], f->grad_y->at[at] * f->sine[n]);
        sum += across;
        squares = fmaf(across, across, squares);
    }
    const float mean = sum / (float)POINTS,
                deviation2 = fmaf(-mean, sum, squares) / (float)(POINTS - 1);
    return mean * mean / deviation2;
}

static void reference_score(const frame *f)
{
    for (size_t x = MARGIN; x < f->cols - MARGIN; x++) {
        for (size_t y = MARGIN; y < f->rows - MARGIN; y++) {
            float best = 0;
            for (size_t c = 0; c < CIRCLES; c++) best = fmaxf(best, circle(f, x, y, c));
            f->score->at[x * f->rows + y] = best;
        }
    }
}

static float under_disc(const frame *f, int x, int y)
{
    float best = 0;
    for (int at = 0; at < ELEMENT * ELEMENT; at++) {
        const int px = x + at % ELEMENT - ELEMENT / 2, py = y + at / ELEMENT - ELEMENT / 2;
        if (px < 0 || py < 0 || px >= (int)f->cols || py >= (int)f->rows || !f->disc[at]) continue;
        best = fmaxf(best, f->score->at[px * (int)f->rows + py]);
    }
    return best;
}

static frame make(host *h, const unsigned *n)
{
    const size_t pixels = (size_t)n[0] * n[1];
    frame f = {.cols = n[0],
               .rows = n[1],
               .grad_x = host_array(h, "grad_x", pixels),
               .grad_y = host_array(h, "grad_y", pixels)};
    f.score = host_array(h, "score", pixels);
    f.dilated = host_array(h, "dilated", pixels);
    rng r = {1};
    for (size_t i = 0; i < pixels; i++) {
        f.grad_x->at[i] = ((float)rng_below(&r, 2001) - 1000.0f) / 100.0f;
        f.grad_y->at[i] = ((float)rng_below(&r, 2001) - 1000.0f) / 100.0f;
    }
    make_tables(&f);
    return f;
}

static void send_tables(host *h, const frame *f)
{
    host_variable(h, "dx", f->dx, sizeof f->dx);
    host_variable(h, "dy", f->dy, sizeof f->dy);
    host_variable(h, "cosine", f->cosine, sizeof f->cosine);
    host_variable(h, "sine", f->sine, sizeof f->sine);
    host_variable(h, "disc", f->disc, sizeof f->disc);
}

static void program(host *h, const unsigned *n)
{
    frame f = make(h, n);
    host_send(h);
    send_tables(h, &f);
    const shape columns = {.grid = {f.cols - 2 * MARGIN, 1, 1},
                           .block = {f.rows - 2 * MARGIN, 1, 1}};
    host_launch(h, "leukocyte_gicov", columns,
                (void *[]){&f.rows, &f.grad_x->device, &f.grad_y->device, &f.score->device});
    if (!host_ended(h)) return;
    reference_score(&f);
    host_check(h, f.score);
    host_launch(h, "leukocyte_dilate", shape_blocks(f.rows * f.cols, BLOCK),
                (void *[]){&f.rows, &f.cols, &f.score->device, &f.dilated->device});
    if (!host_ended(h)) return;
    for (int at = 0; at < (int)(f.rows * f.cols); at++)
        f.dilated->at[at] = under_disc(&f, at / (int)f.rows, at % (int)f.rows);
    host_check(h, f.dilated);
}

const workload workload_leukocyte = {
    .name = "leukocyte",
    .suite = "rodinia",
    .what = "white blood cells in a video frame, columns x rows",
    .class_in = {[PAPER_BANDWIDTH] = "memory"},
    .kernels = "leukocyte_gicov leukocyte_dilate",
    SIZES2(64, 76, 160, 219, 640, 219),
    .program = program,
};
