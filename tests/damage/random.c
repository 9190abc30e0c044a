/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * random [-n COUNT] [-f FIRST] [-s SEED] [-c COMMANDS] [-k DIR] [-x SCRIPT] PDATA FILE... - commands on files that were
 * damaged at random
 *
 * A case is a function of the seed and its number: one of the files (recordings; a directory that holds
 * "data" is one) damaged in one of the ways of harm.c. Every command must end by itself, within 10 s of CPU
 * time and 512 MiB, and say a line when it does not end with 0; what dump writes must give the same bytes, and
 * what cut, merge and repair write must be read without complaint that the input does not give. Beside the commands that every case has there are
 * COMMANDS (default 4) of commands.c. The input that failed is kept in DIR. With -x "SCRIPT PDATA INPUT" is run instead,
 * which must end with 0. Last line: "N passed, N failed".
 */

#include "child.h"
#include "commands.h"
#include "harm.h"

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CPU_MAX 10.0
#define RSS_MAX_KIB (512L << 10)
#define MEMBERS_MAX 64

struct run {
	const char *pdata;
	const char *keep;
	const char *script; /* in place of the commands, or NULL */
	char dir[64];	    /* of our own files */
	uint64_t seed;
	unsigned others; /* number of random commands for each case, besides the fixed ones */
	double cpu;	 /* most that was seen */
	long rss_kib;
};

/* A recording in memory: a file, or the files of a directory. */
struct input {
	const char *path;
	int is_dir;
	unsigned nr;
	char *name[MEMBERS_MAX];
	char *data[MEMBERS_MAX];
	size_t len[MEMBERS_MAX];
};

/* ---- inputs ------------------------------------------------------------------------------ */

