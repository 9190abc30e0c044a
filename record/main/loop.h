/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The main loop, and commands from outside. */

#include <stdbool.h>

struct rec;
struct rec_arena;
struct rec_control;
struct rec_opts;

int rec_control_open(struct rec_control *c, const char *text, struct rec_arena *a);
/* When ctl is readable. Return: 0, 1 nothing more will come, -1. */
int rec_control_read(struct rec *r, bool *stop);
int rec_loop(struct rec *r);
/* Block the signals that end a recording; ignore those that must not. The command gets neither. */
void rec_loop_signals(const struct rec_opts *o);
void rec_loop_ignore(const struct rec_opts *o);
