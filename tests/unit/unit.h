// unit.h : a unit-test program in four lines. Each test is one named fact:
//
//     TEST(fifo_full_at_depth) { CU_ASSERT_EQUAL(...); }
//     UNIT_MAIN("fifo", T(fifo_full_at_depth), ...)
//
// Prints "ok NAME" or "not ok NAME: file:line: condition" a test (read by tests/run) and exits with
// 1 if any failed.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TESTS_UNIT_H
#define WL_TESTS_UNIT_H

#include <CUnit/CUnit.h>

typedef struct unit_test {
    const char *name;
    void (*run)(void);
} unit_test;

int unit_main(const char *suite, const unit_test *tests, unsigned count);

#define TEST(name) static void name(void)
// clang-format off
#define T(name) { #name, name }
// clang-format on
#define UNIT_MAIN(suite, ...) \
    int main(void) \
    { \
        static const unit_test tests[] = {__VA_ARGS__}; \
        return unit_main(suite, tests, sizeof tests / sizeof tests[0]); \
    }

#endif
