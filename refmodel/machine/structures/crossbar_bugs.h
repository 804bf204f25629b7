// crossbar_bugs.h: the named bugs of the crossbar (blocks/model_bug.h), in that of the request
// network.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_CROSSBAR_BUGS_H
#define WL_MACHINE_CROSSBAR_BUGS_H

#include "blocks/model_bug.h"

extern const model_bugs crossbar_bugs;

#endif
