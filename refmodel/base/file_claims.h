// file_claims.h: keeps a register of the files that this process reads and writes, so that no
// output replaces an input and no two outputs go to the same file.
//
// Links count: files are compared by device and inode or, while they do not exist, by folder and
// name. Devices and pipes are never refused.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BASE_FILE_CLAIMS_H
#define WL_BASE_FILE_CLAIMS_H

#include "base/err.h"

// Registers an input that the user named, directly or in another input: no output may be written
// there from now on. ST_INPUT if an open output goes there already. A missing file is no error
// here; whoever reads it reports it.
int file_claims_input(const char *path, err *e);

// Registers an output. ST_INPUT, with the reason, if it is an input, an output that has not been
// released, or the file behind stdout or stderr. Otherwise the path is taken until
// file_claims_release with the same ticket.
int file_claims_output(const char *path, unsigned *ticket, err *e);
void file_claims_release(unsigned ticket);

// The file that a write to `path` ends up in: links are followed, also those of its folder.
// malloc'd.
char *file_claims_real_path(const char *path);

#endif
