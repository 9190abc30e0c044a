/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints a record in the format of perf's --dump-raw-trace: file offset, hexadecimal bytes and
 * decoded fields.
 */
#include "script/raw_dump.h"

#include "object/symbols/location.h"
#include "script/script.h"
#include "script/script_put.h"
#include "session/describe/record_text.h"
#include "session/describe/reg_names.h"
#include "session/event_names.h"

#define ROW 16u
#define ALL_SAMPLE_ID (PDATA_SAMPLE_TID | PDATA_SAMPLE_TIME | PDATA_SAMPLE_CPU | PDATA_SAMPLE_ID)

/* ---- offset and bytes --------------------------------------------------------------------- */

/*
 * The text of a line of bytes, such as ".  0010:  00 ...  ................", from offset @at on.
 */
#define LINE_TEXT (9 + 3 * ROW + 2)
#define LINE_SIZE (LINE_TEXT + ROW + 1)

static void print_hex_line(struct out *o, const uint8_t *data, uint32_t at, uint32_t n)
{
	static const char digits[] = "0123456789abcdef";
	char *to = put_room(o, LINE_SIZE), *hex, *text;

	if (!to)
		return;
	hex = to + 10;
	text = to + LINE_TEXT;
	memset(to, ' ', LINE_SIZE);
	to[0] = '.';
	for (unsigned i = 0; i < 4; i++)
		to[3 + i] = digits[at >> (12 - 4 * i) & 15];
	to[7] = ':';
	for (uint32_t i = 0; i < n; i++) {
		const uint8_t b = data[at + i];

		hex[3 * i] = digits[b >> 4];
		hex[3 * i + 1] = digits[b & 15];
		text[i] = b >= ' ' && b <= '~' ? (char)b : '.';
	}
	to[LINE_SIZE - 1] = '\n';
	o->len += LINE_SIZE;
}

static void print_raw_event(struct out *o, const uint8_t *data, uint32_t size)
{
	out_str(o, ".\n. ... raw event: size ");
	out_dec(o, size);
	out_str(o, " bytes\n");
	for (uint32_t at = 0; at < size; at += ROW)
		print_hex_line(o, data, at, size - at < ROW ? size - at : ROW);
	out_char(o, '\n');
}

static void put_size(struct out *o, const struct pdata_record *rec)
{
	out_str(o, " [");
	record_text_hex(o, rec->size);
	out_str(o, "]: ");
}

static void print_record_offset(struct raw_dump *d, const struct pdata_record *rec)
{
	const char *file = pdata_reader_data_file(d->ses->reader, rec->seq);

	record_text_hex(d->o, rec->off - d->base);
	out_char(d->o, '@');
	out_str(d->o, d->place);
	if (file) {
		out_char(d->o, '/');
		out_str(d->o, file);
	}
	put_size(d->o, rec);
}

/* ---- CPU and time ------------------------------------------------------------------------- */

/* In a pipe, an event counts only after its HEADER_ATTR record. */
static uint32_t nr_known(const struct raw_dump *d)
{
	return d->announced ? d->nr_announced : pdata_reader_nr_events(d->ses->reader);
}

static uint64_t raw_dump_sample_types(const struct raw_dump *d)
{
	uint64_t all = 0;

	for (uint32_t i = 0; i < nr_known(d) && i < pdata_reader_nr_events(d->ses->reader); i++)
		all |= pdata_reader_event(d->ses->reader, i)->attr.sample_type;
	return all;
}

static bool has_sample_ids(const struct raw_dump *d)
{
	const struct pdata_event *first = nr_known(d) ? pdata_reader_event(d->ses->reader, 0)
						      : NULL;

	return first && pdata_attr_flag(&first->attr, PDATA_ATTR_SAMPLE_ID_ALL);
}

static void put_moment(struct raw_dump *d, const struct pdata_record *rec,
		       const struct pdata_sample_id *id)
{
	const uint64_t types = raw_dump_sample_types(d);
	const uint64_t none = rec->event ? UINT64_MAX : 0;

	if (rec->type != PDATA_RECORD_SAMPLE && !has_sample_ids(d)) {
		out_str(d->o, "-1 -1 ");
		return;
	}
	if (types & PDATA_SAMPLE_CPU) {
		out_dec(d->o, id->have & PDATA_SAMPLE_CPU ? id->cpu : (uint32_t)none);
		out_char(d->o, ' ');
	}
	if (types & PDATA_SAMPLE_TIME) {
		out_dec(d->o, id->have & PDATA_SAMPLE_TIME ? id->time : none);
		out_char(d->o, ' ');
	}
}

