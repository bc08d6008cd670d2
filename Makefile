# Ramify. `make demo` and `make test` do everything on a fresh machine.
#
#   make            build/bin/ramify            make debug    with sanitizers and checkers
#   make demo       install, build, show        make format   clang-format
#   make test       install, build, test        make install PREFIX=/usr/local
#
# One archive per directory of src/; a unit test tests/unit/DIR_*.c is linked
# with the archive of DIR and those below it only, which keeps layers honest.

BUILD   ?= build
PREFIX  ?= /usr/local
LLVM    ?= 19
CC      := clang-$(LLVM)
FLAGS   ?= -O2
JOBS    ?= $(shell nproc)

LAYERS  := base expr program solver memory engine search result
CFLAGS  := -std=c17 -D_GNU_SOURCE -g $(FLAGS) -Wall -Wextra -Wshadow -Wstrict-prototypes \
           -Wmissing-prototypes -Wno-unused-parameter -fno-strict-aliasing -Isrc
LLVM_CONFIG := llvm-config-$(LLVM)
LLVM_CFLAGS  = $(filter -I% -D%,$(shell $(LLVM_CONFIG) --cflags))
LIBS         = $(shell $(LLVM_CONFIG) --ldflags --libs) -lz3 -lcadical -lsqlite3 -lstdc++ -lm

sources  = $(wildcard src/$(1)/*.c)
objects  = $(patsubst src/%.c,$(BUILD)/%.o,$(call sources,$(1)))
archive  = $(BUILD)/lib/$(1).a
# the layer and those it may see, topmost first
below_base    := base
below_expr    := expr base
below_program := program expr base
below_solver  := solver expr base
below_memory  := memory solver expr base
below_engine  := engine memory solver program expr base
below_search  := search $(below_engine)
below_result  := result search $(below_engine)
archives = $(foreach layer,$(below_$(1)),$(call archive,$(layer)))

UNIT_SOURCES := $(wildcard tests/unit/*.c)
UNITS        := $(patsubst tests/unit/%.c,$(BUILD)/unit/%,$(UNIT_SOURCES))

all: $(BUILD)/bin/ramify runtime

$(BUILD)/bin/ramify: $(call objects,.) $(foreach layer,$(LAYERS),$(call archive,$(layer)))
	@mkdir -p $(@D)
	$(CC) $(FLAGS) -o $@ $(call objects,.) $(call archives,result) $(LIBS)

$(BUILD)/%.o: src/%.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(if $(filter src/program/%,$<),$(LLVM_CFLAGS)) -MMD -MP -c -o $@ $<

define layer_rule
$(call archive,$(1)): $(call objects,$(1))
	@mkdir -p $$(@D)
	@rm -f $$@
	ar rcs $$@ $$^
endef
$(foreach layer,$(LAYERS),$(eval $(call layer_rule,$(layer))))

layer = $(firstword $(subst _, ,$(notdir $(1))))
define unit_rule
$(BUILD)/unit/$(1): tests/unit/$(1).c $(call archives,$(call layer,$(1)))
	@mkdir -p $$(@D)
	$(CC) $(CFLAGS) -MMD -MP -o $$@ $$< $(call archives,$(call layer,$(1))) -lcmocka $$(LIBS)
endef
$(foreach unit,$(notdir $(UNITS)),$(eval $(call unit_rule,$(unit))))

# make unit-expr: build and run the unit tests of one layer
unit-%:
	@$(MAKE) --no-print-directory $(patsubst tests/unit/%.c,$(BUILD)/unit/%,$(wildcard tests/unit/$*_*.c))
	@for test in $(patsubst tests/unit/%.c,$(BUILD)/unit/%,$(wildcard tests/unit/$*_*.c)); do $$test || exit 1; done

runtime:

.PHONY: all runtime
-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
