/* SPDX-License-Identifier: BSD-2-Clause */
/* The code of a function, with the samples at each instruction, as a view. */
#include "view/tui/code.h"
#include "view/tui/rows_view.h"

#include "base/array.h"
#include "console/command.h"
#include "object/symbols/object_symbols.h"

#include <inttypes.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHIFT 8u

/* What stands before an instruction: perf's levels of the key O. */
enum offsets { OFFSETS_OF_TARGETS, OFFSETS_OF_CALLS, OFFSETS_ALL, OFFSETS_NR };
enum numbers { NUMBERS_PERCENT, NUMBERS_PERIOD, NUMBERS_SAMPLES, NUMBERS_NR };

/* A line of the list: an instruction, or the source line above it. */
struct shown_line {
	uint32_t insn;
	bool source;
};

struct annotate_view {
	struct tui_view view; /* first member */
	struct tui_code code;
	const struct pdata_object *object;
	const struct sym *sym;
	uint32_t event;
	uint64_t row; /* position in the rows below, for the next and the previous function */
	struct shown_line *shown;
	bool source, lines, full_path, raw, arrows, jump_counts, full_address;
	enum offsets offsets;
	enum numbers numbers;
	uint32_t *hot; /* instructions with samples, the most first */
	uint32_t nr_hot, at_hot;
	struct tui_search search;
	uint64_t search_from;
};

static struct annotate_view *top_view(const struct tui *t)
{
	return (struct annotate_view *)tui_top(t);
}

/* ---- lines ------------------------------------------------------------------------------- */

static bool begins_source_line(const struct annotate_view *v, uint32_t i)
{
	const struct tui_code_line *l = &v->code.lines[i], *before = i ? l - 1 : NULL;

	return v->source && l->path &&
	       (!before || !before->path || before->line != l->line ||
		strcmp(before->path, l->path) != 0);
}

/* Make the list anew, with the cursor at the instruction @insn. */
static void make_lines(struct annotate_view *v, uint32_t insn)
{
	uint64_t nr = 0;

	free(v->shown);
	v->shown = rep_alloc((size_t)v->code.nr * 2 + 1, sizeof(*v->shown));
	for (uint32_t i = 0; i < v->code.nr; i++) {
		if (begins_source_line(v, i))
			v->shown[nr++] = (struct shown_line){ i, true };
		if (i == insn)
			v->view.list.at = nr;
		v->shown[nr++] = (struct shown_line){ i, false };
	}
	v->view.list.nr = nr;
}

/* The instruction at the cursor; NULL: there is no code. */
static const struct tui_code_line *current_line(const struct annotate_view *v, uint32_t *n)
{
	if (v->view.list.at >= v->view.list.nr)
		return NULL;
	*n = v->shown[v->view.list.at].insn;
	return &v->code.lines[*n];
}

static void go_to_insn(struct annotate_view *v, uint32_t insn)
{
	for (uint64_t i = 0; i < v->view.list.nr; i++)
		if (v->shown[i].insn == insn && !v->shown[i].source)
			v->view.list.at = i;
}

static uint64_t weight_of(const struct tui_code_line *l)
{
	return l->sums[0].period;
}

static int compare_hot(const void *a, const void *b, void *lines)
{
	const struct tui_code_line *l = lines;
	const uint32_t m = *(const uint32_t *)a, n = *(const uint32_t *)b;

	if (weight_of(&l[m]) != weight_of(&l[n]))
		return weight_of(&l[m]) > weight_of(&l[n]) ? -1 : 1;
	return m < n ? -1 : m > n;
}

static void find_hot(struct annotate_view *v)
{
	free(v->hot);
	v->hot = rep_alloc((size_t)v->code.nr + 1, sizeof(*v->hot));
	v->nr_hot = v->at_hot = 0;
	for (uint32_t i = 0; i < v->code.nr; i++)
		if (weight_of(&v->code.lines[i]))
			v->hot[v->nr_hot++] = i;
	qsort_r(v->hot, v->nr_hot, sizeof(*v->hot), compare_hot, v->code.lines);
}