static int add_member(struct input *in, const char *path, const char *name)
{
	struct stat st;

	if (in->nr == MEMBERS_MAX || stat(path, &st) || !S_ISREG(st.st_mode))
		return 0;
	in->data[in->nr] = child_read(path, &in->len[in->nr]);
	if (!in->data[in->nr])
		return -1;
	in->name[in->nr++] = strdup(name);
	return 0;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static int load_input(struct input *in, const char *path)
{
	struct dirent **list;
	struct stat st;
	char sub[4096];
	int n;

	*in = (struct input){ .path = path };
	if (stat(path, &st))
		return -1;
	in->is_dir = S_ISDIR(st.st_mode);
	if (!in->is_dir)
		return add_member(in, path, "") || !in->nr;
	n = scandir(path, &list, NULL, by_name);
	for (int i = 0; i < n; i++) {
		snprintf(sub, sizeof(sub), "%s/%s", path, list[i]->d_name);
		add_member(in, sub, list[i]->d_name);
		free(list[i]);
	}
	if (n >= 0)
		free(list);
	return in->nr ? 0 : -1;
}

static void free_input(struct input *in)
{
	for (unsigned i = 0; i < in->nr; i++) {
		free(in->name[i]);
		free(in->data[i]);
	}
}

static void member_path(char *buf, size_t size, const struct input *in, unsigned i, const char *to)
{
	snprintf(buf, size, "%s%s%s", to, in->is_dir ? "/" : "", in->name[i]);
}

static int save_input(const struct input *in, const char *to)
{
	char path[4096];
	int ret = 0;

	if (in->is_dir)
		mkdir(to, 0700);
	for (unsigned i = 0; i < in->nr; i++) {
		member_path(path, sizeof(path), in, i, to);
		ret |= child_write(path, in->data[i], in->len[i]);
	}
	return ret;
}

static int same_input(const struct input *in, const char *other)
{
	char path[4096];

	for (unsigned i = 0; i < in->nr; i++) {
		size_t len;
		char *p;
		int same;

		member_path(path, sizeof(path), in, i, other);
		p = child_read(path, &len);
		same = p && len == in->len[i] && !memcmp(p, in->data[i], len);
		free(p);
		if (!same)
			return 0;
	}
	return 1;
}

static void remove_input(const struct input *in, const char *at)
{
	char path[4096];

	for (unsigned i = 0; i < in->nr; i++) {
		member_path(path, sizeof(path), in, i, at);
		unlink(path);
	}
	rmdir(at);
}

/* ---- cases ------------------------------------------------------------------------------- */

struct location {
	char in[96], text[96], back[96], err[96];
};

static void show(const char *err)
{
	size_t len;
	char *text = child_read(err, &len);

	if (text && len)
		fprintf(stderr, "%.2000s\n", text);
	free(text);
}

/*
 * Return: the exit status; -1 after a message if the program was killed or printed a wrong message.
 */
static int run_one(struct run *r, const struct location *pl, const char *const argv[],
		   const char *out)
{
	struct child_end end;
	struct stat st;

	if (child_run(argv, out, pl->err, &end))
		return -1;
	r->cpu = end.cpu > r->cpu ? end.cpu : r->cpu;
	r->rss_kib = end.rss_kib > r->rss_kib ? end.rss_kib : r->rss_kib;
	if (end.signal)
		fprintf(stderr, "pdata %s: signal %d\n", argv[1], end.signal);
	else if (end.status > 2 || end.status < 0)
		fprintf(stderr, "pdata %s: status %d\n", argv[1], end.status);
	else if (end.cpu > CPU_MAX)
		fprintf(stderr, "pdata %s: %.1f s of CPU time\n", argv[1], end.cpu);
	else if (end.rss_kib > RSS_MAX_KIB)
		fprintf(stderr, "pdata %s: %ld MiB\n", argv[1], end.rss_kib >> 10);
	else if (end.status && (stat(pl->err, &st) || !st.st_size))
		fprintf(stderr, "pdata %s: status %d, and no line says why\n", argv[1], end.status);
	else
		return end.status;
	show(pl->err);
	return -1;
}

static int text_and_back(struct run *r, const struct location *pl, const struct input *in)
{
	const char *dump[] = { r->pdata, "dump", "-i", pl->in, NULL };
	const char *assemble[] = { r->pdata, "assemble", "-o", pl->back, pl->text, NULL };
	int ret = run_one(r, pl, dump, pl->text);

	if (ret < 0 || ret == 1)
		return ret < 0;
	ret = run_one(r, pl, assemble, NULL);
	if (ret > 0) {
		fprintf(stderr, "pdata assemble: status %d\n", ret);
		show(pl->err);
	} else if (!ret && !same_input(in, pl->back)) {
		fprintf(stderr, "pdata assemble: other bytes than dump was given\n");
		ret = 1;
	}
	remove_input(in, pl->back);
	return ret != 0;
}

/* Return: how reading all records ends, or -1. */
static int read_status(struct run *r, const struct location *pl, const char *path)
{
	const char *argv[] = { r->pdata, "report", "--stats", "-i", path, NULL };

	return run_one(r, pl, argv, NULL);
}

/* Whether the output of a command is not a recording. */
static int writes_no_recording(const struct command *c)
{
	static const char *const names[] = { "archive", "html", "export", "flame" };

	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(c->argv[0], names[i]))
			return 1;
	return 0;
}

/*
 * Check that output of repair is read without a message, and that of other commands with damage
 * only if their input has damage.
 */
static int read_back(struct run *r, const struct location *pl, const struct command *c)
{
	const int may_be_bad = strcmp(c->argv[0], "repair") != 0;
	int ret;

	if (writes_no_recording(c) || access(pl->back, F_OK))
		return 0;
	ret = read_status(r, pl, pl->back);
	if (ret > 0 && !(may_be_bad && read_status(r, pl, pl->in) > 0)) {
		fprintf(stderr, "pdata %s: what it wrote is read with status %d\n", c->argv[0],
			ret);
		show(pl->err);
		return 1;
	}
	return ret < 0;
}

static int run_others(struct run *r, const struct location *pl, uint64_t *rng)
{
	int bad = 0, ret;

	for (unsigned i = 0; i < r->others; i++) {
		const char *argv[COMMAND_WORDS + 2] = { r->pdata };
		struct command c;

		command_make(&c, (unsigned)(harm_random(rng) % command_count()), pl->in, pl->back,
			     rng);
		memcpy(argv + 1, c.argv, sizeof(c.argv));
		/* For check, a status for damage is a correct answer. */
		ret = run_one(r, pl, argv, strcmp(c.argv[0], "check") ? NULL : pl->err);
		if (ret < 0 || (c.writes && ret != 1 && read_back(r, pl, &c))) {
			bad = 1;
			fprintf(stderr, "\tby:");
			for (unsigned k = 0; c.argv[k]; k++)
				fprintf(stderr, " %s", c.argv[k]);
			fprintf(stderr, "\n");
		}
		if (c.writes)
			unlink(pl->back);
	}
	return bad;
}

