# SPDX-License-Identifier: BSD-2-Clause
#
# make                  libpdata.a, libpdata.so, pdata-record, pdata in build/
# make lib|record|report   one room only
# make deps             install what building and checking needs
# make demo check lint bench fuzz damage cut-test coverage install uninstall clean
# make bench-decode     what reading records costs, beside a bare walk over their headers
# make tsan             what has threads, under ThreadSanitizer
# make check-qemu       the library's tests as programs of other hosts
# make check-crash      recorders that are killed; disks that fill up
# make bench-record     what recording costs, beside perf
# make interop          what other readers find in our recordings
# make cross            the recorder for other machines
# make same-code        whether the objects are the code of OLD=COMMIT, for moves and renames
# make coverage-of-syscall  what perf_event_open(2) offers, and what uses it
#
# O=DIR V=1 CC= CROSS_COMPILE= CFLAGS= LDFLAGS= DEBUG=1 ASAN=1 UBSAN=1 TSAN=1 COV=1 WERROR=1
# WITH_ZLIB|ZSTD|XXHASH|ELF|DW|DEMANGLE=auto|0|1 (1: missing is an error)
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
