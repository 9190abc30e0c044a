/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Labels of events, which are different for events of one name: a format that tells events by
 * their names would add these events up.
 */
#include "view/export/event_labels.h"

#include "base/interner.h"
#include "console/command.h"
#include "profile/tables/recording_tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Return: whether @text was in @known before. It is there afterwards. */
static bool was_known(struct interner *known, const char *text)
{
	const uint32_t nr = known->nr;

	return interner_add(known, text, (uint32_t)strlen(text)) < nr && !known->err;
}

/* Make the label of an event; @nr is the number of events before it that have its name. */
static char *make_event_label(struct interner *known, const char *name, uint32_t *nr)
{
	const size_t size = strlen(name) + sizeof(" (4294967295)");
	char *label;

	if (!(*nr)++)
		return rep_strdup(name);
	label = rep_alloc(size, 1);
	do
		snprintf(label, size, "%s (%u)", name, *nr);
	while (was_known(known, label) && (*nr)++);
	return label;
}

char **export_event_labels(struct tables *t)
{
	const uint32_t nr = pdata_reader_nr_events(tables_session(t)->reader);
	char **labels = rep_alloc((size_t)nr + 1, sizeof(*labels));
	uint32_t *id = rep_alloc((size_t)nr + 1, sizeof(*id));
	uint32_t *nr_before = rep_alloc((size_t)nr + 1, sizeof(*nr_before)); /* by id */
	struct interner known = { .nr = 0 };

	for (uint32_t i = 0; i < nr; i++) {
		const char *name = tables_event_name(t, i);

		id[i] = interner_add(&known, name, (uint32_t)strlen(name));
	}
	for (uint32_t i = 0; i < nr; i++)
		labels[i] = make_event_label(&known, tables_event_name(t, i), &nr_before[id[i]]);
	if (known.err)
		rep_exit_no_memory();
	interner_free(&known);
	free(nr_before);
	free(id);
	return labels;
}

void export_event_labels_free(struct tables *t, char **labels)
{
	const uint32_t nr = pdata_reader_nr_events(tables_session(t)->reader);

	for (uint32_t i = 0; labels && i < nr; i++)
		free(labels[i]);
	free(labels);
}
