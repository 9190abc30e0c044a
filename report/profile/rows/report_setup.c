/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sets up a report from its options: parses --sort and --fields, adds the implied columns, and
 * decides on chains, children and filters.
 */
#include "profile/rows/report_setup.h"

#include "base/array.h"
#include "base/memory.h"
#include "base/message.h"
#include "cli/suggest.h"
#include "profile/callgraph/report_parent.h"
#include "profile/filter/filter_expr.h"
#include "profile/keys/key_table.h"
#include "profile/keys/keys_newer.h"
#include "session/event_names.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- keys and columns -------------------------------------------------------------------- */

static int next_level(const struct report *rp)
{
	return rp->nr_keys ? rp->key_level[rp->nr_keys - 1] + 1 : 1;
}

static void key_add(struct report *rp, const struct rep_key *k, int level)
{
	const struct rep_key **keys;
	int *levels;

	for (uint32_t i = 0; i < rp->nr_keys; i++)
		if (rp->keys[i] == k)
			return;
	keys = mem_grow(rp->keys, rp->nr_keys + 1, sizeof(struct rep_key *));
	rp->keys = keys ? keys : rp->keys;
	levels = mem_grow(rp->key_level, rp->nr_keys + 1, sizeof(*levels));
	rp->key_level = levels ? levels : rp->key_level;
	if (!keys || !levels) {
		report_no_memory(rp);
		return;
	}
	rp->key_level[rp->nr_keys] = level;
	rp->by_location |= k->finer;
	rp->own_threads |= !k->common && k->scope == KEY_THREAD;
	rp->own_addresses |= !k->common && k->scope == KEY_LOCATION;
	rp->sums |= k->more;
	rp->has_types |= k->types;
	rp->has_lines |= k->lines;
	rp->has_history |= k->history;
	rp->keys[rp->nr_keys++] = k;
}

/*
 * Return true if @a and @b get one column: perf compares the fields, not their names. With
 * --hierarchy, each key is a level of its own.
 */
static bool same_column(const struct report *rp, const struct rep_key *a, const struct rep_key *b)
{
	return a == b || (!rp->hierarchy && a->field && b->field &&
			  a->field->event == b->field->event && a->field->field == b->field->field);
}

static void col_add(struct report *rp, const struct rep_key *k)
{
	struct report_column *cols;

	for (uint32_t i = 0; i < rp->nr_cols; i++)
		if (same_column(rp, rp->cols[i].key, k))
			return;
	cols = mem_grow(rp->cols, rp->nr_cols + 1, sizeof(*cols));
	if (!cols) {
		report_no_memory(rp);
		return;
	}
	rp->cols = cols;
	rp->cols[rp->nr_cols++] = (struct report_column){ .key = k, .header = k->header };
}

static int bad_key(const char *option, const char *tok, size_t len)
{
	const enum report_mode mode = rep_key_mode(tok, len);
	const char *why = key_absent_why(tok, len);
	struct suggestion near = suggest_begin(tok, len);

	for (const struct rep_key *k = rep_keys; k->name; k++)
		suggest_try(&near, k->mode == REPORT_NORMAL ? k->name : NULL);

	if (why)
		rep_err("%s: perf's key '%.*s' is not supported: %s", option, (int)len, tok, why);
	else if (mode == REPORT_NORMAL)
		rep_err("%s: unknown key '%.*s'%s '%s help' lists the keys", option, (int)len, tok,
			suggest_text(&near, ""), option);
	else
		rep_err("%s: key '%.*s' needs %s", option, (int)len, tok,
			mode == REPORT_MEM ? "--mem-mode"
					   : "a recording of branch stacks (record -b)");
	return REP_FAIL;
}

static bool has_history(const struct report *rp)
{
	return rp->chain.counts && rp->chain.use;
}

static int no_history(const char *option, const char *tok, size_t len)
{
	return rep_fail("%s: key '%.*s' needs --branch-history, call graphs (record -g) and branch "
			"stacks (record -b)",
			option, (int)len, tok);
}

