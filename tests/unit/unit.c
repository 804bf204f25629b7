// unit.c : see unit.h. CUnit runs the tests; the report is our own, since CUnit's XML is malformed.
//
// SPDX-License-Identifier: Apache-2.0
#include "unit.h"

#include <CUnit/TestRun.h>
#include <stdio.h>

static void print_result(const CU_pTest test, const CU_pSuite suite,
                         const CU_pFailureRecord failure)
{
    (void)suite;
    if (!failure) {
        printf("ok %s\n", test->pName);
    } else {
        printf("not ok %s: %s:%u: %s\n", test->pName, failure->strFileName, failure->uiLineNumber,
               failure->strCondition);
    }
    fflush(stdout);
}

int unit_main(const char *suite, const unit_test *tests, unsigned count)
{
    if (CU_initialize_registry() != CUE_SUCCESS) return 3;
    CU_pSuite s = CU_add_suite(suite, NULL, NULL);
    for (unsigned i = 0; s && i < count; i++) {
        if (!CU_add_test(s, tests[i].name, tests[i].run)) s = NULL;
    }
    if (!s) {
        fprintf(stderr, "%s: %s\n", suite, CU_get_error_msg());
        return 3;
    }
    CU_set_test_complete_handler(print_result);
    CU_run_all_tests();
    int failed = CU_get_number_of_tests_failed() != 0 || CU_get_number_of_tests_run() != count;
    CU_cleanup_registry();
    return failed;
}
