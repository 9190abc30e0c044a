/* SPDX-License-Identifier: BSD-2-Clause */
/* Joins the symbols and files that are stored in the trailers of several recordings. */
#include "files/join_blocks.h"

#include "base/interner.h"
#include "console/command.h"

#include <stdlib.h>
#include <string.h>

/* Forms in which a recording has kernel symbols. */
enum { KERNEL_OBJECTS = 1, KERNEL_LINES = 2 };

struct join {
	struct recording_join *out;
	const char *path; /* input that is being added */
	/* forms in which all inputs with samples of the kernel have kernel symbols */
	unsigned kernel;
	struct pdata_symbols symbols;
	struct pdata_bundle_files files;
	bool any_symbols, any_files;
};

static void *own_new(struct recording_join *j, size_t size)
{
	void *data = rep_alloc(1, size + 1);

	j->owned = rep_grow(j->owned, j->nr_owned + 1, sizeof(*j->owned));
	j->owned[j->nr_owned++] = data;
	return data;
}

static bool is_same_id(const uint8_t *a, uint32_t a_size, const uint8_t *b, uint32_t b_size)
{
	return a_size == b_size && a_size <= 20 && !memcmp(a, b, a_size);
}

/* ---- the block SYMBOLS ---- */

static bool is_same_object(const struct pdata_bundle_object *a, const struct pdata_bundle_object *b)
{
	return a->cpumode == b->cpumode && a->pid == b->pid &&
	       is_same_id(a->build_id, a->id_size, b->build_id, b->id_size) &&
	       recording_same_str(&a->name, &b->name);
}

static int compare_stored_syms(const struct pdata_bundle_sym *a, const struct pdata_bundle_sym *b)
{
	const uint32_t len = a->name.len < b->name.len ? a->name.len : b->name.len;
	int diff;

	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	if (a->end != b->end)
		return a->end < b->end ? -1 : 1;
	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	diff = memcmp(a->name.s, b->name.s, len);
	return diff ? diff : (a->name.len > len) - (b->name.len > len);
}

/* Add the symbols of @b to @a; both are sorted by start. */
static void join_syms(struct recording_join *j, struct pdata_bundle_object *a,
		      const struct pdata_bundle_object *b)
{
	const size_t most = (size_t)a->nr_syms + b->nr_syms;
	struct pdata_bundle_sym *all = own_new(j, most * sizeof(*all));
	uint32_t x = 0, y = 0, nr = 0;

	while (x < a->nr_syms || y < b->nr_syms) {
		const int order = x == a->nr_syms   ? 1
				  : y == b->nr_syms ? -1
						    : compare_stored_syms(&a->syms[x], &b->syms[y]);

		all[nr++] = order > 0 ? b->syms[y] : a->syms[x];
		x += order <= 0;
		y += order >= 0;
	}
	a->syms = all;
	a->nr_syms = nr;
}

static void add_object(struct join *j, const struct pdata_bundle_object *o)
{
	struct pdata_symbols *all = &j->symbols;

	if (o->cpumode == PDATA_CPUMODE_KERNEL && !(j->kernel & KERNEL_OBJECTS))
		return;
	for (uint32_t i = 0; i < all->nr; i++)
		if (is_same_object(&all->objects[i], o)) {
			join_syms(j->out, &all->objects[i], o);
			return;
		}
	all->objects = rep_grow(all->objects, all->nr + 1, sizeof(*all->objects));
	all->objects[all->nr++] = *o;
}

static void add_symbols(struct join *j, const struct pdata_symbols *s)
{
	j->symbols.whole = s->whole && (!j->any_symbols || j->symbols.whole);
	j->any_symbols = true;
	for (uint32_t i = 0; i < s->nr; i++)
		add_object(j, &s->objects[i]);
}

/* ---- the block FILES ---- */

static bool is_same_file(const struct pdata_bundle_file *a, const struct pdata_bundle_file *b)
{
	return a->kind == b->kind && a->pid == b->pid && a->maj == b->maj && a->min == b->min &&
	       a->ino == b->ino && a->mntns == b->mntns &&
	       is_same_id(a->build_id, a->id_size, b->build_id, b->id_size) &&
	       recording_same_str(&a->name, &b->name);
}

static void add_new_lines(struct interner *seen, const struct pdata_bundle_file *f, uint8_t *out,
			  uint64_t *len)
{
	for (uint64_t at = 0, end; at < f->size; at = end) {
		const uint8_t *nl = memchr(f->data + at, '\n', f->size - at);
		const uint32_t before = seen->nr;

		end = nl ? (uint64_t)(nl - f->data) + 1 : f->size;
		if (end - at > UINT32_MAX ||
		    !interner_add(seen, f->data + at, (uint32_t)(end - at)))
			rep_exit_no_memory();
		if (seen->nr == before)
			continue;
		memcpy(out + *len, f->data + at, end - at);
		*len += end - at;
		if (!nl)
			out[(*len)++] = '\n';
	}
}

