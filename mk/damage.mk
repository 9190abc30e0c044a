# SPDX-License-Identifier: BSD-2-Clause
# Tests with damaged recordings: random damage and cuts. Coverage of libpdata.

DAMAGE_BINS := $(T)/damage/random $(T)/damage/cut
DAMAGE_SHARED := $(addprefix $(T)/damage/,child.o harm.o commands.o)
$(DAMAGE_BINS): $(T)/damage/%: $(T)/damage/%.o $(DAMAGE_SHARED) $(B)/libpdata.a $(O)/flags.link
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $< $(DAMAGE_SHARED) $(B)/libpdata.a $(CODEC_LIBS)

.PHONY: damage cut-test
# COUNT cases of SEED, from case FIRST on, with the recordings below CORPUS; COMMANDS: number of the optional commands per case.
# Best with O=build-asan ASAN=1 UBSAN=1.
COUNT ?= 200
FIRST ?= 0
SEED ?= 1
damage: export DAMAGE_COMMANDS = $(COMMANDS)
damage: report $(DAMAGE_BINS) $(if $(CORPUS),,fixtures)
	@sh tests/damage/random.sh $(B) $(COUNT) $(FIRST) $(SEED) $(or $(CORPUS),$(O)/fixtures fixtures/real)

# CUTS: number of lengths at which each recording is cut.
CUTS ?= 200
cut-test: report $(DAMAGE_BINS)
	@sh tests/damage/cut.sh $(B) $(CUTS)

RUN_damage = 'damage=sh tests/damage/random.sh $(B) 40 0 1' 'cut=sh tests/damage/cut.sh $(B) 40' 'large=bash tests/damage/large.sh $(B)'

# List the lines of libpdata that its tests run, in a separate build.
COVERAGE_WANTED ?= 90
.PHONY: coverage coverage-run
coverage:
	@+$(MAKE) O=build-cov COV=1 CFLAGS='-O0 -g' coverage-run
	@sh tests/coverage.sh build-cov $(COVERAGE_WANTED)

coverage-run: all $(UNIT_BINS) $(DAMAGE_BINS) $(TOOL_BINS) $(LAYOUT) $(HEXSHARE) $(FUZZ_REPLAY) $(T)/demo/workload
	@find $(B) -name '*.gcda' -delete
	@sh tests/check.sh $(RUN_unit) $(RUN_fuzz) $(RUN_golden) $(RUN_fixtures) $(RUN_damage)
