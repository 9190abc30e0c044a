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
 * Store the unread bytes of the ring @r as up to two spans in @spans. When the caller has written
 * the bytes, it passes *@head to rec_ring_consume(). Return: the number of spans.
 */
uint32_t rec_ring_spans(const struct rec_ring *r, struct pdata_span spans[2], uint64_t *head);
/*
 * Store the unread bytes of the paused ring @r, which is in overwrite mode, as up to two spans in
 * @spans. The newest record comes first. When the caller has written the bytes, it passes *@head to
 * rec_ring_consume(). Return: the number of spans.
 */
uint32_t rec_ring_latest(const struct rec_ring *r, struct pdata_span spans[2], uint64_t *head);
void rec_ring_consume(struct rec_ring *r, uint64_t head);
/*
 * Map an AUX area of @bytes bytes beside the ring @r, which is already mapped. @fd: the event of
 * the PMU that fills the area. @latest: map the area in overwrite mode, for snapshots. Return: 0 or
 * -errno.
 */
int rec_aux_map(struct rec_ring *r, int fd, uint64_t bytes, bool latest);
void rec_aux_unmap(struct rec_ring *r);
/*
 * Store the unread bytes of the AUX area of @r as up to two spans in @spans. If the PMU has
 * overwritten unread bytes, the spans are the whole area, which has the newest bytes. When the
 * caller has written the bytes, it passes *@head to rec_aux_consume(). Return: the number of spans.
 */
uint32_t rec_aux_spans(const struct rec_ring *r, struct pdata_span spans[2], uint64_t *head);
/*
 * Store the newest bytes of the AUX area of @r, which is in overwrite mode, as up to two spans in
 * @spans: at most @limit bytes; 0: no limit. Pass *@head to rec_aux_consume() afterwards. Return:
 * the number of spans; 0: the PMU has written nothing since the last call.
 */
uint32_t rec_aux_latest(const struct rec_ring *r, uint64_t limit, struct pdata_span spans[2],
			uint64_t *head);
void rec_aux_consume(struct rec_ring *r, uint64_t head);
/*
 * Write an AUXTRACE record to the stream of @ring. rec_aux_drain() writes the unread bytes of an
 * AUX area; rec_aux_snapshot() writes the content of an AUX area in overwrite mode. Each does
 * nothing if @ring has no area of this kind. Return: 0, or -1 after printing an error.
 */
int rec_aux_drain(struct rec *r, struct rec_ring *ring);
int rec_aux_snapshot(struct rec *r, struct rec_ring *ring);