/* ---- fields ------------------------------------------------------------------------------- */

#define ALL (RAW_SCRIPT | RAW_REPORT | RAW_ANNOTATE | RAW_DIFF)
#define NOT_SCRIPT (RAW_REPORT | RAW_ANNOTATE | RAW_DIFF)

static const struct row {
	uint32_t type;
	unsigned unhandled; /* commands that print ": unhandled!" */
	unsigned quiet;	    /* commands that do not print its fields */
} rows[] = {
	{ PDATA_RECORD_READ, RAW_SCRIPT | RAW_ANNOTATE | RAW_DIFF, 0 },
	{ PDATA_RECORD_THROTTLE, NOT_SCRIPT, 0 },
	{ PDATA_RECORD_UNTHROTTLE, NOT_SCRIPT, 0 },
	{ PDATA_RECORD_CGROUP, RAW_ANNOTATE, RAW_ANNOTATE },
	{ PDATA_RECORD_HEADER_ATTR, RAW_DIFF, 0 },
	{ PDATA_RECORD_EVENT_UPDATE, RAW_ANNOTATE | RAW_DIFF, 0 },
	{ PDATA_RECORD_TRACING_DATA, RAW_DIFF, 0 },
	{ PDATA_RECORD_BUILD_ID, RAW_DIFF, 0 },
	{ PDATA_RECORD_ID_INDEX, RAW_DIFF, RAW_DIFF },
	{ PDATA_RECORD_AUXTRACE_INFO, RAW_DIFF, RAW_DIFF },
	{ PDATA_RECORD_AUXTRACE, RAW_DIFF, RAW_DIFF },
	{ PDATA_RECORD_AUXTRACE_ERROR, NOT_SCRIPT, NOT_SCRIPT },
	{ PDATA_RECORD_THREAD_MAP, NOT_SCRIPT, 0 },
	{ PDATA_RECORD_CPU_MAP, NOT_SCRIPT, 0 },
	{ PDATA_RECORD_STAT_CONFIG, NOT_SCRIPT, RAW_SCRIPT },
	{ PDATA_RECORD_STAT, NOT_SCRIPT, RAW_SCRIPT },
	{ PDATA_RECORD_STAT_ROUND, NOT_SCRIPT, RAW_SCRIPT },
	{ PDATA_RECORD_TIME_CONV, ALL, 0 },
	{ PDATA_RECORD_HEADER_FEATURE, RAW_DIFF, 0 },
};

static const struct row *find_dump_row(uint32_t type)
{
	static const struct row used = { 0 }, unknown = { .unhandled = ALL };

	for (size_t i = 0; i < REP_NR(rows); i++)
		if (rows[i].type == type)
			return &rows[i];
	/* perf 6.1 knows no record types beyond these. */
	return type <= PDATA_RECORD_AUX_OUTPUT_HW_ID || (type >= PDATA_RECORD_USER_START &&
							 type < PDATA_RECORD_FINISHED_INIT)
		       ? &used
		       : &unknown;
}

static void raw_print_lost(struct out *o, const struct pdata_record *rec,
			   const struct pdata_value *v)
{
	const bool samples = rec->type == PDATA_RECORD_LOST_SAMPLES;
	uint64_t id = samples ? v->id.have & PDATA_SAMPLE_ID ? v->id.id : UINT64_MAX : v->u.lost.id;

	if (samples && v->id.have & PDATA_SAMPLE_IDENTIFIER)
		id = v->id.identifier;
	out_printf(o, ": id:%llu: lost%s:%llu\n", (unsigned long long)id,
		   samples ? " samples " : "",
		   (unsigned long long)(samples ? v->u.lost_samples.lost : v->u.lost.lost));
}

static void raw_print_read(struct raw_dump *d, const struct pdata_record *rec,
			   const struct pdata_value *v)
{
	const struct pdata_read *r = &v->u.read.read;
	const struct pdata_read_entry e = r->format & PDATA_FORMAT_GROUP ? pdata_read_entry_at(r, 0)
									 : r->single;
	struct out *o = d->o;

	out_printf(o, ": %d %d %s %llu\n", (int)v->u.read.pid, (int)v->u.read.tid,
		   rep_event_name(d->ses, rec->event), (unsigned long long)e.value);
	if (r->format & PDATA_FORMAT_TOTAL_TIME_ENABLED)
		out_printf(o, "... time enabled : %llu\n", (unsigned long long)r->time_enabled);
	if (r->format & PDATA_FORMAT_TOTAL_TIME_RUNNING)
		out_printf(o, "... time running : %llu\n", (unsigned long long)r->time_running);
	if (r->format & PDATA_FORMAT_ID)
		out_printf(o, "... id           : %llu\n", (unsigned long long)e.id);
	if (r->format & PDATA_FORMAT_LOST)
		out_printf(o, "... lost         : %llu\n", (unsigned long long)e.lost);
}

