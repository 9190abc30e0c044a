/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * random [-n COUNT] [-f FIRST] [-s SEED] [-k DIR] [-x SCRIPT] PDATA FILE... - commands on files that were damaged at random
 *
 * A case is a function of the seed and its number: one of the files (recordings; a directory that
 * holds "data" is one) with flipped bits, wrong lengths, or pages of zeros. Every command must end by
 * itself, within 10 s of CPU time and 512 MiB, and say a line when it does not end with 0; what dump writes
 * must give the same bytes. The input that failed is kept in DIR. With -x "SCRIPT PDATA INPUT" is run instead,
 * which must end with 0. Last line: "N passed, N failed".
 */

#include "child.h"

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
#define PAGE 4096u

struct run {
	const char *pdata;
	const char *keep;
	const char *script; /* in place of the commands, or NULL */
	char dir[64];	    /* of our own files */
	uint64_t seed;
	double cpu; /* most that was seen */
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

static uint64_t next_random(uint64_t *s)
{
	uint64_t z = *s += 0x9e3779b97f4a7c15ull;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ z >> 27) * 0x94d049bb133111ebull;
	return z ^ z >> 31;
}

/* ---- damage ------------------------------------------------------------------------------ */

static void flip_bits(uint8_t *p, size_t len, uint64_t *rng)
{
	unsigned n = 1 + (unsigned)(next_random(rng) % 32);

	/* Half of them where header and attrs are. */
	for (unsigned i = 0; i < n; i++) {
		size_t range = i & 1 && len > 1024 ? 1024 : len;

		p[next_random(rng) % range] ^= (uint8_t)(1u << next_random(rng) % 8);
	}
}

static uint64_t load(const uint8_t *p, unsigned n, int be)
{
	uint64_t v = 0;

	for (unsigned i = 0; i < n; i++)
		v |= (uint64_t)p[i] << 8 * (be ? n - 1 - i : i);
	return v;
}

static void store(uint8_t *p, unsigned n, int be, uint64_t v)
{
	for (unsigned i = 0; i < n; i++)
		p[i] = (uint8_t)(v >> 8 * (be ? n - 1 - i : i));
}

static uint64_t nasty(uint64_t was, uint64_t *rng)
{
	static const uint64_t v[] = { 0,	  1,	      7,	  8,	      0x7f,
				      0xff,	  0x7fff,     0xfff8,	  0xffff,     0x10000,
				      0x7fffffff, 0xffffffff, 1ull << 32, 1ull << 40, 1ull << 61,
				      1ull << 63, ~7ull,      ~0ull };
	const unsigned n = sizeof(v) / sizeof(v[0]);
	uint64_t k = next_random(rng) % (n + 4);

	return k < n	    ? v[k]
	       : k == n	    ? was + 8
	       : k == n + 1 ? was - 8
	       : k == n + 2 ? was * 2
			    : was ^ 1;
}

/* A record of the data, by walking to it; 0 when there is none. */
static size_t some_record(const uint8_t *p, size_t len, int be, int bare, uint64_t *rng)
{
	uint64_t at = bare			 ? 0
		      : load(p + 8, 8, be) == 16 ? 16
		      : len >= 104		 ? load(p + 40, 8, be)
						 : len;
	uint64_t steps = next_random(rng) % 512;

	while (at < len && len - at >= 8) {
		uint64_t size = load(p + at + 6, 2, be);

		if (!steps-- || size < 8 || size > len - at)
			return (size_t)at;
		at += size;
	}
	return 0;
}

/* Sizes of records, words inside them, members of the header, words of anything. */
static void wrong_lengths(uint8_t *p, size_t len, uint64_t *rng)
{
	int be = len >= 8 && !memcmp(p, "PERFILE2", 8);
	int bare = len < 8 || (!be && memcmp(p, "2ELIFREP", 8) && memcmp(p, "PERFFILE", 8));
	unsigned n = 1 + (unsigned)(next_random(rng) % 6);

	while (n--) {
		uint64_t what = next_random(rng) % 4;
		size_t at = some_record(p, len, be, bare, rng), width = 8;

		if (what == 0) {
			at += 6;
			width = 2;
		} else if (what == 1) {
			at += 8 + 4 * (size_t)(next_random(rng) % 16);
			width = next_random(rng) & 1 ? 4 : 8;
		} else if (what == 2 && !bare) {
			at = 8 + 8 * (size_t)(next_random(rng) % 24);
		} else {
			at = (size_t)(next_random(rng) % len) & ~(size_t)3;
			width = 4;
		}
		if (at + width <= len)
			store(p + at, (unsigned)width, be,
			      nasty(load(p + at, (unsigned)width, be), rng));
	}
}

static void zero_pages(uint8_t *p, size_t len, uint64_t *rng)
{
	unsigned n = 1 + (unsigned)(next_random(rng) % 4);

	while (n--) {
		size_t at = (size_t)(next_random(rng) % ((len + PAGE - 1) / PAGE)) * PAGE;

		memset(p + at, next_random(rng) % 4 ? 0 : 0xff, len - at < PAGE ? len - at : PAGE);
	}
}

static const char *damage(struct input *in, unsigned n, uint64_t *rng)
{
	static void (*const how[])(uint8_t *, size_t, uint64_t *) = { flip_bits, wrong_lengths,
								      zero_pages };
	static const char *const names[] = { "flipped bits", "wrong lengths", "zeroed pages" };
	unsigned member = (unsigned)(next_random(rng) % in->nr);

	if (in->len[member])
		how[n % 3]((uint8_t *)in->data[member], in->len[member], rng);
	return names[n % 3];
}

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

struct place {
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

/* Return: the exit status, or -1 after a line about what is wrong with how it ended. */
static int run_one(struct run *r, const struct place *pl, const char *const argv[], const char *out)
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

static int text_and_back(struct run *r, const struct place *pl, const struct input *in)
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

static int run_commands(struct run *r, const struct place *pl, const struct input *in)
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
	return bad;
}

static int run_script(const struct run *r, const struct place *pl)
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
	const char *file = files[next_random(&rng) % (uint64_t)nr_files], *how;
	struct place pl;
	struct input in;
	char keep[4096];
	int bad;

	snprintf(pl.in, sizeof(pl.in), "%s/in.data", r->dir);
	snprintf(pl.text, sizeof(pl.text), "%s/text", r->dir);
	snprintf(pl.back, sizeof(pl.back), "%s/back.data", r->dir);
	snprintf(pl.err, sizeof(pl.err), "%s/err", r->dir);
	if (load_input(&in, file)) {
		perror(file);
		return 1;
	}
	how = damage(&in, n, &rng);
	bad = save_input(&in, pl.in) ||
	      (r->script ? run_script(r, &pl) : run_commands(r, &pl, &in));
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
	struct run r = { .seed = 1, .dir = "/tmp/damage.XXXXXX" };
	unsigned count = 100, first = 0, passed = 0, failed = 0;
	int opt;

	while ((opt = getopt(argc, argv, "n:f:s:k:x:")) != -1) {
		if (opt == 'n')
			count = (unsigned)strtoul(optarg, NULL, 0);
		else if (opt == 'f')
			first = (unsigned)strtoul(optarg, NULL, 0);
		else if (opt == 's')
			r.seed = strtoull(optarg, NULL, 0);
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
