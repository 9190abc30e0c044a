/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Formats PERF_SAMPLE_DATA_SRC values as text, as perf does. A text that does not fit into the
 * caller's buffer is truncated.
 */

#include <stddef.h>
#include <stdint.h>

/*
 * The PERF_SAMPLE_DATA_SRC value whose fields mem_op, mem_lvl, mem_snoop, mem_lock and mem_dtlb
 * say "not available" (PERF_MEM_*_NA in perf_event.h). All other fields are 0.
 */
#define DATA_SRC_NONE 0x5080021ull

enum data_src_part {
	DATA_SRC_LEVEL,
	DATA_SRC_SNOOP,
	DATA_SRC_TLB,
	DATA_SRC_LOCKED,
	DATA_SRC_BLOCKED
};

/* Return the bit field @part of the PERF_SAMPLE_DATA_SRC value @src, shifted down to bit 0. */
unsigned data_src_part(uint64_t src, enum data_src_part part);

void data_src_level(uint64_t src, char *buf, size_t size);
void data_src_snoop(uint64_t src, char *buf, size_t size);
void data_src_tlb(uint64_t src, char *buf, size_t size);
void data_src_blocked(uint64_t src, char *buf, size_t size);
const char *data_src_locked(uint64_t src);

/*
 * Format the PERF_SAMPLE_DATA_SRC value @src in one line, as perf script prints the data source:
 * operation, memory level, snoop, TLB, lock and blocked.
 */
void data_src_text(uint64_t src, char *buf, size_t size);
