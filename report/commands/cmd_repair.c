/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pdata repair: writes an undamaged file with everything that can be kept of a damaged or
 * unfinished one.
 */
#include "base/atomic_file.h"
#include "base/new_file.h"
#include "console/command.h"
#include "files/repair.h"

#include <string.h>

extern const struct rep_cmd cmd_repair;

#define OFF(member) offsetof(struct repair, member)

static const struct rep_opt opts[] = {
	{ "input", 'i', REP_STR, OFF(in.path), "FILE",
	  "repair FILE; - is standard input (default perf.data)", NULL },
	{ "output", 'o', REP_STR, OFF(output), "FILE", "write FILE", NULL },
	{ "in-place", 0, REP_FLAG, OFF(in_place), NULL,
	  "replace the damaged file by the repaired one", NULL },
	{ "keep-chunks", 0, REP_FLAG, OFF(keep_chunks), NULL,
	  "if the checksum of a part of the data (chunk) does not match, keep the readable records "
	  "of this part",
	  NULL },
	{ "quiet", 'q', REP_FLAG, OFF(quiet), NULL, "do not print what was saved and lost", NULL },
	{ 0 },
};

static int bad_opts(const struct repair *c)
{
	const char *why = NULL;

	if (!c->output && !c->in_place)
		why = "name the repaired file with -o FILE";
	else if (c->output && c->in_place)
		why = "-o and --in-place exclude each other";
	else if (c->output && !strcmp(c->output, "-"))
		why = "-o -: the output must be a file, not a stream";
	if (why)
		rep_err("repair: %s", why);
	return why != NULL;
}

/*
 * Refuse an input that cannot be replaced, before it is read: standard input, or a file that is no
 * regular file. Return: 0, or -1 after a message.
 */
static int check_in_place(struct repair *c)
{
	if (!c->in.path)
		c->in.path = "perf.data";
	if (!strcmp(c->in.path, "-"))
		return rep_error("repair: --in-place: standard input cannot be replaced: name a "
				 "file");
	return atomic_file_check(c->in.path);
}

static int repair_run(int argc, char **argv)
{
	struct repair c = { .output = NULL };
	int first = rep_opts_parse(&cmd_repair, opts, &c, argc, argv), status;

	if (first < 0)
		return -1 - first;
	if (bad_opts(&c) || rep_input_operand(&c.in, cmd_repair.name, argc, argv, first))
		return REP_FAIL;
	if (c.in_place && check_in_place(&c))
		return REP_FAIL;
	status = rep_session_open(&c.s, &c.in);
	if (status)
		return status;
	if (c.in_place)
		c.output = c.s.path;
	if (!c.in_place && new_file_is_input(c.output, c.s.path)) {
		rep_err("repair: the output %s is the damaged input itself; use --in-place to "
			"replace it",
			c.output);
		status = REP_FAIL;
	} else {
		repair_find_chunks(&c);
		status = repair_file(&c);
	}
	if (status == REP_OK)
		status = repair_print(&c);
	if (session_err(&c.s))
		status = REP_FAIL;
	repair_free(&c);
	return status;
}

const struct rep_cmd cmd_repair = {
	.name = "repair",
	.help = "write a valid recording with all that can be read of a damaged one",
	.usage = "[FILE]",
	.run = repair_run,
};
