# SPDX-License-Identifier: BSD-2-Clause
#
## make TARGET... [VARIABLE=VALUE...]; without a target: all
##
##   all                 libpdata, libpdata-names, pdata-record and pdata, in build/
##   lib                 the library only
##   names               libpdata-names only, the library of tables with names
##   record              the recorder only; also pdata-record
##   report              the offline program only; also pdata
##   man                 the manual, in build/man
##   deps                install the packages that building and checking need; before other targets
##   install             programs, library, headers, manual and completions; DESTDIR=, prefix=
##   install-lib         library and headers only
##   install-names       libpdata-names and its header only
##   install-bin         programs only
##   install-man         manual only
##   install-completions completions only
##   uninstall           remove the installed files
##   dist                the source as build/pdata-VERSION.tar.gz; SOURCE_DATE_EPOCH=
##   clean               remove build/
##   help                this list
##
##   check               every test; the last line counts them
##   demo                a short tour with real recordings
##   lint                format, static analysis and the house rules; a warning fails
##   lint-rules          the house rules only; also lint-rooms, lint-shell, lint-format
##   lint-tidy           static analysis only; also lint-cppcheck
##   code-lines          lines of code by folder, without comments and blank lines
##   same-code           check that object code equals that of OLD=COMMIT, after moves and renames
##   comment-sample      draw comments of headers at random; N=, SEED=, PUBLIC=1, OLD=COMMIT
##   message-sample      draw messages of the programs at random; N=, SEED=; MAN=1: of the manual
##   format              format the C files
##   unit                unit tests; TEST=text; also unit-lib, unit-fault, unit-rep, unit-rec
##   golden              compare output of commands with expected files; TEST=text, SET=1
##   abi                 check headers, exports, install and uninstall
##   newcomer-test       build and run programs with the installed headers and library; COUNT=all
##   oom-test            run commands with failing allocations; OOM_POINTS=
##   man-test            run the examples of manual and README; compare pages, help, completions
##   names-test          run commands on recordings whose names are hostile
##   trailer-test        test indexes and bundles, with changed bytes; FLIPS=
##   repair-test         repair killed and damaged recordings; KILLED=, DAMAGED=, CORPUS=
##   bundle-test         read bundles in an empty root directory
##   dist-test           build the tarball without git in two folders; compare the bytes
##   fixtures-test       the conformance suite; also hexshare-test, modes-test
##   fixtures-set        write the expected files of the suite anew
##   fixtures            the files of the suite
##   spec                the generated page of the specification
##   spec-check          whether that page is up to date
##   spec-test           compare pdata with a parser written from spec/ alone; FILES=
##   coverage-of-format  list the parts of the format and their fixtures
##   coverage-of-syscall list the features of perf_event_open(2) and their use
##   coverage            list the lines of libpdata that tests run
##   damage              run commands on damaged recordings; COUNT=, SEED=, CORPUS=
##   cut-test            run commands on cut recordings; CUTS=
##   fuzz                search inputs that cause failures; FUZZ_SECONDS=; also fuzz-afl, fuzz-seeds
##   asan                run unit tests and golden texts under AddressSanitizer and UBSan
##   tsan                run threaded code under ThreadSanitizer; CORPUS=
##   check-qemu          run the library's tests for other hosts under qemu-user; QEMU_HOSTS=
##   check-crash         kill recorders; fill disks and quotas while recording; KILLS=, SEED=, KEEP=
##   html-test           compare pages of `pdata html` in a browser with report; FILTERS=, SEED=
##   html-pictures       make the pictures of README.md anew
##   tui-test            compare the browser's rows with report's in a terminal; TEST=
##   tui-fuzz            type random keys into the browser; SECONDS=, SEED=
##   tui-picture         make the picture of the browser in README.md anew
##   cross               build the recorder for other machines; CROSS=
##   interop             read pdata's recordings and exports with other programs
##   export-test         read the exports of one recording with the viewers' importers
##   unwind-agreement    compare unwound stacks with perf's; UNWIND_DIR=
##   bench               compare times with perf's; RUNS=, ROWS=, BENCH_DIR=
##   bench-pairs         compare CPU time with build OLD=DIR; PAIRS=, ROWS=, LIMIT=, BENCH_DIR=
##   bench-export        compare exports with report --children and flamegraph.pl; RUNS=, SIZE=
##   bench-tui           compare the browser's times and memory with the goals; RUNS=, BENCH_DIR=
##   bench-html          compare pages of `pdata html` with the goals for them; RUNS=, BENCH_DIR=
##   bench-resolve       compare report -j 1 with -j 2 where much is resolved; RUNS=
##   bench-growth        measure the growth of time and memory with samples; SAMPLES=, RUNS=
##   bench-limits        check the memory of diff, and the time of `script | head`; RUNS=, BENCH_DIR=
##   bench-decode        compare reading with a bare walk over record headers
##   bench-record        compare the cost of recording with perf's and the goals; RUNS=
##   index-bench         compare reading 1 % of a large recording by its index with reading all
#
# O=DIR V=1 CC= CROSS_COMPILE= CFLAGS= LDFLAGS= DEBUG=1 ASAN=1 UBSAN=1 TSAN=1 COV=1 WERROR=1
# WITH_ZLIB|ZSTD|XXHASH|ELF|DW|IBERTY=auto|0|1 (1: missing is an error)
# STATIC=1: link pdata-record statically (also with CC=musl-gcc); WITH_INDEX=1: keep index and bundle in it

MAKEFLAGS += -rR --no-print-directory
.DELETE_ON_ERROR:
.SUFFIXES:

O ?= build
override O := $(patsubst %/,%,$(O))

ifeq ($(filter deps,$(MAKECMDGOALS)),)
include mk/config.mk
include mk/rules.mk
include mk/install.mk
include mk/dist.mk
include mk/targets.mk
include mk/check.mk
include mk/qemu.mk
else
# The probes must run after deps has installed packages, so a second make builds the other goals.
AFTER_DEPS := $(filter-out deps,$(MAKECMDGOALS))
.PHONY: deps $(AFTER_DEPS)
deps:
	@sh mk/deps.sh $(AFTER_DEPS)
	@rm -f $(O)/config.mk $(O)/static/config.mk

ifneq ($(AFTER_DEPS),)
$(firstword $(AFTER_DEPS)): deps
	@+$(MAKE) $(AFTER_DEPS)
$(wordlist 2,$(words $(AFTER_DEPS)),$(AFTER_DEPS)): $(firstword $(AFTER_DEPS))
	@:
endif
endif
