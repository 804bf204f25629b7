// version.h: the program's version, which stands in every banner, on every page, in the man page
// and in `warploom --version`. CITATION.cff and CHANGELOG.md name it, too: tests/house/docs.sh
// compares them.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BASE_VERSION_H
#define WL_BASE_VERSION_H

#define WL_VERSION "0.2.0"

#endif
