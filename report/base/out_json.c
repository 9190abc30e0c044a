/* SPDX-License-Identifier: BSD-2-Clause */
/* Makes a JSON writer whose output goes to an out. */
#include "base/out_json.h"

#include <pdata/text.h>

static void put_json(void *to, const char *s, size_t len)
{
	out_raw(to, s, len);
}

struct pd_json out_json(struct out *o)
{
	return (struct pd_json){ .put = put_json,
				 .to = o,
				 .escaped = o->guard ? pdata_text_is_control : NULL };
}