static int run_commands(struct run *r, const struct location *pl, const struct input *in,
			uint64_t *rng)
{
	static const char *const commands[][6] = {
		{ "report", "--stdio" },
		{ "report", "--stats" },
		{ "report", "--header-only", "-I" },
		{ "script", "--show-task-events", "--show-mmap-events" },
		{ "evlist", "-v" },
		{ "buildid-list", "-H" },
	};
	int bad = text_and_back(r, pl, in);

	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		const char *argv[10] = { r->pdata };
		unsigned n = 1;

		for (unsigned k = 0; commands[i][k]; k++)
			argv[n++] = commands[i][k];
		argv[n++] = "-i";
		argv[n++] = pl->in;
		bad |= run_one(r, pl, argv, NULL) < 0;
	}
	return bad | run_others(r, pl, rng);
}

static int run_script(const struct run *r, const struct location *pl)
{
	const char *argv[] = { r->script, r->pdata, pl->in, NULL };
	struct child_end end;

	if (child_run(argv, pl->text, pl->err, &end))
		return 1;
	if (!end.status && !end.signal)
		return 0;
	show(pl->text);
	show(pl->err);
	return 1;
}

static int run_case(struct run *r, char **files, int nr_files, unsigned n)
{
	uint64_t rng = r->seed * 0x100000001b3ull + n;
	const char *file = files[harm_random(&rng) % (uint64_t)nr_files], *how;
	struct location pl;
	struct input in;
	char keep[4096];
	unsigned member;
	int bad;

	snprintf(pl.in, sizeof(pl.in), "%s/in.data", r->dir);
	snprintf(pl.text, sizeof(pl.text), "%s/text", r->dir);
	snprintf(pl.back, sizeof(pl.back), "%s/back.data", r->dir);
	snprintf(pl.err, sizeof(pl.err), "%s/err", r->dir);
	if (load_input(&in, file)) {
		perror(file);
		return 1;
	}
	member = (unsigned)(harm_random(&rng) % in.nr);
	how = harm((uint8_t *)in.data[member], &in.len[member], n, &rng);
	bad = save_input(&in, pl.in) ||
	      (r->script ? run_script(r, &pl) : run_commands(r, &pl, &in, &rng));
	if (bad) {
		fprintf(stderr, "FAILED damage: case %u of seed %llu: %s with %s\n", n,
			(unsigned long long)r->seed, file, how);
		snprintf(keep, sizeof(keep), "%s/case-%llu-%u.data", r->keep ? r->keep : ".",
			 (unsigned long long)r->seed, n);
		if (r->keep && !save_input(&in, keep))
			fprintf(stderr, "kept as %s\n", keep);
	}
	remove_input(&in, pl.in);
	unlink(pl.text);
	unlink(pl.err);
	free_input(&in);
	return bad;
}

int main(int argc, char **argv)
{
	struct run r = { .seed = 1, .others = 4, .dir = "/tmp/damage.XXXXXX" };
	unsigned count = 100, first = 0, passed = 0, failed = 0;
	int opt;

	while ((opt = getopt(argc, argv, "n:f:s:c:k:x:")) != -1) {
		if (opt == 'n')
			count = (unsigned)strtoul(optarg, NULL, 0);
		else if (opt == 'f')
			first = (unsigned)strtoul(optarg, NULL, 0);
		else if (opt == 's')
			r.seed = strtoull(optarg, NULL, 0);
		else if (opt == 'c')
			r.others = (unsigned)strtoul(optarg, NULL, 0);
		else if (opt == 'k')
			r.keep = optarg;
		else if (opt == 'x')
			r.script = optarg;
		else
			return 1;
	}
	if (argc - optind < 2 || !mkdtemp(r.dir)) {
		fprintf(stderr, "damage: no recordings, or no place for files\n");
		return 1;
	}
	r.pdata = argv[optind++];
	setenv("HOME", r.dir, 1);
	for (unsigned i = first; i < first + count; i++) {
		if (run_case(&r, argv + optind, argc - optind, i))
			failed++;
		else
			passed++;
	}
	rmdir(r.dir);
	if (!r.script)
		printf("most CPU time of a command: %.2f s, most memory: %ld MiB\n", r.cpu,
		       r.rss_kib >> 10);
	printf("%u passed, %u failed\n", passed, failed);
	return failed != 0;
}
