/* SPDX-License-Identifier: BSD-2-Clause */
/* The command `pdata flame`: `pdata export svg`, under the name that people look for. */
#include "commands/cmd_export.h"

const struct rep_cmd cmd_flame;

static int flame_run(int argc, char **argv)
{
	return cmd_export_run(&cmd_flame, "svg", argc, argv);
}

const struct rep_cmd cmd_flame = {
	.name = "flame",
	.help = "draw a flame graph for a web browser",
	.usage = "[FILE]",
	.run = flame_run,
};
