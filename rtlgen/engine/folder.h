// folder.h : the folder that is emitted to: which of its files an earlier run made, and which of
// those were edited since. Inside rtlgen only.
//
// The manifest names every emitted file with its digest. Files that it does not name, and files
// that differ from what it says, are the user's. A folder of an older version has no manifest:
// there the mark in a file's first lines tells.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_RTLGEN_ENGINE_FOLDER_H
#define WL_RTLGEN_ENGINE_FOLDER_H

#include "rtlgen/engine/file_set.h"

#define FOLDER_INTERFACE "wl_plugin.h"    // the only emitted file without a mark
#define FOLDER_MANIFEST "warploom.sha256" // as sha256sum writes it

typedef struct folder {
    const char *dir; // borrowed
    bool made;       // it was not there before
    json_t *emitted; // of the manifest: name -> digest; NULL: there is none
} folder;

void folder_add_manifest(file_set *s); // adds it to a set that has all other files

// Makes the folder, or looks into it: ST_INPUT, unless forced, if it holds a file that was not
// emitted, or an emitted one that was edited and is not what `s` has.
int folder_prepare(folder *d, const char *dir, file_set *s, bool force, err *e);
// Removes what was emitted and is not in `s`, and what killed runs have left; adds the names to an
// array.
void folder_remove_stale(const folder *d, file_set *s, json_t *removed);
// After a failure: a folder that folder_prepare made goes, with the files of `s` that are in it.
void folder_abandon(const folder *d, const file_set *s);
void folder_free(folder *d);

#endif
