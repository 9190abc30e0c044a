/* SPDX-License-Identifier: BSD-2-Clause */
/* Collects the code of the hottest functions with inlined calls and lines, as columns of a page. */
#include "view/html/html_code.h"

#include "base/memory.h"
#include "object/symbols/function_code.h"
#include "object/symbols/location.h"

#include <inttypes.h>
#include <stdlib.h>

#define WHOLE_INSNS 150000u /* up to so many, all instructions of a function are shown */
#define WHOLE_SIZE 65536u   /* bytes of a function, up to which they are */
#define MAX_INSNS 400000    /* instructions of a page */
#define TEXT_OF_NUMBER(n) #n
#define TEXT_OF(macro) TEXT_OF_NUMBER(macro)
#define NEAR 256u /* bytes around an address with samples that are shown anyhow */
#define SCALE 1e15

static const char page_full[] =
	"is left out: the page has reached its limit of " TEXT_OF(MAX_INSNS) " instructions";

/* The work on all functions. */
struct code_maker {
	struct html_code *c;
	struct tables *t;
	struct symbols *syms;
	struct html_paths *p;
	const struct html_opts *o;
	struct annotate_hit *hits;
	uint32_t nr_hits;
	struct annotate_funcs funcs;
	uint64_t *samples_at; /* by frame */
	struct html_line_use *uses;
	uint32_t nr_uses, cap_uses;
	/* Inlined calls with samples, by number. */
	uint8_t *hot_scopes;
	uint32_t cap_hot_scopes;
	const char *last_path; /* of the last line that was found, and its number */
	uint32_t last_file;
};

/* The work on one function. */
struct code_walk {
	struct code_maker *m;
	const struct annotate_func *f;
	struct dso_function code;
	uint32_t number; /* of the function */
	uint32_t first;	 /* its first instruction */
	uint32_t next_hit;
	size_t end; /* of the last instruction that is shown */
	bool whole, gap;
	uint64_t *targets, *offsets; /* by instruction; targets: offset + 1, or 0 */
	uint32_t cap_targets, cap_offsets;
};

/* ---- the hottest functions --------------------------------------------------------------- */

static uint32_t one_member(const void *ctx, uint32_t leader)
{
	(void)ctx;
	(void)leader;
	return 1;
}

/* The weight of each event, so that shares of several events can be added up. */
static double *sum_events(struct code_maker *m, const struct html_samples *s)
{
	double *sums = mem_alloc(UINT16_MAX + 1u, sizeof(*sums));

	for (uint32_t i = 0; sums && i < s->nr; i++)
		sums[s->all[i].event] += (double)s->all[i].weight;
	(void)m;
	return sums;
}

/* Make a hit of each address with samples; its period is its share of the events. */
static int make_hits(struct code_maker *m, const struct html_samples *s)
{
	const uint32_t nr = tables_nr_frames(m->t);
	double *events = sum_events(m, s), *shares = mem_alloc((size_t)nr + 1, sizeof(*shares));
	uint32_t nr_hits = 0;

	m->samples_at = mem_alloc((size_t)nr + 1, sizeof(*m->samples_at));
	for (uint32_t i = 0; events && shares && m->samples_at && i < s->nr; i++) {
		const struct html_sample *row = &s->all[i];

		nr_hits += !m->samples_at[row->frame];
		m->samples_at[row->frame] += row->count;
		if (events[row->event] > 0)
			shares[row->frame] += (double)row->weight / events[row->event];
	}
	m->hits = mem_alloc((size_t)nr_hits + 1, sizeof(*m->hits));
	for (uint32_t n = 1; events && shares && m->samples_at && m->hits && n <= nr; n++) {
		struct tables_symbol at;

		if (!m->samples_at[n] || !tables_frame_symbol(m->t, n, &at) || !at.sym)
			continue;
		m->hits[m->nr_hits++] =
			(struct annotate_hit){ .addr = at.addr,
					       .nr = m->samples_at[n],
					       .period = (uint64_t)(shares[n] * SCALE),
					       .object = at.object,
					       .sym = at.sym,
					       .number = n };
	}
	nr_hits = events && shares && m->samples_at && m->hits;
	free(events);
	free(shares);
	return nr_hits ? 0 : -ENOMEM;
}

/* ---- texts, files and inlined calls of instructions --------------------------------------- */

