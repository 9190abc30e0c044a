/* SPDX-License-Identifier: BSD-2-Clause */
/* Gets the number of CPUs of the feature CPU_TOPOLOGY from the bytes of the feature. */
#include "base/cursor.h"
#include "wire/feature.h"

/*
 * Step over a list of header strings. @text: each of them must begin with a printable character.
 * @limit: how many strings may still be stepped over; the strings are subtracted. Return: their
 * number; 0 with c->err set if the bytes are no such list.
 */
static uint32_t skip_hstrs(struct pd_cur *c, bool text, size_t *limit)
{
	uint32_t nr = pd_has(c, 4) ? pd_get_u32(c, c->swap) : 0;

	for (uint32_t i = 0; i < nr; i++) {
		uint32_t len = pd_has(c, 4) && *limit ? pd_get_u32(c, c->swap) : UINT32_MAX;

		*limit -= *limit > 0;
		if (!pd_has(c, len) || (text && (!len || *c->pos < ' ' || *c->pos > '~'))) {
			c->err = PDATA_E_COUNT;
			return 0;
		}
		c->pos += len;
	}
	return nr;
}

/*
 * Two lists are followed by 8 bytes for each CPU, a list of dies and 4 bytes for each CPU. Ids of
 * CPUs may look like a list of dies, but dies are text. Bytes that look like a long list of dies at
 * each position must not take quadratic time, hence the limit.
 */
uint32_t pd_topology_cpus(const uint8_t *data, size_t len, int swap)
{
	struct pd_cur c = pd_cur_init(data, len, swap);
	size_t most, limit = len;

	skip_hstrs(&c, false, &limit);
	skip_hstrs(&c, false, &limit);
	most = c.err ? 0 : pd_left(&c) / 8;
	for (size_t n = 1; n <= most; n++) {
		struct pd_cur d = c;

		d.pos += 8 * n;
		if (d.pos == d.end)
			return (uint32_t)n;
		if (skip_hstrs(&d, true, &limit) && !d.err && pd_left(&d) == 4 * n)
			return (uint32_t)n;
	}
	return 0;
}
