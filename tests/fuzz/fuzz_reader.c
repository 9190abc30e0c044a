/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads any bytes as a file: calls every function of the reader, the decoders and the tasks. */

#include "fuzz.h"
#include "fuzz_look.h"

#include <pdata/trailer.h>

static void read_all(const uint8_t *data, size_t size, enum pdata_order order)
{
	const struct pdata_open_opts opts = {
		.size = sizeof(opts), .order = order, .window = 1 << 20, .max_expansion = 16 << 20
	};
	struct pdata_reader *r;

	if (!pdata_reader_open_mem(&r, data, size, &opts, NULL))
		look_at_all(r);
}

static void read_trailer(const uint8_t *data, size_t size)
{
	const struct pdata_feature *f;
	struct pdata_trailer *t;

	if (pdata_trailer_open_mem(&t, data, size, NULL))
		return;
	for (uint32_t i = 0; pdata_trailer_block(t, i); i++)
		if (!pdata_trailer_read(t, i, &f, NULL))
			look(f->data, f->len);
	pdata_trailer_close(t);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	read_all(data, size, PDATA_ORDER_FILE);
	read_all(data, size, PDATA_ORDER_TIME);
	read_trailer(data, size);
	return 0;
}
