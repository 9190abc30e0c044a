# SPDX-License-Identifier: BSD-2-Clause
# Fuzz targets: check replays known inputs; fuzz and fuzz-afl search new ones with libFuzzer or AFL++.

# Link each fuzz target with a driver that reads gendata's files and the corpus, and damaged copies of them.
FUZZ_TARGETS := $(patsubst tests/fuzz/fuzz_%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
FUZZ_REPLAY := $(FUZZ_TARGETS:%=$(T)/fuzz/replay_%)
# Fuzz targets for code of report.
FUZZ_OF_ROOM := elf unwind dwarf names
$(foreach t,$(FUZZ_OF_ROOM),$(eval FUZZ_ROOM_$(t) = $$(REP_ROOM)))
$(FUZZ_OF_ROOM:%=$(T)/fuzz/replay_%): $(REP_ROOM)
$(FUZZ_REPLAY): $(T)/fuzz/replay_%: $(T)/fuzz/fuzz_%.o $(T)/fuzz/replay_main.o $(B)/libpdata.a $(O)/flags.link
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $< $(T)/fuzz/replay_main.o $(FUZZ_ROOM_$*) $(B)/libpdata.a $(CODEC_LIBS) \
		$(if $(FUZZ_ROOM_$*),$(REPORT_LIBS))

# The first inputs of the replays.
$(FUZZ_REPLAY): | $(T)/fuzz/seeds
$(T)/fuzz/seeds: $(T)/fuzz/seeds.o $(B)/libpdata.a $(O)/flags.link
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $< $(B)/libpdata.a $(CODEC_LIBS)

FUZZ_ROUNDS ?= 200
RUN_fuzz = $(foreach t,$(FUZZ_TARGETS),'fuzz_$(t)=sh tests/fuzz/run.sh $(B) $(t) $(FUZZ_ROUNDS)')

# Fuzz each target (FUZZ="reader pipe": only these) for FUZZ_SECONDS with the sanitizers. fuzz uses clang's
# libFuzzer, fuzz-afl AFL++. Without the tool, damaged copies are read for the same time.
FUZZ_SECONDS ?= 300
FUZZ ?= $(FUZZ_TARGETS)
.PHONY: fuzz fuzz-afl fuzz-seeds
fuzz-seeds: fixtures $(TOOL_BINS) $(FUZZ_REPLAY) $(T)/fuzz/seeds
	@sh tests/fuzz/run.sh $(B) feature 0 >/dev/null
	@sh tests/fuzz/seeds.sh $(B)

fuzz: FUZZ_WITH = libfuzzer
fuzz-afl: FUZZ_WITH = afl
fuzz fuzz-afl: fuzz-seeds
	@for t in $(FUZZ); do \
		echo "== $$t"; \
		CLANG='$(CLANG)' CODEC_LIBS='$(CODEC_LIBS)' FUZZ_OF_ROOM='$(FUZZ_OF_ROOM)' \
		ROOM_CFLAGS='$(REPORT_CFLAGS)' ROOM_LIBS='$(REPORT_LIBS)' \
			sh tests/fuzz/fuzz.sh $(B) $$t $(FUZZ_SECONDS) $(FUZZ_WITH) $(CORPUS) || fail=1; \
	done; [ -z "$$fail" ]
