// calibration_report.c : see calibration_report.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/calibration_report.h"

#include "base/outfile.h"
#include "base/printable.h"
#include "cli/calibration.h"
#include "reports/report.h"

#include <stdlib.h>

int calibration_report(const cli_args *a, json_t *result, err *e)
{
    const char *dir = cli_value(a, "output");
    json_t *r = NULL;
    calibration_how how = {0};
    int st = cli_jobs(a, &how.processes, e);
    if (st == ST_OK && dir) st = outfile_mkdirs(dir, e);
    if (st != ST_OK) return st;
    how.progress = cli_progress_start(a, "calibration", "runs");
    st = calibration_run(&how, &r, e);
    cli_progress_end(how.progress);
    if (st == ST_OK && dir) st = report_calibration(r, dir, e);
    if (r) json_object_update(result, r);
    if (dir) json_object_set_new(result, "directory", printable_json(dir));
    json_decref(r);
    return st;
}

static void print_micro(const json_t *micro)
{
    size_t i;
    json_t *l;
    printf("small kernels\n  %-24s%10s%12s%10s%12s%10s%12s\n", "launch", "cycles", "GPGPU-Sim",
           "L1D", "GPGPU-Sim", "L2", "GPGPU-Sim");
    json_array_foreach(json_object_get(micro, "launches"), i, l) {
        printf("  %-11s%-13s", json_string_value(json_object_get(l, "file")),
               json_string_value(json_object_get(l, "kernel")));
        static const char *const names[] = {"cycles", "l1d_accesses", "l2_accesses"};
        for (unsigned k = 0; k < sizeof names / sizeof names[0]; k++) {
            char *reference = wl_format("%s_reference", names[k]);
            printf("%10.0f%12.0f", json_number_value(json_object_get(l, names[k])),
                   json_number_value(json_object_get(l, reference)));
            free(reference);
        }
        printf("%+8.1f %%  %s\n", json_number_value(json_object_get(l, "cycles_difference")),
               json_string_value(json_object_get(l, "cause")));
    }
    printf("%d launches, %d of them different on purpose; of the others' cycles mean difference "
           "%.2f %%, largest %.2f %%\n",
           (int)json_integer_value(json_object_get(micro, "n")),
           (int)json_integer_value(json_object_get(micro, "apart")),
           json_number_value(json_object_get(micro, "cycles_mean")),
           json_number_value(json_object_get(micro, "cycles_most")));
}

void calibration_report_print(const json_t *r)
{
    size_t i, k;
    json_t *run_of, *row;
    json_array_foreach(json_object_get(r, "runs"), i, run_of) {
        printf("%s\n  %-38s%14s%14s\n", json_string_value(json_object_get(run_of, "name")), "",
               "ours", "GPGPU-Sim");
        json_array_foreach(json_object_get(run_of, "rows"), k, row) {
            const int decimals = (int)json_integer_value(json_object_get(row, "decimals"));
            printf("  %-38s%14.*f%14.0f%+9.1f %%  %s\n",
                   json_string_value(json_object_get(row, "what")), decimals,
                   json_number_value(json_object_get(row, "ours")),
                   json_number_value(json_object_get(row, "reference")),
                   json_number_value(json_object_get(row, "difference")),
                   json_string_value(json_object_get(row, "verdict")));
        }
    }
    print_micro(json_object_get(r, "micro"));
    printf("%d of %d bounded figures are kept\n",
           (int)json_integer_value(json_object_get(r, "kept")),
           (int)json_integer_value(json_object_get(r, "bounded")));
    if (json_object_get(r, "directory"))
        printf("page: %s/index.html\n", json_string_value(json_object_get(r, "directory")));
}
