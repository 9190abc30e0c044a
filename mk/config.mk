# SPDX-License-Identifier: BSD-2-Clause
# Options, and the probes for libraries. $(B)/config.mk and config.h hold the results.

V ?= 0
Q := $(if $(filter 1,$(V)),,@)
say = $(if $(filter 1,$(V)),@:,@printf '  %-7s %s\n' $(1) $(2))

ifneq ($(filter default undefined,$(origin CC)),)
CC := $(CROSS_COMPILE)gcc
endif
ifneq ($(filter default undefined,$(origin CXX)),)
CXX := $(CROSS_COMPILE)g++
endif
ifneq ($(filter default undefined,$(origin AR)),)
AR := $(CROSS_COMPILE)ar
endif
NM ?= $(CROSS_COMPILE)nm
OBJCOPY ?= $(CROSS_COMPILE)objcopy
PKG_CONFIG ?= $(if $(CROSS_COMPILE),$(CROSS_COMPILE))pkg-config

# A static build has its own objects and probes, because it may use another C library.
B := $(O)$(if $(filter 1,$(STATIC)),/static)

# Programs for targets are optimised for size, because most of the recorder's time is spent in the kernel.
CFLAGS ?= $(if $(filter 1,$(DEBUG)),-O0 -g3,$(if $(filter 1,$(STATIC)),-Os,-O2) -g)
WARNINGS := -Wall -Wextra -Wshadow -Wcast-qual -Wundef -Wvla -Wwrite-strings \
	    -Wmissing-prototypes -Wstrict-prototypes -Wformat=2
PD_CFLAGS := -std=gnu11 -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 $(WARNINGS) -fvisibility=hidden \
	     -fno-common -fno-semantic-interposition -fPIC -pthread
PD_LDFLAGS := -pthread
# Builds have no trace of their folder. Coverage needs the real path, to find its counters.
ifneq ($(COV),1)
PD_CFLAGS += -ffile-prefix-map=$(CURDIR)=.
endif
ifeq ($(STATIC),1)
# A program for small targets leaves out unused functions, and work that another command can do later.
PD_CFLAGS += -fno-pic -ffunction-sections -fdata-sections -fno-asynchronous-unwind-tables $(if $(filter 1,$(WITH_INDEX)),,-DREC_NO_INDEX)
PD_LDFLAGS += -Wl,--gc-sections -Wl,-z,noseparate-code
endif
ifeq ($(WERROR),1)
PD_CFLAGS += -Werror
endif
ifeq ($(ASAN),1)
PD_CFLAGS += -fsanitize=address -fno-omit-frame-pointer
PD_LDFLAGS += -fsanitize=address
endif
ifeq ($(UBSAN),1)
PD_CFLAGS += -fsanitize=undefined -fno-sanitize-recover=undefined
PD_LDFLAGS += -fsanitize=undefined
endif
ifeq ($(TSAN),1)
PD_CFLAGS += -fsanitize=thread -fno-omit-frame-pointer
PD_LDFLAGS += -fsanitize=thread
endif
ifeq ($(COV),1)
PD_CFLAGS += --coverage
PD_LDFLAGS += --coverage
endif

# One row for each library: name of mk/probe/NAME.c, pkg-config module, libraries without pkg-config.
PROBES := zlib:zlib:-lz zstd:libzstd:-lzstd xxhash:libxxhash:-lxxhash \
	  atomic:none:-Wl,--push-state,--as-needed,-latomic,--pop-state \
	  elf:libelf:-lelf dw:libdw:-ldw lzma:liblzma:-llzma deflate:libdeflate:-ldeflate capstone:capstone:-lcapstone iberty:libiberty:-liberty

upper = $(shell printf '%s' '$(1)' | tr '[:lower:]' '[:upper:]')
PROBE_ARGS := $(foreach p,$(PROBES),$(p):$(or $(WITH_$(call upper,$(firstword $(subst :, ,$(p))))),auto))

# Write $(2) to the file $(1) if its content differs, so that dependent files are rebuilt only then.
define stamp
$(if $(filter-out $(subst $() ,|,$(strip $(2))),$(subst $() ,|,$(strip $(file <$(1))))),$(file >$(1),$(strip $(2))),\
$(if $(wildcard $(1)),,$(file >$(1),$(strip $(2)))))
endef

ifeq ($(filter clean,$(MAKECMDGOALS)),)
$(shell mkdir -p $(B))
$(call stamp,$(B)/config.key,$(CC) $(CFLAGS) $(LDFLAGS) $(PKG_CONFIG) $(PROBE_ARGS) STATIC=$(STATIC))

$(B)/config.mk: $(B)/config.key mk/probe.sh $(wildcard mk/probe/*.c)
	@CC='$(CC)' PKG_CONFIG='$(PKG_CONFIG)' CFLAGS='$(CFLAGS)' LDFLAGS='$(LDFLAGS)' \
		STATIC='$(STATIC)' sh mk/probe.sh $(B) $(PROBE_ARGS)

include $(B)/config.mk
endif
