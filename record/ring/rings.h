/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Maps rings and AUX areas, returns their unread bytes, and marks the bytes as read. */

#include <pdata/pdata.h>

#include <stdbool.h>
#include <stdint.h>

struct rec;
struct rec_ring;

int rec_ring_map(struct rec_ring *r, int fd, uint64_t bytes);
void rec_ring_unmap(struct rec_ring *r);
/*
 * Store in @spans the addresses and lengths of the unread bytes of the ring @r: one piece, or two
 * pieces if the bytes wrap around the end of the ring. When the caller has written the bytes, it
 * passes *@head to rec_ring_consume(). Return: the number of pieces; 0: there are no unread bytes.
 */
uint32_t rec_ring_spans(const struct rec_ring *r, struct pdata_span spans[2], uint64_t *head);
/*
 * Set @spans to the one or two pieces of memory with the unread whole records of the ring @r. The
 * ring must be in overwrite mode and paused. The newest record comes first. When the caller has
 * written the records, it passes *@head to rec_ring_consume(). Return: the number of pieces; 0:
 * there are no unread records.
 */
uint32_t rec_ring_latest(const struct rec_ring *r, struct pdata_span spans[2], uint64_t *head);
void rec_ring_consume(struct rec_ring *r, uint64_t head);
/*
 * Map an AUX area of @bytes bytes for the ring @r, which is already mapped. @fd: descriptor of the
 * event whose PMU fills the area. @latest: map the area in overwrite mode, for snapshots. Return:
 * 0 or -errno.
 */
int rec_aux_map(struct rec_ring *r, int fd, uint64_t bytes, bool latest);
void rec_aux_unmap(struct rec_ring *r);
/*
 * Store in @spans, as one or two pieces, the addresses and lengths of the unread bytes of the AUX
 * area of @r. If the PMU has overwritten unread bytes, store the whole area, which then has only
 * the newest bytes. When the caller has written the bytes, it passes *@head to rec_aux_consume().
 * Return: the number of pieces; 0: there are no unread bytes.
 */
uint32_t rec_aux_spans(const struct rec_ring *r, struct pdata_span spans[2], uint64_t *head);
/*
 * Set @spans to the addresses and lengths of the newest bytes of the AUX area of @r, which must be
 * in overwrite mode. Two elements are set if the bytes wrap around the end of the area, otherwise
 * one. @limit: largest number of bytes in both together; 0: no limit. The caller passes *@head to
 * rec_aux_consume() afterwards. Return: number of elements set; 0: the PMU has written nothing
 * since the last call of rec_aux_consume().
 */
uint32_t rec_aux_latest(const struct rec_ring *r, uint64_t limit, struct pdata_span spans[2],
			uint64_t *head);
void rec_aux_consume(struct rec_ring *r, uint64_t head);
/*
 * Write an AUXTRACE record to the stream (output file) of @ring. rec_aux_drain() writes the unread
 * bytes of an AUX area that is not in overwrite mode, and does nothing for other rings.
 * rec_aux_snapshot() writes the newest bytes of an AUX area in overwrite mode, and does nothing
 * for other rings. With --aux-sample, both do nothing, because the samples have the AUX data.
 * Return: 0; -1 after printing an error, or if a write has failed.
 */
int rec_aux_drain(struct rec *r, struct rec_ring *ring);
int rec_aux_snapshot(struct rec *r, struct rec_ring *ring);
