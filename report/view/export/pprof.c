/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes a profile for pprof: the message Profile of google/pprof's proto/profile.proto, compressed
 * with gzip. Each event has two sample types: its number of samples, and the sum of their periods.
 *
 * Protocol buffers are written here, because the format needs only varints and nested lengths.
 */
#include "base/memory.h"
#include "common/plural.h"
#include "common/utf8.h"
#include "console/command.h"
#include "object/elf/symbol_sources.h"
#include "object/symbols/object_symbols.h"
#include "view/export/event_labels.h"
#include "view/export/export_tree.h"

#include <inttypes.h>
#include <libdeflate.h>
#include <stdlib.h>

#define LEVEL 3

/* Field numbers of profile.proto. */
enum {
	PROFILE_SAMPLE_TYPE = 1,
	PROFILE_SAMPLE = 2,
	PROFILE_MAPPING = 3,
	PROFILE_LOCATION = 4,
	PROFILE_FUNCTION = 5,
	PROFILE_STRING_TABLE = 6,
	PROFILE_PERIOD_TYPE = 11,
	PROFILE_PERIOD = 12,
	PROFILE_COMMENT = 13,
	PROFILE_DEFAULT_SAMPLE_TYPE = 14,
	TYPE_TYPE = 1,
	TYPE_UNIT = 2,
	SAMPLE_LOCATION = 1,
	SAMPLE_VALUE = 2,
	SAMPLE_LABEL = 3,
	LABEL_KEY = 1,
	LABEL_STR = 2,
	LABEL_NUM = 3,
	MAPPING_ID = 1,
	MAPPING_START = 2,
	MAPPING_LIMIT = 3,
	MAPPING_OFFSET = 4,
	MAPPING_FILENAME = 5,
	MAPPING_BUILD_ID = 6,
	MAPPING_HAS_FUNCTIONS = 7,
	MAPPING_HAS_FILENAMES = 8,
	MAPPING_HAS_LINES = 9,
	MAPPING_HAS_INLINES = 10,
	LOCATION_ID = 1,
	LOCATION_MAPPING = 2,
	LOCATION_ADDRESS = 3,
	LOCATION_LINE = 4,
	LINE_FUNCTION = 1,
	LINE_LINE = 2,
	FUNCTION_ID = 1,
	FUNCTION_NAME = 2,
	FUNCTION_SYSTEM_NAME = 3,
	FUNCTION_FILENAME = 4,
	WIRE_VARINT = 0,
	WIRE_BYTES = 2
};

struct function_key {
	uint32_t name, file;
};

struct pprof {
	struct export *e;
	struct out out;		   /* the message, in memory */
	struct out part;	   /* a nested message */
	struct out line;	   /* a message nested in part */
	struct out ids;		   /* the locations of a sample */
	struct interner strings;   /* numbers are those of the string table; 0: "" */
	struct interner functions; /* struct function_key */
	bool *located;		   /* by frame: its location is written */
	uint32_t nr_events;
	uint32_t key_thread, key_pid, key_tid, key_cpu; /* strings */
};

/* ---- protocol buffers ---- */

static void put_varint(struct out *o, uint64_t v)
{
	for (; v >= 0x80; v >>= 7)
		out_char(o, (char)(v | 0x80));
	out_char(o, (char)v);
}

static void put_tag(struct out *o, unsigned field, unsigned wire)
{
	put_varint(o, (uint64_t)field << 3 | wire);
}

/* A number; the default 0 is not written. */
static void put_u64(struct out *o, unsigned field, uint64_t v)
{
	if (!v)
		return;
	put_tag(o, field, WIRE_VARINT);
	put_varint(o, v);
}

static void put_bytes(struct out *o, unsigned field, const void *bytes, size_t len)
{
	put_tag(o, field, WIRE_BYTES);
	put_varint(o, len);
	out_raw(o, bytes, len);
}

/* Write the nested message @part, and empty it. */
static void put_part(struct out *o, unsigned field, struct out *part)
{
	put_bytes(o, field, part->buf, part->len);
	part->len = 0;
}

/* ---- strings ---- */

/* Strings are UTF-8. Bytes that are not are read as Latin-1. */
static uint32_t number_string(struct pprof *p, const char *s)
{
	const size_t n = strlen(s);
	size_t len = 0;
	uint32_t number;
	char *text;

	if (!n)
		return 0;
	if (pd_utf8_valid(s, n))
		return interner_add(&p->strings, s, (uint32_t)n);
	text = rep_alloc(2 * n, 1);
	for (size_t i = 0; i < n; i++) {
		const uint8_t c = (uint8_t)s[i];

		if (c >= 0x80)
			text[len++] = (char)(0xc0 | c >> 6);
		text[len++] = (char)(c < 0x80 ? c : 0x80 | (c & 0x3f));
	}
	number = interner_add(&p->strings, text, (uint32_t)len);
	free(text);
	return number;
}

