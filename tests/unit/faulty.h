// faulty.h: a machine whose blocks have a bug of the golden model, and which law says so. Comes
// after test_sm_front.h.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TESTS_UNIT_FAULTY_H
#define WL_TESTS_UNIT_FAULTY_H

#include "blocks/model_bug.h"
#include "test_sm_front.h"

#include <stdio.h>
#include <string.h>

// A factory of blocks with a bug, which its context names.
typedef struct bug_ctx {
    const model_bug *bug;
} bug_ctx;

static inline int faulty(void *ctx, const block_model *b, const config *c, unsigned instance,
                         block_dev *dev, err *e)
{
    (void)instance;
    return model_bug_make(b, ((const bug_ctx *)ctx)->bug, c, dev, NULL, e);
}

// Does the run of the test with these settings end with that text?
static inline bool law_says(run (*ended)(const char *settings, const gpu_hooks *h, script *s),
                            const model_bug *bug, const char *settings, const char *text)
{
    script s;
    run r = ended(settings, &(gpu_hooks){.devices = {faulty, &(bug_ctx){bug}}}, &s);
    bool says = r.status == ST_CHECK && r.e.text && strstr(r.e.text, text);
    if (!says) printf("# %s: %s\n", bug->id, r.e.text ? r.e.text : "nothing said");
    run_end(&r, &s);
    return says;
}

#endif
