/* SPDX-License-Identifier: BSD-2-Clause */
/* pdata assemble: the file that a text of dump describes. */
#include "rep.h"

#include <pdata/text.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define READ_BYTES ((size_t)1 << 20)

struct assemble_opts {
	const char *output;
	uint64_t order; /* enum pdata_text_order */
};

static int set_order(void *vals, const char *arg, bool unset)
{
	struct assemble_opts *o = vals;

	if (unset || (strcmp(arg, "le") && strcmp(arg, "be")))
		return -1;
	o->order = *arg == 'l' ? PDATA_TEXT_ORDER_LE : PDATA_TEXT_ORDER_BE;
	return 0;
}

static const struct rep_opt opts[] = {
	{ "output", 'o', REP_STR, offsetof(struct assemble_opts, output), "FILE", "write FILE (default perf.data)", 0 },
	{ "order", 0, REP_CALL, 0, "le|be", "write this byte order, whatever the text says", set_order },
	{ 0 }
};

extern const struct rep_cmd cmd_assemble;

/* All of a text; NULL after a line on stderr. */
static char *read_text(const char *path, size_t *len)
{
	int fd = strcmp(path, "-") ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
	size_t cap = READ_BYTES;
	char *text = rep_alloc(1, cap);
	ssize_t n = -1;

	*len = 0;
	while (fd >= 0 && (n = read(fd, text + *len, cap - *len)) != 0) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			break;
		*len += (size_t)n;
		if (cap - *len < READ_BYTES / 2)
			text = rep_grow(text, cap *= 2, 1);
	}
	if (fd < 0 || n < 0) {
		rep_err("%s: %s", path, strerror(errno));
		free(text);
		text = NULL;
	}
	if (fd > STDIN_FILENO)
		close(fd);
	return text;
}

static int assemble_run(int argc, char **argv)
{
	struct assemble_opts o = { .output = "perf.data" };
	struct pdata_assemble_opts how = { .size = sizeof(how) };
	struct pdata_error err;
	const char *input;
	size_t len;
	char *text;
	int ret = rep_opts_parse(&cmd_assemble, opts, &o, argc, argv);

	if (ret < 0)
		return -1 - ret;
	input = ret < argc ? argv[ret] : "-";
	text = read_text(input, &len);
	if (!text)
		return REP_FAIL;
	how.order = (uint32_t)o.order;
	ret = pdata_assemble(text, len, o.output, &how, &err);
	free(text);
	if (!ret)
		return REP_OK;
	if (err.code == PDATA_E_SYS)
		rep_err("%s: %s", o.output, strerror(err.sys_errno));
	else
		rep_err("%s: line %llu: %s", input, (unsigned long long)err.off,
			*err.text ? err.text : pdata_strerror(err.code));
	return REP_FAIL;
}

const struct rep_cmd cmd_assemble = {
	.name = "assemble",
	.help = "build the file that a text of dump describes",
	.usage = "[TEXT]",
	.run = assemble_run,
};
