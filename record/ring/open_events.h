/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Opens, enables, disables and closes events, and maps and unmaps their rings. */

#include <stdbool.h>
#include <stdint.h>

struct rec;

int rec_open_all(struct rec *r);
/*
 * Set the filter of each event that has --filter but not --exclude-perf. For an event that has both
 * options, only check that the kernel accepts the filter; rec_filter_recorder() sets the filter
 * (event_filters.c). Return: 0, or -1 after printing an error.
 */
int rec_filter_events(struct rec *r);
/*
 * For each event that has the option --exclude-perf, set a filter that excludes the threads that
 * the recorder has now. Call this function when all threads of the recorder run, and before events
 * are enabled.
 * Return: 0, or -1 after printing an error.
 */
int rec_filter_recorder(struct rec *r);
int rec_enable_all(struct rec *r, bool on);
/*
 * If @on is true, enable the event @name; if @on is false, disable the event. If @name is NULL,
 * enable or disable all events. An event that counts as soon as it is opened (rec_event.immediate)
 * is not changed. Return: 0; 1: @name is neither the name of a group leader nor of an event that is
 * in no group; -1 after printing an error.
 */
int rec_enable_named(struct rec *r, bool on, const char *name);
/*
 * If @on is true, enable all events; if @on is false, disable all events. The dummy event that
 * gets side-band records is not changed in either case. Return: 0; -1 after printing an error.
 */
int rec_enable_samples(struct rec *r, bool on);
/*
 * Write a LOST_SAMPLES record for each counter that has lost samples since the last call, and add
 * the number of these samples to r->lost. Return: 0; -1: a write has failed.
 */
int rec_read_lost(struct rec *r);
/*
 * Close all event descriptors and unmap the rings (close_events.c). A child process closes the
 * descriptors of tracepoints and probes: closing them takes long, and the recorder may end before
 * the child.
 */
void rec_close_all(struct rec *r);
/*
 * Return the number of samples that were lost so far because rings were full, and store it in
 * r->lost_now. Nothing is written to the file.
 */
uint64_t rec_count_lost(struct rec *r);
/*
 * Open the events of --switch-output-event (trigger.c). These events are not recorded: each
 * occurrence of one of them makes the recorder switch to the next file. Return: 0, or -1 after
 * printing an error.
 */
int rec_trigger_open(struct rec *r);
/* Return whether the event of the ring r->triggers[@index] has occurred since the last call. */
bool rec_trigger_fired(struct rec *r, uint32_t index);
void rec_trigger_close(struct rec *r);