static void put_strings(struct pprof *p)
{
	put_bytes(&p->out, PROFILE_STRING_TABLE, "", 0);
	for (uint32_t i = 1; i < p->strings.nr; i++)
		put_bytes(&p->out, PROFILE_STRING_TABLE, p->strings.all[i].data,
			  p->strings.all[i].len);
}

/* ---- locations ---- */

static uint32_t number_function(struct pprof *p, const struct tables_frame_facts *f)
{
	char *name = export_label(f, "");
	const struct function_key key = { number_string(p, name),
					  f->file ? number_string(p, f->file) : 0 };

	free(name);
	return interner_add(&p->functions, &key, sizeof(key));
}

/*
 * The address in memory, by the map in which the frame was sampled first; without such a map, the
 * address in the object.
 */
static uint64_t address_of(const struct pprof *p, const struct tables_frame_facts *f)
{
	const struct pdata_map *m = f->map ? tables_map(p->e->t, f->map) : NULL;
	const uint64_t addr = m ? f->addr - m->pgoff + m->start : 0;

	return m && addr >= m->start && addr < m->end ? addr : f->addr;
}

static void put_line(struct pprof *p, const struct tables_frame_facts *f)
{
	put_u64(&p->line, LINE_FUNCTION, number_function(p, f));
	put_u64(&p->line, LINE_LINE, f->line);
	put_part(&p->part, LOCATION_LINE, &p->line);
}

/*
 * Write the location of the address at which @stack or, without one, @frame is innermost: a line
 * for each inlined function, innermost first, and one for the function around them. Its id is the
 * number of the innermost frame. Return: the stack of the caller.
 */
static uint32_t put_location(struct pprof *p, uint32_t stack, uint32_t frame, bool write)
{
	struct tables_frame_facts f;

	if (write) {
		tables_frame_facts(p->e->t, frame, &f);
		put_u64(&p->part, LOCATION_ID, frame);
		put_u64(&p->part, LOCATION_MAPPING, f.map);
		put_u64(&p->part, LOCATION_ADDRESS, address_of(p, &f));
		put_line(p, &f);
	}
	while (stack) {
		const uint32_t inner = tables_stack(p->e->t, stack)->frame;

		stack = tables_stack(p->e->t, stack)->parent;
		if (!stack || !tables_frame(p->e->t, inner)->position)
			break;
		tables_frame_facts(p->e->t, inner, &f);
		if (!f.inlined)
			break;
		tables_frame_facts(p->e->t, tables_stack(p->e->t, stack)->frame, &f);
		if (write)
			put_line(p, &f);
	}
	if (write)
		put_part(&p->out, PROFILE_LOCATION, &p->part);
	return stack;
}

/* Write the locations of a stack that are not written yet, and their ids to p->ids. */
static void put_stack(struct pprof *p, const struct tables_sum *sum)
{
	uint32_t stack = sum->stack;

	do {
		const uint32_t frame = stack ? tables_stack(p->e->t, stack)->frame : sum->frame;

		stack = put_location(p, stack, frame, !p->located[frame]);
		p->located[frame] = true;
		put_varint(&p->ids, frame);
	} while (stack);
}

/* ---- samples ---- */

static void put_label(struct pprof *p, uint32_t key, uint32_t str, uint64_t num)
{
	put_u64(&p->line, LABEL_KEY, key);
	put_u64(&p->line, LABEL_STR, str);
	put_u64(&p->line, LABEL_NUM, num);
	put_part(&p->part, SAMPLE_LABEL, &p->line);
}

static void put_sample(struct pprof *p, const struct tables_sum *sum)
{
	const struct tables_thread *th = tables_thread(p->e->t, sum->thread);

	put_stack(p, sum);
	put_part(&p->part, SAMPLE_LOCATION, &p->ids);
	for (uint32_t i = 0; i < p->nr_events; i++) {
		put_varint(&p->line, i == sum->event ? sum->nr : 0);
		put_varint(&p->line, i == sum->event ? sum->period : 0);
	}
	put_part(&p->part, SAMPLE_VALUE, &p->line);
	put_label(p, p->key_thread, number_string(p, th->comm[0] ? th->comm : EXPORT_NO_NAME), 0);
	put_label(p, p->key_pid, 0, (uint64_t)(int64_t)(int32_t)th->pid);
	put_label(p, p->key_tid, 0, (uint64_t)(int64_t)(int32_t)th->tid);
	if (sum->cpu >= 0)
		put_label(p, p->key_cpu, 0, (uint64_t)sum->cpu);
	put_part(&p->out, PROFILE_SAMPLE, &p->part);
}

static void put_type(struct pprof *p, unsigned field, const char *type, const char *unit)
{
	put_u64(&p->part, TYPE_TYPE, number_string(p, type));
	put_u64(&p->part, TYPE_UNIT, number_string(p, unit));
	put_part(&p->out, field, &p->part);
}

