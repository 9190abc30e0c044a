/* SPDX-License-Identifier: BSD-2-Clause */
/* pdata assemble: writes the file that a text of `pdata dump` describes. */
#include "base/new_file.h"
#include "base/out.h"
#include "common/tmpfile.h"
#include "console/command.h"

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
	uint64_t order;	   /* enum pdata_text_order */
	uint64_t mode;	   /* enum pdata_text_mode */
	uint64_t compress; /* enum pdata_text_compress */
	uint64_t level;
	uint64_t max_zeros;
};

static int set_order(void *vals, const char *arg, bool unset)
{
	struct assemble_opts *o = vals;

	if (unset || (strcmp(arg, "le") && strcmp(arg, "be")))
		return -1;
	o->order = *arg == 'l' ? PDATA_TEXT_ORDER_LE : PDATA_TEXT_ORDER_BE;
	return 0;
}

/* The index of a word in a list that ends with NULL, or -1. */
static int word_of(const char *const *words, const char *arg)
{
	for (int i = 0; words[i]; i++)
		if (!strcmp(words[i], arg))
			return i;
	return -1;
}

static int set_mode(void *vals, const char *arg, bool unset)
{
	static const char *const words[] = {
		[PDATA_TEXT_MODE_GIVEN] = "", "file", "pipe", "dir", NULL
	};
	struct assemble_opts *o = vals;
	int n = unset ? -1 : word_of(words, arg);

	if (n < 1)
		return -1;
	o->mode = (uint64_t)n;
	return 0;
}

static int set_assemble_compress(void *vals, const char *arg, bool unset)
{
	static const char *const words[] = {
		[PDATA_TEXT_COMPRESS_GIVEN] = "", "zstd", "zstd2", NULL
	};
	struct assemble_opts *o = vals;
	int n = unset ? -1 : word_of(words, arg);

	if (n < 1)
		return -1;
	o->compress = (uint64_t)n;
	return 0;
}

static const struct rep_opt opts[] = {
	{ "output", 'o', REP_STR, offsetof(struct assemble_opts, output), "FILE",
	  "write FILE (default perf.data); if FILE is \"-\", write a pipe stream to standard "
	  "output",
	  0 },
	{ "order", 0, REP_CALL, 0, "le|be", "write this byte order (default: that of the text)",
	  set_order },
	{ "mode", 0, REP_CALL, 0, "file|pipe|dir",
	  "write a file, a pipe stream or a directory (default: as the input text says)",
	  set_mode },
	{ "compress", 0, REP_CALL, 0, "zstd|zstd2",
	  "compress the records that the kernel made: zstd writes COMPRESSED records, zstd2 writes "
	  "COMPRESSED2 records",
	  set_assemble_compress },
	{ "level", 0, REP_U64, offsetof(struct assemble_opts, level), "N",
	  "compress at this level (default 1)", 0 },
	{ "max-zeros", 0, REP_U64, offsetof(struct assemble_opts, max_zeros), "BYTES",
	  "refuse a text whose ZERO lines (runs of zero bytes) stand for more than this many bytes "
	  "in total (default 1073741824)",
	  0 },
	{ 0 }
};

extern const struct rep_cmd cmd_assemble;

/* Read a whole text. Return: NULL after an error, for which a line was printed. */
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

/*
 * Whether the input is a recording instead of text. This is checked before the output is opened,
 * as that could be a recording still needed.
 */
static bool is_recording(const char *text, size_t len)
{
	return len >= 8 && (!memcmp(text, "PERFILE", 7) || !memcmp(text, "2ELIFREP", 8));
}

/* The text to assemble. */
struct assemble_text {
	const char *path; /* path of its file, for messages; "-": standard input */
	char *text;
	size_t len;
};

/*
 * Return: the file that could not be written, for a message. @path: the output that libpdata got;
 * libpdata names the files that it makes itself, which are in $TMPDIR or /tmp.
 */
static const char *failed_file(const struct assemble_opts *o, const char *path,
			       const struct pdata_error *err)
{
	if (strchr(err->text, '/') && strcmp(err->text, path))
		return err->text;
	return strcmp(o->output, "-") ? o->output : "temporary file in $TMPDIR or /tmp";
}

static void print_assemble_error(const struct assemble_opts *o, const char *path, const char *input,
				 const struct pdata_error *err)
{
	char line[512];

	if (err->code == PDATA_E_SYS && err->sys_errno == ENOTEMPTY) {
		rep_err("%s: this directory has files, so nothing was written to it; remove it, or "
			"name another one with -o",
			o->output);
	} else if (err->code == PDATA_E_SYS) {
		rep_err("%s: %s", failed_file(o, path, err), strerror(err->sys_errno));
	} else if (!strcmp(err->field, "line")) {
		rep_err("%s: line %llu: %s", input, (unsigned long long)err->off,
			*err->text ? err->text : pdata_strerror(err->code));
	} else {
		/* The file was assembled, but not as the mode requires. */
		pdata_error_format(err, line, sizeof(line));
		rep_err("%s: the options given do not allow writing the recording: %s", input,
			line);
	}
}

/* Assemble into a file or directory at @path. Return: enum rep_exit. */
static int assemble_to(const char *path, const struct assemble_opts *o,
		       const struct assemble_text *t, const struct pdata_assemble_opts *how)
{
	struct pdata_error err;

	if (!pdata_assemble(t->text, t->len, path, how, &err))
		return REP_OK;
	print_assemble_error(o, path, t->path, &err);
	return REP_FAIL;
}

