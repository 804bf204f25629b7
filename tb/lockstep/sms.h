// sms.h: parses a selection of SMs: "all", or a list of numbers and ranges such as "0,3-5".
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_LOCKSTEP_SMS_H
#define WL_TB_LOCKSTEP_SMS_H

#include "base/err.h"

#include <stdbool.h>

// Sets listed[i] for each of the n_sms SMs. list NULL: all. ST_INPUT for anything else, such as an
// SM that does not exist.
int sms_parse(const char *list, bool *listed, unsigned n_sms, err *e);

#endif
