/* SPDX-License-Identifier: BSD-2-Clause */
/* Lines for a trailer. */
#include "text/dump_int.h"

int pd_dump_trailer(struct dumper *d)
{
	const struct pdata_trailer_info *i = pdata_trailer_info(d->trailer);
	struct pd_footer computed = { .version = PD_TRAILER_VERSION, .off = i->off };
	uint64_t at = i->off, end = i->off + i->size - PD_FOOTER;
	uint8_t foot[PD_FOOTER] = { 0 };

	for (uint32_t k = 0; k < i->nr_blocks; k++) {
		size_t len =
			PD_BLOCK_HEAD + (size_t)PD_ALIGN8(pdata_trailer_block(d->trailer, k)->size);
		uint8_t *buf = pd_malloc(len);

		if (!buf)
			return PDATA_E_NOMEM;
		pd_input_pread(&d->r->in, buf, len, at);
		if (pd_block_to_text(&d->out, buf, len, (int)i->swap)) {
			computed.nr_blocks++;
			computed.off = computed.nr_blocks == 1 ? at : computed.off;
			pd_dump_end_line(d);
		} else {
			pd_dump_hex(d, &d->r->in, at, at + len);
		}
		pd_free(buf);
		at += len;
	}
	computed.off = computed.nr_blocks ? computed.off : end;
	computed.size = end - computed.off;
	pd_input_pread(&d->r->in, foot, sizeof(foot), end);
	pd_footer_to_text(&d->out, foot, &computed, (int)i->swap);
	pd_dump_end_line(d);
	return 0;
}
