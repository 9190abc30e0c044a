/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include "console/command.h"

/*
 * Run `pdata export` as the command @cmd: messages and --help print the name of @cmd. @format: name
 * of the output format; NULL: the first operand names the format. Return: enum rep_exit.
 */
int cmd_export_run(const struct rep_cmd *cmd, const char *format, int argc, char **argv);
