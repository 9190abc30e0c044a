/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The browser of recordings on a terminal. */

#include "profile/model/report_opts.h"

/* Runs a command of pdata, in a process of its own; argv[0] is the command. Return: its status. */
typedef int tui_command_fn(int argc, char **argv);

/* A recording that is still being written. */
struct tui_live {
	void *ctx;
	/*
	 * Return the recording to read now, valid until the next call, or NULL: its writer has
	 * ended. @restart: begin another one. A member that is NULL: always the same recording.
	 */
	const char *(*path)(void *ctx, bool restart);
	bool hide_kernel, hide_user; /* rows that are not shown */
};

/* How the browser was started. */
struct tui_start {
	const char *command; /* "report" */
	/* the words of the command line after the command, for the command lines that are shown */
	int argc;
	char **argv;
	tui_command_fn *run_command;
	const struct tui_live *live; /* NULL: the recording is finished */
	/* What is shown first, above the rows: */
	const char *annotate; /* the code of this function; "": of the hottest one; or NULL */
	/* the output of a command of pdata: its words, and NULL; or NULL */
	const char *const *show;
};

/*
 * Return true if a browser is to be shown: on a terminal that can show one, unless @stdio. @tui: it
 * was asked for, so that a message says why there is none.
 */
bool tui_wanted(bool tui, bool stdio);

/* Show the rows of a report until the user leaves. Return: enum rep_exit. */
int tui_report(const struct tui_start *start, const struct report_opts *o);
