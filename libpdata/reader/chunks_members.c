/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds the members of a directory in the trailer of the file "data", and tells whether they are
 * unchanged.
 */
#include "reader/chunks_int.h"

#include <string.h>

#define NAME_BYTES 256u /* no file system allows longer names */

/* Copy a member's name; one that cannot be a file name becomes "". */
static void copy_member_name(char name[NAME_BYTES], const struct pdata_str *s)
{
	*name = 0;
	if (s->len >= NAME_BYTES || memchr(s->s, 0, s->len))
		return;
	memcpy(name, s->s, s->len);
	name[s->len] = 0;
}

/* Whether a name may be printed: it comes from the file, and a terminal may show it. */
static bool is_printable_name(const char *name)
{
	for (const char *p = name; *p; p++)
		if (*p <= ' ' || *p > '~')
			return false;
	return *name;
}

static void report_missing_member(struct pdata_reader *r, uint32_t nr, const char *name,
				  uint64_t size)
{
	r->members_gone++;
	pd_damage(r, PDATA_E_CUT, 0, 0, "directory", 0,
		  "%s, file %u of the index, %llu bytes, is missing",
		  is_printable_name(name) ? name : "?", nr, (unsigned long long)size);
}

/* Return: 0 or PDATA_E_NOMEM. */
static int open_member_chunks(struct pdata_reader *r, struct pd_member *m, uint32_t nr)
{
	struct pdata_error err;
	int ret = pdata_trailer_member_index(r->trailer, nr, m->end, &m->index, &err);

	if (!ret)
		ret = pd_chunks_new(r, m, nr);
	else
		pd_chunks_bad_trailer(r, &err, m->name);
	return ret == PDATA_E_NOMEM ? ret : 0;
}

/* Set *@list to the list of members, or NULL if there is none. Return: 0 or PDATA_E_NOMEM. */
static int read_member_list(struct pdata_reader *r, const struct pdata_members **list)
{
	const int64_t i = r->trailer ? pdata_trailer_find(r->trailer, PDATA_BLOCK_MEMBERS, 0) : -1;
	const struct pdata_feature *f;
	struct pdata_error err;

	*list = NULL;
	if (i < 0)
		return 0;
	if (!pdata_trailer_read(r->trailer, (uint32_t)i, &f, &err)) {
		*list = &f->u.members;
		return 0;
	}
	pd_chunks_bad_trailer(r, &err, NULL);
	return err.code == PDATA_E_NOMEM ? err.code : 0;
}

/* The list in the trailer and the members are in the order of their names. */
int pd_chunks_open_members(struct pdata_reader *r)
{
	const struct pdata_members *list;
	size_t at = 1;

	if (read_member_list(r, &list))
		return PDATA_E_NOMEM;
	for (uint32_t i = 0; list && i < list->nr; i++) {
		char name[NAME_BYTES];

		copy_member_name(name, &list->members[i].name);
		while (at < r->nr_members && strverscmp(r->members[at].name, name) < 0)
			at++;
		if (at == r->nr_members || strcmp(r->members[at].name, name))
			report_missing_member(r, i + 1, name, list->members[i].size);
		else if (open_member_chunks(r, &r->members[at++], i + 1))
			return PDATA_E_NOMEM;
	}
	return 0;
}
