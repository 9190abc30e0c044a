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

#define SLOTS_MIN 4096u
#define NR_MAX (1u << 14) /* texts of one generation */
#define BYTES_MAX (8u << 20)
#define WORD 8u
#define RECENT_MAX 2048u /* keys in script_addrs.recent */

/* Values of script_text_key.space for the kernel, and for cpumodes that have no maps. */
#define SPACE_KERNEL (1ull << 32)
#define SPACE_NOWHERE (2ull << 32)

/* A key and its text in script_addrs.now. */
struct script_recent_text {
	struct script_text_key key;
	const struct script_text *text; /* NULL: no key yet */
};

static void texts_free(struct script_texts *t)
{
	free(t->memory);
	pd_free(t->index.slots);
	*t = (struct script_texts){ .memory = NULL };
}

/* Forget the texts of @t, but keep the memory for other texts. */
static void texts_empty(struct script_texts *t)
{
	if (t->index.slots)
		memset(t->index.slots, 0, (t->index.mask + 1) * sizeof(*t->index.slots));
	t->nr = 0;
	t->used = 0;
}

void script_addrs_init(struct script_addrs *a)
{
	*a = (struct script_addrs){ 0 };
}

void script_addrs_free(struct script_addrs *a)
{
	texts_free(&a->now);
	texts_free(&a->before);
	texts_free(&a->tails);
	free(a->recent);
	a->recent = NULL;
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

/* Return: @size bytes of the memory of @t; NULL: there is no room for them. */
static char *take_memory(struct script_texts *t, size_t size)
{
	char *p;

	if (size > BYTES_MAX - t->used)
		return NULL;
	if (!t->memory)
		t->memory = rep_alloc(1, BYTES_MAX + SCRIPT_PUT_STEP);
	p = t->memory + t->used;
	t->used += (size + WORD - 1) / WORD * WORD;
	return p;
}

const char *script_keep_text(struct script_texts *t, const char *s, size_t len)
{
	char *to = take_memory(t, len);

	return to && len ? memcpy(to, s, len) : to;
}

static struct script_text *text_at(const struct script_texts *t, uint32_t n)
{
	return (struct script_text *)(void *)(t->memory + (size_t)(n - 1) * WORD);
}

static bool is_key(const struct script_text_key *a, const struct script_text_key *b)
{
	return a->ip == b->ip && a->space == b->space && a->kind == b->kind;
}

PD_HASH_INDEX(script_text, struct script_texts, struct script_text_key,
	      is_key(&text_at(o, n)->key, k))

static uint32_t tag_of(const struct script_text_key *k)
{
	const uint64_t mixed = k->ip ^ k->space * 0xff51afd7ed558ccdull ^ k->kind;

	return (uint32_t)(mixed * 0x9e3779b97f4a7c15ull >> 32);
}

/*
 * Make room for a text of @size bytes. If the current generation is full, or a larger index cannot
 * be allocated, a new generation begins in the memory of the one before the current. Memory stays
 * bounded, because texts can be made again.
 */
static void make_text_room(struct script_addrs *a, size_t size)
{
	struct script_texts *t = &a->now, unused;

	if (t->nr < NR_MAX && size <= BYTES_MAX - t->used &&
	    !pd_hash_index_grow(&t->index, t->nr, SLOTS_MIN))
		return;
	unused = a->before;
	a->before = a->now;
	a->now = unused;
	texts_empty(&a->now);
	a->generation++;
	if (a->recent)
		memset(a->recent, 0, RECENT_MAX * sizeof(*a->recent));
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
	char buf[SYM_PATH_MAX];

	out_str(o, symbols_line_path(s->ses.syms, w->map->object, w->addr, path, s->opts->full_path,
				     buf, sizeof(buf)));
	out_char(o, ':');
	out_dec(o, line);
}

void script_put_line(struct script *s, struct out *o, const struct location *w, uint64_t ip,
		     bool asked)
{
	const struct pdata_object *obj = w->map ? w->map->object : NULL;
	const char *path, *slash;
	uint32_t line;

	if (!obj)
		return;
	if (symbols_line(s->ses.syms, obj, w->addr, &path, &line)) {
		script_put_source(s, o, w, path, line);
	} else if (symbols_known_function(s->ses.syms, obj, w->addr, &path)) {
		if (strcmp(path, "??") != 0 || (asked && w->sym)) {
			slash = s->opts->full_path ? NULL : strrchr(path, '/');
			out_printf(o, "%s:0", slash ? slash + 1 : path);
		}
	} else {
		out_printf(o, "%s[%" PRIx64 "]", symbols_dso_short(s->ses.syms, obj),
			   symbols_addr2line_addr(s->ses.syms, obj, frame_addr(w, ip)));
	}
}

/* Print the second line of an address, if script_put_line() has something to print. */
static void print_source_line(struct script *s, struct out *o, const struct location *w,
			      uint64_t ip, bool asked)
{
	const size_t before = o->len;
	size_t start;

	out_str(o, "\n  ");
	start = o->len;
	script_put_line(s, o, w, ip, asked);
	if (o->len == start)
		o->len = before;
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

/* @asked: see script_put_line(). */
static void print_frame(struct script *s, struct out *o, const struct location *w, uint64_t ip,
			uint64_t fields, bool asked)
{
	put_frame_names(s, o, w, ip, fields);
	if (fields & SCRIPT_F(srcline))
		print_source_line(s, o, w, ip, asked);
	out_char(o, '\n');
}

void script_put_inlined_line(struct script *s, struct out *o, const struct location *w,
			     const struct sym_frame *f)
{
	script_put_source(s, o, w, f->file ? f->file : "??", f->line);
}

/* Print a frame of debugging information. The last frame of an address is not inlined. */
static void put_inlined(struct script *s, struct out *o, const struct location *w, uint64_t ip,
			uint64_t fields, const struct sym_frame *f)
{
	const bool inlined = w->sym && w->sym->inlined;

	put_frame_names(s, o, w, ip, inlined ? fields & ~SCRIPT_F(dso) : fields);
	if (fields & SCRIPT_F(srcline)) {
		out_str(o, "\n  ");
		script_put_inlined_line(s, o, w, f);
	}
	if (inlined)
		out_str(o, " (inlined)");
	out_char(o, '\n');
}

uint32_t script_inlines(struct script *s, const struct location *w, enum script_addr_kind kind,
			const struct sym_frame **frames)
{
	const bool inlined = kind == SCRIPT_ADDR_UNWOUND || kind == SCRIPT_ADDR_CALLER;
	uint64_t back;

	if (!inlined || !w->sym || !w->map)
		return 0;
	back = kind == SCRIPT_ADDR_CALLER && w->addr > w->sym->start;
	return symbols_inlines(s->ses.syms, w->map->object, w->addr - back, w->sym, frames);
}

/* Print the lines of a frame and of the functions inlined there. */
static void print_inlined_frames(struct script *s, struct out *o, const struct location *at,
				 uint64_t ip, enum script_addr_kind kind, uint64_t fields)
{
	const struct sym_frame *f;
	struct location w = *at;
	const uint32_t nr = script_inlines(s, &w, kind, &f);

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
		print_inlined_frames(s, o, &w, ip, kind, fields);
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
 * Return script_text_key.space of an address: a number that stands for everything else on which
 * the text of the address depends.
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

void script_text_keep(struct script_addrs *a, const struct script_text_key *key, const char *text,
		      size_t len)
{
	const size_t size = sizeof(struct script_text) + len;
	struct script_text *t;
	uint32_t tag;

	make_text_room(a, size);
	if (!a->now.index.slots && pd_hash_index_grow(&a->now.index, 0, SLOTS_MIN))
		return;
	t = (struct script_text *)(void *)take_memory(&a->now, size);
	if (!t)
		return;
	t->key = *key;
	t->len = (uint32_t)len;
	if (len) /* the text of an empty field may be NULL */
		memcpy(t->s, text, len);
	tag = tag_of(key);
	*script_text_slot(&a->now.index, tag, &a->now, key) =
		pd_hash_index_entry(tag, (uint32_t)(((char *)t - a->now.memory) / WORD) + 1);
	a->now.nr++;
}

static const struct script_text *find_text(const struct script_texts *t,
					   const struct script_text_key *key)
{
	const uint32_t n =
		t->index.slots ? (uint32_t)*script_text_slot(&t->index, tag_of(key), t, key) : 0;

	return n ? text_at(t, n) : NULL;
}

static struct script_recent_text *recent_slot(const struct script_addrs *a,
					      const struct script_text_key *key)
{
	return &a->recent[tag_of(key) % RECENT_MAX];
}

const struct script_text *script_text_recent(const struct script_addrs *a,
					     const struct script_text_key *key)
{
	const struct script_recent_text *r = a->recent ? recent_slot(a, key) : NULL;

	return r && r->text && is_key(&r->key, key) ? r->text : NULL;
}

static void remember_text(struct script_addrs *a, const struct script_text_key *key,
			  const struct script_text *text)
{
	if (!a->recent)
		a->recent = rep_alloc(RECENT_MAX, sizeof(*a->recent));
	*recent_slot(a, key) = (struct script_recent_text){ *key, text };
}

void script_text_remember(struct script_addrs *a, const struct script_text_key *key,
			  const struct script_text_key *of)
{
	const struct script_text *t = script_text_recent(a, of);

	if (t)
		remember_text(a, key, t);
}

const struct script_text *script_text_find(struct script_addrs *a,
					   const struct script_text_key *key)
{
	const struct script_text *t = script_text_recent(a, key);

	if (t)
		return t;
	t = find_text(&a->now, key);
	if (t) {
		remember_text(a, key, t);
		return t;
	}
	make_text_room(a, sizeof(*t)); /* may forget the texts of the generation before */
	t = find_text(&a->before, key);
	if (t && sizeof(*t) + t->len <= BYTES_MAX - a->now.used)
		script_text_keep(a, key, t->s, t->len);
	return t;
}

void script_put_addr(struct script *s, const struct script_line *l, uint32_t cpumode, uint64_t ip,
		     enum script_addr_kind kind, uint64_t fields)
{
	struct script_addrs *a = &s->addrs;
	const struct script_text_key key = { .ip = ip,
					     .space = space_of(s, l, cpumode, kind),
					     .kind = script_text_kind(kind, cpumode, fields) };
	const struct script_text *t = script_text_find(a, &key);
	struct out *o = &s->scratch;

	if (t) {
		put_short(&s->out, t->s, t->len);
		return;
	}
	o->len = 0;
	make_address_text(s, o, l, cpumode, ip, kind, fields);
	script_text_keep(a, &key, o->buf, o->len);
	out_raw(&s->out, o->buf, o->len);
}
