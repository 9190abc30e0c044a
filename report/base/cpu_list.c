/* SPDX-License-Identifier: BSD-2-Clause */
/* Parses and prints sets of CPU numbers in the kernel's list format, such as "0-3,8". */
#include "base/cpu_list.h"

#include "base/memory.h"
#include "common/number_range.h"

#include <errno.h>
#include <stdlib.h>

/* Parse one "N" or "N-M", and the comma that follows. */
static bool range(const char **s, struct pd_range *r)
{
	if (pd_range_parse(s, 10, INT32_MAX - 1, r) || (**s && **s != ','))
		return false;
	*s += **s == ',';
	return true;
}

static int compare_range_first(const void *a, const void *b)
{
	const struct pd_range *x = a, *y = b;

	return (x->first > y->first) - (x->first < y->first);
}

static void print_range(struct out *o, const struct pd_range *r, bool comma)
{
	if (comma)
		out_char(o, ',');
	out_dec(o, r->first);
	if (r->last > r->first) {
		out_char(o, '-');
		out_dec(o, r->last);
	}
}

static void print_joined(struct out *o, struct pd_range *r, size_t nr)
{
	size_t done = 0;

	qsort(r, nr, sizeof(*r), compare_range_first);
	for (size_t i = 0; i < nr; i++) {
		struct pd_range sum = r[i];

		while (i + 1 < nr && r[i + 1].first <= sum.last + 1) {
			i++;
			if (r[i].last > sum.last)
				sum.last = r[i].last;
		}
		print_range(o, &sum, done++ != 0);
	}
}

void cpu_list_print(struct out *o, const char *list)
{
	struct pd_range *r = NULL;
	uint32_t nr = 0;
	const char *p = list;

	if (!*list) {
		out_str(o, "-1");
		return;
	}
	while (*p) {
		if (!mem_room_at_end(&r, nr, sizeof(*r))) {
			o->err = ENOMEM;
			break;
		}
		if (!range(&p, &r[nr++])) {
			out_str(o, list);
			free(r);
			return;
		}
	}
	if (!o->err)
		print_joined(o, r, nr);
	free(r);
}

void cpu_list_print_bits(struct out *o, const uint64_t *words, uint64_t nr_words, size_t max)
{
	struct out text;
	uint64_t bit = 0, nr = nr_words * 64;
	bool comma = false;

	out_open(&text, -1);
	while (bit < nr && text.len < max) {
		struct pd_range r;

		if (!(words[bit / 64] >> bit % 64 & 1)) {
			bit++;
			continue;
		}
		r.first = bit;
		while (bit < nr && (words[bit / 64] >> bit % 64 & 1))
			bit++;
		r.last = bit - 1;
		print_range(&text, &r, comma);
		comma = true;
	}
	out_raw(o, text.buf ? text.buf : "", text.len < max ? text.len : max);
	out_close(&text);
}
