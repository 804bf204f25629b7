// published.h: the runs that a page publishes (data/runs.csv, and data/machines.csv with every key
// of their machines), written for one page and taken for another.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_PAPER_PUBLISHED_H
#define WL_CLI_PAPER_PUBLISHED_H

#include "cli/paper/runset.h"

#include <jansson.h>

// Rows of runs.csv: machine, workload, size, kernel ("": the whole run; the others are the kernels
// that the paper's programs name), input (16 digits of the SHA-256 of the workload's PTX and
// dimensions), build (the version and 12 digits of the linker's build ID of the program that
// simulated the run, or the version alone where no more was noted), and a number or "" for each
// metric. New reference.
json_t *published_runs(const runset *l);
// Rows of machines.csv: "machine", and each key that a simulation reads, under its path. New
// reference. *columns (malloc'd): the header.
json_t *published_machines(const runset *l, char **columns);

// Takes from the file `path`, a page's runs.csv, every run that the runset asks for and that has no
// values yet. machines.csv is read beside it. Not taken is a run whose machine has another value of
// a key, or whose workload's PTX or dimensions, or whose version of Warploom, are not today's. A
// key that the file does not know yet must have its default. A build of the same version is taken.
//
// *source (new reference): {"file", "taken": number, "made_by": builds, "here": this build,
// "lacks": metrics of today that the file does not have, or "", "refused": [{"machine", "runs":
// number, "why"}]}.
// ST_INPUT, with line and column, for a file that is damaged or no such file, for a run that is
// there twice, and for one that an earlier file gives other values.
int published_take(runset *l, const char *path, json_t **source, err *e);

#endif
