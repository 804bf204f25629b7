// build_id.h: which build of the program this is.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_BUILD_ID_H
#define WL_CLI_BUILD_ID_H

// "0.2.0+895884ca...": the version and the linker's build ID, a hash of the whole program. Owned by
// the callee.
const char *build_id_version(void);

#endif