/* Return true for keys that perf drops unless the machine has pipeline stage cycles (powerpc). */
static bool key_of_other_machine(const struct report *rp, const char *text, size_t n)
{
	static const char *const names[] = { "local_p_stage_cyc", "p_stage_cyc" };

	for (size_t i = 0; i < 2 && !rp->p_stages; i++)
		if (n == strlen(names[i]) && !strncmp(text, names[i], n))
			return true;
	return false;
}

/*
 * Whether a tracepoint's field named by @n bytes takes precedence over the key @k: perf 6.1 does
 * not know abbreviations of newer keys ("ret" for retire_lat), and looks for a field.
 */
static bool field_goes_first(const struct rep_key *k, size_t n)
{
	return !k || (rep_key_is_newer(k) && n < strlen(k->name));
}

static int parse_keys(struct report *rp, const char *text)
{
	bool together = false; /* within braces */
	int level = next_level(rp), next;

	for (size_t n; *text; text += n + !!text[n], level = next) {
		const struct rep_key *k;

		n = strcspn(text, "{}, ");
		next = together ? level : level + 1;
		if (text[n] == '{' || text[n] == '}')
			together = text[n] == '{';
		if (!n || key_of_other_machine(rp, text, n))
			continue;
		k = rep_key_find(text, n, rp->mode);
		if (field_goes_first(k, n) &&
		    (field_keys_find(rp, text, n, level, key_add) || report_err(rp)))
			continue;
		if (!k)
			return bad_key("--sort", text, n);
		if (k->history && !has_history(rp))
			return no_history("--sort", text, n);
		rp->has_dso |= !strcmp(k->name, "dso");
		rp->by_name |= !strcmp(k->name, "comm");
		key_add(rp, k, level);
	}
	return REP_OK;
}

static int parse_columns(struct report *rp, const char *text)
{
	for (size_t n; *text; text += n + !!text[n]) {
		const struct rep_key *k;

		n = strcspn(text, ", ");
		if (!n)
			continue;
		k = rep_key_find(text, n, rp->mode);
		if (!k)
			return bad_key("--fields", text, n);
		if (k->history && !has_history(rp))
			return no_history("--fields", text, n);
		col_add(rp, k);
	}
	return REP_OK;
}

static void add_named_key(struct report *rp, const char *name, bool key)
{
	const struct rep_key *k = rep_key_find(name, strlen(name), REPORT_BRANCH);

	if (key)
		key_add(rp, k, next_level(rp));
	else
		col_add(rp, k);
}

const char *report_default_sort(const struct report *rp)
{
	if (rp->opts->rows.branch_history && rp->mode == REPORT_NORMAL)
		return "srcline,symbol,dso";
	if (rp->mode == REPORT_BRANCH)
		return "comm,dso_from,symbol_from,symbol_to,cycles";
	if (rp->trace_mode)
		return rp->opts->rows.raw_trace ? "trace_fields" : "trace";
	return rp->mode == REPORT_MEM ? REPORT_MEM_SORT : "comm,dso,symbol";
}

/* Whether --sort, or --fields without --sort, replaces the default keys. */
static bool has_own_keys(const struct report *rp)
{
	const struct report_row_opts *o = &rp->opts->rows;

	return o->sort ? o->sort[0] != '+' : o->fields && o->fields[0] != '+';
}

/* Add the sums that rows are sorted by first. A --sort that names latency gets none by default. */
static void default_sums(struct report *rp, const char *sort, bool children)
{
	static const struct {
		const char *name;
		bool latency, children;
	} sums[] = {
		{ "latency_children", true, true },
		{ "overhead_children", false, true },
		{ "latency", true, false },
		{ "overhead", false, false },
	};

	if (!rp->opts->rows.latency && sort && strstr(sort, "latency"))
		return;
	for (size_t i = 0; i < REP_NR(sums); i++)
		if ((rp->opts->rows.latency || !sums[i].latency) &&
		    (children || !sums[i].children) && !(sort && strstr(sort, sums[i].name)))
			add_named_key(rp, sums[i].name, true);
}