static void read_code(struct tui *t, struct annotate_view *v)
{
	tui_code_read(&v->code, t, v->object, v->sym, v->event);
	if (v->code.why)
		tui_say(t, "%s: %s %s", v->sym->name, "the code", v->code.why);
	find_hot(v);
	make_lines(v, v->nr_hot ? v->hot[0] : 0);
}

/* ---- drawing ----------------------------------------------------------------------------- */

static void put_numbers(const struct annotate_view *v, const struct tui_code_line *l, struct out *o)
{
	for (uint32_t m = 0; m < v->code.f->members; m++) {
		if (!l || !l->sums[m].nr)
			out_pad(o, ' ', v->numbers == NUMBERS_PERIOD ? 12 : 8);
		else if (v->numbers == NUMBERS_PERIOD)
			out_printf(o, " %11" PRIu64, l->sums[m].period);
		else if (v->numbers == NUMBERS_SAMPLES)
			out_printf(o, " %7" PRIu64, l->sums[m].nr);
		else
			out_printf(o, " %6.2f%%",
				   annotate_percent(&v->code.a, v->code.f, m, &l->sums[m]));
	}
}

static bool is_inside(const struct annotate_view *v, const struct tui_code_line *l)
{
	return l->jumps && l->target >= v->sym->start && l->target < v->sym->end;
}

/* The part of the arrow of the jump at the cursor that is in the line of @insn. */
static const char *arrow_part(const struct tui *t, const struct annotate_view *v, uint32_t insn)
{
	uint32_t from, low, high;
	const struct tui_code_line *l = current_line(v, &from);
	const bool utf8 = t->screen.utf8;
	int64_t to;

	if (!v->arrows || !l || !is_inside(v, l))
		return "  ";
	to = tui_code_find(&v->code, l->target - v->sym->start);
	if (to < 0)
		return "  ";
	low = from < to ? from : (uint32_t)to;
	high = from < to ? (uint32_t)to : from;
	if (insn < low || insn > high)
		return "  ";
	if (insn == (uint32_t)to)
		return utf8 ? (low == insn ? "┌→" : "└→") : "+>";
	if (insn == from)
		return utf8 ? (low == insn ? "┌─" : "└─") : "+-";
	return utf8 ? "│ " : "| ";
}

