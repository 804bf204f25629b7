// align.h : the comments of emitted text, brought under one another and within the width of a page.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_RTLGEN_ENGINE_ALIGN_H
#define WL_RTLGEN_ENGINE_ALIGN_H

// The text with the trailing // comments of each paragraph in one column, malloc'd. A paragraph is
// a run of lines of the same indentation without an empty one; lines without a trailing comment
// stay as they are. A comment that would pass ALIGN_COLUMNS that way stays one space behind its
// code, and does not move the others; one that would pass it even there goes above its code.
// Comments that fill their line are broken at that width.
enum { ALIGN_COLUMNS = 99 };
char *align_comments(const char *text);

#endif
