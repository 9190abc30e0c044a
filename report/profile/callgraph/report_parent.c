/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Matches the symbols of a call chain against the regular expressions of --parent and
 * --ignore-callees.
 */
#include "profile/callgraph/report_parent.h"

#include "base/memory.h"
#include "base/message.h"
#include "profile/model/keys.h"

#include <errno.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

/* Results for a location, kept after the first match. */
enum { ASKED = 1, IS_PARENT = 2, IS_IGNORED = 4 };

struct report_parent {
	bool has_parent, has_ignore;
	regex_t parent, ignore;
	uint8_t *known; /* by number of the location */
	uint32_t cap;
};

/* perf's default of --parent: system calls and page faults. */
#define PARENTS "^sys_|^do_page_fault"

static int compile_parent_regex(struct report *rp, regex_t *re, const char *option,
				const char *pattern)
{
	char why[256];
	const int rc = regcomp(re, pattern, REG_EXTENDED | REG_NOSUB);

	if (!rc)
		return REP_OK;
	if (rc == REG_ESPACE) {
		report_no_memory(rp);
		return REP_FAIL;
	}
	regerror(rc, re, why, sizeof(why));
	return rep_fail("report: %s: '%s': %s", option, pattern, why);
}

bool report_needs_parents(const struct report *rp)
{
	if (rp->ignores_chains)
		return false;
	for (uint32_t i = 0; i < rp->nr_keys; i++)
		if (rp->keys[i]->parent)
			return true;
	return false;
}

/* perf refuses an invalid pattern also if it does not use the pattern. */
static int check_unused_pattern(struct report *rp)
{
	const char *pattern = rp->opts->rows.ignore_callees;
	regex_t re;
	int rc;

	if (!pattern)
		return REP_OK;
	rc = compile_parent_regex(rp, &re, "--ignore-callees", pattern);
	if (rc == REP_OK)
		regfree(&re);
	return rc;
}

int report_parent_new(struct report *rp, struct report_parent **out)
{
	const bool parents = report_needs_parents(rp);
	const struct report_opts *o = rp->opts;
	struct report_parent *p;

	*out = NULL;
	/* perf only looks at chains if an option needs them. */
	if (!parents && !rp->children && !rp->chain.use)
		return check_unused_pattern(rp);
	if (!parents && !o->rows.ignore_callees)
		return REP_OK;
	p = *out = mem_alloc(1, sizeof(*p));
	if (!p) {
		report_no_memory(rp);
		return REP_FAIL;
	}
	if (parents && compile_parent_regex(rp, &p->parent, "--parent",
					    o->rows.parent ? o->rows.parent : PARENTS))
		return REP_FAIL;
	p->has_parent = parents;
	if (o->rows.ignore_callees &&
	    compile_parent_regex(rp, &p->ignore, "--ignore-callees", o->rows.ignore_callees))
		return REP_FAIL;
	p->has_ignore = o->rows.ignore_callees != NULL;
	return REP_OK;
}

void report_parent_free(struct report_parent *p)
{
	if (!p)
		return;
	if (p->has_parent)
		regfree(&p->parent);
	if (p->has_ignore)
		regfree(&p->ignore);
	free(p->known);
	free(p);
}

static bool regex_matches(struct report *rp, const regex_t *re, const char *name)
{
	bool matches;

	errno = 0; /* glibc returns REG_NOMATCH if memory is exhausted */
	matches = !regexec(re, name, 0, NULL, 0);
	if (!matches && errno == ENOMEM)
		report_no_memory(rp);
	return matches;
}

static uint8_t match_parent_symbol(struct report_parent *p, struct report *rp, uint32_t location)
{
	const struct sym *sym = rp->locations.all[location].sym;

	if (!mem_room_zeroed(&p->known, &p->cap, location, 1)) {
		report_no_memory(rp);
		return 0;
	}
	if (p->known[location])
		return p->known[location];
	p->known[location] = ASKED;
	if (sym && p->has_parent && regex_matches(rp, &p->parent, sym->name))
		p->known[location] |= IS_PARENT;
	if (sym && p->has_ignore && regex_matches(rp, &p->ignore, sym->name))
		p->known[location] |= IS_IGNORED;
	return p->known[location];
}

/*
 * A frame that is the parent is not also a root. The order is that in which perf walks the chain;
 * perf does not match frames that were unwound.
 */
uint32_t report_parent_find(struct report_parent *p, struct report *rp, uint32_t nr,
			    const struct sym **parent, uint32_t *root)
{
	const uint32_t unwound = rp->nr_unwound < nr ? rp->nr_unwound : nr;
	const uint32_t from = rp->chain.caller ? unwound : 0;
	const uint32_t end = rp->chain.caller ? nr : nr - unwound;
	uint32_t first = 0;

	*parent = NULL;
	*root = UINT32_MAX;
	for (uint32_t i = from; i < end; i++) {
		const uint8_t is = match_parent_symbol(p, rp, rp->walked[i]);

		if (is & IS_PARENT && !*parent) {
			*parent = rp->locations.all[rp->walked[i]].sym;
		} else if (is & IS_IGNORED) {
			*root = rp->walked[i];
			first = i;
		}
	}
	if (first)
		memmove(rp->walked, rp->walked + first, (nr - first) * sizeof(*rp->walked));
	if (first && rp->chain.counts)
		memmove(rp->walked_branches, rp->walked_branches + first,
			(nr - first) * sizeof(*rp->walked_branches));
	return nr - first;
}
