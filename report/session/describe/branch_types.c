/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names the branch types of branch stack entries and counts branches by type for the closing lines
 * of `pdata report`.
 */
#include "session/describe/branch_types.h"

#include <stdio.h>

#define TYPE_UNKNOWN 0u
#define TYPE_COND 1u
#define TYPE_EXTENDED 15u
#define NR_NEW_NAMES 8u

#define PAGE 4096ull
#define HUGE_PAGE (2ull << 20)

/* Names of the constants PERF_BR_ and PERF_BR_NEW_ of perf_event.h, by value. */
static const char *const type_names[BRANCH_TYPES] = {
	"",	  "COND",      "UNCOND",   "IND",  "CALL", "IND_CALL", "RET",	"SYSCALL",
	"SYSRET", "COND_CALL", "COND_RET", "ERET", "IRQ",  "SERROR",   "NO_TX", "",
};
static const char *const new_type_names[NR_NEW_NAMES] = {
	"FAULT_ALGN", "FAULT_DATA", "FAULT_INST", "ARCH_1", "ARCH_2", "ARCH_3", "ARCH_4", "ARCH_5",
};

static unsigned type_of(uint64_t flags)
{
	return flags >> 20 & 15;
}

static unsigned new_type_of(uint64_t flags)
{
	return flags >> 26 & 15;
}

const char *branch_type_name(uint64_t flags)
{
	if (type_of(flags) != TYPE_EXTENDED)
		return type_names[type_of(flags)];
	return new_type_of(flags) < NR_NEW_NAMES ? new_type_names[new_type_of(flags)] : "(null)";
}

void branch_types_count(struct branch_types *t, uint64_t flags, uint64_t from, uint64_t to,
			uint64_t nr)
{
	const unsigned type = type_of(flags);

	if (type == TYPE_UNKNOWN || !from)
		return;
	if (type == TYPE_EXTENDED)
		t->nr_new[new_type_of(flags)] += nr;
	else
		t->nr[type] += nr;
	if (type == TYPE_COND && to > from)
		t->forward += nr;
	else if (type == TYPE_COND)
		t->backward += nr;
	if (from / HUGE_PAGE != to / HUGE_PAGE)
		t->cross_2m += nr;
	else if (from / PAGE != to / PAGE)
		t->cross_4k += nr;
}

static void put_share(struct out *o, const char *name, uint64_t nr, uint64_t total)
{
	if (nr)
		out_printf(o, "\n%8s: %5.1f%%", name, 100.0 * (double)nr / (double)total);
}

void branch_types_put(const struct branch_types *t, struct out *o)
{
	uint64_t total = 0;

	for (size_t i = 0; i < BRANCH_TYPES; i++)
		total += t->nr[i];
	if (!total)
		return;
	out_str(o, "\n#\n# Branch Statistics:\n#");
	put_share(o, "COND_FWD", t->forward, total);
	put_share(o, "COND_BWD", t->backward, total);
	put_share(o, "CROSS_4K", t->cross_4k, total);
	put_share(o, "CROSS_2M", t->cross_2m, total);
	for (size_t i = 0; i < BRANCH_TYPES; i++)
		put_share(o, type_names[i], t->nr[i], total);
	for (size_t i = 0; i < NR_NEW_NAMES; i++)
		put_share(o, new_type_names[i], t->nr_new[i], total);
}

static size_t add_name(char *buf, size_t size, size_t len, const char *name, uint64_t nr)
{
	if (!nr || len >= size)
		return len;
	return len + (size_t)snprintf(buf + len, size - len, "%s%s", len ? " " : " (", name);
}

size_t branch_types_text(const struct branch_types *t, char *buf, size_t size)
{
	size_t len = 0;

	len = add_name(buf, size, len, "COND_FWD", t->forward);
	len = add_name(buf, size, len, "COND_BWD", t->backward);
	for (size_t i = 0; i < BRANCH_TYPES; i++)
		if (i != TYPE_COND)
			len = add_name(buf, size, len, type_names[i], t->nr[i]);
	for (size_t i = 0; i < NR_NEW_NAMES; i++)
		len = add_name(buf, size, len, new_type_names[i], t->nr_new[i]);
	len = add_name(buf, size, len, "CROSS_4K", t->cross_4k);
	return add_name(buf, size, len, "CROSS_2M", t->cross_2m);
}
