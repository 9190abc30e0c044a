/* SPDX-License-Identifier: BSD-2-Clause */
#include "session/deferred_chain.h"

#include "base/command.h"

#include <stdlib.h>

void deferred_chain_join(struct deferred_chain *w, struct pdata_sample *s)
{
	uint64_t need = w->deferred ? pdata_deferred_join(w->deferred, s, w->buf, w->cap) : 0;

	if (need <= w->cap)
		return;
	w->cap = need < 1024 ? 1024 : need;
	w->buf = rep_grow(w->buf, w->cap, sizeof(*w->buf));
	pdata_deferred_join(w->deferred, s, w->buf, w->cap);
}

void deferred_chain_free(struct deferred_chain *w)
{
	free(w->buf);
	*w = (struct deferred_chain){ 0 };
}