/* Add the columns of sums, which come first regardless of their position in --sort. */
static void sum_columns(struct report *rp)
{
	const bool by_keys = rep_has_key(rp, "latency") || rep_has_key(rp, "latency_children");

	if (by_keys && rp->opts->rows.latency && rp->children)
		add_named_key(rp, "latency_children", false);
	if (rp->children && (!by_keys || rep_has_key(rp, "overhead_children")))
		add_named_key(rp, "overhead_children", false);
	if (rp->children && rep_has_key(rp, "latency_children"))
		add_named_key(rp, "latency_children", false);
	if (rp->opts->rows.latency)
		add_named_key(rp, "latency", false);
	if (!by_keys || rep_has_key(rp, "overhead"))
		add_named_key(rp, "overhead", false);
	if (rep_has_key(rp, "latency"))
		add_named_key(rp, "latency", false);
}

/* Apply --sort as perf does: overhead comes first unless --sort has it or --fields is given. */
static int setup_keys(struct report *rp, bool children)
{
	const struct report_opts *o = rp->opts;
	const char *sort = o->rows.total_cycles && rp->mode == REPORT_BRANCH ? NULL
			   : !o->rows.sort && o->rows.branch_history ? report_default_sort(rp)
								     : o->rows.sort;
	bool strict = o->rows.fields && o->rows.fields[0] != '+';

	if (sort && !strcmp(sort, "+"))
		return bad_key("--sort", sort, 1);
	if (o->rows.fields && (!*o->rows.fields || !strcmp(o->rows.fields, "+")))
		return bad_key("--fields", o->rows.fields, strlen(o->rows.fields));
	if (!sort && strict)
		return REP_OK;
	if (!strict)
		default_sums(rp, sort, children);
	if ((!sort || *sort == '+') && parse_keys(rp, report_default_sort(rp)))
		return REP_FAIL;
	if (sort && parse_keys(rp, sort + (*sort == '+')))
		return REP_FAIL;
	if (sort && strstr(sort, "symbol"))
		add_named_key(rp, rp->mode == REPORT_BRANCH ? "ipc_lbr" : "ipc_null", true);
	return REP_OK;
}

/* Remove the columns of sums that include callees. */
static void drop_acc_columns(struct report *rp)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < rp->nr_cols; i++)
		if (!rp->cols[i].key->acc)
			rp->cols[n++] = rp->cols[i];
	rp->nr_cols = n;
}

/*
 * Set the columns. @wanted: --children applies. If the file has no chains nevertheless, the
 * columns that include callees are left out, unless --fields lists all columns.
 */
static int setup_columns(struct report *rp, bool wanted)
{
	const struct report_opts *o = rp->opts;

	if (!o->rows.fields || o->rows.fields[0] == '+') {
		sum_columns(rp);
		if (o->show.show_cpu_utilization) {
			add_named_key(rp, "overhead_sys", false);
			add_named_key(rp, "overhead_us", false);
		}
		if (o->show.show_nr_samples)
			add_named_key(rp, "sample", false);
		if (o->show.show_total_period)
			add_named_key(rp, "period", false);
	}
	if (o->rows.fields && parse_columns(rp, o->rows.fields + (o->rows.fields[0] == '+')))
		return REP_FAIL;
	for (uint32_t i = 0; i < rp->nr_keys; i++)
		if (!rp->keys[i]->acc || rp->children || !wanted)
			col_add(rp, rp->keys[i]);
	if (wanted && !rp->children && o->rows.fields && o->rows.fields[0] == '+')
		drop_acc_columns(rp);
	for (uint32_t i = 0; i < rp->nr_cols; i++)
		key_add(rp, rp->cols[i].key, next_level(rp));
	return REP_OK;
}

/* With --children the column overhead has the header "Self". */
static void name_self(struct report *rp)
{
	bool strict = rp->opts->rows.fields && rp->opts->rows.fields[0] != '+';

	for (uint32_t i = 0; i < rp->nr_cols && rp->children && !strict; i++)
		if (!strcmp(rp->cols[i].key->name, "overhead"))
			rp->cols[i].header = "Self";
}

static void user_widths(struct report *rp)
{
	const char *p = rp->opts->show.widths;
	char *end;

	/* perf ignores -w with --hierarchy. */
	if (rp->hierarchy)
		return;
	for (uint32_t i = 0; p && i < rp->nr_cols; i++) {
		long w = strtol(p, &end, 10);

		rp->cols[i].user_width = w > 0 && w < 4096 ? (unsigned)w : 0;
		p = *end == ',' ? end + 1 : NULL;
	}
}

