/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The markers of a Firefox profile: samples of tracepoints with their fields, side-band records,
 * and states of threads such as sleeping. Each marker is in a track of the profile. A track
 * belongs to one thread or, if the recording has several events, to one event in one thread.
 */

#include "base/interner.h"
#include "view/export/export.h"
#include "view/export/export_streams.h"

/*
 * Two sets of byte streams. In @markers, the stream with id n has markers: their names, times and
 * threads. In @fields, the stream with id n has the fields of the same markers as JSON, in the
 * same order.
 */
struct marker_streams {
	struct export_streams markers, fields;
};

struct export_markers {
	struct export *e;
	struct interner *strings;
	/*
	 * Array, indexed by event: the table whose columns are the fields of the tracepoint; NULL:
	 * the event is no tracepoint.
	 */
	const struct table **points;
	struct table_cursor cursor; /* the table row whose columns are the next marker's fields */
	/*
	 * The markers whose track is known. A track of the profile shows one thread or, if the
	 * recording has several events, one event in one thread. The stream with id n has the
	 * markers of the track with id n.
	 */
	struct marker_streams late;
	/*
	 * The markers of side-band records, all in the stream with id 0. The tracks of these
	 * markers are not known until export_markers_finish(), which copies the markers to @late.
	 */
	struct marker_streams early;
	struct out text; /* buffer for the fields of one marker as JSON */
	/*
	 * @has_sideband: at least one marker was made of a side-band record; @has_states: at least
	 * one marker was made of a thread state
	 */
	bool has_sideband, has_states;
	uint64_t first; /* start of the earliest marker in ns; UINT64_MAX: no marker yet */
	uint64_t nr, nr_left_out;
};

/*
 * Function that returns the id of the first track of the thread @tid; this track gets the markers
 * of side-band records and of states of the thread. A thread without samples has no track; for
 * such a thread, the function returns the first track of the profile. @ctx: the argument @ctx of
 * export_markers_finish().
 */
typedef uint32_t export_track_fn(void *ctx, uint32_t tid);

/*
 * Initialize @m. From now on, each read of a side-band record through @e->t adds a marker to @m if
 * the filters select the record and the record has a time. The functions of this header add the
 * names of all markers to @strings.
 */
void export_markers_begin(struct export_markers *m, struct export *e, struct interner *strings);
void export_markers_free(struct export_markers *m);

/*
 * If @s is a sample of a tracepoint, add a marker with the fields of the tracepoint to the track
 * with id @track. Do nothing for other samples.
 */
void export_markers_sample(struct export_markers *m, uint32_t track, const struct tables_sample *s);

/*
 * Put the markers of side-band records into the tracks of their threads, and add a marker of each
 * thread state whose start and end are known. Call tables_complete() before this function.
 * @track_of(@ctx, tid) returns the id of the track of a thread.
 */
void export_markers_finish(struct export_markers *m, export_track_fn *track_of, void *ctx);

/* Write the profile's array meta.markerSchema, which describes the fields of each marker type. */
void export_markers_schema(const struct export_markers *m, struct pd_json *j);

/* Return: 0, or errno of a failed operation on a temporary file of the streams of @m. */
int export_markers_err(const struct export_markers *m);

/*
 * Write the member "markers" of the track with id @track: a table of its markers, with times in ms
 * since @begin. @begin, in ns, must not be later than the first marker (@m->first).
 */
void export_markers_put(struct export_markers *m, struct pd_json *j, uint32_t track,
			uint64_t begin);
