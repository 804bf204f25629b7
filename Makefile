# Warploom. `make help` lists the targets; everything built goes under build/.
#
# SPDX-License-Identifier: Apache-2.0
SHELL := /bin/bash
.SHELLFLAGS := -o pipefail -ec
.DELETE_ON_ERROR:
.SUFFIXES:
# Several goals, and those of full, run one after the other (deps before demo), whatever -j says;
# the inner makes are parallel.
ifneq ($(word 2,$(MAKECMDGOALS))$(filter full,$(MAKECMDGOALS)),)
.NOTPARALLEL:
endif
.DEFAULT_GOAL := help
# Scripts calculate: a decimal point is a point.
export LC_ALL := C

B      ?= build
ifneq ($(word 2,$(B)),)
$(error B = $(B): the path of the build folder must have no space; \
  the tree may lie where it will, with B=build)
endif
CC     := gcc
OPT    ?= -O2 -g1
SAN    ?=
FLAGS  := -std=c11 -D_GNU_SOURCE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror \
    $(OPT) $(SAN) -ffp-contract=off -fno-fast-math -fPIC -fno-semantic-interposition $(CFLAGS)
CPPFLAGS := -Irefmodel -I.
LDLIBS := -Wl,--as-needed -lyaml -ljansson -lmd -llzma -lz -llz4 -lzstd -lsqlite3 -lm -ldl -lpthread

# One static library a layer, in link order: a layer may use those after it, never those before.
# (refmodel/cli/main.c is the program itself.)
LAYERS := cli sweep reports synth mutate bench lockstep rtlgen workloads cudart cuda \
    ptx trace synthetic machine blocks config base
DIR_cli       := refmodel/cli
DIR_sweep     := refmodel/sweep
DIR_reports   := reports
DIR_synth     := synth
DIR_mutate    := tb/mutate
DIR_bench     := tb/bench
DIR_lockstep  := tb/lockstep tb/icarus
DIR_rtlgen    := rtlgen
DIR_workloads := refmodel/workloads
DIR_cudart    := refmodel/cudart
DIR_cuda      := refmodel/cuda
DIR_ptx       := refmodel/ptx
DIR_trace     := refmodel/trace
DIR_synthetic := refmodel/synthetic
DIR_machine   := refmodel/machine
DIR_blocks    := refmodel/blocks
DIR_config    := refmodel/config
DIR_base      := refmodel/base

# Compiled for each version of libcudart.so.
CUDART_VERSION_C := refmodel/cudart/cudart_version.c

# Templates are put into the library of their layer, as the array LAYER_templates: C11 has no
# #embed.
TEMPLATES_rtlgen  := $(sort $(wildcard rtlgen/*/*.in constraints/*.in))
TEMPLATES_reports := $(sort $(wildcard reports/pages/*.in))

SRC_layer = $(filter-out refmodel/cli/main.c $(CUDART_VERSION_C), \
    $(sort $(foreach d,$(DIR_$(1)),$(wildcard $(d)/*.c) $(wildcard $(d)/*/*.c))))
OBJ_layer = $(patsubst %.c,$(B)/obj/%.o,$(call SRC_layer,$(1))) \
    $(if $(TEMPLATES_$(1)),$(B)/obj/$(1)_templates.o)
lib       = $(B)/lib/lib$(1).a
LIBS      := $(foreach l,$(LAYERS),$(call lib,$(l)))

define LAYER_rule
$(call lib,$(1)): $(call OBJ_layer,$(1))
	@mkdir -p $$(@D)
	@rm -f $$@
	@ar qcs $$@ $$^
endef
$(foreach l,$(LAYERS),$(eval $(call LAYER_rule,$(l))))

# One line of a template is one string; the list of names is kept, so that a template that is gone
# is noticed.
define TEMPLATE_rule
$(B)/gen/$(1)_templates.list: always
	@mkdir -p $$(@D)
	@echo '$$(TEMPLATES_$(1))' | cmp -s - $$@ || echo '$$(TEMPLATES_$(1))' >$$@
$(B)/gen/$(1)_templates.c: $$(TEMPLATES_$(1)) $(B)/gen/$(1)_templates.list refmodel/base/embed.awk
	@awk -v NAME=$(1)_templates -f refmodel/base/embed.awk $$(TEMPLATES_$(1)) >$$@