/* ---- columns with one value -------------------------------------------------------------- */

static const struct word_list *filter_of(const struct report *rp, const struct rep_key *k)
{
	static const char *const names[] = { "symbol", "dso", "comm" };
	const struct word_list *lists[] = { &rp->syms, &rp->dsos, &rp->comms };

	for (size_t i = 0; i < 3; i++)
		if (!strcmp(k->name, names[i]))
			return lists[i];
	return NULL;
}

/*
 * Return: the only name in @l; NULL: there are none or several. Words of --symbols that are
 * addresses are no names: samples at an address have a symbol that the user wants to see.
 */
static const char *only_name(const struct report *rp, const struct word_list *l)
{
	const char *only = NULL;
	uint64_t addr;

	for (uint32_t i = 0; i < l->nr; i++) {
		if (l == &rp->syms && word_is_address(l->word[i], &addr))
			continue;
		if (only)
			return NULL;
		only = l->word[i];
	}
	return only;
}

static void hide_columns(struct report *rp)
{
	bool all = true;

	for (uint32_t i = 0; i < rp->nr_cols; i++) {
		const struct word_list *l = filter_of(rp, rp->cols[i].key);

		rp->cols[i].only = l ? only_name(rp, l) : NULL;
		rp->cols[i].elide = rp->cols[i].only;
		all &= rp->cols[i].elide || rp->cols[i].key->scope == KEY_SUM;
	}
	for (uint32_t i = 0; i < rp->nr_cols && all; i++)
		rp->cols[i].elide = false;
	rp->elided = false;
	for (uint32_t i = 0; i < rp->nr_cols; i++)
		rp->elided |= rp->cols[i].elide;
}

/* ---- what the file has ------------------------------------------------------------------- */

static uint64_t report_sample_types(const struct report *rp)
{
	uint64_t all = 0;

	for (uint32_t e = 0; e < rp->nr_ev; e++)
		all |= rp->ev[e].event->attr.sample_type;
	return all;
}

static bool all_tracepoints(const struct report *rp)
{
	for (uint32_t e = 0; e < rp->nr_ev; e++)
		if (rp->ev[e].event->attr.type != PDATA_TYPE_TRACEPOINT)
			return false;
	return rp->nr_ev != 0;
}

/* --branch-history: branches are frames of call chains, not rows. */
static void setup_history(struct report *rp, bool has)
{
	rp->chain.by_address = true;
	rp->chain.by_line = false;
	rp->chain.branches = true;
	rp->chain.use = rp->chain.mode != CHAIN_NONE;
	rp->chain.counts = has;
}

static int setup_branch(struct report *rp, uint64_t types)
{
	const struct pdata_feature *f;
	bool has = !rp->pipe && !session_feature(rp->s, PDATA_FEAT_BRANCH_STACK, &f) &&
		   !(types & PDATA_SAMPLE_STACK_USER);

	if (rp->opts->rows.branch_history)
		setup_history(rp, has);
	else if (rp->opts->rows.branch_set ? rp->opts->rows.branch_stack : has)
		rp->mode = REPORT_BRANCH;
	if (rp->mode != REPORT_BRANCH || rp->pipe || types & PDATA_SAMPLE_BRANCH_STACK)
		return REP_OK;
	return rep_fail("report: -b: no event in %s has branch stacks; record with -b",
			rp->s->path);
}

static int setup_mem(struct report *rp, uint64_t types)
{
	if (!rp->opts->rows.mem_mode)
		return REP_OK;
	if (rp->mode == REPORT_BRANCH)
		return rep_fail("report: --mem-mode: %s has branch stacks, so each row is "
				"a branch; use --no-branch-stack for rows of memory accesses",
				rp->s->path);
	rp->mode = REPORT_MEM;
	/* As in perf, the default keys of tracepoints do not need data sources. */
	if (rp->pipe || types & PDATA_SAMPLE_DATA_SRC || (rp->trace_mode && !has_own_keys(rp)))
		return REP_OK;
	return rep_fail("report: --mem-mode: no event in %s has data sources; record with -d",
			rp->s->path);
}

