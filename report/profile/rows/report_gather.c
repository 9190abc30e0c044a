/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Makes the rows of a report from an open session: sets the report up, reads the samples, resolves
 * their addresses, builds rows and sorts them.
 */
#include "profile/rows/report_gather.h"

#include "base/memory.h"
#include "object/symbols/object_symbols.h"
#include "profile/callgraph/callgraph_trie.h"
#include "profile/callgraph/report_history.h"
#include "profile/callgraph/report_parent.h"
#include "profile/filter/filter_expr.h"
#include "profile/filter/sample_filter.h"
#include "profile/keys/key_table.h"
#include "profile/keys/keys_line.h"
#include "profile/keys/report_blocks.h"
#include "profile/keys/report_ipc.h"
#include "profile/keys/report_trace.h"
#include "profile/rows/report_hierarchy.h"
#include "profile/rows/report_pass.h"
#include "profile/rows/report_resolve.h"
#include "profile/rows/report_setup.h"
#include "profile/rows/rows.h"
#include "session/cgroups.h"
#include "session/datatype/data_type.h"
#include "session/sample_cache.h"
#include "session/unwind/unwind.h"

#include <errno.h>
#include <stdlib.h>

/*
 * Return true if no key, filter or call graph distinguishes the addresses at which maps of an
 * object lie: hists_opts.in_objects.
 */
static bool objects_suffice(const struct report *rp)
{
	return !rp->own_addresses && !rp->syms.given && !rp->children &&
	       (!rp->chain.use || rp->rereads_chains) && !rp->parent && rp->mode == REPORT_NORMAL;
}

/* Return true if no key or filter distinguishes threads of one comm: hists_opts.by_comm. */
static bool comms_suffice(const struct report *rp)
{
	return objects_suffice(rp) && !rp->own_threads && !rp->pids.given && !rp->tids.given;
}

static uint32_t nr_cpus_of_report(const struct report *rp)
{
	const struct pdata_feature *f;

	return session_feature(rp->s, PDATA_FEAT_NRCPUS, &f) ? 0 : f->u.nrcpus.available;
}

static bool chains_wanted(const struct report *rp)
{
	return !rp->rereads_chains &&
	       (((rp->children || rp->chain.use) && rp->mode != REPORT_BRANCH) || rp->parent);
}

/*
 * Take the sums of an earlier report if a pass with the options @o would make the same sums; else
 * free these sums. Filters of rows (--comms, --dsos ...) do not change sums.
 */
static bool take_kept_sums(struct report *rp, const struct hists_opts *o)
{
	struct hists *h = rp->kept;

	rp->kept = NULL;
	if (h && !h->err && !o->filter && !o->expr && !h->opts.filter && !h->opts.expr &&
	    h->opts.extras == o->extras && h->opts.chains == o->chains &&
	    h->opts.branches == o->branches && h->opts.in_objects == o->in_objects &&
	    h->opts.by_comm == o->by_comm && h->opts.time_quantum == o->time_quantum &&
	    h->opts.max_stack == o->max_stack && h->opts.reference == o->reference &&
	    h->opts.in_time == o->in_time)
		rp->hist = h;
	else
		hists_free(h);
	return rp->hist;
}

/*
 * Return true if call chains can be read after the rows are known. The session has a sample cache
 * for a report with call chains only if chains_can_wait() returned true.
 */
static bool rereads_chains(const struct report *rp)
{
	const struct hists_opts without = { .extras = report_extras(rp) };

	return rp->s->sample_cache && chains_wanted(rp) && rows_can_add_chains(rp, false) &&
	       hists_can_use_cache(&without, rp->s->reader);
}

