/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* A recording that is a directory. */

#include <pdata/pdata.h>

#include <stdbool.h>
#include <stdint.h>

struct rec;
struct rec_counts;
struct rec_index;
struct rec_stream;

bool rec_dir_is_recording(const char *path);
/* It becomes PATH.old. */
void rec_dir_keep_old(struct rec *r, const char *path);
/* Return: a descriptor of the file "data" in it, or -1 (said). */
int rec_dir_open(struct rec *r, const char *path);
/* A file for each ring, which gets it as its stream. */
int rec_dir_members(struct rec *r, const char *path);
/*
 * The times of the first and last sample of all, with those of the first file, if they are known.
 */
bool rec_dir_sample_time(const struct rec *r, const struct rec_index *data,
			 struct pdata_sample_time *out);
/* Give the first file, which is @fd and finished, the index of all; @data is its own. */
void rec_dir_index(struct rec *r, const struct rec_index *data, int fd);
/* A member that could not be written, or NULL. */
const struct rec_stream *rec_dir_failed(const struct rec *r);
/* After such a failure: all that goes into the others is in them. */
void rec_dir_rescue(struct rec *r);
uint64_t rec_dir_bytes(const struct rec *r); /* of data in all of them */
/* Add the records of all of them. */
void rec_dir_counts(const struct rec *r, struct rec_counts *sum);
/* Add what went into them and what became of it. */
void rec_dir_raw(const struct rec *r, uint64_t *raw, uint64_t *written);
void rec_dir_close(struct rec *r);
