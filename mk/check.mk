# SPDX-License-Identifier: BSD-2-Clause
# Targets of tests and lint. Each part of check ends with a line "N passed, N failed"; check adds them up.

T := $(B)/tests
# t_*.c are shared by several tests.
UNIT_RUN := $(T)/unit/run.o $(patsubst %.c,$(B)/%.o,$(wildcard tests/unit/t_*.c))
tests_of = $(patsubst %.c,$(B)/%.o,$(wildcard tests/unit/$(1)*.c))
UNIT_BINS := $(T)/unit_lib $(T)/unit_fault $(if $(call tests_of,rep_test_),$(T)/unit_rep) $(if $(call tests_of,rec_test_),$(T)/unit_rec)

$(T)/unit_lib: $(call tests_of,test_) $(UNIT_RUN) $(B)/libpdata.a $(O)/flags.link
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $(call tests_of,test_) $(UNIT_RUN) $(B)/libpdata.a $(CODEC_LIBS)

REP_ROOM := $(filter-out %/pdata_main.o,$(REPORT_OBJ)) $(CLI_OBJ)
$(T)/unit_rep: $(call tests_of,rep_test_) $(UNIT_RUN) $(REP_ROOM) $(B)/libpdata.a $(O)/flags.link
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $(call tests_of,rep_test_) $(UNIT_RUN) $(REP_ROOM) $(B)/libpdata.a $(CODEC_LIBS) $(REPORT_LIBS)

REC_ROOM := $(filter-out %/record_main.o,$(RECORD_OBJ)) $(CLI_OBJ)
$(T)/unit_rec: $(call tests_of,rec_test_) $(UNIT_RUN) $(REC_ROOM) $(B)/libpdata.a $(O)/flags.link
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $(call tests_of,rec_test_) $(UNIT_RUN) $(REC_ROOM) $(B)/libpdata.a $(CODEC_LIBS) $(RECORD_LIBS)

# Failing allocations: heap.c is compiled again with a switch for tests, and linked before the archive.
FAULT_OBJ := $(T)/fault/heap.o
$(FAULT_OBJ): common/heap.c $(B)/flags.compile $(B)/config.mk
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(call COMPILE,common) -DPD_FAULT -c $< -o $@

$(T)/unit_fault: $(call tests_of,fault_test_) $(UNIT_RUN) $(FAULT_OBJ) $(B)/libpdata.a $(O)/flags.link
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $(call tests_of,fault_test_) $(UNIT_RUN) $(FAULT_OBJ) $(B)/libpdata.a $(CODEC_LIBS)

# make unit-lib TEST=text runs some tests of one part only.
.PHONY: unit unit-lib unit-fault unit-rep unit-rec
unit: $(UNIT_BINS)
	@for b in $(UNIT_BINS); do $$b $(TEST) || fail=1; done; [ -z "$$fail" ]
unit-lib unit-fault unit-rep unit-rec: unit-%: $(T)/unit_%
	@$< $(TEST)

