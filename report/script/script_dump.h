/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * --per-event-dump: a file for each event. Call script_dump_swap() before and after the lines of an
 * event are printed: it exchanges the output and the event's file.
 */

struct script;
struct script_event;

int script_dumps_open(struct script *s); /* not 0: a message was printed */
int script_dumps_close(struct script *s);
void script_dump_swap(struct script *s, const struct script_event *e);
void script_dump_count(const struct script_event *e);
