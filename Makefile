# Ramify. `make demo` and `make test` do everything on a fresh machine.
#
#   make            build/bin/ramify            make debug    build/debug: sanitizers, checkers
#   make demo       install, build, show        make format   clang-format
#   make test       install, build, test        make install  PREFIX=/usr/local
#   make libc       musl, for --libc=musl
#   make docs       generated documents         make setup    only install what we need
#   make bench-concrete bench-forks bench-startup bench-solver bench-arrays bench-tables bench-table4 bench-memory bench-keys bench-cache bench-stop
#   make bench PROGRAM=m4 TIME=60  a real program, or all of bench/programs
#   make bench-coreutils TIME=60   all of coreutils, with coverage
#   make fuzz-csmith COUNT=2000    fuzz-symbolic COUNT=200    fuzz-pointers COUNT=100    fuzz-behaviours COUNT=2000    fuzz-expr COUNT=1000000
#   make counters               bench/counters.csv, under review in every commit
#   make strace-suite bitcode-versions check-cache-suite check-arrays
#
# One archive per directory of src/; a unit test tests/unit/DIR_*.c is linked
# with the archive of DIR and those below it only, which keeps layers honest.

BUILD   ?= build
PREFIX  ?= /usr/local
LLVM    ?= 19
CC      := clang-$(LLVM)
FLAGS   ?= -O2
JOBS    ?= $(shell nproc)
# tests and benchmarks are not to depend on what earlier runs have answered
export RAMIFY_CACHE ?= none
# what is made, a word and a name each; V=1 shows the commands
say      = $(if $(V),,@printf '  %-5s %s\n' $(1) $@ &&)
need_clang = $(if $(shell command -v $(CC)),,$(error $(CC) is not installed: `make setup` installs what is needed))
DEBUG   := BUILD=build/debug \
           FLAGS="-O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined -DRAMIFY_DEBUG"

LAYERS  := base expr program solver memory engine search result command compiler
CFLAGS  := -std=c17 -D_GNU_SOURCE -g $(FLAGS) -Wall -Wextra -Wshadow -Wstrict-prototypes \
           -Wmissing-prototypes -Wno-unused-parameter -fno-strict-aliasing -Isrc
# five times as fast as the usual linker with all of LLVM to put in
LINK    := $(CC) $(FLAGS) -fuse-ld=lld
# asked only when something is compiled: set-up may come first
LLVM_CONFIG := llvm-config-$(LLVM)
LLVM_CFLAGS  = $(filter -I% -D%,$(shell $(LLVM_CONFIG) --cflags))
OTHER_LIBS  := -lz3 -lcadical -lsqlite3 -lstdc++ -lm
LIBS         = $(shell $(LLVM_CONFIG) --ldflags --libs) $(OTHER_LIBS)
# the program has LLVM inside: loading the shared library costs 30 ms a start
STATIC_LIBS  = $(shell $(LLVM_CONFIG) --link-static --ldflags --libs core bitreader irreader linker passes target) \
               -Wl,--as-needed -lz -lzstd $(OTHER_LIBS)

