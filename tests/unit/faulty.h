// faulty.h : a machine whose blocks have a bug of the golden model: which law says so. Behind test_sm_front.h.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TESTS_UNIT_FAULTY_H
#define WL_TESTS_UNIT_FAULTY_H

#include "test_sm_front.h"

#include <stdio.h>
#include <string.h>

// A factory of blocks with the bug that ctx points to.
static inline int faulty(void *ctx, const block_model *b, const config *c, unsigned instance, block_dev *dev, err *e)
{
    (void)instance;
    *dev = b->dev;
    dev->self = b->make(c, *(unsigned *)ctx, e);
    return dev->self ? ST_OK : e->status;
}

// Does the run of the test with these settings end with that text?
static inline bool law_says(run (*ended)(const char *settings, const gpu_hooks *h, script *s), unsigned bug, const char *settings, const char *text)
{
    script s;
    run r = ended(settings, &(gpu_hooks){.devices = {faulty, &bug}}, &s);
    bool says = r.status == ST_CHECK && r.e.text && strstr(r.e.text, text);
    if (!says) printf("# bug %u: %s\n", bug, r.e.text ? r.e.text : "nothing said");
    run_end(&r, &s);
    return says;
}

#endif
