/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pdata bundle: adds the names of the objects and symbols that samples hit to a recording, so that
 * it can be read on other machines.
 */
#include "common/plural.h"
#include "console/command.h"
#include "console/progress_line.h"
#include "files/add_trailer.h"
#include "files/bundle_files.h"
#include "object/symbols/dso_kind.h"
#include "object/symbols/location.h"
#include "object/symbols/object_symbols.h"
#include "session/session.h"

#include <pdata/trailer.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAMELESS_MAX 10u /* objects without symbols that are named */

struct bundle {
	struct rep_input in;
	bool full, debug, quiet;
	struct rep_session s;
	uint8_t **hit;	/* for each object, marks for its symbols that occur; NULL: none occur */
	bool *nameless; /* for each object: it has samples, but no symbols were found */
	uint32_t nr;	/* objects */
	uint64_t nr_syms;
	struct bundle_files files; /* --debug */
};

extern const struct rep_cmd cmd_bundle;

static const struct rep_opt opts[] = {
	{ "input", 'i', REP_STR, offsetof(struct bundle, in.path), "FILE",
	  "add the symbols to FILE (default perf.data)", NULL },
	REP_SYMBOL_OPTS(struct bundle, in),
	{ "full", 0, REP_FLAG, offsetof(struct bundle, full), NULL,
	  "store all symbols of the objects that have samples", NULL },
	{ "debug", 0, REP_FLAG, offsetof(struct bundle, debug), NULL,
	  "store the symbols of all mapped objects, and the data of these objects that unwinding "
	  "and source lines need",
	  NULL },
	{ "quiet", 'q', REP_FLAG, offsetof(struct bundle, quiet), NULL,
	  "print neither the number of stored symbols nor the objects without stored symbols",
	  NULL },
	{ 0 },
};

/*
 * Mark the symbol that contains an address, and the symbol of the byte before: a call that never
 * returns may be the last instruction of its function.
 */
static void hit(struct bundle *b, const struct pdata_map *m, uint64_t ip)
{
	struct symbols *syms = b->s.syms;
	const uint32_t nr = symbols_nr(syms, m->object);
	uint8_t **marks = &b->hit[m->object->index];

	if (!nr) {
		b->nameless[m->object->index] = true;
		return;
	}
	if (!*marks)
		*marks = rep_alloc(nr, 1);
	for (uint64_t back = 0; back < 2; back++) {
		const struct sym *s =
			resolve_sym(syms, m->object, resolve_object_addr(m, ip - back));

		if (s)
			(*marks)[symbols_index(syms, m->object, s)] = 1;
	}
}

static void mark_address_hit(struct bundle *b, const struct pdata_record *rec,
			     const struct pdata_thread_at *who, uint64_t ip)
{
	const struct resolve_ctx at = { .maps = who->maps, .time = rec->time, .seq = rec->seq };
	const struct pdata_map *m = resolve_map(b->s.syms, &at, PDATA_CPUMODE_USER, ip);

	if (m)
		hit(b, m, ip);
	m = resolve_map(b->s.syms, &at, PDATA_CPUMODE_KERNEL, ip);
	if (m)
		hit(b, m, ip);
}

static void sample(struct bundle *b, const struct pdata_record *rec)
{
	struct pdata_thread_at who;
	struct pdata_sample s;

	if (pdata_sample_decode(rec, ~0ull, &s, NULL))
		return;
	if (!(s.have & PDATA_SAMPLE_TID))
		s.pid = s.tid = 0;
	pdata_tasks_at(b->s.tasks, s.pid, s.tid, rec->time, rec->seq, &who);
	if (s.have & PDATA_SAMPLE_IP)
		mark_address_hit(b, rec, &who, s.ip);
	if (s.have & PDATA_SAMPLE_ADDR && s.addr)
		mark_address_hit(b, rec, &who, s.addr);
	for (uint64_t i = 0; s.have & PDATA_SAMPLE_CALLCHAIN && i < s.nr_ips; i++)
		if (pdata_u64_at(&s.ips, i) < PDATA_CONTEXT_MAX)
			mark_address_hit(b, rec, &who, pdata_u64_at(&s.ips, i));
	for (uint64_t i = 0; s.have & PDATA_SAMPLE_BRANCH_STACK && i < s.branch.entries.nr; i++) {
		const struct pdata_branch br = pdata_branch_at(&s.branch.entries, i);

		mark_address_hit(b, rec, &who, br.from);
		mark_address_hit(b, rec, &who, br.to);
	}
}

