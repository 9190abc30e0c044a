/* SPDX-License-Identifier: BSD-2-Clause */
/* pdata script --json: a line with one JSON object for each sample, members named as in -F. */
#include "script/script_json.h"

#include "base/out_json.h"
#include "object/symbols/object_symbols.h"
#include "script/script.h"
#include "script/script_chain.h"
#include "script/script_code.h"
#include "script/script_data.h"
#include "script/script_event.h"
#include "script/script_insn.h"
#include "script/script_line.h"

#include <inttypes.h>
#include <string.h>

#define NS_PER_S 1000000000ull

/* What a field is in JSON, if it is not the text that a line has. */
typedef void (*json_fn)(struct script *s, const struct script_line *l);

static void print_json_comm(struct script *s, const struct script_line *l)
{
	out_json_str(&s->out, l->th ? l->th->at.comm : "");
}

static void put_pid(struct script *s, const struct script_line *l)
{
	out_sdec(&s->out, (int32_t)l->smp->pid);
}

static void put_tid(struct script *s, const struct script_line *l)
{
	out_sdec(&s->out, (int32_t)l->smp->tid);
}

static void print_json_cpu(struct script *s, const struct script_line *l)
{
	out_sdec(&s->out, (int32_t)l->smp->cpu);
}

static void print_json_time(struct script *s, const struct script_line *l)
{
	out_dec(&s->out, l->smp->time / NS_PER_S);
	out_char(&s->out, '.');
	out_dec_z(&s->out, l->smp->time % NS_PER_S, 9);
}

static void put_period(struct script *s, const struct script_line *l)
{
	out_dec(&s->out, l->period);
}

static void print_json_event_name(struct script *s, const struct script_line *l)
{
	out_json_str(&s->out, l->e->name);
}

static void print_json_frame(struct script *s, const struct script_line *l, uint32_t cpumode,
			     uint64_t ip)
{
	const uint64_t fields = l->e->fields;
	struct location w;

	script_resolve(s, l, cpumode, ip, &w);
	out_printf(&s->out, "{\"ip\":\"0x%" PRIx64 "\"", ip);
	if (fields & SCRIPT_F(sym) && w.sym) {
		out_str(&s->out, ",\"sym\":");
		out_json_str(&s->out, w.sym->name);
	}
	if (fields & SCRIPT_F(symoff) && w.sym)
		out_printf(&s->out, ",\"symoff\":%" PRIu64, w.addr - w.sym->start);
	if (fields & SCRIPT_F(dso) && w.map) {
		out_str(&s->out, ",\"dso\":");
		out_json_str(&s->out, symbols_dso_long(s->ses.syms, w.map->object));
	}
	if (fields & SCRIPT_F(dsoff) && w.map)
		out_printf(&s->out, ",\"dsoff\":\"0x%" PRIx64 "\"", w.addr);
	out_char(&s->out, '}');
}

/* The sample's address alone, or the frames of its chain, innermost first. */
static void print_json_frames(struct script *s, const struct script_line *l)
{
	const struct script_frames *f = &s->frames;

	out_char(&s->out, '[');
	if (!script_has_cursor(s, l) || !script_make_chain(s, l)) {
		print_json_frame(s, l, l->rec->misc & PDATA_MISC_CPUMODE, l->smp->ip);
	} else {
		for (uint32_t i = 0; i < f->nr; i++) {
			if (i)
				out_char(&s->out, ',');
			print_json_frame(s, l, f->frame[i].cpumode, f->frame[i].ip);
		}
	}
	out_char(&s->out, ']');
}

static void print_json_insn(struct script *s, const struct script_line *l)
{
	uint8_t code[SCRIPT_INSN_MAX];
	const size_t len = script_insn(s, l, l->smp->ip, code);

	out_char(&s->out, '"');
	for (size_t i = 0; i < len; i++)
		out_printf(&s->out, i ? " %02x" : "%02x", code[i]);
	out_char(&s->out, '"');
}

static void put_insnlen(struct script *s, const struct script_line *l)
{
	uint8_t code[SCRIPT_INSN_MAX];

	out_dec(&s->out, script_insn(s, l, l->smp->ip, code));
}

static const struct json_field {
	const char *name;
	script_print_fn print;
} json_fields[] = {
#define SCRIPT_FIELD(bit, name, needs, what, lenient, reads, print) { name, print },
#include "script/script_fields.def"
#undef SCRIPT_FIELD
};

static const json_fn json_of[SCRIPT_NR_FIELDS] = {
	[SCRIPT_FI_comm] = print_json_comm,
	[SCRIPT_FI_pid] = put_pid,
	[SCRIPT_FI_tid] = put_tid,
	[SCRIPT_FI_cpu] = print_json_cpu,
	[SCRIPT_FI_time] = print_json_time,
	[SCRIPT_FI_period] = put_period,
	[SCRIPT_FI_event] = print_json_event_name,
	[SCRIPT_FI_ip] = print_json_frames,
	[SCRIPT_FI_insn] = print_json_insn,
	[SCRIPT_FI_insnlen] = put_insnlen,
};

/* What the field's column says, without the blanks around it. */
static void print_json_column(struct script *s, const struct script_line *l, script_print_fn print)
{
	struct out line = s->out;
	char *text;
	size_t len;

	s->out = s->column; /* printers use scratch for themselves */
	s->out.len = 0;
	print(s, l);
	out_char(&s->out, 0);
	s->column = s->out;
	s->out = line;
	text = s->column.buf;
	for (len = strlen(text); len && (text[len - 1] == ' ' || text[len - 1] == '\n'); len--)
		text[len - 1] = 0;
	out_json_str(&s->out, text + strspn(text, " \t\n"));
}

void script_json_line(struct script *s, const struct script_line *l)
{
	bool first = true;

	out_char(&s->out, '{');
	for (unsigned f = 0; f < SCRIPT_NR_FIELDS; f++) {
		if (!(l->e->shown >> f & 1) || (!json_of[f] && !json_fields[f].print))
			continue;
		out_json_key(&s->out, &first, f == SCRIPT_FI_ip ? "frames" : json_fields[f].name);
		if (json_of[f])
			json_of[f](s, l);
		else
			print_json_column(s, l, json_fields[f].print);
	}
	out_str(&s->out, "}\n");
}
