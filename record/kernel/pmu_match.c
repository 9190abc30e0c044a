/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds the PMUs that a word of the command line stands for; several PMUs can be of one kind. */
#include "base/util.h"
#include "kernel/pmu.h"

#include <dirent.h>
#include <fnmatch.h>
#include <stdlib.h>

#define UNCORE "uncore_"

/* Return whether @name is @base, or @base with "_" and a number after it. */
static bool is_numbered(const char *name, const char *base)
{
	size_t len = strlen(base);

	if (strncmp(name, base, len) != 0)
		return false;
	name += len;
	return !*name ||
	       (*name == '_' && name[1] && strspn(name + 1, "0123456789") == strlen(name + 1));
}

/* As in perf, a word may omit "uncore_" and the number of a PMU's name, and may be a glob. */
static bool is_meant(const char *name, const char *word)
{
	const char *rest = strncmp(name, UNCORE, strlen(UNCORE)) ? name : name + strlen(UNCORE);

	return is_numbered(name, word) || is_numbered(rest, word) || !fnmatch(word, name, 0) ||
	       !fnmatch(word, rest, 0);
}

static int compare_pmus(const void *a, const void *b)
{
	return strcmp(((const struct rec_pmu *)a)->name, ((const struct rec_pmu *)b)->name);
}

/* Find the PMUs that @word stands for; if @word is NULL, the core PMUs. */
static uint32_t find_units(struct rec_arena *a, const char *word, struct rec_pmu **out)
{
	DIR *d = opendir(rec_pmu_dir);
	struct dirent *e;
	uint32_t nr = 0;

	*out = NULL;
	while (d && (e = readdir(d))) {
		struct rec_pmu pmu;

		if (e->d_name[0] == '.' || (word && !is_meant(e->d_name, word)) ||
		    rec_pmu_find(a, e->d_name, strlen(e->d_name), &pmu) || (!word && !pmu.core))
			continue;
		*out = rec_push(a, *out, &nr, sizeof(**out));
		(*out)[nr - 1] = pmu;
	}
	if (d)
		closedir(d);
	if (nr)
		qsort(*out, nr, sizeof(**out), compare_pmus);
	return nr;
}

uint32_t rec_units_find(struct rec_arena *a, const char *word, struct rec_pmu **out)
{
	struct rec_pmu one;

	if (rec_pmu_find(a, word, strlen(word), &one))
		return strchr(word, '/') ? 0 : find_units(a, word, out);
	*out = rec_alloc(a, sizeof(one));
	**out = one;
	return 1;
}

uint32_t rec_units_cores(struct rec_arena *a, struct rec_pmu **out)
{
	struct rec_pmu cpu;
	uint32_t nr = rec_pmu_find(a, "cpu", 3, &cpu) ? find_units(a, NULL, out) : 0;

	return nr > 1 ? nr : 0;
}
