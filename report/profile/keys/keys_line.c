/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sort keys srcline, srcfile, srcline_from and srcline_to, and a cache of the source lines of
 * locations.
 */
#include "profile/keys/keys_line.h"

#include "base/memory.h"
#include "object/symbols/location.h"
#include "profile/keys/keys_names.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The line of a location without a map. */
#define UNKNOWN "??:0"

/* The source line of one address of an object, looked up once. */
struct line_text {
	const char *line; /* FILE:LINE, else SYMBOL+OFFSET or OBJECT[ADDRESS] */
	const char *file; /* "" if it is not known */
	bool known;	  /* the line is known from debugging information */
	bool has_file;	  /* @line is FILE:LINE, FILE:0 or ??:0 */
};

struct report_lines {
	struct report *rp;
	struct interner keys;	/* object, address, function */
	struct line_text *text; /* by number in keys */
	uint32_t cap;
	struct interner strings;
};

struct report_lines *report_lines_new(struct report *rp)
{
	struct report_lines *l = mem_alloc(1, sizeof(*l));

	if (l)
		l->rp = rp;
	return l;
}

void report_lines_free(struct report_lines *l)
{
	if (!l)
		return;
	interner_free(&l->keys);
	interner_free(&l->strings);
	free(l->text);
	free(l);
}

static const char *intern_line_text(struct report_lines *l, const char *text)
{
	const uint32_t n = interner_add(&l->strings, text, (uint32_t)strlen(text) + 1);

	if (n)
		return (const char *)l->strings.all[n].data;
	report_no_memory(l->rp);
	return "";
}

/* An address whose source line is asked for. */
struct spot {
	const struct pdata_map *map; /* NULL: there is none, and so no line */
	const struct sym *sym;
	uint64_t addr; /* in the object */
	bool bare;     /* if the line is not known, print only the offset */
	uint8_t frame; /* as in struct hist_location */
};

/* Rows that are frames of chains have an address in memory, not one in the object. */
static struct spot row_spot(const struct report *rp, const struct rep_row *r)
{
	const bool frame = r->map && r->first_pos;

	return (struct spot){ .map = r->map,
			      .sym = r->sym,
			      .addr = frame ? resolve_object_addr(r->map, r->addr) : r->addr,
			      .bare = frame && rp->chain.by_address };
}

static struct spot spot_of_location(const struct hist_location *p)
{
	return (struct spot){ .map = p->map, .sym = p->sym, .addr = p->addr, .frame = p->frame };
}

/*
 * The line of one frame of an address: the location itself, or the call of the next inner frame.
 */
static bool frame_line(struct symbols *syms, const struct spot *r, const char **path,
		       uint32_t *line)
{
	const struct sym_frame *f;
	const uint32_t nr = symbols_inlines(syms, r->map->object, r->addr, r->sym, &f);

	if (r->frame > nr || !f[r->frame - 1].file)
		return false;
	*path = f[r->frame - 1].file;
	*line = f[r->frame - 1].line;
	return true;
}

/* The line of an address. For an inlined function, the line inside that function. */
static bool find_spot_line(struct report_lines *l, const struct spot *r, const char **path,
			   uint32_t *line)
{
	struct symbols *syms = l->rp->s->syms;
	const struct sym_frame *f;
	uint32_t nr;

	if (r->frame && r->sym)
		return frame_line(syms, r, path, line);
	if (!r->sym || !r->sym->inlined)
		return symbols_line(syms, r->map->object, r->addr, path, line);
	nr = symbols_inlines(syms, r->map->object, r->addr, r->sym, &f);
	for (uint32_t i = 0; i < nr; i++) {
		if (f[i].sym != r->sym || !f[i].file)
			continue;
		*path = f[i].file;
		*line = f[i].line;
		return true;
	}
	return false;
}

static struct line_text make_line_text(struct report_lines *l, const struct spot *r)
{
	struct line_text t = { .file = "" };
	char buf[4096];
	const char *path, *slash;
	uint32_t line;

	t.has_file = true;
	if (find_spot_line(l, r, &path, &line)) {
		path = symbols_line_path(l->rp->s->syms, r->map->object, r->addr, path,
					 l->rp->opts->show.full_path, buf, sizeof(buf));
		t.known = true;
		t.file = intern_line_text(l, path);
		snprintf(buf, sizeof(buf), "%s:%u", t.file, line);
	} else if (symbols_known_function(l->rp->s->syms, r->map->object, r->addr, &path)) {
		slash = l->rp->opts->show.full_path ? NULL : strrchr(path, '/');
		path = slash ? slash + 1 : path;
		snprintf(buf, sizeof(buf), "%s:0", path);
		if (strcmp(buf, UNKNOWN) != 0)
			t.file = intern_line_text(l, path);
	} else if (r->sym) {
		t.has_file = false;
		snprintf(buf, sizeof(buf), "%s+%" PRIu64, r->bare ? "" : r->sym->name,
			 r->addr - r->sym->start);
	} else {
		t.has_file = false;
		snprintf(buf, sizeof(buf), "%s[%" PRIx64 "]",
			 symbols_dso_short(l->rp->s->syms, r->map->object),
			 symbols_addr2line_addr(l->rp->s->syms, r->map->object, r->addr));
	}
	t.line = intern_line_text(l, buf);
	return t;
}

/*
 * The texts of an address. If memory is exhausted, those of an address without a line, and
 * report_err() is set.
 */
static const struct line_text *get_line_text(const struct report *rp, struct spot r)
{
	static const struct line_text none = { UNKNOWN, "", false, false };
	struct report_lines *l = rp->lines;
	uint64_t key[4] = { 0, 0, (uintptr_t)r.sym, r.bare | (uint64_t)r.frame << 1 };
	uint32_t n;

	if (!r.map)
		return &none;
	key[0] = r.map->object->index;
	key[1] = r.addr;
	n = interner_add(&l->keys, key, sizeof(key));
	if (!n || !mem_room_zeroed(&l->text, &l->cap, n, sizeof(*l->text))) {
		report_no_memory(rp);
		return &none;
	}
	if (!l->text[n].line)
		l->text[n] = make_line_text(l, &r);
	return &l->text[n];
}

const char *report_line(const struct report *rp, const struct pdata_map *map, const struct sym *sym,
			uint64_t addr)
{
	return get_line_text(rp, (struct spot){ .map = map, .sym = sym, .addr = addr })->line;
}

const char *report_line_of(const struct report *rp, const struct hist_location *p)
{
	const struct line_text *t = get_line_text(rp, spot_of_location(p));

	return t->known ? t->line : NULL;
}

const char *report_frame_line(const struct report *rp, const struct hist_location *p)
{
	const struct line_text *t = get_line_text(rp, spot_of_location(p));

	return t->has_file ? t->line : NULL;
}

const char *key_line(const struct report *rp, const struct rep_key *k, const struct rep_row *r,
		     char scratch[KEY_SCRATCH])
{
	(void)scratch;
	switch (k->arg) {
	case KEY_LINE_FILE:
		return get_line_text(rp, row_spot(rp, r))->file;
	case KEY_LINE_FROM:
		return get_line_text(rp, spot_of_location(&rp->locations.all[r->more->from]))->line;
	case KEY_LINE_TO:
		return get_line_text(rp, spot_of_location(&rp->locations.all[r->more->to]))->line;
	default:
		return get_line_text(rp, row_spot(rp, r))->line;
	}
}
