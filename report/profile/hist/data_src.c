/* SPDX-License-Identifier: BSD-2-Clause */
/* Formats PERF_SAMPLE_DATA_SRC as text, as perf does. */

#include "profile/hist/data_src.h"

#include "base/array.h"

#include <stdio.h>

/* Bit fields of the number. Source: perf_event.h, union perf_mem_data_src. */
struct part {
	unsigned shift, bits;
};
static const struct part op = { 0, 5 }, lvl = { 5, 14 }, snoop = { 19, 5 }, lock = { 24, 2 },
			 tlb = { 26, 7 }, lvl_num = { 33, 4 }, remote = { 37, 1 },
			 snoopx = { 38, 2 }, blk = { 40, 3 }, hops = { 43, 3 };

#define HIT 2u
#define MISS 4u

static const char *const lvl_names[] = {
	"N/A",
	"HIT",
	"MISS",
	"L1",
	"LFB/MAB",
	"L2",
	"L3",
	"Local RAM",
	"Remote RAM (1 hop)",
	"Remote RAM (2 hops)",
	"Remote Cache (1 hop)",
	"Remote Cache (2 hops)",
	"I/O",
	"Uncached",
};
static const char *const lvl_num_names[16] = {
	[9] = "CXL",  [10] = "I/O",  [11] = "Any cache", [12] = "LFB/MAB",
	[13] = "RAM", [14] = "PMEM", [15] = "N/A",
};
static const char *const hop_names[8] = {
	"N/A", "core, same node", "node, same socket", "socket, same board", "board", "", "", "",
};
static const char *const snoop_names[] = { "N/A", "None", "Hit", "Miss", "HitM" };
static const char *const snoopx_names[] = { "Fwd", "Peer" };
static const char *const tlb_names[] = { "N/A", "HIT", "MISS", "L1", "L2", "Walker", "Fault" };

/* A text in a buffer of max bytes; appending truncates it at the end of the buffer. */
struct text {
	char *s;
	size_t len, max;
};

static void append_mem_text(struct text *t, const char *s)
{
	while (*s && t->len + 1 < t->max)
		t->s[t->len++] = *s++;
	t->s[t->len] = '\0';
}

static unsigned get_data_src_field(uint64_t src, struct part p)
{
	return (unsigned)(src >> p.shift) & ((1u << p.bits) - 1);
}

/*
 * Append the names of the set bits, with "or" between them; @nr_before: number of names that the
 * text has already. Returns that number with the new names.
 */
static unsigned add_bits(struct text *t, unsigned bits, const char *const *names, unsigned nr,
			 unsigned nr_before)
{
	for (unsigned i = 0; i < nr; i++) {
		if (!(bits >> i & 1))
			continue;
		if (nr_before++)
			append_mem_text(t, " or ");
		append_mem_text(t, names[i]);
	}
	return nr_before;
}

static void add_hit_miss(struct text *t, unsigned bits)
{
	if (bits & HIT)
		append_mem_text(t, " hit");
	if (bits & MISS)
		append_mem_text(t, " miss");
}

static void add_op(struct text *t, unsigned v)
{
	static const char *const names[] = { "N/A", "LOAD", "STORE", "PFETCH", "EXEC" };

	for (unsigned i = 0; i < REP_NR(names); i++) {
		if (v >> i & 1) {
			append_mem_text(t, names[i]);
			return;
		}
	}
	append_mem_text(t, "No");
}

static void add_level(struct text *t, uint64_t src)
{
	const unsigned bits = get_data_src_field(src, lvl), num = get_data_src_field(src, lvl_num);
	const size_t before = t->len;
	unsigned nr = 0;
	char other[16];

	if (get_data_src_field(src, remote))
		append_mem_text(t, "Remote ");
	if (get_data_src_field(src, hops)) {
		append_mem_text(t, hop_names[get_data_src_field(src, hops)]);
		append_mem_text(t, " ");
	} else {
		nr = add_bits(t, bits & ~(HIT | MISS), lvl_names, REP_NR(lvl_names), 0);
	}
	if (num) {
		snprintf(other, sizeof(other), "L%u", num);
		if (nr)
			append_mem_text(t, " or ");
		append_mem_text(t, lvl_num_names[num] ? lvl_num_names[num] : other);
	}
	if (t->len == before)
		append_mem_text(t, "N/A");
	add_hit_miss(t, bits);
}

static void add_snoop(struct text *t, uint64_t src)
{
	unsigned nr =
		add_bits(t, get_data_src_field(src, snoop), snoop_names, REP_NR(snoop_names), 0);

	if (!add_bits(t, get_data_src_field(src, snoopx), snoopx_names, REP_NR(snoopx_names), nr))
		append_mem_text(t, "N/A");
}

static void add_tlb(struct text *t, unsigned bits)
{
	if (!add_bits(t, bits & ~(HIT | MISS), tlb_names, REP_NR(tlb_names), 0))
		append_mem_text(t, "N/A");
	add_hit_miss(t, bits);
}

static void append_blocked_text(struct text *t, unsigned bits)
{
	if (!bits || bits & 1) {
		append_mem_text(t, " N/A");
		return;
	}
	if (bits & 2)
		append_mem_text(t, " Data");
	if (bits & 4)
		append_mem_text(t, " Addr");
}

void data_src_level(uint64_t src, char *buf, size_t size)
{
	struct text t = { buf, 0, size };

	buf[0] = '\0';
	add_level(&t, src);
}

void data_src_snoop(uint64_t src, char *buf, size_t size)
{
	struct text t = { buf, 0, size };

	buf[0] = '\0';
	add_snoop(&t, src);
}

void data_src_tlb(uint64_t src, char *buf, size_t size)
{
	struct text t = { buf, 0, size };

	buf[0] = '\0';
	add_tlb(&t, get_data_src_field(src, tlb));
}

void data_src_blocked(uint64_t src, char *buf, size_t size)
{
	struct text t = { buf, 0, size };

	buf[0] = '\0';
	append_blocked_text(&t, get_data_src_field(src, blk));
}

const char *data_src_locked(uint64_t src)
{
	const unsigned locked = get_data_src_field(src, lock);

	return locked & 1 ? "N/A" : locked & 2 ? "Yes" : "No";
}

unsigned data_src_part(uint64_t src, enum data_src_part part)
{
	static const struct part *const parts[] = {
		[DATA_SRC_LEVEL] = &lvl,   [DATA_SRC_SNOOP] = &snoop, [DATA_SRC_TLB] = &tlb,
		[DATA_SRC_LOCKED] = &lock, [DATA_SRC_BLOCKED] = &blk,
	};

	return get_data_src_field(src, *parts[part]);
}

void data_src_text(uint64_t src, char *buf, size_t len)
{
	struct text t = { buf, 0, len };

	append_mem_text(&t, "|OP ");
	add_op(&t, get_data_src_field(src, op));
	append_mem_text(&t, "|LVL ");
	add_level(&t, src);
	append_mem_text(&t, "|SNP ");
	add_snoop(&t, src);
	append_mem_text(&t, "|TLB ");
	add_tlb(&t, get_data_src_field(src, tlb));
	append_mem_text(&t, "|LCK ");
	append_mem_text(&t, data_src_locked(src));
	append_mem_text(&t, "|BLK ");
	append_blocked_text(&t, get_data_src_field(src, blk));
}