static int read_samples(struct report *rp)
{
	const struct script_filter_opts fo = report_filter_opts(rp->opts);
	struct script_filter filter = { .nr_times = 0 };
	struct hists_opts ho = {
		.extras = report_extras(rp),
		.chains = chains_wanted(rp),
		.branches = rp->chain.branches			      ? CHAIN_HISTORY
			    : chain_branches_any_stack(rp->s->reader) ? CHAIN_CALL_STACKS
								      : CHAIN_NO_BRANCHES,
		.in_objects = objects_suffice(rp),
		.by_comm = comms_suffice(rp),
		.time_quantum = rp->opts->rows.time_quantum,
		.max_unwound = rp->opts->rows.max_stack,
		.max_stack = rp->opts->rows.max_stack,
		.deferred = rp->s->deferred,
		.notes_entries = rp->rereads_chains,
		.filter = fo.cpus || fo.time || fo.switch_on || fo.switch_off ? &filter : NULL,
		.expr = rp->expr,
		.reference = rp->opts->select.show_ref && chains_wanted(rp),
		.nr_cpus = nr_cpus_of_report(rp),
		.in_time = fo.switch_on || fo.switch_off || rp->opts->select.show_ref ||
			   report_extras(rp) & HIST_X_PARALLELISM,
	};
	struct ns_times *namespaces = NULL;
	int rc = REP_OK;

	if (take_kept_sums(rp, &ho))
		return REP_OK;
	if (rp->s->sample_cache && !hists_can_use_cache(&ho, rp->s->reader))
		rc = rep_session_reread(rp->s);
	if (rc == REP_OK)
		rc = script_filter_init(&filter, &fo, rp->s, false);
	if (rc == REP_OK) {
		if (ho.extras & HIST_X_CGROUP_ID)
			ho.namespaces = namespaces = ns_times_read(rp->s->reader);
		if (ho.extras & HIST_X_CGROUP_ID && !namespaces)
			session_set_err(rp->s, -ENOMEM);
		ho.unwind = ho.chains ? unwind_open(rp->s) : NULL;
		if (!session_err(rp->s))
			report_pass(rp, &ho);
		session_set_err(rp->s, unwind_err(ho.unwind));
		unwind_warn(ho.unwind, rp->s);
		unwind_free(ho.unwind);
		ns_times_free(namespaces);
	}
	script_filter_free(&filter);
	if (rc == REP_OK && !rp->hist)
		report_no_memory(rp);
	return rp->hist ? REP_OK : REP_FAIL;
}

/* Return @p. If it is NULL, note in the report that memory was exhausted. */
static void *made(struct report *rp, void *p)
{
	if (!p)
		report_no_memory(rp);
	return p;
}

/* Allocate the members of @rp that building rows needs. Return: 0 or -ENOMEM. */
static int make_row_tools(struct report *rp)
{
	if (locations_init(&rp->locations, rp->s))
		return report_err(rp);
	rp->locations.by_address = rp->chain.by_address;
	/* The graph of a row is made of the frames of the row. */
	rp->locations.each_location = rp->by_location && rp->children;
	rp->lines = made(rp, report_lines_new(rp));
	if (rp->chain.by_line) {
		rp->locations.line = report_line_of;
		rp->locations.line_of = rp;
	}
	if ((rp->chain.use && rp->mode != REPORT_BRANCH) || rows_need_trie(rp))
		rp->trie = made(rp, callgraph_trie_new());
	if (rp->trie && rp->chain.use && rp->chain.counts &&
	    (rp->chain.mode == CHAIN_GRAPH || rp->chain.mode == CHAIN_FRACTAL || rp->has_history))
		rp->history = made(rp, report_history_new(rp));
	if (report_extras(rp) & HIST_X_RAW)
		rp->trace = made(rp, report_trace_new(rp));
	if (rp->has_types)
		rp->types = made(rp, data_types_new(rp->s));
	return report_err(rp);
}

static bool needs_row_more(const struct report *rp)
{
	for (uint32_t e = 0; e < rp->nr_ev; e++)
		if (rp->ev[e].members > 1)
			return true;
	return rp->sums || rp->parent || rp->history || rp->mode != REPORT_NORMAL;
}

#define ENTRIES_TO_TRIM 10000u
#define SAMPLES_AN_ENTRY 4u

/*
 * Whether to give the free memory of the heap back after samples were summed. It takes time, and
 * pays off if there are many samples, but few entries that need the memory again.
 */
static bool is_worth_trimming(const struct report *rp)
{
	const uint32_t nr = rp->hist->nr_entries;

	return nr >= ENTRIES_TO_TRIM &&
	       rp->s->nr_by_type[PDATA_RECORD_SAMPLE] / SAMPLES_AN_ENTRY >= nr;
}

/* Return: 0 or -ENOMEM. */
static int make_rows(struct report *rp)
{
	if (make_row_tools(rp))
		return report_err(rp);
	rp->more = needs_row_more(rp);
	rp->tall = rp->children || rp->trie || rp->more || rp->hist->opts.extras;
	rp->late_chains = rows_can_add_chains(rp, rp->hist->unwound);
	if (is_worth_trimming(rp))
		mem_trim();
	report_resolve(rp);
	if (report_err(rp))
		return report_err(rp);
	rows_build(rp);
	if (!rp->chain.use) {
		callgraph_trie_free(rp->trie);
		rp->trie = NULL;
	}
	if (report_err(rp))
		return report_err(rp);
	rows_sort(rp);
	if (rp->late_chains && !report_err(rp))
		rows_add_chains(rp);
	if (report_err(rp))
		return report_err(rp);
	if (rp->mode == REPORT_BRANCH &&
	    (rp->opts->rows.total_cycles || (rp->hist->branch_cycles && rep_has_key(rp, "ipc_"
											"lbr")))) {
		rp->blocks = made(rp, report_blocks_new(rp));
		rp->ipc = made(rp, report_ipc_new(rp));
	}
	if (rp->trie && callgraph_trie_seal(rp))
		report_no_memory(rp);
	return report_err(rp);
}

