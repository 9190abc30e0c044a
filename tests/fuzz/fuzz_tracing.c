/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads any bytes as tracing data, and as the payload of each of its events. */

#include "fuzz.h"

#include <pdata/tracing.h>

#include <string.h>

static volatile uint64_t sink;

static void look_at_fields(const struct pdata_tracepoints *t, const struct pdata_tracepoint *tp,
			   const uint8_t *raw, uint32_t size)
{
	for (uint32_t i = 0; i < tp->nr_fields; i++) {
		const struct pdata_field *f = &tp->fields[i];
		uint32_t len;
		const uint8_t *p = pdata_field_bytes(t, f, raw, size, &len);
		uint64_t v = strlen(f->name) + strlen(f->type);

		for (uint32_t k = 0; p && k < len; k++)
			sink += p[k];
		if (!pdata_field_number(t, f, raw, size, &v))
			sink += v;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pdata_tracepoints *t;
	struct pdata_error err;

	pdata_tracepoints_new(&t, data, size, &err);
	if (!t)
		return 0;
	for (size_t i = 0; i < pdata_tracepoints_nr(t) && i < 64; i++) {
		const struct pdata_tracepoint *tp = pdata_tracepoints_at(t, i);

		if (!tp)
			continue;
		look_at_fields(t, tp, data, size < 256 ? (uint32_t)size : 256);
		sink += pdata_tracepoint_field(tp, "common_type") != NULL;
		sink += pdata_tracepoints_find(t, tp->id) != NULL;
	}
	sink += pdata_tracepoints_printk(t, size) != NULL;
	sink += pdata_tracepoints_comm(t, (uint32_t)size) != NULL;
	pdata_tracepoints_free(t);
	return 0;
}
