/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads any bytes as the payload of a header feature: the first byte is its number, the second the
 * byte order. Decoded values can be encoded, and decoding and encoding them again gives the same
 * bytes.
 */

#include "fuzz.h"

#include "text/text_int.h"
#include "wire/feature.h"

#include <stdlib.h>
#include <string.h>

#define NR_CPUS 4 /* as if NRCPUS had said so */

/* Return: the encoded bytes, or NULL. */
static uint8_t *recode(uint32_t bit, int swap, const uint8_t *data, size_t len, struct pd_arena *a,
		       int64_t *n)
{
	struct pdata_feature f = { .bit = bit, .data = data, .len = len };
	struct pdata_error err;
	uint8_t *out = NULL;
	int ret = pd_feature_decode(&f, swap, NR_CPUS, a, &err);

	*n = ret ? ret : pdata_feature_encode(&f, swap, &out);
	return *n < 0 ? NULL : out;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pd_arena a = { 0 };
	struct pd_buf text = { 0 };
	uint8_t *once, *twice;
	int64_t n, m;
	uint32_t bit;
	int swap;

	if (size < 2)
		return 0;
	bit = data[0];
	swap = data[1] & 1;
	once = recode(bit, swap, data + 2, size - 2, &a, &n);
	pd_feature_to_text(&text, "FEATURE", bit, data + 2, size - 2, swap);
	if (once) {
		twice = recode(bit, swap, once, (size_t)n, &a, &m);
		if (!twice || n != m || memcmp(once, twice, (size_t)n))
			abort();
		pdata_free(twice);
	}
	pdata_free(once);
	pd_buf_free(&text);
	pd_arena_free(&a);
	return 0;
}