void report_free(struct report *rp)
{
	for (uint32_t e = 0; e < rp->nr_ev; e++)
		free(rp->ev[e].rows);
	for (uint32_t e = 0; e < rp->nr_ev; e++)
		hierarchy_free(&rp->ev[e]);
	free(rp->ev);
	free(rp->sockets);
	filter_expr_free(rp->expr);
	free(rp->walked);
	free(rp->walked_branches);
	report_history_free(rp->history);
	rows_free(rp);
	callgraph_trie_free(rp->trie);
	report_trace_free(rp->trace);
	report_parent_free(rp->parent);
	report_ipc_free(rp->ipc);
	data_types_free(rp->types);
	report_blocks_free(rp->blocks);
	field_keys_free(rp);
	free(rp->keys);
	free(rp->key_level);
	free(rp->cols);
	report_lines_free(rp->lines);
	locations_free(&rp->locations);
	hists_free(rp->hist);
	hists_free(rp->kept);
	word_list_free(&rp->comms);
	word_list_free(&rp->dsos);
	word_list_free(&rp->syms);
	number_list_free(&rp->pids);
	number_list_free(&rp->tids);
	number_list_free(&rp->parallelism);
}

/*
 * Return true if the options allow reading call chains after the rows are known. @types: the
 * attr.sample_type bits of all events.
 */
static bool chains_can_wait(const struct report *rp, uint64_t types)
{
	const struct report_opts *o = rp->opts;

	/* Without a limit all rows show a graph, and reading all samples twice takes longer. */
	return (o->chain.min_percent > 0 || o->show.percent_limit > 0) && !o->rows.children &&
	       !o->select.show_ref && !rp->repeats && !(types & PDATA_SAMPLE_STACK_USER) &&
	       pdata_reader_info(rp->s->reader)->container != PDATA_CONTAINER_PIPE;
}

/*
 * Return true if the sample cache may be enough, as far as the options and the events' sample
 * types say. hists_can_use_cache() decides when the keys are known.
 */
static bool may_use_sample_cache(const struct report *rp)
{
	const struct report_opts *o = rp->opts;
	const bool chains = o->rows.children || o->chain.mode != CHAIN_NONE;
	uint64_t types = 0;

	for (uint32_t i = 0; i < pdata_reader_nr_events(rp->s->reader); i++)
		types |= pdata_reader_event(rp->s->reader, i)->attr.sample_type;
	rp->s->cache_if_distinct = types & PDATA_SAMPLE_CALLCHAIN && chains;
	if (types & (PDATA_SAMPLE_READ | PDATA_SAMPLE_BRANCH_STACK) ||
	    (rp->s->cache_if_distinct && !chains_can_wait(rp, types)))
		return false;
	return !o->select.filter && !o->select.cpu_list && !o->select.time &&
	       !o->select.switch_on && !o->select.switch_off && !o->rows.parent &&
	       !o->rows.mem_mode;
}

/* Read the side-band and set up the symbols, or begin a further report of the same session. */
static int prepare_session(struct report *rp)
{
	int rc;

	if (rp->s->syms && rp->s->sample_cache)
		return REP_OK;
	if (rp->s->syms) {
		rc = rep_session_reread(rp->s);
		pdata_reader_set_order(rp->s->reader, PDATA_ORDER_FILE);
		return rc;
	}
	if (!rp->opts->show.raw)
		script_filter_limit(rp->opts->select.time, rp->s, false);
	if (may_use_sample_cache(rp))
		rp->s->sample_cache = made(rp, sample_cache_new());
	if (rp->opts->rows.jobs != 1)
		rep_session_prefetch_kernel(rp->s, &rp->opts->in);
	rc = session_err(rp->s) ? REP_FAIL : rep_session_tasks(rp->s);
	return rc == REP_OK ? rep_session_symbols(rp->s, &rp->opts->in) : rc;
}

int report_gather(struct report *rp)
{
	int rc = prepare_session(rp);

	if (rc == REP_OK)
		rc = report_setup(rp);
	if (rc == REP_OK && (rp->has_lines || rp->chain.by_address || rp->chain.by_line))
		symbols_want_lines(rp->s->syms);
	/* --dump-raw-trace uses the rows only to count samples, so it needs no chains. */
	if (rp->opts->show.raw && !rp->has_history)
		rp->children = rp->chain.use = false;
	if (rc == REP_OK)
		rc = report_parent_new(rp, &rp->parent);
	if (rc == REP_OK) {
		rp->rereads_chains = rereads_chains(rp);
		rc = read_samples(rp);
	}
	return rc == REP_OK && make_rows(rp) ? REP_FAIL : rc;
}

bool report_refilter(struct report *rp)
{
	return !report_err(rp) && !report_setup_threads(rp) && rows_refilter(rp);
}
