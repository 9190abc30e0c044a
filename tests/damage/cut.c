/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cut [-n CUTS] PDATA RECORDING... - recordings that end early, at CUTS lengths evenly spread over each
 *
 * A recording is a file, a pipe's stream, or a directory, whose files are cut one at a time. A walk over
 * the records of the whole says which samples lie before the cut: all of them must be counted by
 * report --stats and printed by script, and what is missing must be said in one line with status 2. Only
 * a stream of records that ends between two of them cannot be told from a whole one.
 * Last line: "N passed, N failed".
 */

#include "child.h"

#include <pdata/pdata.h>

#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MEMBERS_MAX 16

enum shape { SHAPE_FILE, SHAPE_PIPE, SHAPE_BARE };

/*
 * A record of the walk: the offset of its end, payload included, and the number of samples up to
 * there.
 */
struct mark {
	uint64_t off, end;
	uint32_t type, samples;
};

struct member {
	char path[512];
	char *bytes;
	size_t len;
	enum shape shape;
	struct mark *marks;
	size_t nr, cap;
	uint64_t data_end; /* of the records */
};

static const char *pdata;
static char dir[64] = "/tmp/cut.XXXXXX";

static uint64_t load(const char *p, unsigned n)
{
	uint64_t v = 0;

	memcpy(&v, p, n); /* recordings of this host's byte order */
	return v;
}

/* Return: bytes that follow the record and belong to it. */
static uint64_t payload(const char *rec, uint32_t type)
{
	if (type == PDATA_RECORD_AUXTRACE)
		return load(rec + 8, 8);
	return type == PDATA_RECORD_TRACING_DATA ? (load(rec + 8, 4) + 7) / 8 * 8 : 0;
}

static void add_mark(struct member *m, struct mark k)
{
	if (m->nr == m->cap) {
		m->cap = m->cap ? m->cap * 2 : 256;
		m->marks = realloc(m->marks, m->cap * sizeof(*m->marks));
		if (!m->marks)
			abort();
	}
	m->marks[m->nr++] = k;
}

static int is_compressed(uint32_t type)
{
	return type == PDATA_RECORD_COMPRESSED || type == PDATA_RECORD_COMPRESSED2;
}

/* Return: whether records are compressed. */
static int walk(struct member *m)
{
	uint64_t at = 0, end = m->len;
	int compressed = 0;

	if (m->shape == SHAPE_PIPE)
		at = 16;
	if (m->shape == SHAPE_FILE) {
		at = load(m->bytes + 40, 8);
		end = at + load(m->bytes + 48, 8);
	}
	while (end - at >= 8) {
		const char *rec = m->bytes + at;
		uint32_t type = (uint32_t)load(rec, 4);
		uint64_t size = load(rec + 6, 2);

		add_mark(m, (struct mark){ at, at + size + payload(rec, type), type,
					   type == PDATA_RECORD_SAMPLE });
		compressed |= is_compressed(type);
		at = m->marks[m->nr - 1].end;
	}
	m->data_end = end;
	return compressed;
}

/* Find the compressed record that contains each sample. */
static void look_inside(struct member *m)
{
	struct pdata_reader *r;
	struct pdata_record rec;
	size_t i = 0;

	if (pdata_reader_open_mem(&r, m->bytes, m->len, NULL, NULL))
		abort();
	while (pdata_reader_next(r, &rec) == 1) {
		while (i < m->nr && m->marks[i].off < rec.off)
			i++;
		if (rec.type == PDATA_RECORD_SAMPLE && i < m->nr && is_compressed(m->marks[i].type))
			m->marks[i].samples++;
	}
	pdata_reader_close(r);
}

static uint64_t samples_before(const struct member *m, uint64_t cut)
{
	uint64_t n = 0;

	for (size_t i = 0; i < m->nr; i++)
		if (m->marks[i].end <= cut)
			n += m->marks[i].samples;
	return n;
}

