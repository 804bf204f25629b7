// choice.h: which of a design's modules are mutated: those of a block, or of a wrapped top those of
// its adapter, as the modules of the block within have mutants of their own.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_MUTATE_CHOICE_H
#define WL_TB_MUTATE_CHOICE_H

#include "config/config.h"
#include "config/ports/adapter.h"
#include "tb/mutate/mutants.h"

// The emitted modules that `word` names, with the configuration's name before it or without (NULL:
// all of the block, or of the adapter), for mutants_sample. NULL: all modules. The list is freed
// with choice_free.
char **choice_make(const config *c, const adapter *a, const char *word);
void choice_free(char **modules);

// ST_INPUT and an error: `word` names none of those of the list that may be mutated.
int choice_refuse(const config *c, const adapter *a, const char *word, const mutant_list *l,
                  err *e);

#endif