/* Read the facts about the recorded machine that keys need: cache line size, pipeline stages. */
static void setup_machine(struct report *rp)
{
	const struct pdata_feature *f;

	rp->cache_line = 64;
	if (!session_feature(rp->s, PDATA_FEAT_ARCH, &f))
		rp->p_stages = !strncmp(f->u.str, "ppc", 3) || !strncmp(f->u.str, "powerpc", 7);
	if (session_feature(rp->s, PDATA_FEAT_CACHE, &f))
		return;
	for (uint32_t i = 0; i < f->u.cache.nr; i++) {
		const struct pdata_cache_level *c = &f->u.cache.caches[i];

		if (c->level == 1 && strcmp(c->type, "Instruction") && c->line_size &&
		    !(c->line_size & (c->line_size - 1)))
			rp->cache_line = c->line_size;
	}
}

/* Add the key "parent" for --parent, after the keys of --sort. */
static int setup_parent(struct report *rp, uint64_t types)
{
	if (rp->opts->rows.parent)
		add_named_key(rp, "parent", true);
	if (rp->pipe || types & PDATA_SAMPLE_CALLCHAIN || !report_needs_parents(rp))
		return REP_OK;
	return rep_fail("report: --sort parent: no event in %s has call chains; record with -g",
			rp->s->path);
}

/* perf decides about chains before it has read the events of a pipe, so it shows no children. */
static int setup_chains(struct report *rp, uint64_t types)
{
	bool have = types & PDATA_SAMPLE_CALLCHAIN && !rp->pipe;

	rp->by_location |= rp->chain.by_line;
	if (!rp->pipe && !have && rp->chain.use && !rp->chain.counts)
		return rep_fail("report: %s: no event in %s has call chains; record with -g%s",
				rp->opts->rows.branch_history ? "--branch-history" : "-g",
				rp->s->path, rp->opts->rows.branch_history ? " or -b" : "");
	if ((rp->pipe || have) && !rp->chain.enabled && rp->chain.mode != CHAIN_NONE)
		rp->chain.use = true;
	if (!have)
		rp->children = false;
	return REP_OK;
}

static void setup_sockets(struct report *rp)
{
	const struct pdata_feature *f;

	if (session_feature(rp->s, PDATA_FEAT_CPU_TOPOLOGY, &f) || !f->u.cpu_topology.nr_cpus)
		return;
	rp->sockets = mem_alloc(f->u.cpu_topology.nr_cpus, sizeof(*rp->sockets));
	if (!rp->sockets) {
		report_no_memory(rp);
		return;
	}
	rp->nr_sockets = f->u.cpu_topology.nr_cpus;
	for (uint32_t i = 0; i < rp->nr_sockets; i++)
		rp->sockets[i] = (int32_t)f->u.cpu_topology.cpus[i].socket_id;
}

/* Return: 0 or -ENOMEM. */
static int setup_events(struct report *rp)
{
	const uint32_t nr = pdata_reader_nr_events(rp->s->reader);

	rp->ev = mem_alloc(nr + 1u, sizeof(*rp->ev));
	if (!rp->ev) {
		report_no_memory(rp);
		return report_err(rp);
	}
	rp->nr_ev = nr;
	for (uint32_t e = 0; e < rp->nr_ev; e++) {
		rp->ev[e].event = pdata_reader_event(rp->s->reader, e);
		rp->ev[e].name = rep_event_name(rp->s, rp->ev[e].event);
	}
	report_groups(rp);
	return report_err(rp);
}

unsigned report_extras(const struct report *rp)
{
	unsigned x = rp->mode == REPORT_BRANCH ? HIST_X_BRANCH
		     : rp->mode == REPORT_MEM  ? HIST_X_COST | HIST_X_ADDR
					       : 0;

	for (uint32_t i = 0; i < rp->nr_keys; i++)
		x |= rp->keys[i]->extras;
	x |= rp->expr ? HIST_X_NUMBERS : 0;
	x |= rp->opts->select.parallelism_list ? HIST_X_PARALLELISM : 0;
	return rp->opts->select.socket_filter != UINT64_MAX ? x | HIST_X_CPU : x;
}

static bool has_groups(const struct report *rp)
{
	for (uint32_t e = 0; e < rp->nr_ev; e++)
		if (rp->ev[e].leader != e)
			return true;
	return false;
}

