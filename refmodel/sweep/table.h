// table.h: the results of a sweep as a SQLite database and as CSV.
//
// Both are made anew from the store, in the order of the manifest, so that they depend on the
// results only: a sweep that was killed any number of times ends with the same bytes as one that
// ran through, on one processor or many. The database replaces the one before when it is whole; one
// that another program has locked is left as it is (ST_TOOL).
//
//   CREATE TABLE sweep(key TEXT PRIMARY KEY, value TEXT);  -- name, version, points, axes
//   CREATE TABLE run(                                      -- a row for each point
//     "index" INTEGER PRIMARY KEY, hash TEXT UNIQUE NOT NULL,
//     state TEXT NOT NULL,                                 -- done, failed or missing
//     kind TEXT, config TEXT, config_digest TEXT, program TEXT, size TEXT, seed INTEGER,
//     message TEXT, log TEXT,                              -- of a failure, with its last lines
//     "KEY" ...,                                           -- a column for each key
//     "STATISTIC" ...);                                    -- each number: cycles, "l1d.read_hits"
//
// Times of the wall clock are left out: they are in the store. The journal is a write-ahead log
// (WAL), so that readers do not wait for each other.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_SWEEP_TABLE_H
#define WL_SWEEP_TABLE_H

#include "sweep/manifest.h"

// Writes results.db and results.csv beside the manifest.
int table_collect(const sweep_manifest *m, const char *version, err *e);

#endif
