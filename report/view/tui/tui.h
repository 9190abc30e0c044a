/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The browser: shows a recording on a terminal, and lets the user filter it. */

#include "profile/model/report_opts.h"

/*
 * Runs the command of pdata that argv[0] names, in the calling process. The browser calls this
 * function in a child process. Return: exit status of the command.
 */
typedef int tui_command_fn(int argc, char **argv);

/* A recording that is still being written. */
struct tui_live {
	void *ctx;
	/*
	 * Function that returns the path of the recording to read now, valid until the next call,
	 * or NULL if the recorder has ended. @restart: also begin a new recording. If @path is
	 * NULL, the path is always that of the command line.
	 */
	const char *(*path)(void *ctx, bool restart);
	bool hide_kernel, hide_user; /* do not show rows of kernel code, or rows of user code */
};

/* How the browser was started, and what it shows first. */
struct tui_start {
	const char *command; /* the command that starts the browser, such as "report" */
	/* words of the command line after the command, for the command lines that views show */
	int argc;
	char **argv;
	tui_command_fn *run_command;
	const struct tui_live *live; /* NULL: the recording is finished */
	/*
	 * function whose code is shown first, above the rows; "": the function with most samples;
	 * NULL: no function
	 */
	const char *annotate;
	/*
	 * Command of pdata whose output is shown first, above the rows: words, with NULL at the
	 * end. NULL: no command.
	 */
	const char *const *show;
};

/*
 * Return: whether to show the browser: @stdio is false, and the terminal can show a browser. @tui:
 * option --tui is set; if the terminal cannot show a browser, print a message that says why.
 */
bool tui_wanted(bool tui, bool stdio);

/*
 * Run the browser with the rows of the report that @o describes, until the user leaves. Return:
 * enum rep_exit.
 */
int tui_report(const struct tui_start *start, const struct report_opts *o);
