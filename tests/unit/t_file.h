/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Images of perf.data files, laid out by hand: a mistake of the library's writer cannot hide one of
 * its reader. Both byte orders, file and pipe.
 */

#include <pdata/pdata.h>

struct t_event {
	struct pdata_attr attr;
	uint64_t ids[4];
	unsigned nr_ids;
};

struct t_file {
	uint8_t *bytes;
	size_t len, cap;
	int swap, pipe;
	const struct t_event *ev;
	unsigned nr_ev;
	uint64_t data_off;
	uint64_t features[4];
};

struct t_section {
	uint32_t bit;
	const void *data;
	size_t len;
};

/* Header, attrs and ids; or their records. */
void t_file_begin(struct t_file *f, const struct t_event *ev, unsigned nr_ev, int swap, int pipe);
void t_put(struct t_file *f, const void *data, size_t n);
void t_put32(struct t_file *f, uint32_t v);
void t_put64(struct t_file *f, uint64_t v);
/* Overwrite; the header's members are at 8 size, 16 attr_size, 24 attrs, 40 data, 56 types, 72 bits. */
void t_set16(struct t_file *f, size_t at, uint16_t v);
void t_set32(struct t_file *f, size_t at, uint32_t v);
void t_set64(struct t_file *f, size_t at, uint64_t v);
/* A record of an event, which decides about the trailer, or of none. Return: its place. */
size_t t_record(struct t_file *f, uint32_t type, uint16_t misc, const struct pdata_value *v,
		const struct t_event *e);
/* A header and @n bytes. */
size_t t_raw(struct t_file *f, uint32_t type, const void *data, size_t n);
/* A SAMPLE of what t_sample() gives, with this ip, time and id. */
size_t t_sample_of(struct t_file *f, const struct t_event *e, uint64_t ip, uint64_t time);
/* The data ends here: its size goes into the header. */
void t_file_data_end(struct t_file *f);
/* Table and sections, in ascending order of bits. */
void t_file_features(struct t_file *f, const struct t_section *s, unsigned nr);
/* Its bytes compressed as gzip(1) does; only where zlib is. */
void t_file_gzip(struct t_file *f);
void t_file_free(struct t_file *f);
/* A file in a directory. */
void t_save(const char *dir, const char *name, const void *data, size_t n);

/* Two events with their ids at the same places. */
extern const struct t_event t_two_events[2];

struct pdata_reader *t_open(const struct t_file *f, const struct pdata_open_opts *o);
/* The ips of all samples that are left, at most @max. Return: how many. */
unsigned t_ips(struct pdata_reader *r, uint64_t *ips, unsigned max);
/* Open, read all, close; @damage may be NULL. Return: samples, or the error of opening. */
int t_read(const struct t_file *f, const struct pdata_open_opts *o, uint64_t *ips, unsigned max,
	   struct pdata_damage *damage);
