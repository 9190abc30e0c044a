/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Gives each event of a recording a label that no other event has. */

struct tables;

/*
 * Return an array with a label for each event of the recording, indexed by event: the name of the
 * event and, if events before it have this name, " (2)", " (3)" and so on. The caller frees the
 * array with export_event_labels_free().
 */
char **export_event_labels(struct tables *t);
void export_event_labels_free(struct tables *t, char **labels);
