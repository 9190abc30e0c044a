/* SPDX-License-Identifier: BSD-2-Clause */
/* The table of all commands, and how one is found by its name. */
#include "commands/cmd_run.h"

#include "cli/suggest.h"
#include "console/command.h"

#include <string.h>

#define REP_CMD(name) extern const struct rep_cmd cmd_##name;
#include "commands/cmds.def"
#undef REP_CMD

const struct rep_cmd *const rep_cmds[] = {
#define REP_CMD(name) &cmd_##name,
#include "commands/cmds.def"
#undef REP_CMD
	NULL
};

const struct rep_cmd *cmd_find(const char *name)
{
	for (size_t i = 0; rep_cmds[i]; i++)
		if (!strcmp(rep_cmds[i]->name, name))
			return rep_cmds[i];
	return NULL;
}

int cmd_missing(const char *name)
{
	struct suggestion near = suggest_begin(name, strlen(name));

	for (size_t i = 0; rep_cmds[i]; i++)
		suggest_try(&near, rep_cmds[i]->name);
	return rep_fail("%s: no such command%s 'pdata help' lists the commands", name,
			suggest_text(&near, ""));
}

int cmd_run_by_name(int argc, char **argv)
{
	const struct rep_cmd *cmd = cmd_find(argv[0]);

	return cmd ? cmd->run(argc, argv) : cmd_missing(argv[0]);
}
