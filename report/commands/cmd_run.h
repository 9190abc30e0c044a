/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Finds and runs commands by their names. */

struct rep_cmd;

/* Return: the command @name; NULL: pdata has no command of that name. */
const struct rep_cmd *cmd_find(const char *name);
/* Send the error message that pdata has no command @name. Return: REP_FAIL. */
int cmd_missing(const char *name);
/*
 * Run the pdata command that argv[0] names, in the calling process. The browser calls this
 * function, through a tui_command_fn pointer, in a child process. Return: enum rep_exit; REP_FAIL
 * also if pdata has no command of that name.
 */
int cmd_run_by_name(int argc, char **argv);