static int setup_filter(struct report *rp, uint64_t types)
{
	const char *missing;
	char why[160];

	if (!rp->opts->select.filter)
		return REP_OK;
	rp->expr = filter_expr_parse(rp->opts->select.filter, why, sizeof(why));
	if (!rp->expr && !*why)
		report_no_memory(rp);
	else if (!rp->expr)
		rep_err("report: --filter: %s", why);
	if (!rp->expr)
		return REP_FAIL;
	missing = rp->pipe ? NULL : filter_expr_missing(rp->expr, types);
	if (!missing)
		return REP_OK;
	return rep_fail("report: --filter: no event in %s has %s", rp->s->path, missing);
}

static int setup_parallelism(struct report *rp)
{
	const uint64_t *nr = rp->s->nr_by_type;

	if (!(report_extras(rp) & HIST_X_PARALLELISM) || nr[PDATA_RECORD_SWITCH] ||
	    nr[PDATA_RECORD_SWITCH_CPU_WIDE])
		return REP_OK;
	return rep_fail("report: latency and parallelism need context switches, which %s lacks; "
			"record with --switch-events",
			rp->s->path);
}

/* Parse --comms, --pid and --tid. Return: 0; -ENOMEM; or another value after an error message. */
static int setup_thread_lists(struct report *rp)
{
	const struct report_opts *o = rp->opts;
	int err = word_list_parse(&rp->comms, "--comms", o->select.comm_list);

	err = err ? err : number_list_parse(&rp->pids, "--pid", o->select.pid_list);
	return err ? err : number_list_parse(&rp->tids, "--tid", o->select.tid_list);
}

/*
 * Parse the lists of the options. Return: 0; otherwise a message was printed or the session has an
 * error.
 */
static int setup_lists(struct report *rp)
{
	const struct report_opts *o = rp->opts;
	int err = setup_thread_lists(rp);

	err = err ? err : word_list_parse(&rp->dsos, "--dsos", o->select.dso_list);
	err = err ? err : word_list_parse(&rp->syms, "--symbols", o->select.sym_list);
	err = err ? err
		  : number_list_parse(&rp->parallelism, "--parallelism",
				      o->select.parallelism_list);
	if (err == -ENOMEM)
		session_set_err(rp->s, err);
	return err;
}

int report_setup_threads(struct report *rp)
{
	int err;

	word_list_free(&rp->comms);
	number_list_free(&rp->pids);
	number_list_free(&rp->tids);
	err = setup_thread_lists(rp);
	hide_columns(rp);
	return err;
}

int report_setup_columns(struct report *rp)
{
	const struct report_opts *o = rp->opts;
	uint64_t types;
	bool children;

	if (setup_events(rp))
		return REP_FAIL;
	types = report_sample_types(rp);
	rp->pipe = pdata_reader_info(rp->s->reader)->container == PDATA_CONTAINER_PIPE;
	rp->trace_mode = !rp->pipe && all_tracepoints(rp);
	rp->chain = o->chain;
	rp->chain.caller |= o->rows.inverted || (o->rows.children && !o->chain.order_set);
	if (o->rows.hierarchy && o->rows.fields)
		return rep_fail("report: --hierarchy and --fields exclude each other");
	if (o->rows.group_sort_idx && !has_groups(rp))
		return rep_fail("report: --group-sort-idx: %s has no groups of events; see --group",
				rp->s->path);
	if (setup_filter(rp, types) || setup_branch(rp, types) || setup_mem(rp, types))
		return REP_FAIL;
	setup_machine(rp);
	rp->hierarchy = o->rows.hierarchy;
	rp->children = children = o->rows.children && rp->mode == REPORT_NORMAL && !rp->hierarchy;
	if (setup_chains(rp, types) || setup_keys(rp, children) || setup_parent(rp, types) ||
	    setup_columns(rp, children))
		return REP_FAIL;
	name_self(rp);
	user_widths(rp);
	setup_sockets(rp);
	if (setup_lists(rp))
		return REP_FAIL;
	hide_columns(rp);
	return report_err(rp) ? REP_FAIL : REP_OK;
}

int report_setup(struct report *rp)
{
	return report_setup_columns(rp) || setup_parallelism(rp) ? REP_FAIL : REP_OK;
}