/* Return: the number of the source file @path; 0: none, or memory is exhausted. */
static uint32_t number_file(struct code_walk *w, const char *path, uint64_t addr)
{
	struct code_maker *m = w->m;
	struct html_code *c = m->c;
	const struct pdata_object *object = w->code.object;
	const char *cwd;

	if (!path)
		return 0;
	if (path == m->last_path)
		return m->last_file;
	cwd = symbols_line_dir(m->syms, object, addr);
	for (uint32_t i = 0; i < c->nr_files; i++) {
		const struct html_source *f = &c->files[i];

		if (!strcmp(f->path, path) && !strcmp(f->cwd ? f->cwd : "", cwd ? cwd : "")) {
			m->last_path = path;
			return m->last_file = i + 1;
		}
	}
	if (!mem_room(&c->files, &c->cap_files, c->nr_files, sizeof(*c->files)))
		return 0;
	c->files[c->nr_files++] = (struct html_source){
		.path = path,
		.cwd = cwd,
		.object = object,
		.name = html_add_text(m->p, html_redact_file(m->p->redact, object, path)),
	};
	m->last_path = path;
	return m->last_file = c->nr_files;
}

/* The number of the inlined call around the instruction at @addr; 0: the function itself. */
static uint32_t number_scope(struct code_walk *w, uint64_t addr)
{
	struct code_maker *m = w->m;
	const struct sym_frame *list;
	uint32_t nr = symbols_inlines(m->syms, w->code.object, addr, w->code.sym, &list);
	struct html_scope scope = { .parent = 0 };

	for (; nr > 1; nr--) {
		const struct sym_frame *call = &list[nr - 1], *callee = &list[nr - 2];
		const char *name = callee->sym ? callee->sym->name : NULL;

		scope.name = html_add_text(m->p, html_redact_function(m->p->redact, w->code.object,
								      name));
		scope.file = number_file(w, call->file, addr);
		scope.line = call->line;
		scope.parent = interner_add(&m->c->scopes, &scope, sizeof(scope));
	}
	return scope.parent;
}

static uint32_t add_insn_text(struct code_walk *w, struct dso_insn *insn, uint64_t target,
			      bool jump)
{
	struct code_maker *m = w->m;
	struct html_redact *r = m->p->redact;
	const struct sym *sym = w->code.sym, *to = NULL;
	const bool inside = jump && target >= sym->start && target < sym->end;
	const char *text = html_redact_insn(r, insn->text, jump);
	char whole[2 * DISASM_TEXT_MAX];
	int n;

	if (!text)
		return 0;
	n = snprintf(whole, sizeof(whole), "%s", text);
	if (jump && !inside)
		to = resolve_sym(m->syms, w->code.object, target);
	if (to && n >= 0 && (size_t)n < sizeof(whole)) {
		text = html_redact_function(r, w->code.object, to->name);
		if (target == to->start)
			snprintf(whole + n, sizeof(whole) - (size_t)n, " <%s>", text ? text : "");
		else
			snprintf(whole + n, sizeof(whole) - (size_t)n, " <%s+%#" PRIx64 ">",
				 text ? text : "", target - to->start);
	}
	return html_add_text(m->p, whole);
}

/* ---- one function ------------------------------------------------------------------------ */

/* Note the samples of the instruction. Return: whether it is shown. */
static bool take_hits(struct code_walk *w, const struct dso_insn *insn, uint32_t number, bool *hit)
{
	const struct annotate_func *f = w->f;
	const uint64_t start = w->code.sym->start + insn->offset;

	*hit = false;
	for (; w->next_hit < f->nr_hits && f->hits[w->next_hit].addr < start + insn->size;
	     w->next_hit++) {
		w->m->c->hit_of_frame[f->hits[w->next_hit].number] = number;
		*hit = true;
	}
	return w->whole || *hit || (w->next_hit && start - f->hits[w->next_hit - 1].addr <= NEAR) ||
	       (w->next_hit < f->nr_hits && f->hits[w->next_hit].addr - start <= NEAR);
}

static bool add_use(struct code_maker *m, const struct html_line_use *use)
{
	if (!use->file || !use->line)
		return true;
	if (!mem_room(&m->uses, &m->cap_uses, m->nr_uses, sizeof(*m->uses)))
		return false;
	m->uses[m->nr_uses++] = *use;
	return true;
}

