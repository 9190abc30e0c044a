/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Runs the main loop of the recorder. The loop handles signals and the commands of --control. */

#include <stdbool.h>

struct rec;
struct rec_arena;
struct rec_control;
struct rec_opts;

int rec_control_open(struct rec_control *c, const char *text, struct rec_arena *a);
/* What the main loop does for commands of --control. */
struct rec_control_loop {
	bool stop; /* set by the command "stop": the recording has to end */
	/*
	 * Write to the file the data that the rings in overwrite mode and the AUX areas in
	 * overwrite mode have now. Return: 0; -1 after printing an error, or if a write has failed.
	 */
	int (*snapshot)(void *arg);
	void *arg;
};

/*
 * Read and execute commands of --control. Call this function when r->control.ctl is readable.
 * Return: 0; 1: no more commands will come; -1 after printing an error, or if a write has failed.
 */
int rec_control_read(struct rec *r, struct rec_control_loop *loop);
int rec_loop(struct rec *r);
/*
 * rec_loop_signals() blocks the signals that the main loop handles, such as SIGINT, and sets
 * SIGCHLD to its default if the caller of the recorder ignores it.
 * rec_loop_ignore() ignores signals that would end the recorder, such as SIGPIPE. The recorded
 * command inherits neither setting.
 */
void rec_loop_signals(struct rec *r);
void rec_loop_ignore(const struct rec_opts *o);