static const char *path_shown(const struct annotate_view *v, const char *path)
{
	const char *slash = v->full_path ? NULL : strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* In the simplified form, a jump inside of the function shows the offset that it leads to. */
static void put_instruction(const struct annotate_view *v, const struct tui_code_line *l,
			    struct out *o)
{
	const size_t word = strcspn(l->text, " \t");

	if (v->raw) {
		out_printf(o, "%-24s %s", l->bytes, l->text);
		return;
	}
	if (is_inside(v, l) && l->text[word]) {
		out_mem(o, l->text, word);
		out_printf(o, " %" PRIx64, l->target - v->sym->start);
		return;
	}
	out_name(o, l->text);
}

static void put_offset(const struct annotate_view *v, const struct tui_code_line *l, struct out *o)
{
	if (v->full_address || v->raw)
		out_printf(o, "%8" PRIx64 ": ", l->address);
	else if (l->nr_jumps || v->offsets == OFFSETS_ALL ||
		 (v->offsets == OFFSETS_OF_CALLS && l->jumps && !is_inside(v, l)))
		out_printf(o, "%6" PRIx64 ": ", l->at);
	else
		out_pad(o, ' ', 8);
}

static void put_code_line(struct tui *t, struct annotate_view *v, const struct shown_line *s,
			  struct out *o)
{
	const struct tui_code_line *l = &v->code.lines[s->insn];
	const char *text;
	size_t len;

	put_numbers(v, s->source ? NULL : l, o);
	out_raw_str(o, t->screen.utf8 ? " │ " : " | ");
	out_raw_str(o, s->source ? "  " : arrow_part(t, v, s->insn));
	if (s->source) {
		text = tui_code_source(&v->code, l, &len);
		out_printf(o, "%s:%u  ", path_shown(v, l->path), l->line);
		if (text)
			out_line(o, text, len);
		return;
	}
	if (v->jump_counts && l->nr_jumps)
		out_printf(o, "%2u ", l->nr_jumps);
	else if (v->jump_counts)
		out_raw_str(o, "   ");
	if (v->lines && l->path)
		out_printf(o, "%5u ", l->line);
	else if (v->lines)
		out_pad(o, ' ', 6);
	put_offset(v, l, o);
	put_instruction(v, l, o);
}

static void draw_title(struct tui *t, const struct annotate_view *v)
{
	struct out o;

	out_open(&o, -1);
	o.guard = true;
	out_printf(&o, "%s  %s", v->sym->name, symbols_dso_long(t->session.syms, v->object));
	out_char(&o, '\0');
	tui_put_bar(t, 0, o.buf, tui_head);
	o.len = 0;
	out_printf(&o, "Samples: %" PRIu64 " of event '%s'  %s, %s, %s", v->code.f->sums[0].nr,
		   t->rp.ev[v->event].name,
		   v->numbers == NUMBERS_PERIOD	   ? "sums of periods"
		   : v->numbers == NUMBERS_SAMPLES ? "numbers of samples"
						   : "percent",
		   v->code.opts.global ? "of the event" : "of the function",
		   v->code.opts.hits ? "by samples" : "by period");
	out_char(&o, '\0');
	tui_put_bar(t, 1, o.buf, tui_title);
	out_close(&o);
}

static void draw_annotate(struct tui *t, struct tui_view *view)
{
	struct annotate_view *v = (struct annotate_view *)view;
	const unsigned first = 2, last = tui_body_end(t);

	draw_title(t, v);
	tui_list_fit(&view->list, first, last > first ? last - first : 1);
	for (unsigned i = 0; i < view->list.height && view->list.top + i < view->list.nr; i++) {
		const uint64_t n = view->list.top + i;
		struct out *o = &t->text;

		o->len = 0;
		put_code_line(t, v, &v->shown[n], o);
		tui_put_line(t, first + i, o->buf, o->len, view->shift, n == view->list.at);
		if (v->shown[n].source && n != view->list.at)
			screen_restyle(&t->screen, first + i, 0, t->screen.cols, tui_dim);
	}
}

/* ---- moving ------------------------------------------------------------------------------ */

static void go_hottest(struct tui *t)
{
	struct annotate_view *v = top_view(t);

	v->at_hot = 0;
	if (v->nr_hot)
		go_to_insn(v, v->hot[0]);
	else
		tui_say(t, "no instruction has samples");
}

static void go_next_hot(struct tui *t)
{
	struct annotate_view *v = top_view(t);

	if (!v->nr_hot) {
		tui_say(t, "no instruction has samples");
		return;
	}
	v->at_hot = (v->at_hot + (t->key == TERM_KEY_TAB ? 1 : v->nr_hot - 1)) % v->nr_hot;
	go_to_insn(v, v->hot[v->at_hot]);
}

static void push_annotate(struct tui *t, const struct pdata_object *object, const struct sym *sym,
			  uint32_t event, uint64_t row);

/* The rows view below all views. */
static struct tui_rows *base_rows(const struct tui *t)
{
	return (struct tui_rows *)t->views[0];
}

/* A function of this name in the rows, for a call through the PLT; NULL: there is none. */
static const struct rep_row *find_function(const struct tui *t, const char *name, size_t len)
{
	const struct tui_rows *rows = base_rows(t);

	for (uint64_t i = 0; i < rows->nr_rows; i++) {
		const struct rep_row *r = rows->rows[i];

		if (r->sym && r->map && strlen(r->sym->name) == len &&
		    !memcmp(r->sym->name, name, len))
			return r;
	}
	return NULL;
}

static void follow(struct tui *t)
{
	struct annotate_view *v = top_view(t);
	uint32_t n;
	const struct tui_code_line *l = current_line(v, &n);
	const char *plt = l && l->to ? strstr(l->to->name, "@plt") : NULL;
	const struct rep_row *r;

	if (!l) {
		return;
	}
	if (!strncmp(l->text, "ret", 3)) {
		tui_pop(t);
	} else if (!l->jumps || !l->to) {
		tui_say(t, "the instruction neither jumps to a known address nor calls one");
	} else if (is_inside(v, l)) {
		const int64_t to = tui_code_find(&v->code, l->target - v->sym->start);

		if (to >= 0)
			go_to_insn(v, (uint32_t)to);
	} else if (!plt) {
		push_annotate(t, v->object, l->to, v->event, v->row);
	} else {
		r = find_function(t, l->to->name, (size_t)(plt - l->to->name));
		if (r)
			push_annotate(t, r->map->object, r->sym, v->event, v->row);
		else
			tui_say(t, "the report has no row for the function that %s calls",
				l->to->name);
	}
}

/* Show the function of the next or previous row instead. */
static void next_function(struct tui *t)
{
	struct annotate_view *v = top_view(t);
	const struct tui_rows *rows = base_rows(t);
	const int64_t step = t->key == '>' ? 1 : -1;
	const uint32_t event = v->event;

	for (int64_t i = (int64_t)v->row + step; i >= 0 && (uint64_t)i < rows->nr_rows; i += step) {
		const struct rep_row *r = rows->rows[i];

		if (!r->sym || !r->map || r->sym == v->sym)
			continue;
		tui_pop(t);
		push_annotate(t, r->map->object, r->sym, event, (uint64_t)i);
		return;
	}
	tui_say(t, "no further row of the report has a function to annotate");
}

/* ---- search ------------------------------------------------------------------------------ */

static bool find_insn(struct annotate_view *v, uint64_t from, bool back)
{
	const uint64_t nr = v->view.list.nr;

	for (uint64_t i = 0; i < nr && v->search.on; i++) {
		const uint64_t n = (from + (back ? nr - i : i)) % nr;
		const struct tui_code_line *l = &v->code.lines[v->shown[n].insn];

		if (!v->shown[n].source &&
		    tui_search_matches(&v->search, l->text, strlen(l->text))) {
			v->view.list.at = n;
			return true;
		}
	}
	return false;
}

static void search_changed(struct tui *t, const char *text)
{
	struct annotate_view *v = top_view(t);

	tui_search_set(&v->search, text);
	find_insn(v, v->search_from, t->key == '?');
}

static void search_code(struct tui *t)
{
	struct annotate_view *v = top_view(t);
	char text[256] = "";

	v->search_from = v->view.list.at;
	if (!tui_prompt(t, t->key == '?' ? "search backwards" : "search", text, sizeof(text),
			search_changed))
		v->view.list.at = v->search_from;
}

static void search_next(struct tui *t)
{
	struct annotate_view *v = top_view(t);
	const uint64_t nr = v->view.list.nr;
	const bool back = t->key == 'N';

	if (!nr || !find_insn(v, (v->view.list.at + (back ? nr - 1 : 1)) % nr, back))
		tui_say(t, v->search.on ? "no other line matches" : "/ starts a search");
}

/* ---- toggles ----------------------------------------------------------------------------- */

static void toggle(struct tui *t)
{
	struct annotate_view *v = top_view(t);
	const struct {
		uint32_t key;
		bool *what;
		const char *text;
	} toggles[] = {
		{ 's', &v->source, "source lines" },
		{ 'k', &v->lines, "line numbers" },
		{ 'l', &v->full_path, "full paths of sources" },
		{ 'o', &v->raw, "bytes and addresses of instructions" },
		{ 'j', &v->arrows, "the arrow of a jump" },
		{ 'J', &v->jump_counts, "the number of jumps to each instruction" },
		{ 'f', &v->full_address, "full addresses" },
		{ 'p', &v->code.opts.global, "percentages of the whole event" },
		{ 'b', &v->code.opts.hits, "percentages by numbers of samples" },
	};
	uint32_t insn = 0;

	current_line(v, &insn);
	for (unsigned i = 0; i < REP_NR(toggles); i++)
		if (toggles[i].key == t->key) {
			*toggles[i].what = !*toggles[i].what;
			tui_say(t, "%s: %s", toggles[i].text, *toggles[i].what ? "on" : "off");
		}
	make_lines(v, insn);
}

static void next_offsets(struct tui *t)
{
	static const char *const texts[] = { "offsets of jump targets",
					     "offsets of jump targets and of calls",
					     "all offsets" };
	struct annotate_view *v = top_view(t);

	v->offsets = (v->offsets + 1) % OFFSETS_NR;
	tui_say(t, "%s", texts[v->offsets]);
}

static void next_numbers(struct tui *t)
{
	struct annotate_view *v = top_view(t);

	v->numbers = (v->numbers + 1) % NUMBERS_NR;
}

static void show_cycles(struct tui *t)
{
	tui_say(t, "to see cycles of basic blocks: record with -b, sort the report by ipc_lbr");
}

/* A symbol is no file name: other characters become '_'. */
static void print_code(struct tui *t)
{
	static const char harmless[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				       "0123456789_";
	const struct annotate_view *v = top_view(t);
	const char *first[] = { "annotate", "--stdio", "-s", v->sym->name, NULL };
	struct tui_words w = tui_words_new(t, first, TUI_FOR_CODE);
	char path[128];

	snprintf(path, sizeof(path), "%.100s.annotation", v->sym->name);
	for (char *p = path; p < path + strlen(path) - strlen(".annotation"); p++)
		if (!strchr(harmless, *p))
			*p = '_';
	tui_write_command(t, (const char *const *)w.word, path);
	tui_words_free(&w);
}

static bool annotate_key(struct tui *t, struct tui_view *view, const struct key *k)
{
	(void)t;
	if (k->code == TERM_KEY_LEFT && view->shift) {
		view->shift -= view->shift < SHIFT ? view->shift : SHIFT;
		return true;
	}
	return false;
}

static void scroll_right(struct tui *t)
{
	tui_top(t)->shift += SHIFT;
}

static void reload_annotate(struct tui *t, struct tui_view *view)
{
	struct annotate_view *v = (struct annotate_view *)view;

	tui_code_free(&v->code);
	if (v->event >= t->rp.nr_ev)
		v->event = 0;
	if (t->rp.nr_ev)
		read_code(t, v);
}

static void free_annotate(struct tui_view *view)
{
	struct annotate_view *v = (struct annotate_view *)view;

	tui_search_free(&v->search);
	tui_code_free(&v->code);
	free(v->shown);
	free(v->hot);
	free(v);
}

static const struct tui_action annotate_actions[] = {
	{ TERM_KEY_ENTER, 0, "follow a call or jump; at a return: go back", follow, NULL },
	{ TERM_KEY_ESC, TERM_KEY_LEFT, "go back", tui_back, NULL },
	{ TERM_KEY_RIGHT, 0, "scroll to the right", scroll_right, NULL },
	{ '<', '>', "show the function of the previous or next row", next_function, NULL },
	{ TERM_KEY_TAB, TERM_KEY_BACKTAB,
	  "next instruction in order of hotness; Shift-TAB: previous one", go_next_hot, NULL },
	{ 'H', 0, "go to the hottest instruction", go_hottest, NULL },
	{ '/', '?', "search a regular expression; ?: backwards", search_code, NULL },
	{ 'n', 'N', "go to the next match; N: to the previous match", search_next, NULL },
	{ 's', 0, "show or hide source lines", toggle, "--source" },
	{ 'o', 0, "show bytes and addresses, or simplified instructions", toggle, "--asm-raw" },
	{ 'O', 0, "show offsets: at jump targets, also at calls, or everywhere", next_offsets,
	  NULL },
	{ 'j', 0, "show or hide the arrow of a jump", toggle, NULL },
	{ 'J', 0, "show or hide how many jumps lead to an instruction", toggle, NULL },
	{ 'k', 0, "show or hide line numbers", toggle, NULL },
	{ 'l', 0, "show or hide full paths of sources", toggle, "--full-paths" },
	{ 't', 0, "percentages, sums of periods, or numbers of samples", next_numbers,
	  "-n, --show-total-period" },
	{ 'c', 0, "explain how to show cycles (sort key ipc_lbr)", show_cycles, NULL },
	{ 'p', 0, "percentages of the function or of the event", toggle, "--percent-type" },
	{ 'b', 0, "percentages by period or by samples", toggle, "--percent-type" },
	{ 'f', 0, "full addresses or offsets", toggle, NULL },
	{ 'P', 0, "write the code to SYMBOL.annotation", print_code, "annotate --stdio" },
	{ 0 },
};

static const struct tui_view_kind annotate_kind = {
	.name = "annotate",
	.actions = annotate_actions,
	.draw = draw_annotate,
	.key = annotate_key,
	.reload = reload_annotate,
	.free = free_annotate,
};

static void push_annotate(struct tui *t, const struct pdata_object *object, const struct sym *sym,
			  uint32_t event, uint64_t row)
{
	struct annotate_view *v = rep_alloc(1, sizeof(*v));

	v->view.kind = &annotate_kind;
	v->object = object;
	v->sym = sym;
	v->event = event;
	v->row = row;
	v->arrows = true;
	read_code(t, v);
	tui_push(t, &v->view);
}

void tui_annotate_row(struct tui *t)
{
	struct tui_rows *rows = (struct tui_rows *)tui_top(t);
	const struct rows_at at = rows_view_at(rows, rows->view.list.at);
	const struct hist_location *p;

	if (at.line >= 0) { /* a frame of a call chain */
		const struct rows_tree_line *l = &at.tree->lines[at.line];
		const struct callgraph *g = &at.tree->graph;
		const uint32_t cls = g->classes[g->nodes[l->node].first + l->frame];

		p = &t->rp.locations.all[t->rp.locations.classes[cls].location];
		if (p->sym && !p->sym->inlined && p->map) {
			push_annotate(t, p->map->object, p->sym, rows->event, at.pos);
			return;
		}
	}
	if (!at.row || !at.row->sym || !at.row->map)
		tui_say(t, "the row has no function");
	else if (t->rp.mode != REPORT_NORMAL)
		tui_annotate_text(t, at.row->sym->name);
	else
		push_annotate(t, at.row->map->object, at.row->sym, rows->event, at.pos);
}

void tui_annotate_symbol(struct tui *t, const char *symbol)
{
	struct tui_rows *rows = base_rows(t);

	for (uint64_t i = 0; i < rows->nr_rows; i++) {
		const struct rep_row *r = rows->rows[i];

		if (!r->sym || !r->map || (*symbol && strcmp(r->sym->name, symbol) != 0))
			continue;
		rows->view.list.at = i;
		push_annotate(t, r->map->object, r->sym, rows->event, i);
		return;
	}
	tui_say(t, "no samples in %s", *symbol ? symbol : "functions with a symbol");
}

/* Rows of branches or of memory accesses: the samples of instructions are another report's. */
void tui_annotate_text(struct tui *t, const char *symbol)
{
	const char *first[] = { "annotate", "--stdio", "-s", symbol, NULL };
	struct tui_words w = tui_words_new(t, first, TUI_FOR_CODE);

	tui_show_command(t, (const char *const *)w.word, 3);
	tui_words_free(&w);
}

void tui_add_symbols(struct tui *t, struct out *o, const struct pdata_object *object)
{
	struct symbols *syms = t->session.syms;
	const uint32_t nr = symbols_nr(syms, object);

	for (uint32_t i = 0; i < nr; i++) {
		const struct sym *s = symbols_get(syms, object, i);

		if (s)
			out_printf(o, "%16" PRIx64 " %16" PRIx64 " %c %s\n", s->start, s->end,
				   s->binding, s->name);
	}
}
