/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PD_CHUNKS_H
#define PD_CHUNKS_H

/* What an index is good for while its file is read: checksums, and leaving out what a time does not need. */

#include <pdata/trailer.h>
#include <stdbool.h>

struct pd_chunks;
struct pdata_reader;

/* Sets r->chunks if the file has an index that is its own. Return: 0 or PDATA_E_NOMEM. */
int pd_chunks_open(struct pdata_reader *r);
void pd_chunks_free(struct pd_chunks *c);
/* The end of the chunk that @off lies in; 0: it is in none. No record and no payload goes beyond it. */
uint64_t pd_chunks_end(const struct pd_chunks *c, uint64_t off);
/* Where the first of the chunks between @from and @to ends whose checksum was compared and does not match, or @to. */
uint64_t pd_chunks_stop(const struct pd_chunks *c, uint64_t from, uint64_t to);
/* Whether a chunk begins behind @before, and not behind @off, that can be opened alone. */
bool pd_chunks_alone(const struct pd_chunks *c, uint64_t before, uint64_t off);
/* These bytes of the file were read: compare what is whole with its checksum, and note damage. */
void pd_chunks_feed(struct pd_chunks *c, const uint8_t *buf, size_t n, uint64_t off);

/*
 * Where to read: without a choice all of the data. @copy: not NULL: the bytes are there, for they are known from a
 * copy; then @end - @start is their number. Return: false when there is nothing after the place @i.
 */
bool pd_chunks_span(const struct pd_chunks *c, size_t i, uint64_t *start, uint64_t *end,
		    const uint8_t **copy);

#endif
