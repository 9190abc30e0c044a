/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Holds what the conversion by schema rows needs in both directions: values of fields so far,
 * conditions and counts.
 */
#include "text/text_int.h"

void pd_values_set(struct pd_values *v, const char *name, uint64_t value)
{
	if (v->nr == PD_NR(v->name))
		return;
	v->name[v->nr] = name;
	v->value[v->nr++] = value;
}

uint64_t pd_values_get(const struct pd_values *v, const char *name)
{
	for (; v; v = v->outer)
		for (unsigned i = v->nr; i--;)
			if (!strcmp(v->name[i], name))
				return v->value[i];
	return 0;
}

static bool is_if(const struct pd_row *r)
{
	return r->kind >= PD_K_IF_MISC && r->kind <= PD_K_IF_BITS;
}

const struct pd_row *pd_rows_skip(const struct pd_row *r)
{
	bool from_else = r->kind == PD_K_ELSE;
	int depth = 0;

	for (r++; r->kind != PD_K_END; r++) {
		if (is_if(r))
			depth++;
		else if ((r->kind == PD_K_ENDIF && !depth--) ||
			 (r->kind == PD_K_ELSE && !depth && !from_else))
			return r + 1;
	}
	return r;
}

const struct pd_row *pd_rows_list_end(const struct pd_row *r)
{
	int depth = 0;

	for (; r->kind != PD_K_END; r++) {
		if (r->kind == PD_K_LIST_N || r->kind == PD_K_PB_LIST)
			depth++;
		else if (r->kind == PD_K_LIST_END && !--depth)
			return r;
	}
	return r;
}

const struct pd_row *pd_rows_counted(const struct pd_row *r, const struct pd_row *after)
{
	const char *name = r->name;
	int depth = 0;

	if (r->kind != PD_K_UINT)
		return NULL;
	for (r++; r->kind != PD_K_END; r++) {
		if (r->kind == PD_K_LIST_END && !depth--)
			return NULL;
		if (!depth && r > after && r->ref && !strcmp(r->ref, name) &&
		    (r->kind == PD_K_LIST || r->kind == PD_K_LIST_N || r->kind == PD_K_BLOB))
			return r;
		depth += r->kind == PD_K_LIST_N || r->kind == PD_K_PB_LIST;
	}
	return NULL;
}
