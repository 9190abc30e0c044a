/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Joins a sample's deferred chain into a buffer that grows as needed; a wrapper of
 * pdata_deferred_join().
 */
#include "session/deferred_chain.h"

#include "base/memory.h"

#include <errno.h>
#include <stdlib.h>

int deferred_chain_join(struct deferred_chain *w, struct pdata_sample *s)
{
	uint64_t need = w->deferred ? pdata_deferred_join(w->deferred, s, w->buf, w->cap) : 0;
	uint64_t *buf;

	if (need <= w->cap)
		return 0;
	need = need < 1024 ? 1024 : need;
	buf = mem_grow(w->buf, need, sizeof(*buf));
	if (!buf)
		return -ENOMEM;
	w->buf = buf;
	w->cap = need;
	pdata_deferred_join(w->deferred, s, w->buf, w->cap);
	return 0;
}

void deferred_chain_free(struct deferred_chain *w)
{
	free(w->buf);
	*w = (struct deferred_chain){ 0 };
}
