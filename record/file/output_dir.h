/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Writes a recording that is a directory: the file "data", and a file data.N for each ring. */

#include <pdata/pdata.h>

#include <stdbool.h>
#include <stdint.h>

struct rec;
struct rec_counts;
struct rec_index;
struct rec_stream;

bool rec_dir_is_recording(const char *path);
/* Rename the recording @path to PATH.old; an older PATH.old is removed. */
void rec_dir_keep_old(struct rec *r, const char *path);
/* Remove the files of the recording @path, and the directory if it has no other files. */
void rec_dir_remove(struct rec *r, const char *path);
/*
 * Make a directory with a hidden name beside @path. The caller renames the directory to @path when
 * the directory is a recording; until then, an older recording at @path is unchanged, even if the
 * new recording does not start. If @path is a directory that has no recording, make no directory,
 * and use @path itself. Return: the path of the directory to use; NULL after printing an error.
 */
const char *rec_dir_make(struct rec *r, const char *path);
/*
 * Make the file "data" in the directory @at. With --kcore, also copy the kernel to the directory
 * kcore_dir in @at. Return: a descriptor of the file "data", or -1 after printing an error.
 */
int rec_dir_open(struct rec *r, const char *at);
/*
 * Create a file data.N in the directory @at for each ring N that has events, and make it the
 * stream (output file) of the ring. Start a process that truncates the files to whole records if
 * the recorder is killed. @path: the name that the directory has, or will have, as a recording.
 * Return: 0, or -1 after printing an error.
 */
int rec_dir_members(struct rec *r, const char *at, const char *path);
/*
 * Store in @out the times of the first and last sample in all data.N files and in the file "data".
 * @data: the struct rec_index of the file "data", which has the times of its samples. Return:
 * true; false: the times are not known.
 */
bool rec_dir_sample_time(const struct rec *r, const struct rec_index *data,
			 struct pdata_sample_time *out);
/*
 * Append a trailer to the file "data", whose descriptor is @fd, when the file is otherwise
 * complete. The trailer has the index of all files of the directory. @data: the index of the file
 * "data" itself.
 */
void rec_dir_index(struct rec *r, const struct rec_index *data, int fd);
/*
 * Return the stream (output file) of a file data.N to which a write has failed. NULL: no write to
 * a file data.N has failed.
 */
const struct rec_stream *rec_dir_failed(const struct rec *r);
/*
 * After a write to a file has failed, write what the streams of the other data.N files still hold
 * in memory.
 */
void rec_dir_rescue(struct rec *r);
/*
 * returns the size in bytes of the records in all files data.N, including records still in memory
 */
uint64_t rec_dir_bytes(const struct rec *r);
/* Add the counts of records in all data.N files to @sum. */
void rec_dir_counts(const struct rec *r, struct rec_counts *sum);
/*
 * Add the size of the ring data in all data.N files to *@raw (before compression) and to *@written
 * (after compression).
 */
void rec_dir_raw(const struct rec *r, uint64_t *raw, uint64_t *written);
void rec_dir_close(struct rec *r);
