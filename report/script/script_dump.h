/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * --per-event-dump: writes the samples of each event to a file of its own. script_dump_swap()
 * exchanges script.out and the output of the event's file. Call script_dump_swap() before and after
 * the lines of an event are printed.
 */

struct script;
struct script_event;

/*
 * Create one file for each event, beside the input file. Return: 0; -1: an error message was
 * printed.
 */
int script_dumps_open(struct script *s);
int script_dumps_close(struct script *s);
void script_dump_swap(struct script *s, const struct script_event *e);
void script_dump_count(const struct script_event *e);
