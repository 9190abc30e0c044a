/* SPDX-License-Identifier: BSD-2-Clause */
/* The options of `pdata report` that the user set in the browser. */
#include "view/tui/query.h"

#include "base/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct query_row {
	const char *name;
	size_t off; /* of the text in struct report_opts; 0: it is no text */
};

#define TEXT(name, member)                                                                         \
	{                                                                                          \
		name, offsetof(struct report_opts, member)                                         \
	}

static const struct query_row rows[QUERY_NR] = {
	[QUERY_COMMS] = TEXT("--comms", select.comm_list),
	[QUERY_PID] = TEXT("--pid", select.pid_list),
	[QUERY_TID] = TEXT("--tid", select.tid_list),
	[QUERY_DSOS] = TEXT("--dsos", select.dso_list),
	[QUERY_SYMBOLS] = TEXT("--symbols", select.sym_list),
	[QUERY_CONTAINS] = TEXT("--symbol-filter", select.symbol_filter),
	[QUERY_CPU] = TEXT("--cpu", select.cpu_list),
	[QUERY_TIME] = TEXT("--time", select.time),
	[QUERY_FILTER] = TEXT("--filter", select.filter),
	[QUERY_SORT] = TEXT("--sort", rows.sort),
	[QUERY_SOCKET] = { "--socket-filter", 0 },
	[QUERY_LIMIT] = { "--percent-limit", 0 },
	[QUERY_PERCENTAGE] = { "--percentage", 0 },
	[QUERY_GROUP_SORT] = { "--group-sort-idx", 0 },
};

const char *query_name(enum query_option option)
{
	return rows[option].name;
}

void query_free(struct query *q)
{
	for (unsigned i = 0; i < QUERY_NR; i++)
		free(q->value[i]);
	free(q->input);
	*q = (struct query){ .input = NULL };
}

int query_set(struct query *q, enum query_option option, const char *value)
{
	char *copy = value ? mem_strdup(value) : NULL;

	if (value && !copy)
		return -ENOMEM;
	free(q->value[option]);
	q->value[option] = copy;
	return 0;
}

int query_copy(struct query *to, const struct query *from)
{
	int err = 0;

	*to = (struct query){ .input = from->input ? mem_strdup(from->input) : NULL };
	if (from->input && !to->input)
		err = -ENOMEM;
	for (unsigned i = 0; i < QUERY_NR && !err; i++)
		err = query_set(to, (enum query_option)i, from->value[i]);
	if (err)
		query_free(to);
	return err;
}

static void apply_numbers(const struct query *q, struct report_opts *o)
{
	if (q->value[QUERY_SOCKET])
		o->select.socket_filter = strtoull(q->value[QUERY_SOCKET], NULL, 10);
	if (q->value[QUERY_LIMIT])
		o->show.percent_limit = o->chain.min_percent = strtod(q->value[QUERY_LIMIT], NULL);
	if (q->value[QUERY_PERCENTAGE])
		o->show.relative = !strcmp(q->value[QUERY_PERCENTAGE], "relative");
	if (q->value[QUERY_GROUP_SORT])
		o->rows.group_sort_idx = strtoull(q->value[QUERY_GROUP_SORT], NULL, 10);
}

void query_apply(const struct query *q, const struct report_opts *base, struct report_opts *o)
{
	*o = *base;
	for (unsigned i = 0; i < QUERY_NR; i++)
		if (q->value[i] && rows[i].off)
			*(const char **)(void *)((char *)o + rows[i].off) = q->value[i];
	apply_numbers(q, o);
	if (q->input)
		o->in.path = q->input;
}

void query_print_word(struct out *o, const char *word)
{
	static const char harmless[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				       "0123456789-_./,:=+@%^";

	if (*word && word[strspn(word, harmless)] == '\0') {
		out_name(o, word);
		return;
	}
	out_char(o, '\'');
	for (;; word++) {
		const size_t len = strcspn(word, "'");

		out_mem(o, word, len); /* as a whole: @o->guard replaces parts of characters */
		word += len;
		if (!*word)
			break;
		out_raw_str(o, "'\\''");
	}
	out_char(o, '\'');
}

void query_print(const struct query *q, struct out *o)
{
	for (unsigned i = 0; i < QUERY_NR; i++) {
		if (!q->value[i])
			continue;
		out_char(o, ' ');
		out_raw_str(o, rows[i].name);
		out_char(o, ' ');
		query_print_word(o, q->value[i]);
	}
	if (q->input) {
		out_raw_str(o, " -i ");
		query_print_word(o, q->input);
	}
}
