/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The markers of a Firefox profile: fields of tracepoints, side-band records, and what threads did.
 * A track has the markers of one thread.
 */

#include "base/interner.h"
#include "view/export/export.h"
#include "view/export/export_streams.h"

/* Markers and their fields, in the same order. */
struct marker_streams {
	struct export_streams markers, fields;
};

struct export_markers {
	struct export *e;
	struct interner *strings;
	const struct table **points; /* by index of the event: the table of its fields, or NULL */
	struct table_cursor cursor;  /* the row of which a marker is made */
	struct marker_streams late;  /* a stream for each track */
	/* one stream of side-band markers, whose tracks are not known yet */
	struct marker_streams early;
	struct out text; /* the fields of a marker as JSON */
	/* some marker is of a side-band record; some marker is of a state */
	bool has_sideband, has_states;
	uint64_t first; /* time of the earliest marker; UINT64_MAX: there is none */
	uint64_t nr, nr_left_out;
};

/* Return: the track of thread @tid, or 0. */
typedef uint32_t export_track_fn(void *ctx, uint32_t tid);

/* Make markers of the side-band records that are read from now on. @strings gets their names. */
void export_markers_begin(struct export_markers *m, struct export *e, struct interner *strings);
void export_markers_free(struct export_markers *m);

/* Make a marker of a sample of a tracepoint. Nothing is done for other samples. */
void export_markers_sample(struct export_markers *m, uint32_t track, const struct tables_sample *s);

/* After tables_complete(): give markers without a sample to the tracks of their threads. */
void export_markers_finish(struct export_markers *m, export_track_fn *track_of, void *ctx);

/* Write the array meta.markerSchema. */
void export_markers_schema(const struct export_markers *m, struct pd_json *j);

/* Return: the errno of a temporary file that failed, or 0. */
int export_markers_err(const struct export_markers *m);

/*
 * Write the table of a track's markers, with times relative to @begin. Markers before @begin are
 * left out.
 */
void export_markers_put(struct export_markers *m, struct pd_json *j, uint32_t track,
			uint64_t begin);
