// node.h : the technology node of a cell library, which Liberty files do not state. It decides how
// large and fast the modelled SRAM beside the cells is (sram.h).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_SYNTH_NODE_H
#define WL_SYNTH_NODE_H

// Of a library that calls itself so, in nm, from a table of public libraries; 0: it is not in the
// table.
unsigned node_of_library(const char *name);

// The names in the table with their nodes, for messages; malloc'd.
char *node_known(void);

#endif
