# SPDX-License-Identifier: BSD-2-Clause
# Tests of the recorder in use: killed, measured, read by other programs, built for other machines.

SEQUENCE := $(B)/tests/crash/sequence
$(SEQUENCE): $(B)/tests/crash/sequence.o $(B)/libpdata.a $(O)/flags.link
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $< $(B)/libpdata.a $(CODEC_LIBS)

LIMIT := $(B)/tests/crash/limit
$(LIMIT): $(B)/tests/crash/limit.o $(O)/flags.link
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $<

# FULL=N: number of full disks, of random sizes.
# KILLS=N: number of killed recorders. SEED=N: of the random moments. KEEP=DIR: directory for files of failed cases.
.PHONY: check-crash
check-crash: all $(SEQUENCE) $(LIMIT)
	@sh tests/check.sh 'crash=bash tests/crash/run.sh $(O) $(or $(KILLS),100) $(SEED)' \
		'full=bash tests/crash/full.sh $(O) $(or $(FULL),50) $(SEED)'

# make check runs short versions of the quick tests.
RUN_full_static = $(if $(SANITIZED),,'full-static=CC="$(CC)" MAKE="$(MAKE)" sh tests/static/full.sh $(B)')
RUN_targets = 'crash=bash tests/crash/run.sh $(O) 10' 'full=bash tests/crash/full.sh $(O) 5' $(RUN_full_static) 'interop=bash tests/interop/run.sh $(O) short' 'syscall=sh tests/syscall/run.sh $(O)'
check: $(SEQUENCE) $(LIMIT)

# Compare the cost of recording with perf's. RUNS=N.
$(B)/tests/bench/counts: $(B)/tests/bench/counts.o $(B)/libpdata.a $(O)/flags.link
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $< $(B)/libpdata.a $(CODEC_LIBS)

.PHONY: bench-record
bench-record: all $(addprefix $(B)/tests/bench/,work timed load counts)
	@bash tests/bench/record.sh $(O)

# CROSS="aarch64 riscv64": only these machines.
.PHONY: cross
cross:
	@sh mk/deps.sh cross || echo "cross: going on with what is installed"
	@+MAKE='$(MAKE)' sh tests/cross/run.sh $(O) $(CROSS)

# Pages of `pdata html` in a browser. FILTERS=100: random filters of each recording; SEED=7: which ones; RUNS=10: that
# many searches for a function that takes 5 % longer in programs of 10 s.
.PHONY: html-test
html-test: all $(B)/tests/demo/workload $(B)/tests/html/slowdown
	@sh mk/deps.sh html-test || echo "html-test: going on with what is installed"
	@RUNS=$(RUNS) sh tests/check.sh --alone 'html-code=bash tests/html/code.sh $(O)' \
		'html=bash tests/html/run.sh $(O) $(or $(FILTERS),20) $(if $(filter file,$(origin SEED)),,$(SEED))'

# The pictures of README.md, in docs/.
.PHONY: html-pictures
html-pictures: all $(B)/tests/demo/workload
	@sh mk/deps.sh html-test || echo "html-pictures: going on with what is installed"
	@sh tests/html/modules.sh $(abspath $(O))/tests/html
	@cd $(O) && ./pdata-record -F 3999 -e cpu-clock -g -o pictures.data tests/demo/workload 2 && ./pdata html -i pictures.data -o pictures.html
	@cd $(O) && taskset -c 0 ./pdata-record -F 3999 -e cpu-clock -g -o one-cpu.data tests/demo/workload 2 && \
		./pdata html -o pictures-compare.html pictures.data one-cpu.data
	@node tests/html/pictures.mjs $(abspath $(O))/tests/html $(O)/pictures.html $(O)/pictures-compare.html docs

# Sizes and times of pages beside their goals. BENCH_DIR=DIR: of DIR/*.data; RUNS=10.
.PHONY: bench-html
bench-html: all $(addprefix $(B)/tests/bench/,work timed maps repeat)
	@sh mk/deps.sh bench-html || echo "bench-html: going on with what is installed"
	@bash tests/html/bench.sh $(O)

# Read pdata's recordings, script's text and exports with other programs, whose packages are installed first.
.PHONY: interop
interop: all $(B)/tests/demo/workload
	@sh mk/deps.sh interop || echo "interop: going on with what is installed"
	@sh tests/check.sh 'interop=bash tests/interop/run.sh $(O)' 'fold=bash tests/interop/fold.sh $(O)' \
		'speedscope=bash tests/interop/speedscope.sh $(O)' 'importers=bash tests/export/importers.sh $(O)' \
		'export=bash tests/export/run.sh $(O)'

# Read one recording's exports with each viewer's importer.
.PHONY: export-test
export-test: all $(B)/tests/demo/workload
	@sh mk/deps.sh export-test || echo "export-test: going on with what is installed"
	@sh tests/check.sh 'importers=bash tests/export/importers.sh $(O) short'

# List the features of perf_event_open(2) and the options or tests that use them.
.PHONY: coverage-of-syscall
coverage-of-syscall:
	@sh tests/syscall/run.sh $(O) print

# TEST=rows|zoom|...: a text in the names of the tests to run.
.PHONY: tui-test tui-fuzz tui-picture
tui-test: report record $(B)/tests/demo/workload
	@TEST='$(TEST)' sh tests/check.sh --alone 'tui=python3 tests/tui/tui_test.py $(O)' 'screens=python3 tests/tui/screens.py $(O)'

# SECONDS=600 SEED=: best with O=build-asan ASAN=1 UBSAN=1.
tui-fuzz: report record $(B)/tests/demo/workload
	@python3 tests/tui/fuzz.py $(O) '$(or $(SECONDS),60)' '$(SEED)'

# Draw the picture of the browser in README.md from a real screen.
tui-picture: all $(B)/tests/demo/workload
	@python3 tests/tui/picture.py $(O) docs/tui.png
