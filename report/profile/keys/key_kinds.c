/* SPDX-License-Identifier: BSD-2-Clause */
/* Compares, hashes and prints sort keys with numbers or texts. */
#include "profile/keys/key_kinds.h"

#include "base/digits.h"
#include "profile/keys/key_pack.h"

#include <string.h>

/* ---- values ------------------------------------------------------------------------------ */

uint64_t key_extra64(const struct report *rp, const struct rep_key *k, const struct rep_row *r)
{
	(void)rp;
	return *(const uint64_t *)(const void *)((const char *)row_extra(rp, r) + k->arg);
}

uint64_t key_extra32(const struct report *rp, const struct rep_key *k, const struct rep_row *r)
{
	(void)rp;
	return *(const uint32_t *)(const void *)((const char *)row_extra(rp, r) + k->arg);
}

static const char *number_text(uint64_t v, char scratch[KEY_SCRATCH])
{
	struct rep_cell c = { .buf = scratch, .size = KEY_SCRATCH };

	rep_cell_dec(&c, v, 0);
	rep_cell_end(&c);
	return scratch;
}

const char *key_total64(const struct report *rp, const struct rep_key *k, const struct rep_row *r,
			char scratch[KEY_SCRATCH])
{
	return number_text(k->number(rp, k, r) * r->self.nr, scratch);
}

const char *key_total32(const struct report *rp, const struct rep_key *k, const struct rep_row *r,
			char scratch[KEY_SCRATCH])
{
	return number_text((uint32_t)(k->number(rp, k, r) * r->self.nr), scratch);
}

/* ---- columns ----------------------------------------------------------------------------- */

int key_print_value(const struct report *rp, const struct rep_key *k, const struct rep_row *r,
		    char *buf, size_t size, unsigned width)
{
	const int w = (int)width, pad = k->fit & KEY_NO_PAD ? 0 : k->fit & KEY_RIGHT ? w : -w;
	struct rep_cell c = { .buf = buf, .size = size };
	char scratch[KEY_SCRATCH];
	const char *text;

	if (k->text) {
		text = k->text(rp, k, r, scratch);
		text = text ? text : k->missing;
		rep_cell_fit(&c, text, k->fit & KEY_CUT ? strnlen(text, width) : strlen(text), pad);
	} else {
		rep_cell_dec(&c, k->number(rp, k, r), pad);
	}
	return rep_cell_end(&c);
}

unsigned key_text_width(const struct report *rp, const struct rep_key *k, const struct rep_row *r)
{
	char scratch[KEY_SCRATCH];
	const char *text = k->text(rp, k, r, scratch);

	return text ? (unsigned)strlen(text) : 0;
}

unsigned key_print_width(const struct report *rp, const struct rep_key *k, const struct rep_row *r)
{
	return (unsigned)k->kind->print(rp, k, r, NULL, 0, 0);
}

/* ---- numbers ----------------------------------------------------------------------------- */

int key_addr_order(uint64_t a, uint64_t b)
{
	return a == b ? 0 : (int64_t)(b - a) < 0 ? -1 : 1;
}

static int number_cmp(const struct report *rp, const struct rep_key *k, const struct rep_row *a,
		      const struct rep_row *b)
{
	const uint64_t x = k->number(rp, k, a), y = k->number(rp, k, b);

	if (k->order == KEY_RISES)
		return KEY_CMP((int64_t)y, (int64_t)x);
	if (k->order == KEY_FALLS)
		return KEY_CMP((int64_t)x, (int64_t)y);
	if (k->order == KEY_WRAPS)
		return key_addr_order(x, y);
	return x != y;
}

static uint64_t number_hash(const struct report *rp, const struct rep_key *k,
			    const struct rep_row *r)
{
	return k->number(rp, k, r);
}

static uint64_t number_rises(const struct report *rp, const struct rep_key *k,
			     const struct rep_row *r)
{
	return k->number(rp, k, r) ^ 1ull << 63;
}

static uint64_t number_falls(const struct report *rp, const struct rep_key *k,
			     const struct rep_row *r)
{
	return ~number_rises(rp, k, r);
}

