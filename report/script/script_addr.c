/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Formats addresses for `pdata script` as symbol, offset, object and source line, and caches the
 * text of each address per set of maps.
 */
#include "script/script_addr.h"

#include "common/hash_table.h"
#include "console/command.h"
#include "object/elf/symbol_sources.h"
#include "object/symbols/dso_kind.h"
#include "object/symbols/object_symbols.h"
#include "script/script.h"
#include "script/script_code.h"
#include "script/script_event.h"
#include "script/script_put.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define CAP_MIN 4096u
#define NR_MAX (1u << 14) /* texts of one generation */
#define BYTES_MAX (8u << 20)
#define BLOCK_SIZE (256u << 10)

/* Values of script_text.space for the kernel, and for cpumodes that have no maps. */
#define SPACE_KERNEL (1ull << 32)
#define SPACE_NOWHERE (2ull << 32)

struct script_block {
	struct script_block *next;
	size_t used, cap;
	char s[];
};

static void texts_init(struct script_texts *t)
{
	*t = (struct script_texts){ .mask = CAP_MIN - 1 };
	t->slots = rep_alloc(CAP_MIN, sizeof(*t->slots));
}

static void texts_free(struct script_texts *t)
{
	struct script_block *next;

	for (struct script_block *b = t->blocks; b; b = next) {
		next = b->next;
		free(b);
	}
	pd_free(t->slots);
	*t = (struct script_texts){ 0 };
}

void script_addrs_init(struct script_addrs *a)
{
	*a = (struct script_addrs){ 0 };
	texts_init(&a->now);
}

void script_addrs_free(struct script_addrs *a)
{
	texts_free(&a->now);
	texts_free(&a->before);
	texts_free(&a->tails);
	free(a->objects);
	a->objects = NULL;
}

static bool is_kernel_map(const struct pdata_record *rec)
{
	const uint32_t mode = rec->misc & PDATA_MISC_CPUMODE;

	return (rec->type == PDATA_RECORD_MMAP || rec->type == PDATA_RECORD_MMAP2) &&
	       mode != PDATA_CPUMODE_USER;
}

bool script_changes_kernel(const struct pdata_record *rec)
{
	return rec->type == PDATA_RECORD_KSYMBOL || is_kernel_map(rec);
}

const char *script_keep_text(struct script_texts *t, const char *s, size_t len)
{
	struct script_block *b = t->blocks;
	char *to;

	if (!b || b->cap - b->used < len) {
		size_t cap = len > BLOCK_SIZE ? len : BLOCK_SIZE;

		b = rep_alloc(1, sizeof(*b) + cap + SCRIPT_PUT_STEP);
		b->cap = cap;
		b->next = t->blocks;
		t->blocks = b;
		t->bytes += cap;
	}
	to = b->s + b->used;
	if (len)
		memcpy(to, s, len);
	b->used += len;
	return to;
}

PD_HASH_TABLE(script_text, struct script_text, s->s,
	      s->ip == k->ip && s->space == k->space && s->kind == k->kind,
	      (k->ip ^ k->space * 0xff51afd7ed558ccdull ^ k->kind) * 0x9e3779b97f4a7c15ull >> 32)

static bool has_text_room(struct script_texts *t)
{
	if (t->nr >= NR_MAX || t->bytes > BYTES_MAX)
		return false;
	return t->nr * 2 <= t->mask || !script_text_grow(&t->slots, &t->mask, CAP_MIN, 0);
}

/*
 * Make room for one more text. If the current generation is full, or a larger table cannot be
 * allocated, a new generation begins and the one before the current is freed. Memory stays
 * bounded, because texts can be made again.
 */
static void make_text_room(struct script_addrs *a)
{
	if (has_text_room(&a->now))
		return;
	texts_free(&a->before);
	a->before = a->now;
	texts_init(&a->now);
}

/*
 * Resolve an address other than the sample's ip. The sample's cpumode is that of its ip; if this
 * has no map for the address, the other one of kernel and user mode is tried.
 */
static void resolve_any(struct script *s, const struct script_line *l, uint32_t cpumode,
			uint64_t ip, struct location *w)
{
	uint32_t other = ip >= s->kernel_start ? PDATA_CPUMODE_KERNEL : PDATA_CPUMODE_USER;

	script_resolve(s, l, cpumode, ip, w);
	if (!w->map && other != cpumode && s->kernel_start &&
	    (cpumode == PDATA_CPUMODE_KERNEL || cpumode == PDATA_CPUMODE_USER))
		script_resolve(s, l, other, ip, w);
}

static void print_symbol_name(struct out *o, const struct location *w, bool offset)
{
	if (!w->sym) {
		out_str(o, "[unknown]");
		return;
	}
	out_str(o, w->sym->name);
	if (!offset)
		return;
	out_str(o, "+0x");
	out_hex(o, w->addr - w->sym->start - (w->addr < w->sym->end ? 0 : w->map->start));
}

const char *script_object_name(struct symbols *syms, const struct pdata_object *o, bool path)
{
	const char *name = symbols_dso_long(syms, o);

	return path && name[0] == '[' && o->name[0] == '/' ? o->name : name;
}

