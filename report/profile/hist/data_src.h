/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* PERF_SAMPLE_DATA_SRC in words, as perf has them: each text ends where the buffer does. */

#include <stddef.h>
#include <stdint.h>

/* Nothing is known: every part says so. Source: perf_event.h, PERF_MEM_*_NA. */
#define DATA_SRC_NONE 0x5080021ull

enum data_src_part {
	DATA_SRC_LEVEL,
	DATA_SRC_SNOOP,
	DATA_SRC_TLB,
	DATA_SRC_LOCKED,
	DATA_SRC_BLOCKED
};

/* The bits of a part. */
unsigned data_src_part(uint64_t src, enum data_src_part part);

void data_src_level(uint64_t src, char *buf, size_t size);
void data_src_snoop(uint64_t src, char *buf, size_t size);
void data_src_tlb(uint64_t src, char *buf, size_t size);
void data_src_blocked(uint64_t src, char *buf, size_t size);
const char *data_src_locked(uint64_t src);

/* All of it in a line. */
void data_src_text(uint64_t src, char *buf, size_t size);
