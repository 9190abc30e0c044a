/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The events of the repaired file: removes bits of attrs that perf refuses.
 */
#include "console/command.h"
#include "files/repair.h"
#include "session/event_names.h"

#define KNOWN_FLAGS ((UINT64_C(2) << PDATA_ATTR_DEFER_OUTPUT) - 1)

/*
 * perf refuses the file if unknown bits are set. Samples with counter values whose read_format has
 * unknown bits are left out, see recording_copy_understands(). The field of an unknown bit of
 * sample_type may be before AUX: without the bit, readers would take the field for AUX data.
 */
static struct pdata_attr known_bits(struct pdata_attr a)
{
	a.flags &= KNOWN_FLAGS;
	if (a.sample_type & ~PDATA_SAMPLE_KNOWN)
		a.sample_type &= PDATA_SAMPLE_KNOWN & ~PDATA_SAMPLE_AUX;
	a.read_format &= PDATA_FORMAT_KNOWN;
	return a;
}

void repair_events(struct repair *c)
{
	const uint32_t nr = pdata_reader_nr_events(c->s.reader);

	c->events = rep_alloc(nr + 1, sizeof(*c->events));
	c->nr_events = nr;
	for (uint32_t i = 0; i < nr; i++) {
		const struct pdata_event *e = pdata_reader_event(c->s.reader, i);

		c->events[i] = (struct recording_copy_event){ known_bits(recording_copy_attr(e)),
							      rep_event_name(&c->s, e), e->ids,
							      e->nr_ids };
	}
}
