/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Rings and AUX areas: mapping, what is new in them, what was taken. */

#include <pdata/pdata.h>

#include <stdbool.h>
#include <stdint.h>

struct rec;
struct rec_ring;

int rec_ring_map(struct rec_ring *r, int fd, uint64_t bytes);
void rec_ring_unmap(struct rec_ring *r);
/* Unread bytes as one or two spans. Pass *@head to rec_ring_consume() once they are written. */
uint32_t rec_ring_spans(const struct rec_ring *r, struct pdata_span spans[2], uint64_t *head);
/* The same for a backward ring, whose output must be paused: the latest record comes first. */
uint32_t rec_ring_latest(const struct rec_ring *r, struct pdata_span spans[2], uint64_t *head);
void rec_ring_consume(struct rec_ring *r, uint64_t head);
/* Beside a ring that is mapped, by the event that fills it. Return: 0 or -errno. */
int rec_aux_map(struct rec_ring *r, int fd, uint64_t bytes, bool latest);
void rec_aux_unmap(struct rec_ring *r);
/* Unread bytes as one or two spans; if they exceed the area, the newest of them. */
uint32_t rec_aux_spans(const struct rec_ring *r, struct pdata_span spans[2], uint64_t *head);
/* All there is in an area that keeps the latest, or the last @limit bytes of it (0: no limit). */
uint32_t rec_aux_latest(const struct rec_ring *r, uint64_t limit, struct pdata_span spans[2],
			uint64_t *head);
void rec_aux_consume(struct rec_ring *r, uint64_t head);
/* Into the ring's stream. Return: 0 or -1 (said). */
int rec_aux_drain(struct rec *r, struct rec_ring *ring);
int rec_aux_snapshot(struct rec *r, struct rec_ring *ring);