/* Note the line of an instruction, and that its inlined calls have samples if it has any. */
static bool note_lines(struct code_walk *w, const struct html_insn *insn, bool hit)
{
	struct code_maker *m = w->m;
	struct html_line_use use = { w->number, insn->scope, insn->file, insn->line };

	if (!m->o->source)
		return true;
	while (use.scope) {
		const struct html_scope *scope = (const void *)m->c->scopes.all[use.scope].data;

		if (!mem_room_zeroed(&m->hot_scopes, &m->cap_hot_scopes, use.scope, 1) ||
		    !add_use(m, &use))
			return false;
		m->hot_scopes[use.scope] |= hit;
		use.scope = scope->parent;
		use.file = scope->file;
		use.line = scope->line;
	}
	return add_use(m, &use);
}

static bool add_insn(struct code_walk *w, const struct html_insn *insn, uint64_t offset,
		     uint64_t target)
{
	struct html_code *c = w->m->c;
	const uint32_t i = c->nr_insns - w->first;

	if (!mem_room(&c->insns, &c->cap_insns, c->nr_insns, sizeof(*c->insns)) ||
	    !mem_room(&w->targets, &w->cap_targets, i, sizeof(*w->targets)) ||
	    !mem_room(&w->offsets, &w->cap_offsets, i, sizeof(*w->offsets)))
		return false;
	c->insns[c->nr_insns++] = *insn;
	w->targets[i] = target;
	w->offsets[i] = offset;
	return true;
}

static bool take_insn(struct code_walk *w, struct dso_insn *insn)
{
	struct code_maker *m = w->m;
	const struct sym *sym = w->code.sym;
	const uint64_t addr = sym->start + insn->offset;
	struct html_insn made = { .size = (uint32_t)insn->size };
	uint64_t target = 0;
	const bool jump = dso_function_target(&w->code, &target);
	const bool inside = jump && target >= sym->start && target < sym->end;
	const char *path = NULL;
	bool hit;

	if (!take_hits(w, insn, m->c->nr_insns + 1 + (w->gap && !w->whole), &hit)) {
		w->gap = true;
		return true;
	}
	if (w->gap && !add_insn(w, &(struct html_insn){ .size = (uint32_t)(insn->offset - w->end) },
				w->end, 0))
		return false;
	w->gap = false;
	w->end = insn->offset + insn->size;
	made.text = add_insn_text(w, insn, target, jump);
	made.scope = number_scope(w, addr);
	if (symbols_line(m->syms, w->code.object, addr, &path, &made.line) && path)
		made.file = number_file(w, path, addr);
	if (!made.file)
		made.line = 0;
	return add_insn(w, &made, insn->offset, inside ? target - sym->start + 1 : 0) &&
	       note_lines(w, &made, hit);
}

/* The targets of jumps become numbers of instructions. */
static void number_targets(struct code_walk *w)
{
	struct html_insn *insns = w->m->c->insns + w->first;
	const uint32_t nr = w->m->c->nr_insns - w->first;

	for (uint32_t i = 0; i < nr; i++) {
		uint32_t lo = 0, hi = nr;

		while (w->targets[i] && lo < hi) {
			const uint32_t mid = lo + (hi - lo) / 2;

			if (w->offsets[mid] < w->targets[i] - 1)
				lo = mid + 1;
			else
				hi = mid;
		}
		if (w->targets[i] && lo < nr && insns[lo].text &&
		    w->offsets[lo] == w->targets[i] - 1)
			insns[i].target = lo + 1;
	}
}

static bool walk_function(struct code_walk *w)
{
	struct html_code *c = w->m->c;
	struct dso_insn insn;
	bool good = true;

	w->first = c->nr_insns;
	w->whole = w->code.len <= WHOLE_SIZE && c->nr_insns < WHOLE_INSNS;
	while (good && dso_function_next(&w->code, &insn))
		good = take_insn(w, &insn);
	if (good && w->code.len > w->end)
		good = add_insn(w, &(struct html_insn){ .size = (uint32_t)(w->code.len - w->end) },
				w->end, 0);
	if (good)
		number_targets(w);
	free(w->targets);
	free(w->offsets);
	return good;
}

