/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The markers of a Firefox profile: samples of tracepoints with their fields, side-band records,
 * and states of threads such as sleeping. A track of the profile has the markers of one thread.
 */

#include "base/interner.h"
#include "view/export/export.h"
#include "view/export/export_streams.h"

/*
 * Two sets of streams. Stream n of @markers has markers; stream n of @fields has the fields of the
 * same markers as JSON, in the same order.
 */
struct marker_streams {
	struct export_streams markers, fields;
};

struct export_markers {
	struct export *e;
	struct interner *strings;
	/*
	 * Array, indexed by event: the table with the fields of the tracepoint; NULL: the event is
	 * no tracepoint.
	 */
	const struct table **points;
	struct table_cursor cursor; /* the table row that becomes the next marker */
	/* markers whose track is known: one stream for each track, whose id is that of the track */
	struct marker_streams late;
	/*
	 * side-band markers until export_markers_finish() finds their tracks: one stream, with id 0
	 */
	struct marker_streams early;
	struct out text; /* buffer: the fields of one marker as JSON */
	/*
	 * @has_sideband: a side-band record became a marker; @has_states: a thread state became a
	 * marker
	 */
	bool has_sideband, has_states;
	uint64_t first; /* time of the earliest marker in ns; UINT64_MAX: no marker yet */
	uint64_t nr, nr_left_out;
};

/*
 * Return: id of the track for the markers of thread @tid. A thread without samples has no track of
 * its own; its markers go to the first track.
 */
typedef uint32_t export_track_fn(void *ctx, uint32_t tid);

/*
 * Initialize @m, and make a marker of each side-band record that the tables of @e read after this
 * call. The names of markers are added to @strings.
 */
void export_markers_begin(struct export_markers *m, struct export *e, struct interner *strings);
void export_markers_free(struct export_markers *m);

/*
 * If @s is a sample of a tracepoint, add a marker with its fields to track @track. Do nothing for
 * other samples.
 */
void export_markers_sample(struct export_markers *m, uint32_t track, const struct tables_sample *s);

/*
 * Move the side-band markers to the tracks of their threads, and add markers of thread states. Call
 * tables_complete() before. @track_of(@ctx, tid) returns the track of a thread.
 */
void export_markers_finish(struct export_markers *m, export_track_fn *track_of, void *ctx);

/* Write the array meta.markerSchema, which describes the fields of each type of marker. */
void export_markers_schema(const struct export_markers *m, struct pd_json *j);

/* Return: 0, or errno of the first failed operation on a temporary file. */
int export_markers_err(const struct export_markers *m);

/*
 * Write the table of the markers of track @track, with times relative to @begin. @begin, in ns,
 * must not be later than the first marker (@m->first).
 */
void export_markers_put(struct export_markers *m, struct pd_json *j, uint32_t track,
			uint64_t begin);
