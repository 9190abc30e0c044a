/* SPDX-License-Identifier: BSD-2-Clause */
/* Tells the name of a record type, and whether the type is side-band. */
#include "wire/record.h"

#include <pdata/trailer.h>

const char *pdata_record_name(uint32_t type)
{
	static const char *const names[PD_RECORD_SLOTS] = {
		[PDATA_RECORD_SAMPLE] = "SAMPLE",
#include "schema/no_rows.def"
#define PD_RECORD(NAME, num, member) [PD_SLOT(num)] = #NAME,
#define PD_RECORD_EMPTY(NAME, num) [PD_SLOT(num)] = #NAME,
#include "schema/records.def"

#include "schema/undef.def"
	};

	uint32_t slot = pd_record_slot(type);

	return slot < PD_RECORD_SLOTS ? names[slot] : NULL;
}

int pdata_record_is_sideband(uint32_t type)
{
	switch (type) {
	case PDATA_RECORD_SAMPLE:
	case PDATA_RECORD_READ:
	case PDATA_RECORD_THROTTLE:
	case PDATA_RECORD_UNTHROTTLE:
	case PDATA_RECORD_AUX:
	case PDATA_RECORD_ITRACE_START:
	case PDATA_RECORD_SWITCH:
	case PDATA_RECORD_SWITCH_CPU_WIDE:
	case PDATA_RECORD_AUX_OUTPUT_HW_ID:
	case PDATA_RECORD_CALLCHAIN_DEFERRED:
	case PDATA_RECORD_FINISHED_ROUND:
	case PDATA_RECORD_AUXTRACE:
		return 0;
	default:
		return 1;
	}
}
