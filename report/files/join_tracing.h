/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Joins the formats of tracepoints (tracing data) of several recordings, for a merged recording. */

#include "session/session.h"

struct recording_tracing {
	/*
	 * the feature TRACING_DATA with the formats of all inputs, as bytes; its data belongs to an
	 * input or to this struct. @feature.data is NULL if no input has tracing data
	 */
	struct pdata_feature feature;
	uint8_t *encoded; /* data that recording_tracing_free() frees, or NULL */
};

/*
 * Add the tracing data of the @nr recordings @in together. Return: 0; -1 after a message: two
 * recordings have different formats for one tracepoint id, so they cannot be merged. The caller
 * calls recording_tracing_free() in any case.
 */
int recording_tracing_join(struct recording_tracing *t, struct rep_session *const *in, uint32_t nr);
void recording_tracing_free(struct recording_tracing *t);
