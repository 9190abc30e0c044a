/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The markers of a Firefox profile: fields of tracepoints, side-band records, and what threads did.
 * A track has the markers of one thread.
 */

#include "base/interner.h"
#include "view/export/export.h"
#include "view/export/export_streams.h"

struct export_markers {
	struct export *e;
	struct interner *strings;
	const struct table **points;   /* by event: the table of its fields, or NULL */
	struct table_cursor cursor;    /* of the row that becomes a marker */
	struct export_streams late;    /* a stream for each track */
	struct export_streams early;   /* one stream: side-band, until tracks are known */
	struct out text;	       /* the fields of a marker as JSON */
	bool has_sideband, has_states; /* there is a marker of this kind */
	uint64_t nr, nr_left_out;
};

/* Return: the track of thread @tid, or 0. */
typedef uint32_t export_track_fn(void *ctx, uint32_t tid);

/* From here on, side-band records that are read become markers. @strings gets their names. */
void export_markers_begin(struct export_markers *m, struct export *e, struct interner *strings);
void export_markers_free(struct export_markers *m);

/* Make a marker of a tracepoint's sample; other samples have none. */
void export_markers_sample(struct export_markers *m, uint32_t track, const struct tables_sample *s);

/* After tables_complete(): give markers without a sample to the tracks of their threads. */
void export_markers_finish(struct export_markers *m, export_track_fn *track_of, void *ctx);

/* Write the array meta.markerSchema. */
void export_markers_schema(const struct export_markers *m, struct pd_json *j);

/* Write the table of a track's markers, with times relative to @begin, without earlier markers. */
void export_markers_put(struct export_markers *m, struct pd_json *j, uint32_t track,
			uint64_t begin);