static struct pdata_str str(const char *s)
{
	return (struct pdata_str){ .s = s ? s : "", .len = s ? (uint32_t)strlen(s) : 0 };
}

static void take_object(struct bundle *b, uint32_t i, struct pdata_bundle_object *o)
{
	static const uint8_t no_id[20];
	const struct pdata_object *obj = pdata_tasks_object(b->s.tasks, i);
	const uint32_t nr = symbols_nr(b->s.syms, obj);
	const bool id = obj->build_id && obj->build_id_size <= 20;
	uint8_t *copy = rep_alloc(1, 20);

	memcpy(copy, id ? obj->build_id : no_id, id ? obj->build_id_size : 20);
	*o = (struct pdata_bundle_object){ .cpumode = obj->cpumode,
					   .pid = (int32_t)obj->pid,
					   .id_size = id ? obj->build_id_size : 0,
					   .build_id = copy,
					   .name = str(obj->name),
					   .path = str(symbols_path(b->s.syms, obj)) };
	o->syms = rep_alloc(nr, sizeof(*o->syms));
	for (uint32_t k = 0; k < nr; k++) {
		const struct sym *s;

		if (!b->full && !b->debug && !b->hit[i][k])
			continue;
		s = symbols_get(b->s.syms, obj, k);
		if (!s)
			continue;
		o->syms[o->nr_syms++] = (struct pdata_bundle_sym){
			s->start, s->end, (uint8_t)s->binding + (s->object ? 256u : 0), str(s->name)
		};
	}
	b->nr_syms += o->nr_syms;
}

/*
 * Print the objects whose samples stay without names on another machine, and why. If there are
 * more than NAMELESS_MAX, only count the rest.
 */
static void print_nameless(struct bundle *b)
{
	uint32_t nr = 0;

	for (uint32_t i = 0; i < b->nr; i++) {
		const struct pdata_object *obj = pdata_tasks_object(b->s.tasks, i);
		const enum dso_kind kind = dso_kind_of(obj);
		const char *why;

		if (!b->nameless[i] || kind == DSO_KIND_NONE || kind == DSO_KIND_CODE ||
		    ++nr > NAMELESS_MAX)
			continue;
		why = symbols_why(b->s.syms, obj);
		rep_err("%s: no symbols of %s are stored: %s", b->s.path, obj->name,
			why ? why : "none were found");
	}
	if (nr > NAMELESS_MAX)
		rep_err("%s: the symbols of %u further objects are not stored", b->s.path,
			nr - NAMELESS_MAX);
}

static int encode_bundle_feature(const struct bundle *b, const struct pdata_feature *f,
				 struct pdata_block_in *in)
{
	uint8_t *data;
	const int64_t len =
		pdata_feature_encode(f, (int)pdata_reader_info(b->s.reader)->swap, &data);

	if (len < 0)
		return rep_error("%s: %s", b->s.path, pdata_strerror((int)len));
	*in = (struct pdata_block_in){
		.type = f->bit, .level = 9, .data = data, .len = (uint64_t)len
	};
	return 0;
}

/* Collect the files of all executable objects, because stacks may lead into any of them. */
static void take_files(struct bundle *b)
{
	b->files.all.mode = PDATA_BUNDLE_DEBUG;
	for (uint32_t i = 0; i < b->nr; i++) {
		const struct pdata_object *obj = pdata_tasks_object(b->s.tasks, i);

		if (obj->exec || b->hit[i])
			bundle_files_add(&b->files, b->s.syms, obj);
	}
	if (b->files.nr_left_out)
		rep_err("%s: %u object files are not stored in the recording: they are too large "
			"or damaged",
			b->s.path, b->files.nr_left_out);
}

