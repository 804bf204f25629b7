// claims.h : which files this process reads and writes, so that no output replaces an input and no
// two outputs are one file.
//
// Links count: files are compared by what they are (device and inode), or, while they do not exist,
// by their folder and name. Devices and pipes are never refused.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BASE_CLAIMS_H
#define WL_BASE_CLAIMS_H

#include "base/err.h"

// `path` is an input that the user named, directly or in another input: from now on no output may
// be written there. ST_INPUT when an output that is open already goes there. A file that does not
// exist is no matter here: whoever reads it says so.
int claims_input(const char *path, err *e);

// May an output be written to `path`? ST_INPUT, and why not, when it is an input, an output that
// has not been released, or where stdout or stderr go. Else it is taken until claims_release, which
// is given the same ticket.
int claims_output(const char *path, unsigned *ticket, err *e);
void claims_release(unsigned ticket);

// Where a file that is written to `path` ends up: links are followed, also those of the folder.
// Malloc'd.
char *claims_real_path(const char *path);

#endif
