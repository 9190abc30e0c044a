/* SPDX-License-Identifier: BSD-2-Clause */
/* The tables "events" and "meta": the recording's events, its host, and what is missing. */
#include "profile/tables/table_columns.h"

#include "base/array.h"
#include "base/memory.h"
#include "session/event_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- events ------------------------------------------------------------------------------ */

static const struct pdata_event *row_event(const struct table_cursor *c)
{
	return pdata_reader_event(tables_session(c->t)->reader, c->n - 1);
}

static int next_event(struct table_cursor *c)
{
	return table_next_of(c, pdata_reader_nr_events(tables_session(c->t)->reader));
}

static void events_event(struct table_cursor *c, struct table_value *v)
{
	table_number(v, c->n - 1);
}

static void events_name(struct table_cursor *c, struct table_value *v)
{
	table_text(v, rep_event_name(tables_session(c->t), row_event(c)));
}

static void events_type(struct table_cursor *c, struct table_value *v)
{
	table_number(v, row_event(c)->attr.type);
}

static void events_config(struct table_cursor *c, struct table_value *v)
{
	table_number(v, row_event(c)->attr.config);
}

static void events_sample_period(struct table_cursor *c, struct table_value *v)
{
	table_number(v, row_event(c)->attr.sample_period);
}

static void events_freq(struct table_cursor *c, struct table_value *v)
{
	table_number(v, pdata_attr_flag(&row_event(c)->attr, PDATA_ATTR_FREQ));
}

static void events_sample_type(struct table_cursor *c, struct table_value *v)
{
	table_number(v, row_event(c)->attr.sample_type);
}

static const struct table_column event_columns[] = {
#define EVENTS(name, type, unit, meaning)                                                          \
	{ #name, TABLE_##type, unit, meaning, .get = events_##name },
#include "profile/tables/tables.def"
};

const struct table table_events = { .name = "events",
				    .columns = event_columns,
				    .nr_columns = REP_NR(event_columns),
				    .next = next_event };

/* ---- meta -------------------------------------------------------------------------------- */

/* A fact: a text feature of the header, or a number. */
struct fact {
	const char *key;
	uint32_t feature; /* PDATA_FEAT_ of a text; 0: number() gives the value */
	uint64_t (*number)(struct table_cursor *c);
};

static uint64_t schema_version(struct table_cursor *c)
{
	(void)c;
	return TABLES_SCHEMA_VERSION;
}

static uint64_t count_lost_events(struct table_cursor *c)
{
	return tables_losses(c->t)->lost_events;
}

static uint64_t count_lost_samples(struct table_cursor *c)
{
	return tables_losses(c->t)->lost_samples;
}

static uint64_t count_unresolved(struct table_cursor *c)
{
	return tables_losses(c->t)->unresolved;
}

static uint64_t count_damage(struct table_cursor *c)
{
	return rep_session_damage(tables_session(c->t))->nr;
}

static uint64_t count_skipped_bytes(struct table_cursor *c)
{
	return rep_session_damage(tables_session(c->t))->skipped_bytes;
}

static const struct fact facts[] = {
	{ .key = "schema_version", .number = schema_version },
	{ .key = "hostname", .feature = PDATA_FEAT_HOSTNAME },
	{ .key = "os_release", .feature = PDATA_FEAT_OSRELEASE },
	{ .key = "arch", .feature = PDATA_FEAT_ARCH },
	{ .key = "cpu", .feature = PDATA_FEAT_CPUDESC },
	{ .key = "recorder", .feature = PDATA_FEAT_VERSION },
	{ .key = "command", .feature = PDATA_FEAT_CMDLINE },
	{ .key = "lost_events", .number = count_lost_events },
	{ .key = "lost_samples", .number = count_lost_samples },
	{ .key = "unresolved_samples", .number = count_unresolved },
	{ .key = "damaged_places", .number = count_damage },
	{ .key = "skipped_bytes", .number = count_skipped_bytes },
};

/* Join the arguments of the recorded command with blanks. Return: memory for free(), or NULL. */
static char *join_arguments(const struct pdata_strlist *args)
{
	size_t size = 1, at = 0;
	char *text;

	for (uint32_t i = 0; i < args->nr; i++)
		size += strlen(args->str[i]) + 1;
	text = mem_alloc(size, 1);
	for (uint32_t i = 0; text && i < args->nr; i++)
		at += (size_t)snprintf(text + at, size - at, "%s%s", i ? " " : "", args->str[i]);
	return text;
}

static void set_fact(struct table_cursor *c, const struct fact *fact)
{
	const struct pdata_feature *f;

	free(c->made);
	c->made = NULL;
	if (!fact->feature) {
		snprintf(c->text, sizeof(c->text), "%llu", (unsigned long long)fact->number(c));
		c->made = mem_strdup(c->text);
	} else if (!session_feature(tables_session(c->t), fact->feature, &f)) {
		c->made = fact->feature == PDATA_FEAT_CMDLINE ? join_arguments(&f->u.cmdline)
							      : mem_strdup(f->u.str);
	}
}

static int next_fact(struct table_cursor *c)
{
	if (!table_next_of(c, REP_NR(facts)))
		return 0;
	set_fact(c, &facts[c->n - 1]);
	return 1;
}

static void meta_key(struct table_cursor *c, struct table_value *v)
{
	table_text(v, facts[c->n - 1].key);
}

static void meta_value(struct table_cursor *c, struct table_value *v)
{
	table_text(v, c->made);
}

static const struct table_column meta_columns[] = {
#define META(name, type, unit, meaning) { #name, TABLE_##type, unit, meaning, .get = meta_##name },
#include "profile/tables/tables.def"
};

const struct table table_meta = { .name = "meta",
				  .columns = meta_columns,
				  .nr_columns = REP_NR(meta_columns),
				  .next = next_fact };
