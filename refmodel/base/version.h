// version.h: the program's version, which stands in every banner and in `warploom --version`.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BASE_VERSION_H
#define WL_BASE_VERSION_H

#define WL_VERSION "0.1.0"

#endif
