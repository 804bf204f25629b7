// node.h: the technology node of a cell library, which Liberty files do not state. It determines
// the size and speed of the modelled SRAM beside the cells (sram.h).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_SYNTH_NODE_H
#define WL_SYNTH_NODE_H

// The node in nm of the library with this name, from a table of public libraries; 0 if it is not in
// the table.
unsigned node_of_library(const char *name);

// The names in the table with their nodes, for messages; malloc'd.
char *node_known(void);

#endif