/*
 * @offset: print the address in the object, if the object is a file; the file is then named by its
 * path.
 */
static void put_dso(struct script *s, struct out *o, const struct location *w, bool offset)
{
	const struct pdata_object *obj = w->map ? w->map->object : NULL;
	const char *path = obj && offset ? script_object_name(s->ses.syms, obj, true) : NULL;
	const bool is_file = path && path[0] == '/' && !dso_is_memory(obj);

	out_char(o, '(');
	out_str(o, is_file ? path
		   : obj   ? script_object_name(s->ses.syms, obj, s->opts->module_paths)
			   : "[unknown]");
	if (is_file) {
		out_str(o, "+0x");
		out_hex(o, w->addr);
	}
	out_char(o, ')');
}

void script_put_names(struct script *s, struct out *o, const struct location *w, uint64_t fields)
{
	if (fields & SCRIPT_F(sym)) {
		out_char(o, ' ');
		print_symbol_name(o, w, fields & SCRIPT_F(symoff));
	}
	if (fields & SCRIPT_F(dso)) {
		out_char(o, ' ');
		put_dso(s, o, w, fields & SCRIPT_F(dsoff));
	}
}

/* perf prints frames in user space with their address in the file. */
static uint64_t frame_addr(const struct location *w, uint64_t ip)
{
	return w->map && w->map->object->cpumode == PDATA_CPUMODE_USER ? w->addr : ip;
}

/*
 * Print a source file and line as perf does: the file name without directory, unless
 * --full-source-path.
 */
void script_put_source(struct script *s, struct out *o, const struct location *w, const char *path,
		       uint32_t line)
{
	const char *slash = strrchr(path, '/');
	char buf[SYM_PATH_MAX];

	if (s->opts->full_path)
		path = symbols_line_path(s->ses.syms, w->map->object, w->addr, path, buf,
					 sizeof(buf));
	else if (slash)
		path = slash + 1;
	out_str(o, path);
	out_char(o, ':');
	out_dec(o, line);
}

/*
 * Print the second line of an address: file and line number. Without line information, print
 * object and address; if only the function is known, print nothing, or "??:0" with @asked, because
 * perf asks addr2line about such frames.
 */
static void print_source_line(struct script *s, struct out *o, const struct location *w,
			      uint64_t ip, bool asked)
{
	const struct pdata_object *obj = w->map ? w->map->object : NULL;
	const char *path;
	uint32_t line;

	if (!obj)
		return;
	if (symbols_line(s->ses.syms, obj, w->addr, &path, &line)) {
		out_str(o, "\n  ");
		script_put_source(s, o, w, path, line);
	} else if (symbols_known_function(s->ses.syms, obj, w->addr)) {
		if (asked && w->sym)
			out_str(o, "\n  ??:0");
	} else {
		out_printf(o, "\n  %s[%" PRIx64 "]", symbols_dso_short(s->ses.syms, obj),
			   frame_addr(w, ip));
	}
}

static void put_frame_names(struct script *s, struct out *o, const struct location *w, uint64_t ip,
			    uint64_t fields)
{
	if (fields & SCRIPT_F(ip)) {
		out_char(o, '\t');
		out_hex_w(o, frame_addr(w, ip), 16);
	}
	script_put_names(s, o, w, fields);
}

/* @asked: see print_source_line(). */
static void print_frame(struct script *s, struct out *o, const struct location *w, uint64_t ip,
			uint64_t fields, bool asked)
{
	put_frame_names(s, o, w, ip, fields);
	if (fields & SCRIPT_F(srcline))
		print_source_line(s, o, w, ip, asked);
	out_char(o, '\n');
}

/* Print a frame of debugging information. The last frame of an address is not inlined. */
static void put_inlined(struct script *s, struct out *o, const struct location *w, uint64_t ip,
			uint64_t fields, const struct sym_frame *f)
{
	const bool inlined = w->sym && w->sym->inlined;

	put_frame_names(s, o, w, ip, inlined ? fields & ~SCRIPT_F(dso) : fields);
	if (fields & SCRIPT_F(srcline)) {
		out_str(o, "\n  ");
		script_put_source(s, o, w, f->file ? f->file : "??", f->line);
	}
	if (inlined)
		out_str(o, " (inlined)");
	out_char(o, '\n');
}

/*
 * Print the lines of a frame and of the functions inlined there, which are looked up @back bytes
 * before the address.
 */
static void print_inlined_frames(struct script *s, struct out *o, const struct location *at,
				 uint64_t ip, uint64_t back, uint64_t fields)
{
	const struct sym_frame *f;
	struct location w = *at;
	uint32_t nr = 0;

	if (w.sym && w.map)
		nr = symbols_inlines(s->ses.syms, w.map->object, w.addr - back, w.sym, &f);
	if (!nr)
		print_frame(s, o, &w, ip, fields, true);
	for (uint32_t i = 0; i < nr; i++) {
		w.sym = f[i].sym;
		put_inlined(s, o, &w, ip, fields, &f[i]);
	}
}

/*
 * A kernel address is relative to its map, unless the object has symbols, which are at run-time
 * addresses.
 */