static void put_types(struct pprof *p)
{
	char **names = export_event_labels(p->e->t);

	for (uint32_t i = 0; i < p->nr_events; i++) {
		const char *name = names[i];
		const size_t size = strlen(name) + sizeof("/period");
		char *period = rep_alloc(size, 1);

		snprintf(period, size, "%s/period", name);
		put_type(p, PROFILE_SAMPLE_TYPE, name, "count");
		put_type(p, PROFILE_SAMPLE_TYPE, period, "events");
		if (i == 0)
			put_u64(&p->out, PROFILE_DEFAULT_SAMPLE_TYPE,
				number_string(p, p->e->opts->periods ? period : name));
		free(period);
	}
	export_event_labels_free(p->e->t, names);
}

static void put_mapping(struct pprof *p, uint32_t n)
{
	const struct pdata_map *m = tables_map(p->e->t, n);
	char hex[2 * SYM_ID_MAX + 1];
	struct sym_build_id id;

	symbols_build_id(tables_session(p->e->t)->syms, m->object, &id);
	sym_id_hex(&id, hex);
	put_u64(&p->part, MAPPING_ID, n);
	put_u64(&p->part, MAPPING_START, m->start);
	put_u64(&p->part, MAPPING_LIMIT, m->end);
	put_u64(&p->part, MAPPING_OFFSET, m->pgoff);
	put_u64(&p->part, MAPPING_FILENAME, number_string(p, m->object->name));
	put_u64(&p->part, MAPPING_BUILD_ID, number_string(p, hex));
	put_u64(&p->part, MAPPING_HAS_FUNCTIONS, 1);
	put_u64(&p->part, MAPPING_HAS_FILENAMES, 1);
	put_u64(&p->part, MAPPING_HAS_LINES, 1);
	put_u64(&p->part, MAPPING_HAS_INLINES, 1);
	put_part(&p->out, PROFILE_MAPPING, &p->part);
}

/* Readers take the first mapping for the program, so those of the kernel are the last. */
static void put_mappings(struct pprof *p)
{
	for (int kernel = 0; kernel < 2; kernel++)
		for (uint32_t n = 1; n <= tables_nr_maps(p->e->t); n++) {
			const uint16_t misc = tables_map(p->e->t, n)->misc;

			if (((misc & PDATA_MISC_CPUMODE) == PDATA_CPUMODE_KERNEL) == kernel)
				put_mapping(p, n);
		}
}

static void put_functions(struct pprof *p)
{
	for (uint32_t i = 1; i < p->functions.nr; i++) {
		const struct function_key *key =
			(const struct function_key *)(const void *)p->functions.all[i].data;

		put_u64(&p->part, FUNCTION_ID, i);
		put_u64(&p->part, FUNCTION_NAME, key->name);
		put_u64(&p->part, FUNCTION_SYSTEM_NAME, key->name);
		put_u64(&p->part, FUNCTION_FILENAME, key->file);
		put_part(&p->out, PROFILE_FUNCTION, &p->part);
	}
}

/* What is missing, for readers who see only the profile. */
static void put_comments(struct pprof *p)
{
	const struct tables_losses *l = tables_losses(p->e->t);
	char text[160];

	snprintf(text, sizeof(text), "pdata: %" PRIu64 " sample%s without a symbol", l->unresolved,
		 pd_plural(l->unresolved));
	put_u64(&p->out, PROFILE_COMMENT, number_string(p, text));
}

static void put_profile(struct pprof *p)
{
	p->key_thread = number_string(p, "thread");
	p->key_pid = number_string(p, "pid");
	p->key_tid = number_string(p, "tid");
	p->key_cpu = number_string(p, "cpu");
	put_types(p);
	put_mappings(p);
	for (uint32_t i = 0; i < tables_nr_sums(p->e->t); i++)
		put_sample(p, tables_sum(p->e->t, i));
	put_functions(p);
	put_comments(p);
	put_strings(p);
}

static void write_gzip(struct pprof *p)
{
	struct libdeflate_compressor *z = libdeflate_alloc_compressor(LEVEL);
	const size_t bound = z ? libdeflate_gzip_compress_bound(z, p->out.len) : 0;
	void *packed = rep_big_alloc(bound + 1, 1);

	if (!z || p->out.err || p->part.err || p->line.err || p->ids.err || p->strings.err ||
	    p->functions.err)
		rep_exit_no_memory();
	out_raw(p->e->out, packed,
		libdeflate_gzip_compress(z, p->out.buf, p->out.len, packed, bound));
	libdeflate_free_compressor(z);
	free(packed);
}

void export_pprof(struct export *e)
{
	struct pprof p = { .e = e,
			   .out = { .fd = -1 },
			   .part = { .fd = -1 },
			   .line = { .fd = -1 },
			   .ids = { .fd = -1 },
			   .nr_events = pdata_reader_nr_events(tables_session(e->t)->reader) };

	if (tables_sum_samples(e->t, true) != REP_OK)
		return;
	p.located = rep_alloc((size_t)tables_nr_frames(e->t) + 1, sizeof(*p.located));
	put_profile(&p);
	write_gzip(&p);
	free(p.located);
	out_close(&p.out);
	out_close(&p.part);
	out_close(&p.line);
	out_close(&p.ids);
	interner_free(&p.strings);
	interner_free(&p.functions);
}
