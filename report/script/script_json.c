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

#include <stdio.h>
#include <string.h>

#define NS_PER_S 1000000000ull

/* Writes a field as the member @key, if it is not the text that a line has. */
typedef void (*json_fn)(struct script *s, struct pd_json *j, const char *key,
			const struct script_line *l);

static void print_json_comm(struct script *s, struct pd_json *j, const char *key,
			    const struct script_line *l)
{
	(void)s;
	pd_json_str(j, key, l->th ? l->th->at.comm : "");
}

static void print_json_int(struct script *s, struct pd_json *j, const char *key, uint32_t v)
{
	pd_json_begin(j, key);
	out_sdec(&s->out, (int32_t)v);
}

static void put_pid(struct script *s, struct pd_json *j, const char *key,
		    const struct script_line *l)
{
	print_json_int(s, j, key, l->smp->pid);
}

static void put_tid(struct script *s, struct pd_json *j, const char *key,
		    const struct script_line *l)
{
	print_json_int(s, j, key, l->smp->tid);
}

static void print_json_cpu(struct script *s, struct pd_json *j, const char *key,
			   const struct script_line *l)
{
	print_json_int(s, j, key, l->smp->cpu);
}

static void print_json_time(struct script *s, struct pd_json *j, const char *key,
			    const struct script_line *l)
{
	pd_json_begin(j, key);
	out_dec(&s->out, l->smp->time / NS_PER_S);
	out_char(&s->out, '.');
	out_dec_z(&s->out, l->smp->time % NS_PER_S, 9);
}

static void put_period(struct script *s, struct pd_json *j, const char *key,
		       const struct script_line *l)
{
	(void)s;
	pd_json_u64(j, key, l->period);
}

static void print_json_event_name(struct script *s, struct pd_json *j, const char *key,
				  const struct script_line *l)
{
	(void)s;
	pd_json_str(j, key, l->e->name);
}

static void print_json_frame(struct script *s, struct pd_json *j, const struct script_line *l,
			     uint32_t cpumode, uint64_t ip)
{
	const uint64_t fields = l->e->fields;
	struct location w;

	script_resolve(s, l, cpumode, ip, &w);
	pd_json_open(j, NULL, '{');
	pd_json_addr(j, "ip", ip);
	if (fields & SCRIPT_F(sym) && w.sym)
		pd_json_str(j, "sym", w.sym->name);
	if (fields & SCRIPT_F(symoff) && w.sym)
		pd_json_u64(j, "symoff", w.addr - w.sym->start);
	if (fields & SCRIPT_F(dso) && w.map)
		pd_json_str(j, "dso", symbols_dso_long(s->ses.syms, w.map->object));
	if (fields & SCRIPT_F(dsoff) && w.map)
		pd_json_addr(j, "dsoff", w.addr);
	pd_json_close(j, '}');
}

/* The sample's address alone, or the frames of its chain, innermost first. */
static void print_json_frames(struct script *s, struct pd_json *j, const char *key,
			      const struct script_line *l)
{
	const struct script_frames *f = &s->frames;

	pd_json_open(j, key, '[');
	if (!script_has_cursor(s, l) || !script_make_chain(s, l))
		print_json_frame(s, j, l, l->rec->misc & PDATA_MISC_CPUMODE, l->smp->ip);
	else
		for (uint32_t i = 0; i < f->nr; i++)
			print_json_frame(s, j, l, f->frame[i].cpumode, f->frame[i].ip);
	pd_json_close(j, ']');
}

static void print_json_insn(struct script *s, struct pd_json *j, const char *key,
			    const struct script_line *l)
{
	uint8_t code[SCRIPT_INSN_MAX];
	const size_t len = script_insn(s, l, l->smp->ip, code);
	char text[3 * SCRIPT_INSN_MAX + 1] = "";

	for (size_t i = 0; i < len; i++)
		snprintf(text + 3 * i, 4, "%02x ", code[i]);
	pd_json_mem(j, key, text, len ? 3 * len - 1 : 0);
}

static void put_insnlen(struct script *s, struct pd_json *j, const char *key,
			const struct script_line *l)
{
	uint8_t code[SCRIPT_INSN_MAX];

	pd_json_u64(j, key, script_insn(s, l, l->smp->ip, code));
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
static void print_json_column(struct script *s, struct pd_json *j, const struct json_field *f,
			      const struct script_line *l)
{
	struct out line = s->out;
	char *text;
	size_t len;

	s->out = s->column; /* printers use scratch for themselves */
	s->out.len = 0;
	f->print(s, l);
	out_char(&s->out, 0);
	s->column = s->out;
	s->out = line;
	text = s->column.buf;
	for (len = strlen(text); len && (text[len - 1] == ' ' || text[len - 1] == '\n'); len--)
		text[len - 1] = 0;
	pd_json_str(j, f->name, text + strspn(text, " \t\n"));
}

void script_json_line(struct script *s, const struct script_line *l)
{
	struct pd_json j = out_json(&s->out);

	pd_json_open(&j, NULL, '{');
	for (unsigned f = 0; f < SCRIPT_NR_FIELDS; f++) {
		if (!(l->e->shown >> f & 1))
			continue;
		if (json_of[f])
			json_of[f](s, &j, f == SCRIPT_FI_ip ? "frames" : json_fields[f].name, l);
		else if (json_fields[f].print)
			print_json_column(s, &j, &json_fields[f], l);
	}
	pd_json_close(&j, '}');
	out_char(&s->out, '\n');
}