static int write_blocks(struct bundle *b, const struct pdata_symbols *names)
{
	const struct pdata_feature f[2] = { { .bit = PDATA_BLOCK_SYMBOLS, .u.symbols = *names },
					    { .bit = PDATA_BLOCK_FILES, .u.files = b->files.all } };
	struct pdata_block_in in[2] = { { 0 } };
	const uint32_t nr = b->files.all.nr ? 2 : 1;
	int ret = 0;

	for (uint32_t i = 0; i < nr && !ret; i++)
		ret = encode_bundle_feature(b, &f[i], &in[i]);
	if (!ret)
		ret = add_trailer(b->s.path, in, nr);
	for (uint32_t i = 0; i < nr; i++)
		pdata_free((void *)(uintptr_t)in[i].data);
	return ret;
}

static int collect_bundle(struct bundle *b)
{
	struct pdata_symbols names = { .whole = b->full || b->debug };
	struct pdata_record rec;
	int ret;

	if (rep_session_tasks(&b->s) || rep_session_symbols(&b->s, &b->in))
		return REP_FAIL;
	b->nr = pdata_tasks_nr_objects(b->s.tasks);
	b->hit = rep_alloc(b->nr + 1, sizeof(*b->hit));
	b->nameless = rep_alloc(b->nr + 1, sizeof(*b->nameless));
	while ((ret = pdata_reader_next(b->s.reader, &rec)) > 0)
		if (rec.type == PDATA_RECORD_SAMPLE)
			sample(b, &rec);
	if (ret < 0)
		rep_session_failed(&b->s);
	names.objects = rep_alloc(b->nr + 1, sizeof(*names.objects));
	for (uint32_t i = 0; i < b->nr; i++)
		if (b->hit[i])
			take_object(b, i, &names.objects[names.nr++]);
	if (b->debug)
		take_files(b);
	ret = session_err(&b->s) ? -1 : write_blocks(b, &names);
	if (!ret && !b->quiet) {
		print_nameless(b);
		printf("stored %llu symbol%s of %u object%s\n", (unsigned long long)b->nr_syms,
		       pd_plural(b->nr_syms), names.nr, pd_plural(names.nr));
	}
	bundle_files_free(&b->files);
	for (uint32_t i = 0; i < names.nr; i++) {
		free((void *)(uintptr_t)names.objects[i].build_id);
		free(names.objects[i].syms);
	}
	for (uint32_t i = 0; i < b->nr; i++)
		free(b->hit[i]);
	free(names.objects);
	free(b->nameless);
	free(b->hit);
	return ret ? REP_FAIL : REP_OK;
}

static int bundle_run(int argc, char **argv)
{
	struct bundle b = { .full = false };
	int first = rep_opts_parse(&cmd_bundle, opts, &b, argc, argv), status, read_status;

	if (first < 0)
		return -1 - first;
	if (rep_input_operand(&b.in, cmd_bundle.name, argc, argv, first))
		return REP_FAIL;
	if (!b.in.path)
		b.in.path = "perf.data";
	if (!strcmp(b.in.path, "-"))
		return rep_fail("bundle: symbols cannot be added to standard input: name a file");
	if (add_trailer_check(b.in.path))
		return REP_FAIL;
	b.in.progress = progress_line;
	status = rep_session_open(&b.s, &b.in);
	if (status)
		return status;
	status = collect_bundle(&b);
	read_status = rep_session_close(&b.s);
	return status ? status : read_status;
}

const struct rep_cmd cmd_bundle = {
	.name = "bundle",
	.help = "add the symbols of all samples to the recording, for reports on other machines",
	.usage = "[FILE]",
	.run = bundle_run,
};
