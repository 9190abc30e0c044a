/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include "console/command.h"

/*
 * Run `pdata export`, under the name of @cmd. @format: the format, if the first operand does not
 * name it. Return: enum rep_exit.
 */
int cmd_export_run(const struct rep_cmd *cmd, const char *format, int argc, char **argv);