/* Return: 1: the code of @f is in @m->c, or the reason why there is none; 0; -ENOMEM. */
static int add_function(struct code_maker *m, const struct annotate_func *f)
{
	struct html_code *c = m->c;
	struct html_code_function *made = &c->functions[c->nr_functions];
	struct code_walk w = { .m = m, .f = f, .number = c->nr_functions };
	const struct annotate_hit *most = f->hits;
	const char *why;
	bool good = true;

	if (html_redact_hides(m->p->redact, f->hits->object))
		return 0;
	for (uint32_t i = 1; i < f->nr_hits; i++)
		if (f->hits[i].nr > most->nr)
			most = &f->hits[i];
	m->last_path = NULL;
	why = dso_function_open(&w.code, m->syms, f->hits->object, f->hits->sym, m->o->intel);
	if (!why && c->nr_insns >= MAX_INSNS)
		why = page_full;
	*made = (struct html_code_function){ .function = m->p->function_of[most->number] };
	if (why) {
		made->why = html_add_text(m->p, why);
	} else {
		made->address = m->p->redact->level ? 0 : w.code.base;
		good = walk_function(&w);
		made->nr_insns = c->nr_insns - w.first;
	}
	dso_function_close(&w.code);
	c->nr_functions++;
	if (!good)
		return -ENOMEM;
	return !why;
}

/* ---- numbers of addresses ---------------------------------------------------------------- */

struct hit_rank {
	uint64_t nr;
	uint32_t frame;
};

static int compare_ranks(const void *x, const void *y)
{
	const struct hit_rank *a = x, *b = y;

	if (a->nr != b->nr)
		return a->nr > b->nr ? -1 : 1;
	return (a->frame > b->frame) - (a->frame < b->frame);
}

/* Addresses with many samples get low numbers, so that the column of samples compresses well. */
static int rank_hits(struct code_maker *m)
{
	struct html_code *c = m->c;
	struct hit_rank *ranks;

	for (uint32_t n = 1; n <= c->nr_frames; n++)
		c->nr_hits += c->hit_of_frame[n] > 0;
	ranks = mem_alloc((size_t)c->nr_hits + 1, sizeof(*ranks));
	c->hit_insns = mem_alloc((size_t)c->nr_hits + 1, sizeof(*c->hit_insns));
	if (!ranks || !c->hit_insns) {
		free(ranks);
		return -ENOMEM;
	}
	for (uint32_t n = 1, i = 0; n <= c->nr_frames; n++)
		if (c->hit_of_frame[n])
			ranks[i++] = (struct hit_rank){ m->samples_at[n], n };
	if (c->nr_hits)
		qsort(ranks, c->nr_hits, sizeof(*ranks), compare_ranks);
	for (uint32_t i = 0; i < c->nr_hits; i++) {
		c->hit_insns[i] = c->hit_of_frame[ranks[i].frame];
		c->hit_of_frame[ranks[i].frame] = i + 1;
	}
	free(ranks);
	return 0;
}

/* ---- all functions ----------------------------------------------------------------------- */

static int read_lines(struct code_maker *m)
{
	const struct rep_session *s = tables_session(m->t);
	uint32_t kept = 0;

	/* Inlined functions without samples are left out. */
	for (uint32_t i = 0; i < m->nr_uses; i++)
		if (!m->uses[i].scope || m->hot_scopes[m->uses[i].scope])
			m->uses[kept++] = m->uses[i];
	return html_read_lines(m->c, m->uses, kept, m->o->source,
			       pdata_reader_info(s->reader)->mtime, m->p);
}

/*
 * Functions without code do not count, and are only named, because they are often those of a kernel
 * whose code is not at hand.
 */
static int add_functions(struct code_maker *m)
{
	struct html_code *c = m->c;
	const uint64_t wanted = m->o->annotate < m->funcs.nr ? m->o->annotate : m->funcs.nr;
	uint64_t with_code = 0;

	c->functions = mem_alloc(m->funcs.nr + 1u, sizeof(*c->functions));
	if (!c->functions)
		return -ENOMEM;
	for (uint32_t i = 0; i < m->funcs.nr && with_code < wanted && i / 4 < wanted; i++) {
		const int added = add_function(m, &m->funcs.all[i]);

		if (added < 0)
			return added;
		with_code += added > 0;
	}
	return 0;
}

int html_make_code(struct html_code *c, struct tables *t, const struct html_samples *s,
		   struct html_paths *p, const struct html_opts *o)
{
	struct code_maker m = { .c = c, .t = t, .syms = tables_session(t)->syms, .p = p, .o = o };
	int rc;