static uint64_t branch_offset(struct script *s, const struct location *w, uint64_t ip)
{
	if (!w->map || w->map->object->cpumode == PDATA_CPUMODE_USER)
		return w->addr;
	return symbols_nr(s->ses.syms, w->map->object) ? ip : ip - w->map->start;
}

/* Whether the cpumode of the address is known. */
static bool is_sure(enum script_addr_kind kind)
{
	return kind == SCRIPT_ADDR_IP || kind == SCRIPT_ADDR_CHAIN || kind == SCRIPT_ADDR_UNWOUND ||
	       kind == SCRIPT_ADDR_CALLER || kind == SCRIPT_ADDR_INSN ||
	       kind == SCRIPT_ADDR_INSNLEN || kind == SCRIPT_ADDR_DISASM;
}

static void make_address_text(struct script *s, struct out *o, const struct script_line *l,
			      uint32_t cpumode, uint64_t ip, enum script_addr_kind kind,
			      uint64_t fields)
{
	struct location w;

	if (is_sure(kind))
		script_resolve(s, l, cpumode, ip, &w);
	else
		resolve_any(s, l, cpumode, ip, &w);
	switch (kind) {
	case SCRIPT_ADDR_CHAIN:
		print_frame(s, o, &w, ip, fields, false);
		return;
	case SCRIPT_ADDR_UNWOUND:
	case SCRIPT_ADDR_CALLER:
		print_inlined_frames(s, o, &w, ip,
				     kind == SCRIPT_ADDR_CALLER && w.sym && w.addr > w.sym->start,
				     fields);
		return;
	case SCRIPT_ADDR_IP:
	case SCRIPT_ADDR_DATA:
		if (fields & SCRIPT_F(ip))
			out_hex_w(o, ip, 16);
		script_put_names(s, o, &w, fields);
		if (kind == SCRIPT_ADDR_IP && fields & SCRIPT_F(srcline))
			print_source_line(s, o, &w, ip, false);
		return;
	case SCRIPT_ADDR_INSN:
	case SCRIPT_ADDR_INSNLEN:
		script_make_insn(s, o, l, ip, kind == SCRIPT_ADDR_INSNLEN);
		return;
	case SCRIPT_ADDR_DISASM:
		script_make_disasm(s, o, l, ip);
		return;
	case SCRIPT_ADDR_BRANCH_SYM:
		print_symbol_name(o, &w, true);
		break;
	case SCRIPT_ADDR_BRANCH:
	case SCRIPT_ADDR_BRANCH_OFF:
		out_str(o, "0x");
		out_hex(o, kind == SCRIPT_ADDR_BRANCH ? ip : branch_offset(s, &w, ip));
		break;
	}
	if (fields & SCRIPT_F(dso))
		put_dso(s, o, &w, fields & SCRIPT_F(dsoff));
}

/*
 * The script_text.space of an address: a number that stands for everything else on which its text
 * depends.
 */
static uint64_t space_of(const struct script *s, const struct script_line *l, uint32_t cpumode,
			 enum script_addr_kind kind)
{
	const uint64_t epoch = l->th ? l->th->at.epoch : UINT32_MAX;

	if (!is_sure(kind))
		return epoch << 32 | s->addrs.kernel_epoch;
	if (cpumode == PDATA_CPUMODE_KERNEL)
		return SPACE_KERNEL | s->addrs.kernel_epoch;
	return cpumode == PDATA_CPUMODE_USER ? epoch : SPACE_NOWHERE;
}

const struct script_text *script_text_keep(struct script_addrs *a, const struct script_text *like,
					   const char *text, size_t len)
{
	struct script_text *t;

	make_text_room(a);
	t = script_text_slot(a->now.slots, a->now.mask, like, 0);
	*t = *like;
	t->len = (uint32_t)len;
	t->s = script_keep_text(&a->now, text, len);
	a->now.nr++;
	return t;
}

const struct script_text *script_text_find(struct script_addrs *a, const struct script_text *like)
{
	const struct script_text *t = script_text_slot(a->now.slots, a->now.mask, like, 0);

	if (t->s)
		return t;
	make_text_room(a); /* may free the generation before */
	if (!a->before.slots)
		return NULL;
	t = script_text_slot(a->before.slots, a->before.mask, like, 0);
	return t->s ? script_text_keep(a, like, t->s, t->len) : NULL;
}

void script_put_addr(struct script *s, const struct script_line *l, uint32_t cpumode, uint64_t ip,
		     enum script_addr_kind kind, uint64_t fields)
{
	struct script_addrs *a = &s->addrs;
	const struct script_text like = { .ip = ip,
					  .space = space_of(s, l, cpumode, kind),
					  .kind = script_text_kind(kind, cpumode, fields) };
	const struct script_text *t = script_text_find(a, &like);

	if (!t) {
		struct out *o = &s->scratch;

		o->len = 0;
		make_address_text(s, o, l, cpumode, ip, kind, fields);
		t = script_text_keep(a, &like, o->buf, o->len);
	}
	put_short(&s->out, t->s, t->len);
}