/* A stream that ends between two records looks complete. */
static int looks_whole(const struct member *m, uint64_t cut)
{
	if (cut == m->len)
		return 1;
	if (m->shape == SHAPE_FILE)
		return 0;
	for (size_t i = 0; i < m->nr; i++)
		if (m->marks[i].end == cut)
			return 1;
	return cut == (m->shape == SHAPE_PIPE ? 16 : 0);
}

static uint64_t number_behind(const char *text, const char *what)
{
	const char *p = strstr(text, what);

	return p ? strtoull(p + strlen(what), NULL, 10) : 0;
}

static uint64_t lines_of(const char *text)
{
	uint64_t n = 0;

	for (; *text; text++)
		n += *text == '\n';
	return n;
}

struct wanted {
	uint64_t least, most; /* samples */
	int whole, header;    /* looks like a whole one; the header is there */
};

/*
 * Whether all samples are counted, and a message says that the header features after the data are
 * missing.
 */
static int is_beside_samples(uint64_t samples, const char *err, const struct wanted *w)
{
	return samples == w->most && strstr(err, "header features extend past it") != NULL;
}

/* Return: 0, or 1 after a line. */
static int judge(const char *command, const struct child_end *end, uint64_t samples,
		 const char *err, const struct wanted *w)
{
	const char *why = NULL;

	if (end->signal)
		why = "it was killed by a signal";
	else if (end->status > 2 || (end->status == 1 && w->header))
		why = "its status is wrong";
	else if (!end->status && !w->whole && !is_beside_samples(samples, err, w))
		why = "the loss is not said";
	else if (end->status == 2 && w->whole)
		why = "a loss is said that nothing shows";
	else if (end->status && (lines_of(err) != 1 || strncmp(err, "pdata: ", 7)))
		why = "there is not one line that says what is missing";
	else if (end->status != 1 && (samples < w->least || samples > w->most))
		why = "the count of samples is wrong";
	if (why)
		fprintf(stderr,
			"FAILED cut: pdata %s: %s: status %d, signal %d, %llu samples of %llu to "
			"%llu\n%s",
			command, why, end->status, end->signal, (unsigned long long)samples,
			(unsigned long long)w->least, (unsigned long long)w->most, err);
	return why != NULL;
}

static int ask(const char *path, const struct wanted *w)
{
	const char *stats[] = { pdata, "report", "--stats", "-i", path, NULL };
	const char *script[] = { pdata, "script", "-F", "tid", "-i", path, NULL };
	char out[96], err[96];
	int bad = 0;

	snprintf(out, sizeof(out), "%s/out", dir);
	snprintf(err, sizeof(err), "%s/err", dir);
	for (int i = 0; i <= 1 && !bad; i++) {
		struct child_end end;
		size_t len;
		char *text, *said;

		if (child_run(i ? script : stats, out, err, &end))
			return 1;
		text = child_read(out, &len);
		said = child_read(err, &len);
		bad = !text || !said ||
		      judge(i ? "script" : "report", &end,
			    i ? lines_of(text) : number_behind(text, " SAMPLE events:"), said, w);
		free(text);
		free(said);
	}
	unlink(out);
	unlink(err);
	return bad;
}

/* List all files of @path with the records that the walk finds in them. Return: number of files. */
static unsigned load_members(const char *path, struct member *m)
{
	struct dirent **list;
	struct stat st;
	unsigned nr = 0;
	int n;

	if (stat(path, &st))
		return 0;
	if (!S_ISDIR(st.st_mode)) {
		snprintf(m[nr++].path, sizeof(m->path), "%s", path);
	} else {
		n = scandir(path, &list, NULL, alphasort);
		for (int i = 0; i < n; i++) {
			if (!strncmp(list[i]->d_name, "data", 4) && nr < MEMBERS_MAX)
				snprintf(m[nr++].path, sizeof(m->path), "%s/%s", path,
					 list[i]->d_name);
			free(list[i]);
		}
		if (n >= 0)
			free(list);
	}
	for (unsigned i = 0; i < nr; i++) {
		m[i].bytes = child_read(m[i].path, &m[i].len);
		if (!m[i].bytes || m[i].len < 16)
			return 0;
		m[i].shape = memcmp(m[i].bytes, "PERFILE2", 8) ? SHAPE_BARE
			     : load(m[i].bytes + 8, 8) == 16   ? SHAPE_PIPE
							       : SHAPE_FILE;
		if (walk(&m[i]))
			look_inside(&m[i]);
	}
	return nr;
}

