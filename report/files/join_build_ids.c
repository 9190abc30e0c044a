/* SPDX-License-Identifier: BSD-2-Clause */
/* Joins the build ids of several recordings, and writes them to MMAP2 records where they differ. */
#include "files/join_build_ids.h"

#include "console/command.h"

#include <pdata/records.h>

#include <stdlib.h>
#include <string.h>

/* Kinds of objects; a kernel module and a program can have the same name. */
enum { IN_USER = 'u', IN_KERNEL = 'k', IN_GUEST = 'g' };

static char kind_of(uint16_t misc)
{
	switch (misc & PDATA_MISC_CPUMODE) {
	case PDATA_CPUMODE_USER:
		return IN_USER;
	case PDATA_CPUMODE_KERNEL:
		return IN_KERNEL;
	default:
		return IN_GUEST;
	}
}

static char kind_of_id(const struct pdata_feat_build_id *id)
{
	return id->pid == -1 ? kind_of(id->misc) : IN_GUEST;
}

/* Return the number of a name, from 0. */
static uint32_t number_of_name(struct recording_build_ids *b, char kind, const char *name)
{
	const size_t len = strlen(name);
	char *key = rep_alloc(1, len + 1);
	uint32_t n;

	key[0] = kind;
	memcpy(key + 1, name, len);
	n = interner_add(&b->names, key, (uint32_t)len + 1);
	free(key);
	if (!n)
		rep_exit_no_memory();
	return n - 1;
}

static bool is_same_build_id(const struct pdata_feat_build_id *x,
			     const struct pdata_feat_build_id *y)
{
	return x->size == y->size && !memcmp(x->build_id, y->build_id, sizeof(x->build_id));
}

/* Return the first build id that any of the inputs has for the name @n, or NULL. */
static const struct pdata_feat_build_id *first_id(const struct recording_build_ids *b, uint32_t n,
						  uint32_t *input)
{
	for (*input = 0; *input < b->nr_inputs; ++*input) {
		const struct pdata_feat_build_id *id = b->ids[(size_t)n * b->nr_inputs + *input];

		if (id)
			return id;
	}
	return NULL;
}

static void say_other_kernel(struct recording_build_ids *b, struct rep_session *const *in,
			     uint32_t x, uint32_t y, const char *name)
{
	if (!b->partial)
		rep_err("%s: %s has another build id than in %s: the record that maps the "
			"kernel cannot hold a build id, so the names of kernel functions are wrong "
			"for the samples of one of the two recordings",
			in[y]->path, name, in[x]->path);
	b->partial = true;
}

static void add_build_id(struct recording_build_ids *b, struct rep_session *const *in, uint32_t at,
			 const struct pdata_feat_build_id *id)
{
	const char kind = kind_of_id(id);
	const uint32_t n = number_of_name(b, kind, id->filename);
	const struct pdata_feat_build_id *first, **mine;
	uint32_t input;

	if (n == b->nr_names) {
		b->ids = rep_grow(b->ids, ((size_t)n + 1) * b->nr_inputs, sizeof(*b->ids));
		b->differ = rep_grow(b->differ, n + 1, sizeof(*b->differ));
		memset(b->ids + (size_t)n * b->nr_inputs, 0, b->nr_inputs * sizeof(*b->ids));
		b->differ[n] = false;
		b->nr_names++;
	}
	first = first_id(b, n, &input);
	mine = &b->ids[(size_t)n * b->nr_inputs + at];
	if (!*mine)
		*mine = id;
	if (!first || is_same_build_id(first, id) || kind == IN_GUEST)
		return;
	if (kind == IN_KERNEL) {
		say_other_kernel(b, in, input, at, id->filename);
		return;
	}
	b->differ[n] = b->any_differ = true;
}

/*
 * Whether the feature has the build ids of a name. If build ids of a file differ and one of the
 * inputs has none, the maps of that input would get the build id of another one.
 */
static bool is_in_feature(const struct recording_build_ids *b, uint32_t n)
{
	for (uint32_t i = 0; b->differ[n] && i < b->nr_inputs; i++)
		if (!b->ids[(size_t)n * b->nr_inputs + i])
			return false;
	return true;
}

