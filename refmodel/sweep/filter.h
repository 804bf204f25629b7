// filter.h: the filters of a sweep (spec.h): comparisons of two products of axes and numbers.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_SWEEP_FILTER_H
#define WL_SWEEP_FILTER_H

#include "sweep/spec.h"

// Is the text a filter over the axes that have been read? ST_INPUT, and why not, at the node.
int filter_check(const sweep_spec *s, const yaml_node_t *at, const char *text);

// Of a text that has passed, for the values of the axes in their order.
bool filter_holds(const sweep_spec *s, const char *text, const char *const *values);

#endif