	c->nr_frames = tables_nr_frames(t);
	out_open(&c->text, -1);
	c->hit_of_frame = mem_alloc((size_t)c->nr_frames + 1, sizeof(*c->hit_of_frame));
	rc = c->hit_of_frame ? make_hits(&m, s) : -ENOMEM;
	if (!rc)
		rc = annotate_make_funcs(&m.funcs, m.hits, m.nr_hits, one_member, NULL);
	if (!rc)
		rc = add_functions(&m);
	if (!rc)
		rc = rank_hits(&m);
	if (!rc && o->source)
		rc = read_lines(&m);
	if (!rc && (c->scopes.err || c->text.err || html_paths_err(p)))
		rc = -ENOMEM;
	annotate_free_funcs(&m.funcs);
	free(m.hits);
	free(m.samples_at);
	free(m.uses);
	free(m.hot_scopes);
	return rc ? -1 : 0;
}

void html_free_code(struct html_code *c)
{
	free(c->functions);
	free(c->insns);
	interner_free(&c->scopes);
	free(c->files);
	free(c->lines);
	if (c->hit_of_frame)
		out_close(&c->text);
	free(c->hit_of_frame);
	free(c->hit_insns);
}

/* ---- columns ----------------------------------------------------------------------------- */

#define CODE_MEMBER(type, member)                                                                  \
	static uint64_t type##_##member(const void *ctx, uint32_t i)                               \
	{                                                                                          \
		return ((const struct html_##type *)ctx)[i].member;                                \
	}
CODE_MEMBER(code_function, function)
CODE_MEMBER(code_function, nr_insns)
CODE_MEMBER(code_function, why)
CODE_MEMBER(code_function, address)
CODE_MEMBER(insn, size)
CODE_MEMBER(insn, text)
CODE_MEMBER(insn, file)
CODE_MEMBER(insn, line)
CODE_MEMBER(insn, scope)
CODE_MEMBER(insn, target)
CODE_MEMBER(source_line, file)
CODE_MEMBER(source_line, line)

#define SCOPE_MEMBER(member)                                                                       \
	static uint64_t scope_##member(const void *ctx, uint32_t i)                                \
	{                                                                                          \
		const struct interner *scopes = ctx;                                               \
                                                                                                   \
		return ((const struct html_scope *)(const void *)scopes->all[i + 1].data)->member; \
	}
SCOPE_MEMBER(parent)
SCOPE_MEMBER(name)
SCOPE_MEMBER(file)
SCOPE_MEMBER(line)

struct sample_hits {
	const struct html_code *c;
	const struct html_sample *all;
};

static uint64_t hit_of_sample(const void *ctx, uint32_t i)
{
	const struct sample_hits *h = ctx;

	return h->c->hit_of_frame[h->all[i].frame];
}

static uint64_t insn_of_hit(const void *ctx, uint32_t i)
{
	return ((const uint32_t *)ctx)[i];
}

void html_add_code_columns(struct html_columns *columns, const struct html_code *c,
			   const struct html_samples *s, const struct html_opts *o)
{
	const struct sample_hits hits = { c, s->all };
	const uint32_t nr_scopes = c->scopes.nr ? c->scopes.nr - 1 : 0;

	html_add_column(columns, "hit", s->nr, hit_of_sample, &hits);
	html_add_column(columns, "h_insn", c->nr_hits, insn_of_hit, c->hit_insns);
	html_add_column(columns, "c_function", c->nr_functions, code_function_function,
			c->functions);
	html_add_column(columns, "c_insns", c->nr_functions, code_function_nr_insns, c->functions);
	html_add_column(columns, "c_why", c->nr_functions, code_function_why, c->functions);
	if (!o->redact)
		html_add_column(columns, "c_address", c->nr_functions, code_function_address,
				c->functions);
	html_add_column(columns, "i_size", c->nr_insns, insn_size, c->insns);
	html_add_column(columns, "i_text", c->nr_insns, insn_text, c->insns);
	html_add_column(columns, "i_file", c->nr_insns, insn_file, c->insns);
	html_add_column(columns, "i_line", c->nr_insns, insn_line, c->insns);
	html_add_column(columns, "i_scope", c->nr_insns, insn_scope, c->insns);
	html_add_column(columns, "i_target", c->nr_insns, insn_target, c->insns);
	html_add_column(columns, "x_parent", nr_scopes, scope_parent, &c->scopes);
	html_add_column(columns, "x_name", nr_scopes, scope_name, &c->scopes);
	html_add_column(columns, "x_file", nr_scopes, scope_file, &c->scopes);
	html_add_column(columns, "x_line", nr_scopes, scope_line, &c->scopes);
	html_add_column(columns, "l_file", c->nr_lines, source_line_file, c->lines);
	html_add_column(columns, "l_line", c->nr_lines, source_line_line, c->lines);
	html_add_text_column(columns, "lines", c->text.buf, c->text.len);
}