static const char *base(const char *path)
{
	const char *s = strrchr(path, '/');

	return s ? s + 1 : path;
}

/* The recording with member @i cut at @len, as @to. */
static int save(const char *to, const struct member *m, unsigned nr, unsigned i, uint64_t len)
{
	char path[1024];
	int bad = 0;

	if (nr == 1)
		return child_write(to, m->bytes, len);
	if (mkdir(to, 0700) && errno != EEXIST)
		return -1;
	for (unsigned k = 0; k < nr; k++) {
		snprintf(path, sizeof(path), "%.255s/%.255s", to, base(m[k].path));
		bad |= child_write(path, m[k].bytes, k == i ? len : m[k].len);
	}
	return bad;
}

static void clean(const char *at, const struct member *m, unsigned nr)
{
	char path[1024];

	for (unsigned k = 0; nr > 1 && k < nr; k++) {
		snprintf(path, sizeof(path), "%s/%s", at, base(m[k].path));
		unlink(path);
	}
	if (nr > 1)
		rmdir(at);
	else
		unlink(at);
}

static int cut_once(const struct member *m, unsigned nr, unsigned i, uint64_t len)
{
	struct wanted w = { .least = samples_before(&m[i], len), .whole = looks_whole(&m[i], len) };
	uint64_t others = 0, all;
	char to[96];
	int bad;

	for (unsigned k = 0; k < nr; k++)
		others += k == i ? 0 : samples_before(&m[k], m[k].len);
	all = samples_before(&m[i], m[i].len) + others;
	/*
	 * A file cut before the attrs is no recording. For a stream cut before the attrs, any
	 * number of samples is accepted.
	 */
	w.header = m[i].shape == SHAPE_BARE || (m[i].nr && len >= m[i].marks[0].off);
	w.least += others;
	if (!w.header)
		w.least = 0;
	/* A part of a compressed record may give some of its samples. */
	w.most = w.least;
	for (size_t k = 0; k < m[i].nr; k++)
		if (m[i].marks[k].off < len && m[i].marks[k].end > len &&
		    is_compressed(m[i].marks[k].type))
			w.most = all;
	if (!w.header)
		w.most = all;
	snprintf(to, sizeof(to), "%s/cut.data", dir);
	bad = save(to, m, nr, i, len) || ask(to, &w);
	if (bad)
		fprintf(stderr, "FAILED cut: %s cut at %llu of %zu\n", m[i].path,
			(unsigned long long)len, m[i].len);
	clean(to, m, nr);
	return bad;
}

static void free_members(struct member *m, unsigned nr)
{
	for (unsigned i = 0; i < nr; i++) {
		free(m[i].bytes);
		free(m[i].marks);
	}
}

int main(int argc, char **argv)
{
	unsigned cuts = 200, passed = 0, failed = 0;
	int opt;

	while ((opt = getopt(argc, argv, "n:")) != -1) {
		if (opt != 'n')
			return 1;
		cuts = (unsigned)strtoul(optarg, NULL, 0);
	}
	if (argc - optind < 2 || !cuts || !mkdtemp(dir))
		return 1;
	pdata = argv[optind++];
	for (; optind < argc; optind++) {
		struct member m[MEMBERS_MAX] = { 0 };
		unsigned nr = load_members(argv[optind], m);

		if (!nr) {
			fprintf(stderr, "FAILED cut: %s: cannot be walked\n", argv[optind]);
			failed++;
		}
		/* The cuts are divided among the files. */
		for (unsigned i = 0; i < nr; i++)
			for (unsigned c = 0; c <= cuts; c += nr)
				if (cut_once(m, nr, i, m[i].len * (uint64_t)c / cuts))
					failed++;
				else
					passed++;
		free_members(m, nr);
	}
	rmdir(dir);
	printf("%u passed, %u failed\n", passed, failed);
	return failed != 0;
}