sources  = $(wildcard src/$(1)/*.c)
objects  = $(patsubst src/%.c,$(BUILD)/%.o,$(call sources,$(1)))
archive  = $(BUILD)/lib/$(1).a
# the layer and those it may see, topmost first
below_base    := base
below_compiler := compiler base
below_expr    := expr base
below_program := program expr base
below_solver  := solver expr base
below_memory  := memory solver expr base
below_engine  := engine memory solver program expr base
below_search  := search $(below_engine)
below_result  := result search $(below_engine)
below_command := command $(below_result)
archives = $(foreach layer,$(below_$(1)),$(call archive,$(layer)))

UNITS := $(patsubst tests/unit/%.c,$(BUILD)/unit/%,$(wildcard tests/unit/*.c))

all: $(BUILD)/bin/ramify $(BUILD)/bin/ramify-cc $(BUILD)/bin/ramify-c++ runtime

$(BUILD)/bin/ramify: $(BUILD)/main.o $(call archives,command)
	@mkdir -p $(@D)
	$(call say,LINK) $(LINK) -o $@ $^ $(STATIC_LIBS)

# the compiler knows only the lowest layer, and no LLVM
$(BUILD)/bin/ramify-cc: $(call objects,compiler) $(call archives,base)
	@mkdir -p $(@D)
	$(call say,LINK) $(LINK) -o $@ $^
$(BUILD)/bin/ramify-c++: $(BUILD)/bin/ramify-cc
	@ln -sf ramify-cc $@

$(BUILD)/%.o: src/%.c
	$(need_clang)
	@mkdir -p $(@D)
	$(call say,CC) $(CC) $(CFLAGS) $(if $(filter src/program/%,$<),$(LLVM_CFLAGS)) -MMD -MP -c -o $@ $<

define layer_rule
$(call archive,$(1)): $(call objects,$(1))
	@mkdir -p $$(@D)
	@rm -f $$@
	$$(call say,AR) ar rcs $$@ $$^
endef
$(foreach layer,$(LAYERS),$(eval $(call layer_rule,$(layer))))

layer = $(firstword $(subst _, ,$(notdir $(1))))
define unit_rule
$(BUILD)/unit/$(1): tests/unit/$(1).c $(call archives,$(call layer,$(1)))
	@mkdir -p $$(@D)
	$$(call say,TEST) $(CC) $(CFLAGS) -fuse-ld=lld $$(if $$(filter program_%,$(1)),$$(LLVM_CFLAGS)) -MMD -MP -o $$@ $$< \
		$(call archives,$(call layer,$(1))) -lcmocka $$(LIBS)
endef
$(foreach unit,$(notdir $(UNITS)),$(eval $(call unit_rule,$(unit))))
units: $(UNITS)

# make unit-expr: build and run the unit tests of one layer
unit-%:
	@$(MAKE) --no-print-directory $(patsubst tests/unit/%.c,$(BUILD)/unit/%,$(wildcard tests/unit/$*_*.c))
	@for test in $(patsubst tests/unit/%.c,$(BUILD)/unit/%,$(wildcard tests/unit/$*_*.c)); do $$test || exit 1; done

# What goes beside the program, in the build as when installed: headers for the
# programs under test, C that runs inside as bitcode, the replay library's source.
RUNTIME_NATIVE := $(wildcard runtime/replay*.c)
RUNTIME_INSIDE := $(filter-out $(RUNTIME_NATIVE),$(wildcard runtime/*.c))
RUNTIME := $(patsubst runtime/%.c,$(BUILD)/lib/ramify/%.bc,$(RUNTIME_INSIDE)) \
           $(patsubst runtime/%,$(BUILD)/lib/ramify/%,$(RUNTIME_NATIVE)) \
           $(patsubst include/%,$(BUILD)/include/%,$(shell find include -name '*.h'))

# What tools/libc needs to make the C library where it is installed, and who
# answers its system calls, as one file: linking one is quicker than many.
LIBC := $(BUILD)/lib/ramify/libc/build $(BUILD)/lib/ramify/libc/source $(BUILD)/lib/ramify/libc/string.c \
        $(BUILD)/lib/ramify/libc/string_checked.c $(BUILD)/lib/ramify/libc/runtime.h $(patsubst runtime/%,$(BUILD)/lib/ramify/%,$(wildcard runtime/libc/*.c runtime/libc/replaced runtime/libc/allocator runtime/libc/arch/*))
SYSTEM := $(patsubst runtime/%.c,$(BUILD)/runtime/%.bc,$(wildcard runtime/system/*.c))
RUNTIME += $(LIBC) $(BUILD)/lib/ramify/system/system.bc

runtime: $(RUNTIME)
$(BUILD)/lib/ramify/libc/build: tools/libc
	@mkdir -p $(@D)
	$(call say,COPY) cp $< $@
$(BUILD)/lib/ramify/libc/source: tools/source
	@mkdir -p $(@D)
	$(call say,COPY) cp $< $@
$(BUILD)/lib/ramify/libc/string.c $(BUILD)/lib/ramify/libc/string_checked.c \
$(BUILD)/lib/ramify/libc/runtime.h: $(BUILD)/lib/ramify/libc/%: runtime/%
	@mkdir -p $(@D)
	$(call say,COPY) cp $< $@
$(BUILD)/lib/ramify/libc/%: runtime/libc/%
	@mkdir -p $(@D)
	$(call say,COPY) cp $< $@
$(BUILD)/lib/ramify/system/system.bc: $(SYSTEM)
	@mkdir -p $(@D)
	$(call say,BC) llvm-link-$(LLVM) -o $@ $^
# lines are enough, as for the C library: each run reads this, and types took a fifth of the time of a start
$(BUILD)/runtime/system/%.bc: runtime/system/%.c $(wildcard runtime/system/*.h runtime/system/*.def runtime/*.h)
	@mkdir -p $(@D)
	$(call say,BC) $(CC) -std=c17 -O1 -gline-tables-only -ffreestanding -fno-builtin -fno-vectorize -fno-slp-vectorize \
		-Wall -Wextra -Iinclude -Iruntime -emit-llvm -c -o $@ $<
# the C library for programs under test, in the user's cache directory
libc: runtime
	@$(BUILD)/lib/ramify/libc/build

$(BUILD)/lib/ramify/%.bc: runtime/%.c $(wildcard runtime/*.h)
	@mkdir -p $(@D)
	$(call say,BC) $(CC) -std=c17 -O1 -g -ffreestanding -fno-builtin -fno-vectorize -fno-slp-vectorize \
		-Wall -Wextra -Iinclude -emit-llvm -c -o $@ $<
$(BUILD)/lib/ramify/%.c: runtime/%.c
	@mkdir -p $(@D)
	$(call say,COPY) cp $< $@
$(BUILD)/include/%.h: include/%.h
	@mkdir -p $(@D)
	$(call say,COPY) cp $< $@

debug:
	@$(MAKE) --no-print-directory $(DEBUG) all

setup:
	@tools/setup

demo:
	@tools/setup build
	@mkdir -p $(BUILD)
	@$(MAKE) --no-print-directory -j$(JOBS) all >$(BUILD)/build.log 2>&1 || { cat $(BUILD)/build.log; exit 1; }
	@tools/demo $(BUILD)/bin/ramify

test:
	@tools/setup test
	@$(MAKE) --no-print-directory -k -j$(JOBS) all units || true # what is missing fails below
	@$(MAKE) --no-print-directory -k -j$(JOBS) $(DEBUG) all units || true
	@$(BUILD)/lib/ramify/libc/build || true # once; takes a minute
	@tests/suite $(BUILD) build/debug

docs: all
	$(BUILD)/bin/ramify --options-markdown >docs/options.md

format:
	clang-format-$(LLVM) -i $(shell find src include runtime tests/unit tests/fuzz -name '*.[ch]')

install: all
	install -D -t $(DESTDIR)$(PREFIX)/bin $(BUILD)/bin/ramify $(BUILD)/bin/ramify-cc
	ln -sf ramify-cc $(DESTDIR)$(PREFIX)/bin/ramify-c++
	mkdir -p $(DESTDIR)$(PREFIX)/lib $(DESTDIR)$(PREFIX)/include
	cp -r $(BUILD)/lib/ramify $(DESTDIR)$(PREFIX)/lib/
	cp -r $(BUILD)/include/. $(DESTDIR)$(PREFIX)/include/

clean:
	rm -rf $(BUILD)

# real programs, from Debian's sources: see bench/README.md
PROGRAM ?= all
bench: all
	@tools/setup bench
	@$(BUILD)/lib/ramify/libc/build
	bench/program $(PROGRAM) --build $(BUILD) $(if $(TIME),--time $(TIME))

# every program of coreutils, TIME seconds each; what was run already is not run again
bench-coreutils: all
	@tools/setup bench
	@$(BUILD)/lib/ramify/libc/build
	bench/coreutils.py $(BUILD) $(if $(TIME),--time $(TIME)) $(if $(KLEE),--klee $(KLEE)) $(if $(MORE),--more $(MORE)) $(if $(WORDS),--help-words $(WORDS))

# what a hit of the address-aware cache costs
bench-keys: $(call archives,solver)
	$(CC) $(CFLAGS) -fuse-ld=lld -o $(BUILD)/key_bench bench/key_bench.c $^ $(OTHER_LIBS)
	$(BUILD)/key_bench

# what a read of a table costs a solver, and from where on a choice costs more
bench-tables: $(call archives,solver)
	$(CC) $(CFLAGS) -fuse-ld=lld -o $(BUILD)/tables_bench bench/tables_bench.c $^ $(OTHER_LIBS)
	$(BUILD)/tables_bench

bench-%: all
	bench/$*.py $(BUILD)

# what some fifty runs do, counted, against bench/counters.csv, which is written anew: under review in every commit
counters: all
	@tools/setup counters
	@$(BUILD)/lib/ramify/libc/build
	bench/counters.py $(BUILD)

COUNT ?= 100
fuzz-csmith fuzz-symbolic fuzz-pointers fuzz-behaviours: fuzz-%: all
	tests/fuzz/$*.py --build $(BUILD) --count $(COUNT)
# the end-to-end tests with the solver asked about every hit of the caches
check-cache-suite: all
	@tests/run --build $(BUILD) --flags=--check-cache tests/programs examples
# and with every run of the engine under strace
strace-suite: all
	@tools/setup strace
	@tests/strace $(BUILD)
# and with each rewriting of tables proven: what nobody could prove is counted, a difference fails
check-arrays: all
	tests/run --build $(BUILD) --flags=--check-arrays --scale 20 tests/programs examples
# and with every clang that is installed
bitcode-versions: all $(BUILD)/unit/program_execute
	@tests/versions $(BUILD)
fuzz-expr: $(call archives,expr)
	$(CC) $(CFLAGS) -Itests -o $(BUILD)/expr_fuzz tests/fuzz/expr_fuzz.c $^ -lz3 -lm
	$(BUILD)/expr_fuzz $(COUNT)

.PHONY: all counters units runtime debug setup demo test docs format install clean libc bench fuzz-csmith fuzz-symbolic fuzz-pointers fuzz-behaviours fuzz-expr
-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
