/* SPDX-License-Identifier: BSD-2-Clause */
/* Parses the argument of --call-graph, and extracts the options that select samples. */
#include "profile/model/report_opts.h"

#include "base/array.h"

#include <stdlib.h>
#include <string.h>

/* Values of the words of --call-graph that say which property distinguishes frames. */
enum { KEY_FUNCTION, KEY_ADDRESS, KEY_LINE };

struct chain_word {
	const char *word;
	enum { W_MODE, W_ORDER, W_KEY, W_BRANCH, W_VALUE } what;
	int value;
};

/* Words of --call-graph, which may be abbreviated, in the order in which they are tried. */
static const struct chain_word chain_words[] = {
	{ "graph", W_MODE, CHAIN_GRAPH },      { "flat", W_MODE, CHAIN_FLAT },
	{ "fractal", W_MODE, CHAIN_FRACTAL },  { "folded", W_MODE, CHAIN_FOLDED },
	{ "caller", W_ORDER, true },	       { "callee", W_ORDER, false },
	{ "function", W_KEY, KEY_FUNCTION },   { "address", W_KEY, KEY_ADDRESS },
	{ "srcline", W_KEY, KEY_LINE },	       { "branch", W_BRANCH, 0 },
	{ "percent", W_VALUE, CHAIN_PERCENT }, { "period", W_VALUE, CHAIN_PERIOD },
	{ "count", W_VALUE, CHAIN_COUNT },
};

static bool chain_word(struct chain_opts *c, const char *tok, size_t len)
{
	for (size_t i = 0; i < REP_NR(chain_words); i++) {
		const struct chain_word *w = &chain_words[i];

		if (strncmp(tok, w->word, len))
			continue;
		if (w->what == W_MODE)
			c->mode = (enum chain_mode)w->value;
		else if (w->what == W_ORDER)
			c->caller = w->value, c->order_set = true;
		else if (w->what == W_KEY)
			c->by_address = w->value == KEY_ADDRESS, c->by_line = w->value == KEY_LINE;
		else if (w->what == W_BRANCH)
			c->branches = true;
		else if (w->what == W_VALUE)
			c->value = (enum chain_value)w->value;
		return true;
	}
	return false;
}

int report_parse_chain(struct chain_opts *c, const char *arg)
{
	bool have_min = false;
	char *end;
	int rc = 0;

	c->enabled = c->use = true;
	for (size_t len; *arg && !rc; arg += len + !!arg[len]) {
		const char *tok = arg;

		len = strcspn(tok, ",");
		if (!len)
			continue;
		if (!strncmp(tok, "none", len)) {
			c->mode = CHAIN_NONE;
			c->enabled = c->use = false;
			break;
		}
		if (chain_word(c, tok, len))
			continue;
		if (!have_min)
			c->min_percent = strtod(tok, &end);
		else
			c->print_limit = (uint32_t)strtoul(tok, &end, 0);
		have_min = true;
		rc = end == tok ? -1 : 0;
	}
	return rc;
}

struct script_filter_opts report_filter_opts(const struct report_opts *o)
{
	return (struct script_filter_opts){ .cpus = o->select.cpu_list,
					    .time = o->select.time,
					    .switch_on = o->select.switch_on,
					    .switch_off = o->select.switch_off,
					    .show_switches = o->select.show_switches };
}
