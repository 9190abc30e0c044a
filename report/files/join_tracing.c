/* SPDX-License-Identifier: BSD-2-Clause */
/* Joins the formats of tracepoints of several recordings into one feature TRACING_DATA. */
#include "files/join_tracing.h"

#include "console/command.h"
#include "files/recording_blocks.h"

#include <pdata/tracing.h>

#include <stdlib.h>
#include <string.h>

struct joining {
	struct pdata_tracing all;
	char *texts[3]; /* joined kallsyms, printk formats and command names; NULL: not joined */
};

/* Add the lines of @b to the end of @a. Readers use the first of two lines with one key. */
static void join_text(struct pdata_str *a, const struct pdata_str *b, char **text)
{
	char *was = *text;
	size_t len = a->len;

	if (!b->len || recording_same_str(a, b))
		return;
	if (!len) {
		*a = *b;
		return;
	}
	if (len > UINT32_MAX - 1 - b->len)
		return;
	*text = rep_alloc(1, len + b->len + 1);
	memcpy(*text, a->s, len);
	if ((*text)[len - 1] != '\n')
		(*text)[len++] = '\n';
	memcpy(*text + len, b->s, b->len);
	*a = (struct pdata_str){ *text, (uint32_t)(len + b->len) };
	free(was);
}

static void add_format(struct pdata_event_format **formats, uint32_t *nr, const struct pdata_str *f)
{
	*formats = rep_grow(*formats, *nr + 1, sizeof(**formats));
	(*formats)[(*nr)++].format = *f;
}

static struct pdata_event_system *system_of(struct pdata_tracing *all, const char *name)
{
	for (uint32_t i = 0; i < all->nr_systems; i++)
		if (!strcmp(all->systems[i].name, name))
			return &all->systems[i];
	all->systems = rep_grow(all->systems, all->nr_systems + 1, sizeof(*all->systems));
	all->systems[all->nr_systems] = (struct pdata_event_system){ .name = name };
	return &all->systems[all->nr_systems++];
}

static void add_tracepoint(struct pdata_tracing *all, const struct pdata_tracepoint *tp)
{
	struct pdata_event_system *s;

	if (!strcmp(tp->system, "ftrace")) {
		add_format(&all->ftrace, &all->nr_ftrace, &tp->format);
		return;
	}
	s = system_of(all, tp->system);
	add_format(&s->events, &s->nr_events, &tp->format);
}

/*
 * Find a tracepoint that one of the @nr recordings @in has with the id of @tp. Return: 1: there is
 * one with the same format; 0: none; -1 after a message: it has another format.
 */
static int find_in_others(struct rep_session *const *in, uint32_t nr, const struct rep_session *s,
			  const struct pdata_tracepoint *tp)
{
	for (uint32_t i = 0; i < nr; i++) {
		struct pdata_tracepoints *t = rep_session_tracing(in[i]);
		const struct pdata_tracepoint *is = t ? pdata_tracepoints_find(t, tp->id) : NULL;

		if (t && pdata_tracepoints_error(t))
			rep_exit_no_memory();
		if (!is)
			continue;
		if (!strcmp(is->system, tp->system) && recording_same_str(&is->format, &tp->format))
			return 1;
		return rep_error("%s: the tracepoint %s:%s has the id %llu, but in %s this id "
				 "belongs to the tracepoint %s:%s, whose format differs: the files "
				 "cannot be merged",
				 s->path, tp->system, tp->name, (unsigned long long)tp->id,
				 in[i]->path, is->system, is->name);
	}
	return 0;
}

/* Add what the recording in[@at] has and the ones before it lack. */
static int join_recording(struct joining *j, struct rep_session *const *in, uint32_t at)
{
	struct pdata_tracepoints *t = rep_session_tracing(in[at]);
	const struct pdata_tracing *info;

	if (!t)
		return 0;
	info = pdata_tracepoints_info(t);
	if (!j->all.magic) {
		j->all = *info;
		j->all.padding = (struct pdata_bytes){ 0 };
		j->all.ftrace = NULL;
		j->all.systems = NULL;
		j->all.nr_ftrace = j->all.nr_systems = 0;
	} else {
		join_text(&j->all.kallsyms, &info->kallsyms, &j->texts[0]);
		join_text(&j->all.printk_formats, &info->printk_formats, &j->texts[1]);
		join_text(&j->all.saved_cmdlines, &info->saved_cmdlines, &j->texts[2]);
	}
	for (size_t i = 0; i < pdata_tracepoints_nr(t); i++) {
		const struct pdata_tracepoint *tp = pdata_tracepoints_at(t, i);
		int found;

		if (!tp)
			rep_exit_no_memory();
		found = find_in_others(in, at, in[at], tp);
		if (found < 0)
			return -1;
		if (!found)
			add_tracepoint(&j->all, tp);
	}
	return 0;
}

static int encode_joined(struct recording_tracing *t, const struct pdata_tracing *all, int swap)
{
	const struct pdata_feature f = { .bit = PDATA_FEAT_TRACING_DATA, .u.tracing = *all };
	const int64_t len = pdata_feature_encode(&f, swap, &t->encoded);

	if (len < 0)
		return rep_error("merge: the formats of tracepoints cannot be joined: %s",
				 pdata_strerror((int)len));
	t->feature.data = t->encoded;
	t->feature.len = (uint64_t)len;
	return 0;
}

static int join_all(struct recording_tracing *t, struct rep_session *const *in, uint32_t nr)
{
	struct joining j = { .all = { 0 } };
	int ret = 0;

	for (uint32_t i = 0; i < nr && !ret; i++)
		ret = join_recording(&j, in, i);
	if (!ret && j.all.magic)
		ret = encode_joined(t, &j.all, (int)pdata_reader_info(in[0]->reader)->swap);
	for (uint32_t i = 0; i < j.all.nr_systems; i++)
		free(j.all.systems[i].events);
	for (uint32_t i = 0; i < 3; i++)
		free(j.texts[i]);
	free(j.all.systems);
	free(j.all.ftrace);
	return ret;
}

int recording_tracing_join(struct recording_tracing *t, struct rep_session *const *in, uint32_t nr)
{
	bool differ = false;

	*t = (struct recording_tracing){ .feature.bit = PDATA_FEAT_TRACING_DATA };
	for (uint32_t i = 0; i < nr; i++) {
		const struct pdata_feature *f;
		struct pdata_error err;
		const int got =
			pdata_reader_feature(in[i]->reader, PDATA_FEAT_TRACING_DATA, &f, &err);

		if (got && got != PDATA_N_FEATURE)
			rep_session_bad_feature(in[i], PDATA_FEAT_TRACING_DATA, &err);
		if (got)
			continue;
		if (t->feature.data)
			differ |= f->len != t->feature.len ||
				  memcmp(f->data, t->feature.data, f->len);
		t->feature.data = f->data;
		t->feature.len = f->len;
	}
	return differ ? join_all(t, in, nr) : 0;
}

void recording_tracing_free(struct recording_tracing *t)
{
	pdata_free(t->encoded);
	*t = (struct recording_tracing){ .encoded = NULL };
}