$(B)/obj/$(1)_templates.o: $(B)/gen/$(1)_templates.c $(B)/flags
	@mkdir -p $$(@D)
	@$$(CC) $$(FLAGS) -Wno-overlength-strings $$(CPPFLAGS) -MMD -MP -c $$< -o $$@
endef
$(foreach l,$(LAYERS),$(if $(TEMPLATES_$(l)),$(eval $(call TEMPLATE_rule,$(l)))))

# The inner loops of a simulation: 5 % of its time.
HOT := machine ptx blocks
$(foreach l,$(HOT),$(call OBJ_layer,$(l))): private FLAGS := $(FLAGS:-O2=-O3)
# Those that a run enters rarely: an object is compiled in two thirds of the time. (synth is none:
# it simulates netlists for their energy.)
COLD := cli sweep reports mutate rtlgen cudart cuda config
$(foreach l,$(COLD),$(call OBJ_layer,$(l))): private FLAGS := $(FLAGS:-O2=-O1)
# Unit tests spend their time in the program: compiling them well takes seven times as long.
UNIT_OBJS := $(patsubst %.c,$(B)/obj/%.o,$(wildcard tests/unit/*.c))
$(UNIT_OBJS): private FLAGS := $(FLAGS:-O2=-O0)

# Other flags, other objects.
$(B)/flags: always
	@mkdir -p $(@D)
	@echo '$(CC) $(FLAGS) $(CPPFLAGS) $(HOT) / $(COLD)' | cmp -s - $@ || \
	    echo '$(CC) $(FLAGS) $(CPPFLAGS) $(HOT) / $(COLD)' >$@

$(B)/obj/%.o: %.c $(B)/flags
	@mkdir -p $(@D)
	@echo "  CC $<"
	@$(CC) $(FLAGS) $(CPPFLAGS) -MMD -MP -c $< -o $@

$(B)/warploom: $(B)/obj/refmodel/cli/main.o $(LIBS)
	@echo "  LD $@"
	@$(CC) $(SAN) -rdynamic -Wl,--build-id=sha1 -o $@ $< $(LIBS) $(LDLIBS)

# The CUDA driver API as a shared library: a program linked with -lcuda runs on the simulated GPU.
LIBCUDA := $(B)/lib/libcuda.so.1
$(LIBCUDA): $(foreach l,cuda ptx trace machine blocks config base,$(call lib,$(l))) \
    refmodel/cuda/libcuda.map
	@echo "  LD $@"
	@$(CC) $(SAN) -shared -Wl,-soname,libcuda.so.1 -Wl,--version-script=refmodel/cuda/libcuda.map \
	    -o $@ -Wl,--whole-archive $(call lib,cuda) -Wl,--no-whole-archive \
	    $(foreach l,ptx trace machine blocks config base,$(call lib,$(l))) $(LDLIBS)
	@ln -sfn libcuda.so.1 $(B)/lib/libcuda.so

# The CUDA runtime API, on top of it: what a program of `nvcc -cudart shared` loads, by the name of
# its CUDA's version. One code under three
# names, because the structs that a program has are of its version.
CUDART_11.0 := 11080
CUDART_12   := 12090
CUDART_13   := 13000
CUDART_NAMES := 11.0 12 13
LIBCUDART := $(CUDART_NAMES:%=$(B)/lib/libcudart.so.%)
define CUDART_rule
$(B)/obj/cudart_version.$(1).o: $(CUDART_VERSION_C) $(B)/flags
	@mkdir -p $$(@D)
	@$$(CC) $$(FLAGS) $$(CPPFLAGS) -DCUDART_VERSION=$$(CUDART_$(1)) -MMD -MP -c $$< -o $$@
$(B)/lib/libcudart.so.$(1): $(B)/obj/cudart_version.$(1).o $(call lib,cudart) \
    $(call lib,base) $(LIBCUDA) refmodel/cudart/libcudart.map
	@echo "  LD $$@"
	@sed 's/SONAME/libcudart.so.$(1)/' refmodel/cudart/libcudart.map >$$@.map
	@$$(CC) $$(SAN) -shared -Wl,-soname,libcudart.so.$(1) -Wl,--version-script=$$@.map \
	    -Wl,-rpath,'$$$$ORIGIN' -o $$@ $$< \
	    -Wl,--whole-archive $(call lib,cudart) -Wl,--no-whole-archive $(call lib,base) \
	    -L$(B)/lib -lcuda -lpthread
	@rm -f $$@.map
endef
$(foreach v,$(CUDART_NAMES),$(eval $(call CUDART_rule,$(v))))
# What -lcudart links with.
$(B)/lib/libcudart.so: $(LIBCUDART)
	@ln -sfn libcudart.so.13 $@

# What a simulation in Icarus loads to talk to the program; vvp itself is built without sanitizers.
VPI := $(B)/lib/warploom.vpi
$(VPI): tb/vpi/warploom_vpi.c tb/abi/icarus_link.h $(B)/flags
	@mkdir -p $(@D)
	@echo "  LD $@"
	@$(CC) $(filter-out $(SAN),$(FLAGS)) -I. -isystem /usr/include/iverilog -shared -o $@ $<

# A unit test names the layers it needs in a line of its head: "// links: blocks config base".
UNITS := $(patsubst tests/unit/%.c,%,$(wildcard tests/unit/test_*.c))
# "test_x:blocks test_x:config ..." of all, by one awk
UNIT_LINKS := $(shell awk \
    'FNR == 1 { f = FILENAME; gsub(/.*\/|[.]c$$/, "", f); on = 0 } \
    FNR < 12 && sub(/^.*links: */, "") { on = 1 } /^\/\/$$/ { on = 0 } \
    on { gsub(/\/\//, ""); for (i = 1; i <= NF; i++) print f ":" $$i }' \
    $(UNITS:%=tests/unit/%.c) /dev/null)
links = $(foreach l,$(LAYERS),$(if $(filter $(1):$(l),$(UNIT_LINKS)),$(call lib,$(l))))
define UNIT_rule
$(B)/tests/$(1): $(B)/obj/tests/unit/$(1).o $(B)/obj/tests/unit/unit.o $(call links,$(1))
	@mkdir -p $$(@D)
	@echo "  LD $$@"
	@$(CC) $(SAN) -rdynamic -o $$@ $$^ -lcunit $(LDLIBS)
endef
$(foreach u,$(UNITS),$(eval $(call UNIT_rule,$(u))))

JOBS ?= $(shell nproc)
CONFIG ?= mrpb-base-s
WORKLOAD ?= mvt
SIZE ?= medium
WARPLOOM := $(B)/warploom

.PHONY: always help all deps units demo test check format bench rtl regen cosim synth layout \
    silicon blocks power crossbar warppool formal mutate coverage papers ptx full sanitize fuzz \
    long reference install clean
help:
	@sed -n 's/^## //p' $(firstword $(MAKEFILE_LIST))

## make deps                 install what is needed (Debian packages; root or sudo), idempotent;
##                           `make deps demo` only the demo's, `make deps full` Slurm too
deps:
	@bash tests/deps.sh $(if $(filter full long,$(MAKECMDGOALS)),full, \
	    $(if $(filter-out deps demo,$(or $(MAKECMDGOALS),all)),all, \
	    $(filter demo,$(MAKECMDGOALS))))

## make demo                 the main job: MRPB configuration -> RTL -> mvt in lockstep -> area and
##                           clock -> report
demo:
	@$(MAKE) --no-print-directory -j$(JOBS) $(WARPLOOM)
	@$(WARPLOOM) report -c $(CONFIG) --workload $(WORKLOAD) --size $(SIZE) -o $(B)/demo

## make test                 all tests, about 12 minutes on 2 cores; closing line "N passed, N
##                           failed"
test:
	@$(MAKE) --no-print-directory -j$(JOBS) all
	@B=$(B) tests/run -j $$(($(JOBS) + 1)) # some sleep, and wait for what they have ended

## make check                lint, unit tests and layering only: the gate before a commit, in two
##                           minutes
check:
	@$(MAKE) --no-print-directory -j$(JOBS) all
	@B=$(B) tests/run -j $(JOBS) 'tests/test_'
	@B=$(B) tests/run -j $(JOBS) 'tests/house/'

## make format               write all C in the form of .clang-format
format:
	@git ls-files '*.c' '*.h' | grep -v '^rtl/' | xargs clang-format-14 -i

## make bench                speed: simulator, lockstep overhead, standalone bench (figures, not
##                           tests)
bench: $(WARPLOOM)
	@WARPLOOM=$(WARPLOOM) bash tests/bench.sh

## make rtl CONFIG=...       emit Verilog into build/rtl/CONFIG
rtl: $(WARPLOOM)
	@$(WARPLOOM) rtl -c $(CONFIG) -o $(B)/rtl/$(CONFIG)

## make regen                rtl/ and constraints/ anew: the papers' configurations, emitted
regen: $(WARPLOOM)
	@WARPLOOM=$(WARPLOOM) bash rtl/emit.sh

## make cosim CONFIG=... WORKLOAD=...   the emitted RTL in the simulated machine, in lockstep
cosim: $(WARPLOOM)
	@$(WARPLOOM) cosim -c $(CONFIG) $(WORKLOAD)

## make synth CONFIG=...     Yosys, ABC, OpenSTA: area and clock
synth: $(WARPLOOM)
	@$(WARPLOOM) synth -c $(CONFIG)

## make layout               place and route PRIC, bypass monitor, MRPB's and CART's control;
##                           reports/silicon
layout: $(WARPLOOM)
	@WARPLOOM=$(WARPLOOM) OUT=$(B)/layout bash synth/layout.sh

## make silicon LIBERTY=...  clock and area of MRPB's control, 8 to 1024 queues; reports/silicon
LIBERTY ?= osu018
silicon: $(WARPLOOM)
	@WARPLOOM=$(WARPLOOM) OUT=$(B)/silicon LIBERTY=$(LIBERTY) bash synth/silicon.sh

## make formal               proofs of all structures and the leaf modules at many points;
##                           reports/formal; BLOCKS='mrpb leaves' names some, ONLY=REGEX some of
##                           theirs
formal: $(WARPLOOM)
	@WARPLOOM=$(WARPLOOM) JOBS=$(JOBS) bash tb/formal/run.sh

## make mutate               mutants of every block's RTL on its bench, 1000 a module;
##                           reports/mutation; goes on where it was stopped
mutate: $(WARPLOOM)
	@WARPLOOM=$(WARPLOOM) OUT=$(B)/mutate bash tb/mutate/run.sh

## make coverage             what the benches cover: RTL by line, branch, toggle and instance;
##                           golden models by line and branch; reports/coverage
coverage: $(WARPLOOM)
	@WARPLOOM=$(WARPLOOM) OUT=$(B)/coverage JOBS=$(JOBS) bash tb/coverage/run.sh

## make ptx                  recompile the workloads' checked-in PTX (needs clang-14)
ptx:
	@bash refmodel/workloads/ptx.sh

## make sanitize             unit tests, simulator, bad inputs under AddressSanitizer and UBSan;
##                           unit tests, planted races under ThreadSanitizer: 40 minutes
ASAN := -fsanitize=address,undefined -fno-sanitize-recover=all
sanitize:
	@$(MAKE) --no-print-directory -j$(JOBS) B=$(B)/san SAN='$(ASAN)' all
	@for t in test_ sim/ bad/; do SAN='$(ASAN)' B=$(B)/san tests/run -j $(JOBS) "tests/$$t"; done
	@$(MAKE) --no-print-directory -j$(JOBS) B=$(B)/tsan SAN=-fsanitize=thread all
	@for t in test_ tsan/; do B=$(B)/tsan tests/run -j 1 "tests/$$t"; done

## make fuzz                 the readers of input files under libFuzzer, 10 minutes each; what it
##                           finds: build/fuzz/found
fuzz:
	@B=$(B) FUZZ_SECONDS=600 bash tests/fuzz/run.sh

## make papers SIZE=...      all papers' pages, ours beside theirs: build/pages/paper-mrpb ..; some
##                           hours; may be killed and goes on
papers: $(WARPLOOM)
	@$(WARPLOOM) report --paper all --size $(SIZE) -j $(JOBS) -o $(B)/pages

## make blocks LIBERTY=...   area and clock of each structure in a GTX480:
##                           build/blocks/blocks.csv, for the page "together"
blocks: $(WARPLOOM)
	@WARPLOOM=$(WARPLOOM) OUT=$(B)/blocks LIBERTY=$(LIBERTY) bash synth/blocks.sh

## make power LIBERTY=...    power of each structure on the traffic of three programs:
##                           reports/silicon/power.csv, for the page of WarpPool; may be stopped
power: $(WARPLOOM)
	@WARPLOOM=$(WARPLOOM) OUT=$(B)/power LIBERTY=$(LIBERTY) bash synth/power.sh

## make crossbar LIBERTY=... area by part and clock of both crossbars with their data,
##                           15 x 12, at the papers' flit widths: build/crossbar; may be stopped
crossbar: $(WARPLOOM)
	@WARPLOOM=$(WARPLOOM) OUT=$(B)/crossbar LIBERTY=$(LIBERTY) bash synth/crossbar.sh

## make warppool LIBERTY=... WarpPool: inter-warp queues and their order over 8 to 64 queues,
##                           the whole pipeline by component:
##                           build/warppool; may be stopped
warppool: $(WARPLOOM)
	@WARPLOOM=$(WARPLOOM) OUT=$(B)/warppool LIBERTY=$(LIBERTY) bash synth/warppool.sh

## make full                 everything that takes long: all tests, proofs, mutation, sanitizers,
##                           fuzzing, benchmarks, the papers' tables
full: test long formal mutate coverage sanitize fuzz bench papers

## make long                 the tests that take minutes each: every workload with one and with two
##                           threads, ...
long: all
	@B=$(B) tests/run -j 1 'tests/long/'

## make reference            docs/reference, the man page and the bash completion anew, from the
##                           program's tables
reference: $(WARPLOOM)
	@$(WARPLOOM) reference -q -o docs/reference

## make install PREFIX=... DESTDIR=...   the program, its shared files, licence, README and man page
PREFIX ?= /usr/local
SHARED_FILES = $(shell find refmodel/config/presets refmodel/workloads/*/*.ptx rtlgen/fusesoc \
    synth reports tb/abi tb/mutate tb/formal -type f ! -name '*.c' ! -name '*.in')
# The default cells: those that `make deps` fetched, or of Debian's package.
OSU018 := qflow/tech/osu018/osu018_stdcells.lib
CELLS = $(firstword $(wildcard build/liberty/usr/share/$(OSU018) /usr/share/$(OSU018)))
# Their layout, beside them.
CELLS_LAYOUT = $(wildcard $(CELLS:%stdcells.lib=%stdcells.lef) $(CELLS:%_stdcells.lib=%.par))
CELLS_COPYRIGHT = $(wildcard $(CELLS:%/$(OSU018)=%/doc/qflow-tech-osu018/copyright))
install: $(WARPLOOM) $(LIBCUDA) $(LIBCUDART) $(VPI)
	install -D -m 755 $(WARPLOOM) "$(DESTDIR)$(PREFIX)/bin/warploom"
	install -D -m 755 $(LIBCUDA) "$(DESTDIR)$(PREFIX)/lib/warploom/libcuda.so.1"
	install -D -m 755 $(VPI) "$(DESTDIR)$(PREFIX)/lib/warploom/warploom.vpi"
	ln -sfn libcuda.so.1 "$(DESTDIR)$(PREFIX)/lib/warploom/libcuda.so"
	install -m 755 -t "$(DESTDIR)$(PREFIX)/lib/warploom" $(LIBCUDART)
	ln -sfn libcudart.so.13 "$(DESTDIR)$(PREFIX)/lib/warploom/libcudart.so"
	install -D -m 644 -t "$(DESTDIR)$(PREFIX)/include/warploom" \
	    $(addprefix refmodel/cuda/,cuda.h cuda_types.h cuda_arrays.h cuda_graphs.h cuda_pools.h \
	        builtin_types.h) \
	    $(addprefix refmodel/cudart/,cudart.h cudart_graphs.h cudart_pools.h cudart_errors.h \
	        cudart_device_prop.h)
	install -D -m 644 -t "$(DESTDIR)$(PREFIX)/share/doc/warploom" LICENSE README.md
	install -D -m 644 docs/reference/warploom.1 "$(DESTDIR)$(PREFIX)/share/man/man1/warploom.1"
	install -D -m 644 docs/reference/warploom.bash \
	    "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/warploom"
	@for f in $(SHARED_FILES); do \
	    install -D -m 644 "$$f" "$(DESTDIR)$(PREFIX)/share/warploom/$$f"; done
	@$(if $(CELLS),install -D -m 644 -t "$(DESTDIR)$(PREFIX)/share/warploom/liberty" \
	    $(CELLS) $(CELLS_LAYOUT) $(CELLS_COPYRIGHT), \
	    echo 'install: no cell library osu018 here; make deps fetches it')

## make clean                remove build/
clean:
	rm -rf $(B)

## make all                  build build/warploom, the libraries in build/lib and the unit tests
all: $(WARPLOOM) $(LIBCUDA) $(LIBCUDART) $(B)/lib/libcudart.so $(VPI) units
units: $(UNITS:%=$(B)/tests/%)

-include $(shell find $(B)/obj -name '*.d' 2>/dev/null)