# Programs that tests run: tests/tools/NAME.c linked with libpdata, and the demo's workload.
TOOL_BINS := $(patsubst tests/tools/%.c,$(T)/tools/%,$(wildcard tests/tools/*.c))
$(TOOL_BINS): $(T)/tools/%: $(T)/tools/%.o $(T)/unit/t_values.o $(B)/libpdata.a $(O)/flags.link
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $< $(T)/unit/t_values.o $(B)/libpdata.a $(CODEC_LIBS)

TRAILER_BINS := $(T)/trailer/flips $(T)/trailer/stopat
$(T)/trailer/flips: $(T)/trailer/flips.o $(T)/trailer/flips_read.o $(T)/trailer/flips_tail.o $(B)/libpdata.a $(O)/flags.link
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $(T)/trailer/flips.o $(T)/trailer/flips_read.o $(T)/trailer/flips_tail.o $(B)/libpdata.a $(CODEC_LIBS)

$(T)/trailer/stopat: $(T)/trailer/stopat.o $(O)/flags.link
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $<

# Workloads keep their frames and names whatever the flags of the build are.
WORKLOAD_CFLAGS := -O2 -g -std=gnu11 -D_GNU_SOURCE $(WARNINGS) -fno-omit-frame-pointer \
		   -fno-optimize-sibling-calls -pthread
$(T)/demo/workload: tests/demo/workload.c
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(WORKLOAD_CFLAGS) $< -o $@

$(T)/html/slowdown: tests/html/slowdown.c
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(WORKLOAD_CFLAGS) $< -o $@

# Threaded code in a build with ThreadSanitizer, without the tests of memory limits. CORPUS=DIR: also on the recordings there.
.PHONY: tsan tsan-run
tsan:
	@+$(MAKE) O=build-tsan TSAN=1 tsan-run

tsan-run: all $(UNIT_BINS)
	@TSAN_OPTIONS=allocator_may_return_null=1 sh tests/check.sh 'unit_lib=$(T)/unit_lib threads' \
		'unit_rep=$(T)/unit_rep' 'unit_rec=$(T)/unit_rec' \
		'threads=CC="$(CC)" bash tests/threads/run.sh $(O) $(CORPUS)'

# The unit tests and golden texts in a build with AddressSanitizer and UndefinedBehaviorSanitizer.
.PHONY: asan asan-run
asan:
	@+$(MAKE) O=build-asan ASAN=1 UBSAN=1 asan-run

asan-run: all $(UNIT_BINS) $(TOOL_BINS) $(T)/demo/workload
	@ASAN_OPTIONS=allocator_may_return_null=1 sh tests/check.sh $(RUN_unit) $(RUN_golden)

.PHONY: demo check golden abi lint-rules lint bench bench-decode
demo: all $(T)/demo/workload
	@sh tests/demo/demo.sh $(O)

SANITIZED := $(filter -fsanitize=% --coverage,$(PD_CFLAGS) $(CFLAGS))
ABI_ENV = CC='$(CC)' CXX='$(CXX)' NM='$(NM)' MAKE='$(MAKE)' SANITIZED='$(SANITIZED)'
RUN_unit = $(foreach b,$(UNIT_BINS),'$(notdir $(b))=$(b)')
RUN_abi = 'abi=$(subst ','"'"',$(ABI_ENV)) sh tests/abi/run.sh $(B)'
RUN_golden = 'golden=bash tests/golden/run.sh $(B)'
RUN_terminal = 'terminal=sh tests/interop/terminal.sh $(B)' 'perf-options=sh tests/interop/perf_options.sh $(B)' 'raw=bash tests/interop/raw.sh $(B)'
RUN_record = 'record=bash tests/record/run.sh $(O)' 'said=bash tests/record/said.sh $(O)'
RUN_rewrite = 'rewrite=bash tests/rewrite/run.sh $(O)' 'outputs=bash tests/rewrite/outputs.sh $(O)'
RUN_symbols = 'symbols=bash tests/symbols/run.sh $(O)' 'roots=bash tests/symbols/roots.sh $(O)' 'rebuilt=bash tests/symbols/rebuilt.sh $(O)' 'foreign=bash tests/symbols/foreign.sh $(O)' 'debuginfod=bash tests/symbols/debuginfod.sh $(O)' 'limits=bash tests/symbols/limits.sh $(O)' 'said-names=bash tests/symbols/said.sh $(O)' 'annotate=bash tests/symbols/annotate.sh $(O)' 'code=bash tests/symbols/code.sh $(O)' 'types=bash tests/symbols/types.sh $(O)' 'debug-forms=bash tests/symbols/debug_forms.sh $(O)' 'ipc=bash tests/symbols/ipc.sh $(O)'
RUN_trailer = 'trailer=bash tests/trailer/run.sh $(B)' 'tails=bash tests/trailer/tails.sh $(B)' 'repair=bash tests/trailer/repair.sh $(B)' 'directories=bash tests/trailer/dir.sh $(B)' 'bundle=CXX="$(CXX)" bash tests/trailer/bundle.sh $(B)'
RUN_names = 'hostile=CC="$(CC)" bash tests/names/hostile.sh $(B)' 'names-source=CC="$(CC)" bash tests/names/source.sh $(B)' 'names-jit=CC="$(CC)" bash tests/names/jit.sh $(B)'
RUN_export = 'export=bash tests/export/run.sh $(B)'
RUN_tables = 'tables=bash tests/tables/run.sh $(B)'
RUN_library = 'names-library=CC="$(CC)" CXX="$(CXX)" NM="$(NM)" MAKE="$(MAKE)" SANITIZED="$(SANITIZED)" bash tests/tables/library.sh $(O)'
RUN_oom = $(if $(SANITIZED),,'oom=CC="$(CC)" bash tests/oom/run.sh $(B)')
RUN_static = $(if $(SANITIZED),,'static=CC="$(CC)" MAKE="$(MAKE)" sh tests/static/run.sh $(B)')
RUN_newcomer = 'newcomer=CC="$(CC)" MAKE="$(MAKE)" SANITIZED="$(SANITIZED)" bash tests/newcomer/run.sh $(O)'
RUN_completions = 'completions=sh tests/completions/run.sh $(O)'
RUN_packaging = 'packaging=MAKE="$(MAKE)" bash tests/packaging/run.sh $(O)'
RUN_man = 'man=CC="$(CC)" bash tests/man/run.sh $(O)'
RUN_bench = 'same=bash tests/bench/same_test.sh' 'pairs=bash tests/bench/pairs_test.sh $(B)'
RUN_lint = 'rules=sh tests/lint/lint.sh' 'rooms=CC="$(CC)" sh tests/lint/rooms_test.sh $(B)' 'planted=MAKE="$(MAKE)" bash tests/lint/planted.sh $(O)'

include mk/fixtures.mk
include mk/fuzz.mk
include mk/damage.mk

# The parts of check, one per line, in the order in which check.sh starts them.
CHECK_NEEDS := all $(UNIT_BINS) $(DAMAGE_BINS) $(TOOL_BINS) $(TRAILER_BINS) $(LAYOUT) $(HEXSHARE) $(FUZZ_REPLAY) $(T)/demo/workload $(T)/bench/timed $(B)/man/made
CHECK_PARTS = \
	$(RUN_unit) \
	$(RUN_fuzz) \
	$(RUN_golden) \
	$(RUN_fixtures) \
	$(RUN_damage) \
	$(RUN_terminal) \
	$(RUN_trailer) \
	$(RUN_rewrite) \
	$(RUN_symbols) \
	$(RUN_names) \
	$(RUN_export) \
	$(RUN_tables) \
	$(RUN_library) \
	$(RUN_oom) \
	$(RUN_static) \
	$(RUN_abi) \
	$(RUN_newcomer) \
	$(RUN_completions) \
	$(RUN_man) \
	$(RUN_packaging) \
	$(RUN_bench) \
	$(RUN_lint) \
	--alone \
	$(RUN_record) \
	$(RUN_targets)

check: $(CHECK_NEEDS)
	@sh tests/check.sh $(CHECK_PARTS)

golden: all $(TOOL_BINS) $(T)/demo/workload
	@bash tests/golden/run.sh $(if $(SET),--set) $(B) $(TEST)

# FLIPS=10000: number of single-byte changes, and of cuts and appended bytes.
.PHONY: trailer-test
trailer-test: all $(TRAILER_BINS)
	@FLIPS='$(FLIPS)' bash tests/trailer/run.sh $(B)

# KILLED=100: number of perf recorders killed at random. DAMAGED=200 CORPUS=DIR: number of randomly damaged recordings.
.PHONY: repair-test
repair-test: all $(DAMAGE_BINS)
	@KILLED='$(KILLED)' DAMAGED='$(DAMAGED)' CORPUS='$(abspath $(CORPUS))' bash tests/trailer/repair.sh $(B)

# Read bundles in an empty root directory, with a static pdata built for this test.
.PHONY: bundle-test
bundle-test: all
	@+$(MAKE) pdata STATIC=1 O=$(O)/elsewhere
	@CXX='$(CXX)' bash tests/trailer/bundle.sh $(B) $(O)/elsewhere/pdata

# Run the examples of the manual and README.md; compare pages, help and completions.
.PHONY: man-test
man-test: all $(B)/man/made $(T)/demo/workload
	@CC='$(CC)' bash tests/man/run.sh $(O)

# Recordings whose names are hostile go through every command.
.PHONY: names-test
names-test: all
	@sh tests/check.sh $(RUN_names)

# Let one allocation fail, or all from one on. OOM_POINTS=1000: number of tried allocations per command.
.PHONY: oom-test
oom-test: all $(TOOL_BINS)
	@CC='$(CC)' bash tests/oom/run.sh $(B)

# Build example programs with the installed files only. COUNT=all: every fixture in the other byte order, not one in four.
.PHONY: newcomer-test
newcomer-test: all $(T)/demo/workload
	@CC='$(CC)' MAKE='$(MAKE)' SANITIZED='$(SANITIZED)' COUNT='$(COUNT)' bash tests/newcomer/run.sh $(O)

abi: lib
	@$(ABI_ENV) sh tests/abi/run.sh $(B)

lint-rules:
	@sh tests/lint/lint.sh

# Check order of rooms, names, head comments, line length and banned words.
.PHONY: lint-rooms same-code
lint-rooms: all
	@python3 tests/lint/rooms.py . $(B)

# Check that moved files and renamed symbols give the same object code as OLD=COMMIT.
same-code:
	@bash tests/lint/same_code.sh $(OLD)

# Texts drawn at random, for a reader who judges them. N=100 SEED=7; of comments PUBLIC=1, OLD=COMMIT; MAN=1: the manual.
.PHONY: comment-sample message-sample
comment-sample:
	@PUBLIC='$(PUBLIC)' python3 tests/lint/sample.py comments $(or $(N),100) $(or $(SEED),7) $(OLD)

message-sample:
	@python3 tests/lint/sample.py $(if $(MAN),man,messages) $(or $(N),$(if $(MAN),50,100)) $(or $(SEED),7)

# Count lines of code without comments and blank lines; rows of .def files count. gcc expands no macro here.
.PHONY: code-lines
code-lines:
	@for d in $(FOLDERS); do \
		printf '%s %s\n' $$d $$(find $$d -name '*.[ch]' -o -name '*.def' | \
			xargs gcc -w -fpreprocessed -dD -E -P -x c | grep -c '[^[:space:]]'); \
	done | awk '{ printf "%-12s %7d\n", $$1, $$2; all += $$2 } END { printf "%-12s %7d\n", "all", all }'

# Format and static analysis. Tools that are not installed are skipped; any warning is a failure.
C_FILES = $(sort $(shell find $(FOLDERS) tests mk -name '*.[ch]'))
TIDY_FILES = $(filter %.c,$(filter $(FOLDERS:%=%/%),$(C_FILES)))
SHELL_FILES = .ci/run $(sort $(shell find mk tests man -name '*.sh'))
# Two processes with one file each. The analyzer stops in a function after TIDY_NODES states: a third of its default
# takes a third of the time. TIDY_NODES=225000 is the default.
TIDY_JOBS ?= 2
TIDY_NODES ?= 75000
TIDY_FLAGS = -std=gnu11 -D_GNU_SOURCE -include $(B)/config.h $(INC_libpdata) -Irecord -Ireport -Ireport/include $(CODEC_CFLAGS) $(REPORT_CFLAGS)

.PHONY: format lint-format lint-tidy lint-cppcheck lint-shell
format:
	clang-format -i $(C_FILES)

lint-format:
	@command -v clang-format >/dev/null || { echo "no clang-format: skipped"; exit 0; }; \
		clang-format --style=file:.clang-format --dry-run -Werror $(C_FILES)

lint-tidy:
	@command -v clang-tidy >/dev/null || { echo "no clang-tidy: skipped"; exit 0; }; \
		ls -S $(TIDY_FILES) | xargs -n 1 -P $(TIDY_JOBS) sh -c 'out=$$(clang-tidy --quiet \
		--config-file=.clang-tidy "$$1" -- $(TIDY_FLAGS) -Xclang -analyzer-config -Xclang max-nodes=$(TIDY_NODES) 2>&1) || { printf "%s\n" "$$out"; exit 1; }' tidy

lint-cppcheck:
	@command -v cppcheck >/dev/null || { echo "no cppcheck: skipped"; exit 0; }; \
		cppcheck --quiet --std=c11 --enable=warning,portability --inline-suppr --error-exitcode=1 \
		--suppress=missingInclude --suppress=syntaxError \
		--suppress=identicalInnerCondition --suppress=shiftTooManyBitsSigned --suppress=nullPointerArithmetic --suppress=identicalConditionAfterEarlyExit \
		--suppress=unknownMacro --suppress=autoVariables --suppress=uninitdata --suppress=zerodivcond \
		--suppress=nullPointer:libpdata/schema/*.def -D_GNU_SOURCE -j 2 \
		$(INC_libpdata) -Irecord -Ireport -Ireport/include $(TIDY_FILES)

lint-shell:
	@command -v shellcheck >/dev/null || { echo "no shellcheck: skipped"; exit 0; }; \
		shellcheck -x -P SCRIPTDIR -S warning -e SC2013,SC2153,SC2154 $(SHELL_FILES)

lint: lint-rules lint-rooms lint-shell lint-format lint-cppcheck lint-tidy

$(T)/bench/%: tests/bench/%.c
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(WORKLOAD_CFLAGS) $< -o $@

$(T)/bench/decode: $(T)/bench/decode.o $(B)/libpdata.a $(O)/flags.link
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $< $(B)/libpdata.a $(CODEC_LIBS)

# Compare the cost of reading with a bare walk over record headers and with perf.
bench-decode: all $(T)/bench/work $(T)/bench/timed $(T)/bench/decode
	@bash tests/bench/decode.sh $(O)

$(T)/bench/maps: $(T)/bench/maps.o $(B)/libpdata.a $(O)/flags.link
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $< $(B)/libpdata.a $(CODEC_LIBS)

$(T)/bench/repeat: $(T)/bench/repeat.o $(B)/libpdata.a $(O)/flags.link
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $< $(B)/libpdata.a $(CODEC_LIBS)

# Compare reading 1 % of the time of a large recording with reading all of it. BENCH_DATA=FILE RANGE=50%-51% SIZE=1000 (MB) RUNS=3.
.PHONY: index-bench
index-bench: all $(addprefix $(T)/bench/,work timed repeat)
	@bash tests/bench/index.sh $(O)

BENCH_INPUTS = $(or $(BENCH_DIR),$(O)/bench)

# BENCH_DIR=DIR: measure on DIR/*.data instead of recording; RUNS=N.
bench: all $(addprefix $(T)/bench/,work timed maps repeat)
	@bash tests/bench/bench.sh $(O)
	@bash tests/bench/export.sh $(O)
	@NAMES='flat-long' bash tests/bench/gen.sh $(BENCH_INPUTS) $(T)/bench
	@python3 tests/tui/bench.py $(O) $(BENCH_INPUTS)

# Compare the browser's times and memory with the goals: RUNS=5 BENCH_DIR=DIR.
.PHONY: bench-tui
bench-tui: all $(addprefix $(T)/bench/,work timed maps repeat)
	@ls $(BENCH_INPUTS)/flat*.data >/dev/null 2>&1 || \
		NAMES='flat flat-long chains chains-long wide' bash tests/bench/gen.sh $(BENCH_INPUTS) $(T)/bench
	@python3 tests/tui/bench.py $(O) $(BENCH_INPUTS)

# Compare exports with `report --children`, and their memory for 100 MB with that for SIZE=10 times: RUNS=N BENCH_DATA=FILE.
.PHONY: bench-export
bench-export: all $(addprefix $(T)/bench/,work timed maps repeat)
	@bash tests/bench/export.sh $(O)

# Compare the CPU time of this tree with another build's: OLD=DIR PAIRS=15 ROWS=REGEX LIMIT=3 (percent) BENCH_DIR=DIR CPU=N.
.PHONY: bench-pairs
bench-pairs: all $(addprefix $(T)/bench/,work timed maps)
	@bash tests/bench/pairs.sh $(O) '$(OLD)'

# Measure what a second thread gains in reports that resolve much: RUNS=15.
.PHONY: bench-resolve
bench-resolve: all $(addprefix $(T)/bench/,timed)
	@bash tests/bench/resolve.sh $(O)

# Memory of diff and time of script | head on wide.data: RUNS=5 BENCH_DIR=DIR.
.PHONY: bench-limits
bench-limits: all $(addprefix $(T)/bench/,work timed maps)
	@bash tests/bench/limits.sh $(O)

# Measure the growth of time and memory with samples and with distinct rows: SAMPLES=250000 RUNS=5.
.PHONY: bench-growth
bench-growth: all $(addprefix $(T)/bench/,timed maps)
	@bash tests/bench/growth.sh $(O)

# Count the samples whose unwound frames are those of the installed perf. UNWIND_DIR=DIR: also in
# the recordings there.
.PHONY: unwind-agreement
unwind-agreement: all
	@bash tests/unwind/agree.sh $(O) $(UNWIND_DIR)