static void number_pack(struct key_packing *p, const struct rep_key *k)
{
	if (k->order == KEY_DIFFERS)
		p->unfit = true;
	else if (k->order == KEY_WRAPS)
		key_pack_wrapping(p, k, number_rises);
	else
		key_pack_number(p, k, k->order == KEY_FALLS ? number_falls : number_rises);
}

const struct key_kind key_number = { number_cmp, number_hash, NULL, key_print_value, number_pack };

/* ---- tasks ------------------------------------------------------------------------------- */

static int32_t task_id(const struct rep_key *k, const struct rep_row *r)
{
	return (int32_t)(k->arg == KEY_TASK_THREAD ? r->who->tid : r->who->pid);
}

static int task_cmp(const struct report *rp, const struct rep_key *k, const struct rep_row *a,
		    const struct rep_row *b)
{
	(void)rp;
	return KEY_CMP(task_id(k, b), task_id(k, a));
}

static uint64_t task_hash(const struct report *rp, const struct rep_key *k, const struct rep_row *r)
{
	(void)rp;
	return (uint32_t)task_id(k, r);
}

static unsigned task_width(const struct report *rp, const struct rep_key *k,
			   const struct rep_row *r)
{
	return key_text_width(rp, k, r) + 8;
}

/* perf allows the column of a thread to be one character narrower than that of a process. */
static int task_print(const struct report *rp, const struct rep_key *k, const struct rep_row *r,
		      char *buf, size_t size, unsigned width)
{
	const unsigned narrowest = k->arg == KEY_TASK_THREAD ? 7 : 8;
	const int w = (int)(width < narrowest ? narrowest : width) - 8;
	const int32_t id = task_id(k, r);
	struct rep_cell c = { .buf = buf, .size = size };
	char scratch[KEY_SCRATCH], digits[REP_DIGITS_MAX], *end = digits + sizeof(digits), *s;
	const char *text = k->text(rp, k, r, scratch);

	s = rep_dec_before(end, id < 0 ? 0 - (uint64_t)id : (uint64_t)id);
	if (id < 0)
		*--s = '-';
	rep_cell_fit(&c, s, (size_t)(end - s), 7);
	rep_cell_mem(&c, ":", 1);
	/* As in perf, a column of 7 characters does not cut the text. */
	rep_cell_fit(&c, text, w < 0 ? strlen(text) : strnlen(text, (size_t)w), w < 0 ? w : -w);
	return rep_cell_end(&c);
}

static uint64_t task_rises(const struct report *rp, const struct rep_key *k,
			   const struct rep_row *r)
{
	(void)rp;
	return (uint32_t)task_id(k, r) ^ 1u << 31;
}

static void task_pack(struct key_packing *p, const struct rep_key *k)
{
	key_pack_number(p, k, task_rises);
}

const struct key_kind key_task = { task_cmp, task_hash, task_width, task_print, task_pack };

/* ---- texts ------------------------------------------------------------------------------- */

int key_text_order(const char *a, const char *b)
{
	if (a == b)
		return 0;
	if (!a || !b)
		return !a ? -1 : 1;
	return strcmp(b, a);
}

uint64_t key_text_hash(const char *s)
{
	uint64_t h = 1469598103934665603ull;

	if (!s)
		return 0;
	for (; *s; s++)
		h = (h ^ (unsigned char)*s) * 1099511628211ull;
	return h;
}

static int text_cmp(const struct report *rp, const struct rep_key *k, const struct rep_row *a,
		    const struct rep_row *b)
{
	char x[KEY_SCRATCH], y[KEY_SCRATCH];
	const int c = key_text_order(k->text(rp, k, a, x), k->text(rp, k, b, y));

	return k->order == KEY_FALLS ? -c : c;
}

uint64_t key_hash_text(const struct report *rp, const struct rep_key *k, const struct rep_row *r)
{
	char scratch[KEY_SCRATCH];

	return key_text_hash(k->text(rp, k, r, scratch));
}

const struct key_kind key_text = { text_cmp, key_hash_text, key_text_width, key_print_value,
				   key_pack_text };
