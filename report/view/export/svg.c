/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes a flame graph as SVG (https://www.w3.org/TR/SVG11/) with a script that zooms and searches.
 * Boxes have the outline that people know of flamegraph.pl: a group in #frames for each function,
 * whose title is "name (N samples, P%)".
 */
#include "base/array.h"
#include "base/memory.h"
#include "common/plural.h"
#include "common/utf8.h"
#include "console/command.h"
#include "view/export/export_tree.h"
#include "view/export/flame_script.h"

#include <pdata/text.h>

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#define FRAME_HEIGHT 16u
#define FONT_SIZE 12u
#define CHAR_WIDTH 7.08 /* pixels of a character, on average */
#define MARGIN 10u
#define TOP 70u	   /* pixels for title and buttons */
#define BOTTOM 40u /* for the details */
#define WIDTH 1200u
#define PALE 236u /* grey of a function without a change */

/* One box. */
struct box {
	uint32_t node;
	uint32_t level; /* the box of everything has level 0 */
	double x;	/* shares of the width */
	double w;
};

struct graph {
	struct export *e;
	struct export_tree tree;
	struct box *boxes;
	uint32_t nr, cap;
	uint32_t levels;
	uint64_t left_out; /* nodes that are too narrow */
	double max_change; /* of the share of a box */
	double width;	   /* of the boxes, in pixels */
};

/*
 * U+FFFD replaces characters that XML 1.0 does not have and those that change how a terminal or a
 * browser shows the text around them. Bytes that are not UTF-8 are read as Latin-1.
 */
static void put_xml_char(struct out *o, uint32_t code, const char *bytes, size_t n)
{
	static const char *const entities[] = {
		['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;", ['\''] = "&#39;"
	};

	if (code < REP_NR(entities) && entities[code])
		out_raw_str(o, entities[code]);
	else if (pdata_text_is_control(code) || code == 0xfffe || code == 0xffff)
		out_raw(o, "\xef\xbf\xbd", 3);
	else
		out_raw(o, bytes, n);
}

static void put_xml(struct out *o, const char *s, size_t len)
{
	const bool utf8 = pd_utf8_valid(s, len);

	for (size_t i = 0, n; i < len; i += n) {
		const uint8_t byte = (uint8_t)s[i];
		uint32_t code = byte;
		char two[2] = { (char)(0xc0 | byte >> 6), (char)(0x80 | (byte & 0x3f)) };

		n = utf8 && byte >= 0x80 ? pd_utf8_char(s + i, len - i, &code) : 1;
		if (!utf8 && byte >= 0x80)
			put_xml_char(o, code, two, 2);
		else
			put_xml_char(o, code, s + i, n);
	}
}

static void put_fixed(struct out *o, double v, unsigned digits)
{
	char text[64];

	out_raw(o, text, (size_t)snprintf(text, sizeof(text), "%.*f", (int)digits, v));
}

/* A number with a comma between thousands. */
static void put_grouped(struct out *o, uint64_t v)
{
	char digits[32];
	const int n = snprintf(digits, sizeof(digits), "%" PRIu64, v);

	for (int i = 0; i < n; i++) {
		if (i && (n - i) % 3 == 0)
			out_char(o, ',');
		out_char(o, digits[i]);
	}
}

static uint64_t hash_of_name(const struct interned *label)
{
	uint64_t h = label->len;

	for (uint32_t i = 0; i < label->len; i++)
		h = hash_mix(h, label->data[i]);
	return h;
}

/* A warm colour that depends on the name alone. */
static void put_colour(struct out *o, const struct interned *label)
{
	const uint64_t h = hash_of_name(label);

	out_printf(o, "rgb(%u,%u,%u)", 205 + (unsigned)(h & 255) * 50 / 255,
		   70 + (unsigned)(h >> 8 & 255) * 150 / 255, (unsigned)(h >> 16 & 255) * 60 / 255);
}

/* Red: a larger share than in the baseline; blue: a smaller one. @change: -1 to 1, the largest. */
static void put_difference(struct out *o, double change)
{
	const double strength = change < 0 ? -change : change;
	const unsigned pale = PALE - (unsigned)(130 * sqrt(strength));

	if (pale == PALE)
		out_printf(o, "rgb(%u,%u,%u)", PALE, PALE, PALE);
	else if (change > 0)
		out_printf(o, "rgb(250,%u,%u)", pale, pale);
	else
		out_printf(o, "rgb(%u,%u,250)", pale, pale);
}

/* The share of all weight that the node has, minus its share in the baseline. */
static double change_of(const struct graph *g, uint32_t node)
{
	const struct export_node *all = &g->tree.nodes[0], *n = &g->tree.nodes[node];
	const double now = all->total ? (double)n->total / (double)all->total : 0;
	const struct export_before *before = g->tree.before;
	const double then = before && before[0].total
				    ? (double)before[node].total / (double)before[0].total
				    : 0;

	return now - then;
}

static void add_box(struct graph *g, uint32_t node, uint32_t level, double x, double w)
{
	if (w * g->width < g->e->opts->min_width) {
		g->left_out++;
		return;
	}
	if (!mem_room(&g->boxes, &g->cap, g->nr, sizeof(*g->boxes)))
		rep_exit_no_memory();
	g->boxes[g->nr++] = (struct box){ node, level, x, w };
	g->levels = level >= g->levels ? level + 1 : g->levels;
	if (g->e->opts->baseline)
		g->max_change = fmax(g->max_change, fabs(change_of(g, node)));
}

/* Lay out all nodes that are wide enough, each before its children. */
static void lay_out(struct graph *g)
{
	const struct export_node *nodes = g->tree.nodes;
	const double all = nodes[0].total ? (double)nodes[0].total : 1;

	add_box(g, 0, 0, 0, 1);
	/* The list of boxes is also the queue of nodes whose children are to be laid out. */
	for (uint32_t i = 0; i < g->nr; i++) {
		double x = g->boxes[i].x;

		for (uint32_t n = nodes[g->boxes[i].node].child; n; n = nodes[n].next) {
			const double w = (double)nodes[n].total / all;

			add_box(g, n, g->boxes[i].level + 1, x, w);
			x += w;
		}
	}
}

static uint64_t y_of(const struct graph *g, uint32_t level)
{
	return TOP + (uint64_t)FRAME_HEIGHT * (g->e->opts->icicle ? level : g->levels - 1 - level);
}

static const char *unit_of(const struct graph *g)
{
	return g->e->opts->periods ? "events" : "samples";
}

/* "name (N samples, P%)", and with a baseline the change. */
static void put_title(struct graph *g, const struct box *b, double change)
{
	const struct export_node *n = &g->tree.nodes[b->node];
	struct out *o = g->e->out;

	out_raw_str(o, "<title>");
	if (b->node) {
		const struct interned *label = export_node_label(&g->tree, b->node);

		put_xml(o, (const char *)label->data, label->len);
	} else {
		out_raw_str(o, "all");
	}
	out_raw_str(o, " (");
	put_grouped(o, n->total);
	out_printf(o, " %s, ", unit_of(g));
	put_fixed(o, 100 * b->w, 2);
	out_char(o, '%');
	if (g->e->opts->baseline) {
		out_raw_str(o, change < 0 ? "; " : "; +");
		put_fixed(o, 100 * change, 2);
		out_char(o, '%');
	}
	out_raw_str(o, ")</title>");
}

/* The text of a box, cut to its width; the script writes it again after a zoom. */
static void put_text(struct graph *g, const struct box *b)
{
	const double pixels = b->w * g->width;
	const size_t room = pixels > 6 ? (size_t)((pixels - 6) / CHAR_WIDTH) : 0;
	const struct interned *label = b->node ? export_node_label(&g->tree, b->node) : NULL;
	const char *text = label ? (const char *)label->data : "all";
	size_t len = label ? label->len : 3;
	const bool cut = len > room;

	if (room < 3)
		return;
	if (cut)
		len = room - 2;
	while (cut && len && ((uint8_t)text[len] & 0xc0) == 0x80)
		len--;
	put_xml(g->e->out, text, len);
	if (cut)
		out_raw_str(g->e->out, "..");
}

static void put_box(struct graph *g, const struct box *b)
{
	const uint64_t y = y_of(g, b->level);
	const double change = g->e->opts->baseline ? change_of(g, b->node) : 0;
	struct out *o = g->e->out;

	out_raw_str(o, "<g tabindex=\"-1\" data-x=\"");
	put_fixed(o, b->x, 9);
	out_raw_str(o, "\" data-w=\"");
	put_fixed(o, b->w, 9);
	out_printf(o, "\" data-l=\"%" PRIu32 "\">", b->level);
	put_title(g, b, change);
	out_raw_str(o, "<rect x=\"");
	put_fixed(o, MARGIN + b->x * g->width, 1);
	out_printf(o, "\" y=\"%" PRIu64 "\" width=\"", y);
	put_fixed(o, b->w * g->width, 1);
	out_printf(o, "\" height=\"%u\" rx=\"2\" fill=\"", FRAME_HEIGHT - 1);
	if (g->e->opts->baseline)
		put_difference(o, g->max_change > 0 ? change / g->max_change : 0);
	else if (b->node)
		put_colour(o, export_node_label(&g->tree, b->node));
	else
		out_raw_str(o, "rgb(230,200,120)");
	out_raw_str(o, "\"/><text x=\"");
	put_fixed(o, MARGIN + b->x * g->width + 3, 1);
	out_printf(o, "\" y=\"%" PRIu64 "\">", y + FONT_SIZE - 1);
	put_text(g, b);
	out_raw_str(o, "</text></g>\n");
}

static void put_head(struct graph *g)
{
	const struct export_opts *opts = g->e->opts;
	const uint64_t width = (uint64_t)g->width + 2 * MARGIN;
	const uint64_t height = TOP + BOTTOM + (uint64_t)FRAME_HEIGHT * g->levels;
	const char *title = opts->title	   ? opts->title
			    : opts->icicle ? "Icicle Graph"
					   : "Flame Graph";
	struct out *o = g->e->out;

	out_raw_str(o, "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n");
	out_printf(o,
		   "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"%" PRIu64
		   "\" height=\"%" PRIu64 "\" viewBox=\"0 0 %" PRIu64 " %" PRIu64 "\" "
		   "data-margin=\"%"
		   "u\" "
		   "data-char=\"%."
		   "2f\">\n",
		   width, height, width, height, MARGIN, CHAR_WIDTH);
	out_raw_str(o, "<style>\n"
		       "svg { background: #fff; color: #000; }\n"
		       "text { font: 12px Verdana, 'DejaVu Sans', sans-serif; fill: #000; }\n"
		       ".heading, .note { fill: currentColor; }\n"
		       "#title { font-size: 17px; text-anchor: middle; }\n"
		       "#frames > g { cursor: pointer; }\n"
		       "#frames > g > text { pointer-events: none; }\n"
		       "#frames > g:hover > rect, #frames > g:focus > rect { stroke: #000; "
		       "stroke-width: 0.5; }\n"
		       "#frames > g:focus { outline: none; }\n"
		       "#frames > g.match > rect { fill: rgb(226,128,255); }\n"
		       "#frames > g.caller { opacity: 0.5; }\n"
		       "#unzoom, #search { cursor: pointer; }\n"
		       ".hide { display: none; }\n"
		       "@media (prefers-color-scheme: dark) { svg { background: #1c1c1e; color: "
		       "#eee; } "
		       "}\n"
		       "</style>\n");
	out_printf(o, "<text id=\"title\" class=\"heading\" x=\"%" PRIu64 "\" y=\"24\">",
		   width / 2);
	put_xml(o, title, strlen(title));
	out_raw_str(o, "</text>\n");
	out_printf(o,
		   "<text id=\"unzoom\" class=\"note hide\" x=\"%u\" y=\"24\">Reset Zoom</text>\n",
		   MARGIN);
	out_printf(o,
		   "<text id=\"search\" class=\"note\" x=\"%" PRIu64 "\" y=\"24\" "
		   "text-anchor=\"end\">Search</"
		   "text>\n",
		   width - MARGIN);
	out_printf(o,
		   "<text id=\"matched\" class=\"note\" x=\"%" PRIu64 "\" y=\"%" PRIu64 "\" "
		   "text-"
		   "anchor="
		   "\"end\"></"
		   "text>\n",
		   width - MARGIN, height - BOTTOM / 2);
	out_printf(o, "<text id=\"details\" class=\"note\" x=\"%u\" y=\"%" PRIu64 "\"></text>\n",
		   MARGIN, height - BOTTOM / 2);
}

static void put_graph(struct graph *g)
{
	struct out *o = g->e->out;

	put_head(g);
	if (g->left_out)
		out_printf(o,
			   "<text class=\"note\" x=\"%u\" y=\"48\">%" PRIu64 " function%s %s "
			   "narrower than %.4g "
			   "pixels and not "
			   "drawn</text>\n",
			   MARGIN, g->left_out, pd_plural(g->left_out),
			   pd_one_or_many(g->left_out, "is", "are"), g->e->opts->min_width);
	out_raw_str(o, "<g id=\"frames\">\n");
	for (uint32_t i = 0; i < g->nr && !o->err; i++)
		put_box(g, &g->boxes[i]);
	out_raw_str(o, "</g>\n<script><![CDATA[\n");
	out_raw(o, export_flame_script, export_flame_script_len());
	out_raw_str(o, "]]></script>\n</svg>\n");
}

void export_svg(struct export *e)
{
	struct graph g = { .e = e };

	g.width = (double)(e->opts->width ? e->opts->width : WIDTH) - 2 * MARGIN;
	if (export_tree_build(&g.tree, e, e->opts->labels) == REP_OK) {
		export_tree_sort(&g.tree);
		lay_out(&g);
		put_graph(&g);
	}
	free(g.boxes);
	export_tree_free(&g.tree);
}
