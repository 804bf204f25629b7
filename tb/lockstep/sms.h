// sms.h : which SMs a run is about: "all", or a list of numbers and ranges like "0,3-5".
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_LOCKSTEP_SMS_H
#define WL_TB_LOCKSTEP_SMS_H

#include "base/err.h"

#include <stdbool.h>

// listed[n_sms]; list NULL: all. Anything else, an SM that is not there included: ST_INPUT.
int sms_parse(const char *list, bool *listed, unsigned n_sms, err *e);

#endif