/*
 * Whether the recording will be a directory: the mode or, if no mode is given, the first line of
 * the text says so.
 */
static bool is_directory(const struct assemble_opts *o, const char *text, size_t len)
{
	static const char word[] = "DIRECTORY", blank[] = " \t\r\n#";
	const char *end = text + len, *at = text;

	if (o->mode != PDATA_TEXT_MODE_GIVEN)
		return o->mode == PDATA_TEXT_MODE_DIR;
	while (at < end && memchr(blank, *at, strlen(blank))) {
		const char *nl = *at == '#' ? memchr(at, '\n', (size_t)(end - at)) : at;

		at = nl ? nl + 1 : end;
	}
	return (size_t)(end - at) >= strlen(word) && !memcmp(at, word, strlen(word));
}

/*
 * Assemble into a file that gets its name when it is complete. libpdata opens the file by its path,
 * or by that of its descriptor as long as it has none. Return: enum rep_exit.
 */
static int assemble_file(const struct assemble_opts *o, const struct assemble_text *t,
			 const struct pdata_assemble_opts *how)
{
	struct new_file file;
	char fd_path[32];
	int status;

	if (new_file_open(&file, o->output, NEW_FILE_RECORDING))
		return REP_FAIL;
	snprintf(fd_path, sizeof(fd_path), "/proc/self/fd/%d", file.fd);
	status = assemble_to(file.part ? file.part : fd_path, o, t, how);
	if (status == REP_OK && new_file_commit(&file))
		status = REP_FAIL;
	new_file_drop(&file);
	return status;
}

/* Return whether the output cannot be standard output, after a message. */
static bool refuse_stdout(const struct assemble_opts *o)
{
	if (o->mode == PDATA_TEXT_MODE_FILE || o->mode == PDATA_TEXT_MODE_DIR)
		rep_err("-o -: only a pipe stream can be written to standard output, not a file or "
			"a directory: use --mode pipe, or name a file");
	else if (isatty(STDOUT_FILENO))
		rep_err("standard output is a terminal: name a file with -o");
	else
		return false;
	return true;
}

/*
 * Copy the recording with the descriptor @fd, which @path leads to, to standard output if it is a
 * pipe stream. Return: enum rep_exit, after a message if it is REP_FAIL.
 */
static int copy_stream(int fd, const char *path)
{
	char buf[1 << 16];
	struct pdata_reader *r;
	struct out out;
	ssize_t n = -1;
	const bool stream = !pdata_reader_open(&r, path, NULL, NULL) &&
			    pdata_reader_info(r)->container == PDATA_CONTAINER_PIPE;

	pdata_reader_close(r);
	if (!stream)
		return rep_fail("-o -: the text is not that of a pipe stream, and only a stream "
				"can be written to standard output: add --mode pipe");
	rep_out_open(&out, STDOUT_FILENO);
	while (!out.err && (n = read(fd, buf, sizeof(buf))) > 0)
		out_raw(&out, buf, (size_t)n);
	if (n < 0 && !out.err)
		out.err = errno;
	return rep_out_close(&out, REP_OK);
}

/*
 * Assemble into a temporary file, because offsets are filled in at the end, and write the stream in
 * it to standard output. Return: enum rep_exit, after a message if it is REP_FAIL.
 */
static int assemble_to_stdout(const struct assemble_opts *o, const struct assemble_text *t,
			      const struct pdata_assemble_opts *how)
{
	const int fd = pd_tmpfile();
	char path[32];
	int status;

	if (fd < 0)
		return rep_fail("temporary file in $TMPDIR or /tmp: %s", strerror(errno));
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	status = assemble_to(path, o, t, how);
	if (status == REP_OK)
		status = copy_stream(fd, path);
	close(fd);
	return status;
}

static int assemble_run(int argc, char **argv)
{
	struct assemble_opts o = { .output = "perf.data" };
	struct pdata_assemble_opts how = { .size = sizeof(how) };
	struct assemble_text t;
	int ret = rep_opts_parse(&cmd_assemble, opts, &o, argc, argv);

	if (ret < 0)
		return -1 - ret;
	if (!strcmp(o.output, "-") && refuse_stdout(&o))
		return REP_FAIL;
	t.path = ret < argc ? argv[ret] : "-";
	t.text = read_text(t.path, &t.len);
	if (!t.text)
		return REP_FAIL;
	how.order = (uint32_t)o.order;
	how.mode = (uint32_t)o.mode;
	how.compress = (uint32_t)o.compress;
	how.compress_level = (uint32_t)o.level;
	how.max_zeros = o.max_zeros;
	if (is_recording(t.text, t.len))
		ret = rep_fail("%s: this is a recording, not a text; 'pdata dump' writes "
			       "its text",
			       t.path);
	else if (!strcmp(o.output, "-"))
		ret = assemble_to_stdout(&o, &t, &how);
	else if (is_directory(&o, t.text, t.len))
		ret = assemble_to(o.output, &o, &t, &how);
	else
		ret = assemble_file(&o, &t, &how);
	free(t.text);
	return ret;
}

const struct rep_cmd cmd_assemble = {
	.name = "assemble",
	.help = "write a recording from the text that dump prints",
	.usage = "[TEXT]",
	.run = assemble_run,
};
