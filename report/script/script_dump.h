/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * --per-event-dump: a file for each event. While its lines are made, the event's file takes the
 * place of the output.
 */

struct script;
struct script_event;

int script_dumps_open(struct script *s); /* not 0: a message was printed */
int script_dumps_close(struct script *s);
void script_dump_swap(struct script *s, const struct script_event *e);
void script_dump_count(const struct script_event *e);
