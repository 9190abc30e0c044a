/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Adds unwound user frames to the samples of `pdata script` whose events record registers and a
 * stack copy.
 */
#include "script/script_unwind.h"

#include "session/unwind/unwind.h"

static bool add_unwound_frames(void *ctx, const struct script_line *l, uint64_t max_stack,
			       struct script_frames *f)
{
	const struct unwind_sample in = {
		.maps = l->th ? l->th->at.maps : NULL,
		.regs = &l->smp->regs_user,
		.stack = &l->smp->stack,
	};
	const uint64_t *ips;
	uint32_t nr;

	if (!in.maps)
		return true;
	if (unwind_is_refused(ctx, &in, max_stack))
		return false;
	nr = unwind_frames(ctx, &in, max_stack, &ips);
	if (f->nr + nr > f->cap) {
		f->cap = f->nr + nr;
		f->frame = rep_grow(f->frame, f->cap, sizeof(*f->frame));
	}
	for (uint32_t i = 0; i < nr; i++)
		f->frame[f->nr++] = (struct script_frame){ ips[i], PDATA_CPUMODE_USER, true };
	return true;
}

void script_unwind_init(struct script *s)
{
	struct unwind *u = s->use_chain ? unwind_open(&s->ses) : NULL;

	if (u)
		s->unwind = (struct script_unwind){ add_unwound_frames, u };
}

int script_unwind_err(const struct script *s)
{
	return unwind_err(s->unwind.ctx);
}

void script_unwind_free(struct script *s)
{
	unwind_free(s->unwind.ctx);
	s->unwind = (struct script_unwind){ 0 };
}
