/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Joins the build ids of several recordings, for a merged recording. If a program was built again
 * between two recordings, one file name has two build ids, and the feature BUILD_ID cannot tell
 * which of them a map has. Therefore each MMAP2 record of such a file gets the build id that the
 * file has in the input of the record, as perf record --buildid-mmap writes MMAP2 records.
 */

#include "base/interner.h"
#include "session/session.h"

struct recording_build_ids {
	struct pdata_build_ids all; /* content of the feature BUILD_ID of the merged recording */
	/*
	 * strings that each consist of one character for the kind of the object (user, kernel,
	 * guest) and the file name
	 */
	struct interner names;
	/*
	 * array; element name * nr_inputs + input: the first build id that the input has for the
	 * name, or NULL if the input has no build id for it
	 */
	const struct pdata_feat_build_id **ids;
	bool *differ; /* for each name: there are several build ids for it */
	uint32_t nr_names, nr_inputs;
	bool any_differ;
	uint64_t nr_without; /* count of MMAP records that cannot get the build id of their file */
	uint8_t *buf;	     /* memory for a changed record */
	bool partial;	     /* build ids of the kernel differ; a message was sent */
};

/*
 * Collect the build ids of the @nr recordings @in. Send a message if the build ids of the kernel or
 * of a module differ. The inputs must stay open until recording_build_ids_free().
 */
void recording_build_ids_join(struct recording_build_ids *b, struct rep_session *const *in,
			      uint32_t nr);
/*
 * If @rec, a record of the input @input, maps a file whose name has several build ids, change @rec
 * into a record that has the build id of the file in this input. The bytes of the changed record
 * are valid until the next call.
 */
void recording_build_ids_set(struct recording_build_ids *b, uint32_t input,
			     struct pdata_record *rec);
void recording_build_ids_free(struct recording_build_ids *b);
