// calibration_batch.c: see calibration_batch.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/calibration_batch.h"

#include "base/resources.h"
#include "cli/sweep_points.h"

#include <stdlib.h>

#define MACHINE "gtx480-4x"

unsigned calibration_add(calibration_batch *b, const char *file, const char *const *sets,
                         const char *one_more)
{
    CHECK(b->n < CALIBRATION_MOST, "calibration: more than %d runs", CALIBRATION_MOST);
    calibration_run_point *r = &b->runs[b->n];
    char *relative = wl_format("reports/calibration/%s", file);
    r->path = resource_path(relative);
    for (; sets && *sets; sets++) cli_sets_append(&r->sets, *sets);
    if (one_more) cli_sets_append(&r->sets, one_more);
    free(relative);
    return b->n++;
}

static void take(void *ctx, const pool_job *job, const json_t *result)
{
    calibration_run_point *r = job->ctx;
    (void)ctx;
    r->result = json_deep_copy(result);
}

int calibration_batch_run(calibration_batch *b, const calibration_how *how, err *e)
{
    sweep_point points[CALIBRATION_MOST];
    void *contexts[CALIBRATION_MOST];
    pool_counts counts;
    const pool p = {.processes = how->processes,
                    .stop = true,
                    .take = take,
                    .progress = cli_progress_at,
                    .progress_ctx = how->progress};
    for (unsigned i = 0; i < b->n; i++) {
        calibration_run_point *r = &b->runs[i];
        contexts[i] = r;
        points[i] = (sweep_point){.kind = SWEEP_launch,
                                  .config = MACHINE,
                                  .sets = (const char **)r->sets.text,
                                  .n_sets = r->sets.n,
                                  .program = r->path,
                                  .size = ""};
    }
    return sweep_points_run(points, contexts, b->n, &p, &counts, e);
}

void calibration_batch_free(calibration_batch *b)
{
    for (unsigned i = 0; i < b->n; i++) {
        free(b->runs[i].path);
        cli_sets_free(&b->runs[i].sets);
        json_decref(b->runs[i].result);
    }
}

json_t *calibration_launches(const calibration_batch *b, unsigned i)
{
    return json_object_get(b->runs[i].result, "by_launch");
}

double calibration_seconds(const calibration_batch *b, unsigned i)
{
    return json_number_value(json_object_get(b->runs[i].result, "wall_seconds"));
}
