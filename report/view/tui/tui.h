/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The browser: shows a recording on a terminal, and lets the user filter it. */

#include "profile/model/report_opts.h"

/*
 * A function that runs the command of pdata that argv[0] names, such as "script", in the calling
 * process. The browser calls the function in a child process. Return: exit status of the command.
 */
typedef int tui_command_fn(int argc, char **argv);

/* A recording that is still being written. */
struct tui_live {
	void *ctx;
	/*
	 * Function that returns the path of the recording that the browser must read now; the
	 * string is valid until the next call. If the recorder has ended, the function returns
	 * NULL. If @restart is true, the function also begins a new recording. If the member @path
	 * is NULL, the browser always reads the recording that the command line names.
	 */
	const char *(*path)(void *ctx, bool restart);
	/* @hide_kernel: show no rows of kernel code; @hide_user: show no rows of user code */
	bool hide_kernel, hide_user;
};

/* How the browser was started, and what it shows first. */
struct tui_start {
	const char *command; /* the command that starts the browser, such as "report" */
	/*
	 * @argv: the @argc words of the command line after @command; if @command is "report", the
	 * browser repeats these words in the command lines that it runs or shows
	 */
	int argc;
	char **argv;
	tui_command_fn *run_command;
	/* set if the recording is still being written; NULL: it is complete */
	const struct tui_live *live;
	/*
	 * Name of the function whose code the browser shows first. If the name is "", the browser
	 * takes the first row that has a function. When the user leaves this view, the browser
	 * shows the rows. If @annotate is NULL, the browser does not show code first.
	 */
	const char *annotate;
	/*
	 * A command of pdata as an array of words with NULL at the end. The browser shows the
	 * output of this command first; when the user leaves this view, the browser shows the
	 * rows. NULL: the browser shows no output of a command first.
	 */
	const char *const *show;
};

/*
 * Return: true if the caller must show the browser, because @stdio is false and
 * terminal_can_browse() returns true; otherwise false. @stdio: an option asks for output as text.
 * @tui: the option --tui is set, so the function prints a message if @stdio is false and the
 * terminal cannot show the browser.
 */
bool tui_wanted(bool tui, bool stdio);

/*
 * Run the browser with the rows of the report that @o describes, until the user leaves the
 * browser. Return: enum rep_exit.
 */
int tui_report(const struct tui_start *start, const struct report_opts *o);
