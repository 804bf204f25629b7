# Warploom. `make help` lists the targets; everything built goes under build/.
#
# SPDX-License-Identifier: Apache-2.0
SHELL := /bin/bash
.SHELLFLAGS := -o pipefail -ec
.DELETE_ON_ERROR:
.SUFFIXES:
.DEFAULT_GOAL := help

B      ?= build
CC     ?= gcc
OPT    ?= -O2 -g
SAN    ?=
CFLAGS := -std=c11 -D_GNU_SOURCE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror $(OPT) $(SAN) -ffp-contract=off -fno-fast-math
CPPFLAGS := -Irefmodel -I.
LDLIBS := -lyaml -ljansson -lmd -lm -ldl -lpthread

# One static library a layer, in link order: a layer may use those after it, never those before.
# (refmodel/cli/main.c is the program itself.)
LAYERS := cli reports synth lockstep rtlgen workloads cuda ptx machine blocks config base
DIR_cli       := refmodel/cli
DIR_reports   := reports
DIR_synth     := synth
DIR_lockstep  := tb/lockstep
DIR_rtlgen    := rtlgen
DIR_workloads := refmodel/workloads
DIR_cuda      := refmodel/cuda
DIR_ptx       := refmodel/ptx
DIR_machine   := refmodel/machine
DIR_blocks    := refmodel/blocks
DIR_config    := refmodel/config
DIR_base      := refmodel/base

SRC_layer = $(filter-out refmodel/cli/main.c,$(sort $(wildcard $(DIR_$(1))/*.c) $(wildcard $(DIR_$(1))/*/*.c)))
OBJ_layer = $(patsubst %.c,$(B)/obj/%.o,$(call SRC_layer,$(1)))
lib       = $(B)/lib/lib$(1).a
LIBS      := $(foreach l,$(LAYERS),$(call lib,$(l)))

define LAYER_rule
$(call lib,$(1)): $(call OBJ_layer,$(1))
	@mkdir -p $$(@D)
	@rm -f $$@
	@ar rcs $$@ $$^
endef
$(foreach l,$(LAYERS),$(eval $(call LAYER_rule,$(l))))

$(B)/obj/%.o: %.c
	@mkdir -p $(@D)
	@echo "  CC $<"
	@$(CC) $(CFLAGS) $(CPPFLAGS) -MMD -MP -c $< -o $@

$(B)/warploom: $(B)/obj/refmodel/cli/main.o $(LIBS)
	@echo "  LD $@"
	@$(CC) $(SAN) -rdynamic -o $@ $< $(LIBS) $(LDLIBS)

# A unit test names the layers it needs in its first line: "// test_x.c : ... links: blocks config base".
UNITS := $(patsubst tests/unit/%.c,%,$(wildcard tests/unit/test_*.c))
links = $(foreach l,$(LAYERS),$(if $(filter $(l),$(shell sed -n '1s/.*links: *//p' tests/unit/$(1).c)),$(call lib,$(l))))
define UNIT_rule
$(B)/tests/$(1): $(B)/obj/tests/unit/$(1).o $(B)/obj/tests/unit/unit.o $(call links,$(1))
	@mkdir -p $$(@D)
	@echo "  LD $$@"
	@$(CC) $(SAN) -rdynamic -o $$@ $$^ -lcunit $(LDLIBS)
endef
$(foreach u,$(UNITS),$(eval $(call UNIT_rule,$(u))))

.PHONY: help all deps units
help:
	@sed -n 's/^## //p' $(MAKEFILE_LIST)

## make deps                      install what is needed (apt; needs root or sudo), idempotent
deps:
	@bash tests/deps.sh

## make all                       build build/warploom and the unit tests
all: $(B)/warploom units
units: $(UNITS:%=$(B)/tests/%)

-include $(shell find $(B)/obj -name '*.d' 2>/dev/null)
