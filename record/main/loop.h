/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The main loop, its signals, and the commands of --control. */

#include <stdbool.h>

struct rec;
struct rec_arena;
struct rec_control;
struct rec_opts;

int rec_control_open(struct rec_control *c, const char *text, struct rec_arena *a);
/*
 * Read commands when r->control.ctl is readable; *@stop is set by "stop". Return: 0, 1 if no more
 * commands will come, -1 after printing an error.
 */
int rec_control_read(struct rec *r, bool *stop);
int rec_loop(struct rec *r);
/*
 * rec_loop_signals() blocks the signals that end a recording. rec_loop_ignore() ignores signals
 * that must not end a recording. The command inherits neither setting.
 */
void rec_loop_signals(const struct rec_opts *o);
void rec_loop_ignore(const struct rec_opts *o);
