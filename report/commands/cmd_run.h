/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Finds and runs commands by their names. */

struct rep_cmd;

const struct rep_cmd *cmd_find(const char *name); /* NULL: there is no such command */
/* Print that there is no such command. Return: REP_FAIL. */
int cmd_missing(const char *name);
/*
 * Run the command argv[0] of pdata: in a child of the browser, see tui_command_fn. Return: enum
 * rep_exit.
 */
int cmd_run_by_name(int argc, char **argv);
