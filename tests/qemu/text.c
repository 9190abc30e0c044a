/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * text DIR INPUT... - what the library says of each INPUT, as files in DIR
 *
 * An INPUT is a perf.data file, or ORDER:TEXT with ORDER le or be: a text to assemble first.
 * Of each there are then, in DIR, by the INPUT's name:
 *
 *   .data    the bytes that were assembled     .txt    their text     .jsonl  the same as JSON
 *   .again   the bytes that the text gives     .walk   records in time order with who and where
 *
 * Nothing in them may depend on the host: files of two hosts can be compared.
 */

#include <pdata/tasks.h>
#include <pdata/text.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PATH_BYTES 4096

static const char *dir, *name; /* of the input at hand */

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static const char *path_of(char path[PATH_BYTES], const char *suffix)
{
	snprintf(path, PATH_BYTES, "%s/%s.%s", dir, name, suffix);
	return path;
}

static FILE *create(const char *suffix)
{
	char path[PATH_BYTES];
	FILE *f = fopen(path_of(path, suffix), "wb");

	if (!f)
		die(path);
	return f;
}

static void finish(FILE *f)
{
	if (ferror(f) || fclose(f))
		die(name);
}

static void put_error(FILE *out, const char *what, int ret, const struct pdata_error *err)
{
	char line[512];

	pdata_error_format(err, line, sizeof(line));
	fprintf(out, "%s: %d: %s\n", what, ret, line);
}

static void put_damage(FILE *out, const struct pdata_damage *d)
{
	fprintf(out,
		"damage %" PRIu64 ": %" PRIu64 " bytes, %" PRIu64 " records, unknown: %" PRIu64
		" records, %" PRIu64 " ids\n",
		d->nr, d->skipped_bytes, d->skipped_records, d->unknown_records, d->unknown_ids);
	if (d->nr)
		put_error(out, "first", d->first.code, &d->first);
}

static char *read_all(const char *path, size_t *len)
{
	FILE *f = fopen(path, "rb");
	size_t cap = 1 << 16;
	char *text = malloc(cap);
	size_t n;

	if (!f || !text)
		die(path);
	*len = 0;
	while ((n = fread(text + *len, 1, cap - *len, f)) > 0) {
		*len += n;
		if (*len == cap && !(text = realloc(text, cap *= 2)))
			die(path);
	}
	if (ferror(f) || fclose(f))
		die(path);
	return text;
}

static void assemble(const char *from, const char *suffix, uint32_t order)
{
	const struct pdata_assemble_opts o = { .size = sizeof(o), .order = order };
	char path[PATH_BYTES];
	struct pdata_error err = { .field = "" };
	size_t len;
	char *text = read_all(from, &len);
	int ret = pdata_assemble(text, len, path_of(path, suffix), &o, &err);

	free(text);
	if (ret) {
		FILE *f = create(suffix);

		put_error(f, "assemble", ret, &err);
		finish(f);
	}
}

static int write_out(void *ctx, const char *text, size_t len)
{
	return fwrite(text, 1, len, ctx) != len;
}

static int dump(const char *data, const char *suffix, uint32_t json)
{
	const struct pdata_dump_opts o = { .size = sizeof(o), .json = json };
	struct pdata_damage damage = { 0 };
	struct pdata_error err = { .field = "" };
	FILE *out = create(suffix);
	int ret = pdata_dump(data, -1, &o, write_out, out, &damage, &err);

	if (ret)
		put_error(out, "dump", ret, &err);
	finish(out);
	return ret;
}

/*
 * ---- facts that the text lacks: time order, and threads of samples
 * -------------------------------
 */

static void put_map(FILE *out, const char *what, const struct pdata_map *m, uint64_t addr)
{
	if (m)
		fprintf(out, " %s=%s+%#" PRIx64, what, m->object->name,
			pdata_map_to_offset(m, addr));
}

