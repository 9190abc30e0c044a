/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Maps rings and AUX areas, returns their unread bytes, and marks them as read. */

#include <pdata/pdata.h>

#include <stdbool.h>
#include <stdint.h>

struct rec;
struct rec_ring;

int rec_ring_map(struct rec_ring *r, int fd, uint64_t bytes);
void rec_ring_unmap(struct rec_ring *r);
/*
 * Get the unread bytes as one or two spans. Pass *@head to rec_ring_consume() when they are
 * written. Return: the number of spans.
 */
uint32_t rec_ring_spans(const struct rec_ring *r, struct pdata_span spans[2], uint64_t *head);
/* As rec_ring_spans() for a paused ring in overwrite mode: the newest record comes first. */
uint32_t rec_ring_latest(const struct rec_ring *r, struct pdata_span spans[2], uint64_t *head);
void rec_ring_consume(struct rec_ring *r, uint64_t head);
/*
 * Map an AUX area of @bytes for a ring that is mapped. @fd is the event of the PMU that fills the
 * area; @latest: in overwrite mode, for snapshots. Return: 0 or -errno.
 */
int rec_aux_map(struct rec_ring *r, int fd, uint64_t bytes, bool latest);
void rec_aux_unmap(struct rec_ring *r);
/*
 * Get the unread bytes as one or two spans. If there are more than the area holds, get the newest.
 */
uint32_t rec_aux_spans(const struct rec_ring *r, struct pdata_span spans[2], uint64_t *head);
/* Get all bytes of an area in overwrite mode, or the last @limit bytes of it (0: no limit). */
uint32_t rec_aux_latest(const struct rec_ring *r, uint64_t limit, struct pdata_span spans[2],
			uint64_t *head);
void rec_aux_consume(struct rec_ring *r, uint64_t head);
/*
 * Write AUXTRACE records to the ring's stream: the unread bytes of an area that is drained, or a
 * snapshot of an area in overwrite mode. Return: 0, or -1 after printing an error.
 */
int rec_aux_drain(struct rec *r, struct rec_ring *ring);
int rec_aux_snapshot(struct rec *r, struct rec_ring *ring);