/* Add an id to the feature, unless it has the id already or must not have the ids of the name. */
static void put_in_feature(struct recording_build_ids *b, struct interner *seen,
			   const struct pdata_feat_build_id *id)
{
	const size_t len = strlen(id->filename), head = sizeof(id->pid) + sizeof(id->build_id);
	const uint32_t before = seen->nr;
	char *key;

	if (!is_in_feature(b, number_of_name(b, kind_of_id(id), id->filename)))
		return;
	key = rep_alloc(1, head + len);
	memcpy(key, &id->pid, sizeof(id->pid));
	memcpy(key + sizeof(id->pid), id->build_id, sizeof(id->build_id));
	memcpy(key + head, id->filename, len);
	if (!interner_add(seen, key, (uint32_t)(head + len)))
		rep_exit_no_memory();
	free(key);
	if (seen->nr == before)
		return;
	b->all.ids = rep_grow(b->all.ids, b->all.nr + 1, sizeof(*b->all.ids));
	b->all.ids[b->all.nr++] = *id;
}

static struct pdata_build_ids build_ids_of(struct rep_session *s)
{
	const struct pdata_build_ids none = { .nr = 0 };
	const struct pdata_feature *f;

	if (session_feature(s, PDATA_FEAT_BUILD_ID, &f))
		return none;
	return f->u.build_ids;
}

void recording_build_ids_join(struct recording_build_ids *b, struct rep_session *const *in,
			      uint32_t nr)
{
	struct interner seen = { .nr = 0 };

	*b = (struct recording_build_ids){ .nr_inputs = nr, .buf = rep_alloc(1, UINT16_MAX + 1) };
	for (uint32_t i = 0; i < nr; i++) {
		const struct pdata_build_ids ids = build_ids_of(in[i]);

		for (uint32_t k = 0; k < ids.nr; k++)
			add_build_id(b, in, i, &ids.ids[k]);
	}
	for (uint32_t i = 0; i < nr; i++) {
		const struct pdata_build_ids ids = build_ids_of(in[i]);

		for (uint32_t k = 0; k < ids.nr; k++)
			put_in_feature(b, &seen, &ids.ids[k]);
	}
	interner_free(&seen);
}

/* Return the build id to set in a record that maps the file @name, or NULL. */
static const struct pdata_feat_build_id *id_to_set(struct recording_build_ids *b, uint32_t input,
						   const char *name)
{
	const uint32_t n = number_of_name(b, IN_USER, name);

	return n < b->nr_names && b->differ[n] ? b->ids[(size_t)n * b->nr_inputs + input] : NULL;
}

/* Replace device and inode by the build id. @v: the fields of @rec. */
static void set_id(struct recording_build_ids *b, struct pdata_record *rec, struct pdata_value *v,
		   const struct pdata_feat_build_id *id)
{
	const uint16_t misc = rec->misc | PDATA_MISC_MMAP_BUILD_ID;
	int size;

	v->u.mmap2.build_id = id->build_id;
	v->u.mmap2.build_id_size = id->size;
	v->u.mmap2.build_id_res1 = 0;
	v->u.mmap2.build_id_res2 = 0;
	size = pdata_record_encode(rec->type, misc, v, rec->event ? &rec->event->attr : NULL,
				   (int)rec->swap, b->buf, UINT16_MAX);
	if (size < 0) {
		b->nr_without++;
		return;
	}
	rec->data = b->buf;
	rec->size = (uint16_t)size;
	rec->misc = misc;
}

void recording_build_ids_set(struct recording_build_ids *b, uint32_t input,
			     struct pdata_record *rec)
{
	const struct pdata_feat_build_id *id;
	struct pdata_value v;

	if (!b->any_differ || kind_of(rec->misc) != IN_USER ||
	    (rec->type != PDATA_RECORD_MMAP && rec->type != PDATA_RECORD_MMAP2) ||
	    (rec->type == PDATA_RECORD_MMAP2 && rec->misc & PDATA_MISC_MMAP_BUILD_ID) ||
	    pdata_record_decode(rec, &v, NULL))
		return;
	id = id_to_set(b, input,
		       rec->type == PDATA_RECORD_MMAP ? v.u.mmap.filename : v.u.mmap2.filename);
	if (id && rec->type == PDATA_RECORD_MMAP2)
		set_id(b, rec, &v, id);
	else if (id)
		b->nr_without++;
}

void recording_build_ids_free(struct recording_build_ids *b)
{
	interner_free(&b->names);
	free(b->ids);
	free(b->differ);
	free(b->all.ids);
	free(b->buf);
	*b = (struct recording_build_ids){ .nr_inputs = 0 };
}