static void put_sample(FILE *out, const struct pdata_tasks *t, const struct pdata_record *rec)
{
	struct pdata_thread_at at;
	struct pdata_sample s;
	struct pdata_error err;
	int ret = pdata_sample_decode(rec, ~0ull, &s, &err);

	if (ret) {
		put_error(out, " sample", ret, &err);
		return;
	}
	fprintf(out, " have=%#" PRIx64, s.have);
	if (!(s.have & PDATA_SAMPLE_TID))
		return;
	pdata_tasks_at(t, s.pid, s.tid, rec->time, rec->seq, &at);
	fprintf(out, " comm=%s epoch=%u", at.comm, at.epoch);
	if (!(s.have & PDATA_SAMPLE_IP))
		return;
	put_map(out, "user", pdata_mapset_find(at.maps, s.ip), s.ip);
	put_map(out, "kernel", pdata_tasks_kernel_map(t, s.ip, rec->time, rec->seq), s.ip);
}

static void add_tasks(struct pdata_reader *r, struct pdata_tasks *t)
{
	struct pdata_record rec;
	struct pdata_error err;

	while (pdata_reader_next(r, &rec) == 1)
		pdata_tasks_add(t, &rec, &err);
	if (pdata_tasks_seal(t))
		die("tasks");
}

static void put_records(FILE *out, struct pdata_reader *r, const struct pdata_tasks *t)
{
	struct pdata_record rec;
	int ret;

	while ((ret = pdata_reader_next(r, &rec)) == 1) {
		fprintf(out, "%" PRIu64 " %u %u off=%" PRIu64 " time=%" PRIu64, rec.seq, rec.type,
			rec.size, rec.off, rec.time);
		if (rec.type == PDATA_RECORD_SAMPLE)
			put_sample(out, t, &rec);
		fputc('\n', out);
	}
	if (ret)
		put_error(out, "ended", ret, pdata_reader_error(r));
}

static void walk(const char *data)
{
	const struct pdata_open_opts o = { .size = sizeof(o) };
	struct pdata_error err = { .field = "" };
	struct pdata_reader *r;
	struct pdata_tasks *t;
	FILE *out = create("walk");
	int ret = pdata_reader_open(&r, data, &o, &err);

	if (ret) {
		put_error(out, "open", ret, &err);
		finish(out);
		return;
	}
	if (pdata_tasks_new(&t))
		die("tasks");
	add_tasks(r, t);
	put_damage(out, pdata_reader_damage(r));
	if (!pdata_reader_rewind(r) && !pdata_reader_set_order(r, PDATA_ORDER_TIME))
		put_records(out, r, t);
	put_damage(out, pdata_reader_damage(r));
	pdata_tasks_free(t);
	pdata_reader_close(r);
	finish(out);
}

static void one(const char *input)
{
	static char name_buf[PATH_BYTES];
	const char *text = !strncmp(input, "le:", 3) || !strncmp(input, "be:", 3) ? input + 3
										  : NULL;
	const char *base = strrchr(input, '/');
	char path[PATH_BYTES];
	const char *data = input;

	base = base ? base + 1 : input;
	snprintf(name_buf, sizeof(name_buf), "%s%s%.2s", base, text ? "." : "", text ? input : "");
	name = name_buf;
	if (text) {
		assemble(text, "data", *input == 'l' ? PDATA_TEXT_ORDER_LE : PDATA_TEXT_ORDER_BE);
		data = path_of(path, "data");
	}
	if (!dump(data, "txt", 0)) {
		char dumped[PATH_BYTES];

		assemble(path_of(dumped, "txt"), "again", PDATA_TEXT_ORDER_GIVEN);
	}
	dump(data, "jsonl", 1);
	walk(data);
}

int main(int argc, char **argv)
{
	if (argc < 3) {
		fprintf(stderr, "usage: text DIR [le:|be:]INPUT...\n");
		return 1;
	}
	dir = argv[1];
	for (int i = 2; i < argc; i++)
		one(argv[i]);
	return 0;
}