static void put_poke(struct raw_dump *d, const struct pdata_record *rec,
		     const struct pdata_value *v)
{
	const struct resolve_ctx at = { .time = rec->time, .seq = rec->seq };
	struct location l;

	resolve_address(d->ses->syms, &at, PDATA_CPUMODE_KERNEL, v->u.text_poke.addr, &l);
	record_text_poke(d->o, &v->u.text_poke, l.sym ? l.sym->name : NULL,
			 l.sym ? l.addr - l.sym->start : 0);
}

static void raw_print_value(struct raw_dump *d, const struct pdata_record *rec,
			    const struct pdata_value *v)
{
	const struct row *row = find_dump_row(rec->type);
	const bool no_round = rec->type == PDATA_RECORD_FINISHED_ROUND && d->unsorted;

	if (rec->type == PDATA_RECORD_READ)
		raw_print_read(d, rec, v);
	else if (rec->type == PDATA_RECORD_LOST || rec->type == PDATA_RECORD_LOST_SAMPLES)
		raw_print_lost(d->o, rec, v);
	else if (rec->type == PDATA_RECORD_TEXT_POKE)
		put_poke(d, rec, v);
	else if (row->quiet & d->tool || no_round)
		;
	else if (rec->event)
		record_text(d->o, rec, v);
	else
		record_text_user(d->o, rec, v);
	if (rec->type == PDATA_RECORD_HEADER_ATTR)
		d->nr_announced++;
	if (row->unhandled & d->tool || no_round)
		out_str(d->o, ": unhandled!\n");
}

void raw_dump_record(struct raw_dump *d, const struct pdata_record *rec)
{
	const char *name = record_perf_name(rec->type);
	struct pdata_sample smp;
	struct pdata_value v;
	bool whole = true;

	out_char(d->o, '\n');
	print_record_offset(d, rec);
	out_str(d->o, "event: ");
	out_sdec(d->o, (int32_t)rec->type);
	out_char(d->o, '\n');
	print_raw_event(d->o, rec->data, rec->size);
	v.id = (struct pdata_sample_id){ 0 };
	if (rec->type == PDATA_RECORD_SAMPLE) {
		smp.have = 0;
		whole = !pdata_sample_decode(rec, PDATA_SAMPLE_KNOWN, &smp, NULL);
		v.id = (struct pdata_sample_id){ .have = smp.have & ALL_SAMPLE_ID,
						 .cpu = smp.cpu,
						 .time = smp.time };
	} else {
		whole = !pdata_record_decode(rec, &v, NULL);
	}
	put_moment(d, rec, &v.id);
	record_text_hex(d->o, rec->off - d->base);
	put_size(d->o, rec);
	out_str(d->o, "PERF_RECORD_");
	out_str(d->o, name ? name : "UNKNOWN");
	if (rec->type == PDATA_RECORD_SAMPLE)
		raw_dump_sample(d, rec, &smp);
	else if (whole)
		raw_print_value(d, rec, &v);
	else
		out_char(d->o, '\n');
}

/* ---- start ------------------------------------------------------------------------------ */

static bool needs_file_order(const struct rep_session *s)
{
	const struct pdata_event *first = pdata_reader_event(s->reader, 0);

	return pdata_reader_info(s->reader)->container != PDATA_CONTAINER_PIPE &&
	       !(first && pdata_attr_flag(&first->attr, PDATA_ATTR_SAMPLE_ID_ALL));
}

void raw_dump_warn(struct out *o, const struct rep_session *s)
{
	if (needs_file_order(s))
		out_str(o, "WARNING: No sample_id_all support, falling back to unordered "
			   "processing\n");
}

void raw_dump_start(struct raw_dump *d)
{
	const struct pdata_file_info *info = pdata_reader_info(d->ses->reader);

	d->place = d->ses->path;
	d->arch = script_arch(d->ses);
	d->unsorted |= needs_file_order(d->ses);
	if (info->container != PDATA_CONTAINER_PIPE)
		return;
	d->place = "pipe";
	d->base = info->header_size;
	d->announced = true;
}
