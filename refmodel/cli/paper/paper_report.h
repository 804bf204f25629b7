// paper_report.h: the command `warploom report --paper NAME`.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_PAPER_PAPER_REPORT_H
#define WL_CLI_PAPER_PAPER_REPORT_H

#include "cli/cli.h"

// Makes the runs that the paper's rows require, and writes the page. A sentence of the paper that
// does not hold here is a result, not a failure; the page reports it.
int paper_report(const cli_args *a, json_t *result, err *e);
void paper_report_print(const json_t *result);

#endif