/* Add the lines of @b that @a lacks to the end of @a. */
static void join_lines(struct recording_join *j, struct pdata_bundle_file *a,
		       const struct pdata_bundle_file *b)
{
	uint8_t *out = own_new(j, a->size + b->size + 2);
	struct interner seen = { .nr = 0 };
	uint64_t len = 0;

	add_new_lines(&seen, a, out, &len);
	add_new_lines(&seen, b, out, &len);
	interner_free(&seen);
	a->data = out;
	a->size = len;
}

static void leave_out(struct join *j, const struct pdata_bundle_file *f)
{
	rep_err("%s: the stored symbols of %.*s cannot be joined with those of an earlier file and "
		"are left out",
		j->path, (int)f->name.len, f->name.s);
	j->out->partial = true;
}

/*
 * Join two files of one name. Copies of an ELF file with a build id have different symbols of it,
 * so both are kept; without a build id, the two can be different programs, so neither is kept. A
 * jitdump grows: the longer one has the content of the other.
 */
static bool join_file(struct join *j, struct pdata_bundle_file *a,
		      const struct pdata_bundle_file *b)
{
	const uint64_t least = a->size < b->size ? a->size : b->size;
	const bool begins = !least || !memcmp(a->data, b->data, least);

	if (begins && a->size == b->size)
		return true;
	switch (a->kind) {
	case PDATA_BUNDLE_KALLSYMS:
	case PDATA_BUNDLE_PERF_MAP:
		join_lines(j->out, a, b);
		return true;
	case PDATA_BUNDLE_ELF:
		if (a->id_size)
			return false;
		a->size = 0; /* drop_empty_elf() removes it */
		leave_out(j, b);
		return true;
	}
	if (!begins)
		leave_out(j, b);
	else if (b->size > a->size)
		*a = *b;
	return true;
}

static void add_file(struct join *j, const struct pdata_bundle_file *f)
{
	struct pdata_bundle_files *all = &j->files;

	if (f->kind == PDATA_BUNDLE_KALLSYMS && !(j->kernel & KERNEL_LINES))
		return;
	for (uint32_t i = 0; i < all->nr; i++) {
		if (is_same_file(&all->files[i], f)) {
			if (join_file(j, &all->files[i], f))
				return;
		} else if (f->kind == PDATA_BUNDLE_KALLSYMS && all->files[i].kind == f->kind) {
			leave_out(j, f);
			return;
		}
	}
	all->files = rep_grow(all->files, all->nr + 1, sizeof(*all->files));
	all->files[all->nr++] = *f;
}

static void drop_empty_elf(struct pdata_bundle_files *f)
{
	uint32_t nr = 0;

	for (uint32_t i = 0; i < f->nr; i++)
		if (f->files[i].kind != PDATA_BUNDLE_ELF || f->files[i].size)
			f->files[nr++] = f->files[i];
	f->nr = nr;
}

static void add_files(struct join *j, const struct pdata_bundle_files *f)
{
	if (!j->any_files || f->mode < j->files.mode)
		j->files.mode = f->mode;
	j->any_files = true;
	for (uint32_t i = 0; i < f->nr; i++)
		add_file(j, &f->files[i]);
}

/* ---- the kernel ---- */

/* Return the forms in which a recording has kernel symbols. */
static unsigned kernel_forms(const struct recording_blocks *b)
{
	unsigned forms = 0;

	for (uint32_t i = 0; i < b->nr; i++) {
		const struct pdata_feature *f = b->content[i];

		for (uint32_t k = 0; f->bit == PDATA_BLOCK_SYMBOLS && k < f->u.symbols.nr; k++)
			if (f->u.symbols.objects[k].cpumode == PDATA_CPUMODE_KERNEL)
				forms |= KERNEL_OBJECTS;
		for (uint32_t k = 0; f->bit == PDATA_BLOCK_FILES && k < f->u.files.nr; k++)
			if (f->u.files.files[k].kind == PDATA_BUNDLE_KALLSYMS)
				forms |= KERNEL_LINES;
	}
	return forms;
}

/*
 * Choose the forms of kernel symbols to keep. Readers use stored kernel symbols for all samples, so
 * symbols of only some of the recordings would give wrong names to samples of the others.
 */
