/* SPDX-License-Identifier: BSD-2-Clause */
/* Tells the receiver that the options name how much of the input has been read. */
#include "base/progress.h"

#include <stddef.h>

#define STEPS 200u /* how often the callback is called */

void progress_begin(struct progress *p, const struct progress_receiver *to, const char *what,
		    uint64_t size)
{
	*p = (struct progress){ .to = *to, .what = what, .size = to->fn ? size : 0 };
	if (p->size)
		progress_tell(p, 0);
}

void progress_tell(struct progress *p, uint64_t off)
{
	p->next = off + p->size / STEPS;
	p->to.fn(p->to.ctx, p->what, off < p->size ? off : p->size, p->size);
}

void progress_end(struct progress *p)
{
	if (p->size)
		p->to.fn(p->to.ctx, NULL, p->size, p->size);
	p->size = 0;
}
