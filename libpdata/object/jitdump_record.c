/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads the header and the records of a jitdump file. */
#include "base/bytes.h"
#include "object/window.h"

#define JITDUMP_MAGIC 0x4a695444u
#define HEADER_SIZE 40u
#define RECORD_SIZE 16u /* type, size, time */
#define LOAD_SIZE 40u	/* bytes of the body before the name */
#define MOVE_SIZE 48u	/* bytes of the body */

int pdata_jitdump_header(struct pdata_window *w, struct pdata_jitdump *out)
{
	const char *p = pd_window_span(w, 0, HEADER_SIZE);
	const uint32_t magic = p ? pd_ld32(p, 0) : 0;
	const int swap = magic == __builtin_bswap32(JITDUMP_MAGIC);

	*out = (struct pdata_jitdump){ .swap = (uint32_t)swap };
	if (!p || (!swap && magic != JITDUMP_MAGIC))
		return PDATA_E_KIND;
	out->version = pd_ld32(p + 4, swap);
	out->header_size = pd_ld32(p + 8, swap);
	out->machine = pd_ld32(p + 12, swap);
	out->pid = pd_ld32(p + 20, swap);
	out->time_ns = pd_ld64(p + 24, swap);
	out->flags = pd_ld64(p + 32, swap);
	return out->header_size < HEADER_SIZE || out->header_size > w->len ? PDATA_E_HEADER : 0;
}

/*
 * The bodies of JIT_CODE_LOAD and JIT_CODE_MOVE begin with pid, tid and an address that has a
 * meaning only inside the process and is not used.
 */
static void read_code_load(struct pdata_window *w, int swap, struct pdata_jit_record *r)
{
	const uint64_t name = r->off + RECORD_SIZE + LOAD_SIZE, last = r->off + r->size;
	const uint64_t end = name < last ? pdata_window_find(w, name, last, 0) : last;
	const char *p = end < last ? pd_window_span(w, r->off + RECORD_SIZE, LOAD_SIZE) : NULL;

	if (!p)
		return;
	r->pid = pd_ld32(p, swap);
	r->tid = pd_ld32(p + 4, swap);
	r->addr = pd_ld64(p + 16, swap);
	r->code_size = pd_ld64(p + 24, swap);
	r->index = pd_ld64(p + 32, swap);
	r->name = name;
	r->name_len = end - name;
	r->is_whole = 1;
}

static void read_code_move(struct pdata_window *w, int swap, struct pdata_jit_record *r)
{
	const char *p = r->size - RECORD_SIZE < MOVE_SIZE
				? NULL
				: pd_window_span(w, r->off + RECORD_SIZE, MOVE_SIZE);

	if (!p)
		return;
	r->pid = pd_ld32(p, swap);
	r->tid = pd_ld32(p + 4, swap);
	r->old_addr = pd_ld64(p + 16, swap);
	r->addr = pd_ld64(p + 24, swap);
	r->code_size = pd_ld64(p + 32, swap);
	r->index = pd_ld64(p + 40, swap);
	r->is_whole = 1;
}

int pdata_jitdump_record(struct pdata_window *w, const struct pdata_jitdump *d, uint64_t off,
			 struct pdata_jit_record *out)
{
	const int swap = d->swap != 0;
	const char *p = NULL;

	*out = (struct pdata_jit_record){ .off = off };
	if (off < w->len && w->len - off >= RECORD_SIZE)
		p = pd_window_span(w, off, RECORD_SIZE);
	if (!p)
		return 0;
	out->type = pd_ld32(p, swap);
	out->size = pd_ld32(p + 4, swap);
	out->time_ns = pd_ld64(p + 8, swap);
	if (out->size < RECORD_SIZE || out->size > w->len - off)
		return PDATA_E_SIZE;
	if (out->type == PDATA_JIT_CODE_LOAD)
		read_code_load(w, swap, out);
	else if (out->type == PDATA_JIT_CODE_MOVE)
		read_code_move(w, swap, out);
	return 1;
}
