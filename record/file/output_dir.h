/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Writes a recording that is a directory, with a file for each ring. */

#include <pdata/pdata.h>

#include <stdbool.h>
#include <stdint.h>

struct rec;
struct rec_counts;
struct rec_index;
struct rec_stream;

bool rec_dir_is_recording(const char *path);
/* Rename the directory to PATH.old; an older PATH.old is removed. */
void rec_dir_keep_old(struct rec *r, const char *path);
/* Make the directory. Return: a descriptor of its file "data", or -1 after printing an error. */
int rec_dir_open(struct rec *r, const char *path);
/* Open a member for each ring and set it as the ring's stream. Return: 0, or -1 (printed). */
int rec_dir_members(struct rec *r, const char *path);
/*
 * Get the times of the first and last sample of all members and of the file "data", whose index is
 * @data. Return: false if they are not known.
 */
bool rec_dir_sample_time(const struct rec *r, const struct rec_index *data,
			 struct pdata_sample_time *out);
/* Append the index of all members to the finished file "data", @fd, whose own index is @data. */
void rec_dir_index(struct rec *r, const struct rec_index *data, int fd);
/* Return a member whose write has failed, or NULL. */
const struct rec_stream *rec_dir_failed(const struct rec *r);
/* Commit all open members after a write to one of them has failed. */
void rec_dir_rescue(struct rec *r);
uint64_t rec_dir_bytes(const struct rec *r); /* bytes of data in all members */
/* Add the counts of all members to @sum. */
void rec_dir_counts(const struct rec *r, struct rec_counts *sum);
/* Add the bytes of ring data of all members, before and after compression. */
void rec_dir_raw(const struct rec *r, uint64_t *raw, uint64_t *written);
void rec_dir_close(struct rec *r);