static void choose_kernel(struct join *j, const struct recording_join_input *in, uint32_t nr)
{
	const char *lacks = NULL, *other = NULL;
	uint64_t at = 0;
	unsigned any = 0;

	j->kernel = KERNEL_OBJECTS | KERNEL_LINES;
	for (uint32_t i = 0; i < nr; i++) {
		const unsigned forms = kernel_forms(&in[i].blocks);

		any |= forms;
		if (!in[i].in_kernel)
			continue;
		if (at && in[i].kernel_at && in[i].kernel_at != at)
			other = in[i].path;
		at = at ? at : in[i].kernel_at;
		j->kernel &= forms;
		if (!j->kernel && !lacks)
			lacks = in[i].path;
	}
	if ((!lacks && !other) || !any)
		return;
	j->out->partial = true;
	if (!lacks) {
		j->kernel = 0;
		rep_err("%s: the kernel was at another address than in the other files: the stored "
			"kernel symbols of all files are left out",
			other);
		return;
	}
	rep_err("%s: this recording has no stored kernel symbols, or has them in another form than "
		"the other recordings: the kernel symbols of all recordings are left out",
		lacks);
}

/* ---- all blocks ---- */

static void add_block(struct recording_join *j, const struct pdata_block_in *b)
{
	struct recording_blocks *all = &j->blocks;

	all->blocks = rep_grow(all->blocks, all->nr + 1, sizeof(*all->blocks));
	all->blocks[all->nr++] = *b;
}

/* Add a block of a type that cannot be joined. */
static void add_other(struct join *j, const struct pdata_block_in *b)
{
	for (uint32_t i = 0; i < j->out->blocks.nr; i++) {
		const struct pdata_block_in *is = &j->out->blocks.blocks[i];

		if (is->type != b->type)
			continue;
		if (is->len == b->len && !memcmp(is->data, b->data, b->len))
			return;
		rep_err("%s: the trailer block %u of this file is left out: it cannot be "
			"joined with the same block of an earlier file",
			j->path, b->type);
		j->out->partial = true;
		return;
	}
	add_block(j->out, b);
}

static void add_input(struct join *j, const struct recording_join_input *in)
{
	j->path = in->path;
	if (in->blocks.trailer)
		j->out->blocks.trailer = in->blocks.trailer;
	j->out->partial |= recording_blocks_print_loss(&in->blocks, in->path);
	for (uint32_t i = 0; i < in->blocks.nr; i++) {
		const struct pdata_feature *f = in->blocks.content[i];

		if (f->bit == PDATA_BLOCK_SYMBOLS)
			add_symbols(j, &f->u.symbols);
		else if (f->bit == PDATA_BLOCK_FILES)
			add_files(j, &f->u.files);
		else
			add_other(j, &in->blocks.blocks[i]);
	}
}

static int add_encoded(struct recording_join *j, const struct pdata_feature *f, int swap)
{
	uint8_t **data = &j->encoded[f->bit == PDATA_BLOCK_FILES];
	const int64_t len = pdata_feature_encode(f, swap, data);

	if (len < 0)
		return rep_error("merge: the stored symbols cannot be joined: %s",
				 pdata_strerror((int)len));
	add_block(j, &(struct pdata_block_in){
			     .type = f->bit, .level = 1, .data = *data, .len = (uint64_t)len });
	return 0;
}

int recording_join_blocks(struct recording_join *j, const struct recording_join_input *in,
			  uint32_t nr, int swap)
{
	struct pdata_feature symbols = { .bit = PDATA_BLOCK_SYMBOLS };
	struct pdata_feature files = { .bit = PDATA_BLOCK_FILES };
	struct join join = { .out = j };
	int ret = 0;

	*j = (struct recording_join){ .partial = false };
	choose_kernel(&join, in, nr);
	for (uint32_t i = 0; i < nr; i++)
		add_input(&join, &in[i]);
	drop_empty_elf(&join.files);
	symbols.u.symbols = join.symbols;
	files.u.files = join.files;
	if (join.symbols.nr)
		ret = add_encoded(j, &symbols, swap);
	if (!ret && join.files.nr)
		ret = add_encoded(j, &files, swap);
	free(join.symbols.objects);
	free(join.files.files);
	return ret;
}

void recording_join_free(struct recording_join *j)
{
	for (uint32_t i = 0; i < j->nr_owned; i++)
		free(j->owned[i]);
	free(j->owned);
	pdata_free(j->encoded[0]);
	pdata_free(j->encoded[1]);
	free(j->blocks.blocks);
	*j = (struct recording_join){ .partial = false };
}
