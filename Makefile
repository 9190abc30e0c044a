# SPDX-License-Identifier: BSD-2-Clause
#
## make TARGET... [VARIABLE=VALUE...]; without a target: all
##
##   all                 libpdata.a, libpdata.so, pdata-record and pdata, in build/
##   lib                 the library only
##   record              the recorder only; also pdata-record
##   report              the offline program only; also pdata
##   man                 the manual, in build/man
##   deps                install what building and checking needs; before other targets
##   install             programs, library, headers, manual and completions; DESTDIR=, prefix=
##   install-lib         library and headers only
##   install-bin         programs only
##   install-man         manual only
##   install-completions completions only
##   uninstall           remove what install made
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
##   same-code           whether the objects are the code of OLD=COMMIT, for moves and renames
##   format              format the C files
##   unit                unit tests; TEST=text; also unit-lib, unit-fault, unit-rep, unit-rec
##   golden              commands and their expected output; TEST=text, SET=1
##   abi                 headers, exports, install and uninstall
##   newcomer-test       programs over the installed headers and library; COUNT=all
##   oom-test            commands whose allocations fail; OOM_POINTS=
##   man-test            examples of the manual and README; pages, help and completions agree
##   trailer-test        changed bytes of indexes and bundles; FLIPS=
##   repair-test         recordings that were killed or damaged; KILLED=, DAMAGED=, CORPUS=
##   bundle-test         bundles in an empty root
##   dist-test           the tarball builds without git, with the same bytes in two folders
##   fixtures-test       the conformance suite; also hexshare-test, modes-test
##   fixtures-set        write the expected files of the suite anew
##   fixtures            the files of the suite
##   spec                the generated page of the specification
##   spec-check          whether that page is up to date
##   spec-test           a parser written from spec/ alone beside pdata; FILES=
##   coverage-of-format  what of the format the suite has
##   coverage-of-syscall what of perf_event_open(2) is used
##   coverage            lines of libpdata that its tests run
##   damage              commands on damaged recordings; COUNT=, SEED=, CORPUS=
##   cut-test            commands on recordings that end early; CUTS=
##   fuzz                look for new inputs; FUZZ_SECONDS=; also fuzz-afl, fuzz-seeds
##   tsan                threads under ThreadSanitizer; CORPUS=
##   check-qemu          the library's tests as programs of other hosts; QEMU_HOSTS=
##   check-crash         recorders that are killed; disks that fill up, quotas; KILLS=, SEED=, KEEP=
##   cross               the recorder for other machines; CROSS=
##   interop             what other readers find in our recordings
##   unwind-agreement    unwound stacks beside perf's; UNWIND_DIR=
##   bench               times beside perf's; RUNS=, ROWS=, BENCH_DIR=
##   bench-pairs         CPU time beside another build's, OLD=DIR; PAIRS=, ROWS=, LIMIT=, BENCH_DIR=
##   bench-growth        how time and memory grow with samples; SAMPLES=, RUNS=
##   bench-decode        reading beside a bare walk over record headers
##   bench-record        recording beside perf and the goals; RUNS=
##   index-bench         a hundredth of the time of a large recording beside all of it
#
# O=DIR V=1 CC= CROSS_COMPILE= CFLAGS= LDFLAGS= DEBUG=1 ASAN=1 UBSAN=1 TSAN=1 COV=1 WERROR=1
# WITH_ZLIB|ZSTD|XXHASH|ELF|DW|IBERTY=auto|0|1 (1: missing is an error)
# STATIC=1: a static pdata-record (also with CC=musl-gcc); WITH_INDEX=1: one that ends files with index and names

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
# What deps installs decides what the probes find, so the other goals are another make's.
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
