/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints the objects whose samples are unresolved, with counts and the option or file that would
 * resolve them (--unnamed).
 */
#include "view/report_unresolved.h"

#include "console/command.h"
#include "object/symbols/dso_kind.h"
#include "profile/model/report.h"

#include <stdlib.h>

/* The unresolved samples of one object. The last element counts samples without a map. */
struct unresolved {
	uint64_t nr;
	const struct pdata_object *object;
};

static int most_first(const void *x, const void *y)
{
	const struct unresolved *a = x, *b = y;

	if (a->nr != b->nr)
		return a->nr > b->nr ? -1 : 1;
	if (!a->object || !b->object)
		return a->object ? -1 : b->object ? 1 : 0;
	return a->object->index < b->object->index ? -1 : a->object->index > b->object->index;
}

/* Count unresolved samples into @list, which has an element for each object and one more. */
static void count_unresolved(struct report *rp, struct unresolved *list, uint32_t nr)
{
	for (uint32_t i = 0; i < rp->hist->nr_entries; i++) {
		const struct hist_entry *s = &rp->hist->entries[i];
		const struct hist_location *p = &rp->locations.all[rp->hist->entries[i].location];

		if (p->sym)
			continue;
		list[p->map ? p->map->object->index : nr].object = p->map ? p->map->object : NULL;
		list[p->map ? p->map->object->index : nr].nr += s->nr;
	}
}

static void put_id(struct out *o, const struct pdata_object *obj)
{
	for (uint32_t i = 0; i < obj->build_id_size; i++)
		out_printf(o, "%02x", obj->build_id[i]);
}

/* Print the option or file that would resolve the samples. */
static void put_remedy(struct out *o, const struct pdata_object *obj)
{
	switch (dso_kind_of(obj)) {
	case DSO_KIND_KERNEL:
		out_str(o, "use --kallsyms or --vmlinux with a file of the recorded kernel");
		break;
	case DSO_KIND_MODULE:
		out_str(o, "use --modules DIR with the module's file, or --kallsyms with a file of "
			   "the recorded kernel");
		break;
	case DSO_KIND_PERF_MAP:
		out_printf(o,
			   "provide perf-%u.map or jit-%u.dump of the process; if the recording is "
			   "of another machine, put the file below DIR and use --symfs DIR",
			   obj->pid, obj->pid);
		break;
	case DSO_KIND_FILE:
		if (!obj->build_id_size) {
			out_str(o, "use --symfs DIR with the file below DIR; no build id was "
				   "recorded");
			break;
		}
		out_str(o, "provide the file or its debug file with build id ");
		put_id(o, obj);
		out_str(o, " by --symfs DIR, in ~/.debug or by --debuginfod");
		break;
	case DSO_KIND_VDSO:
		out_str(o, "run the recorded kernel, or provide a copy of its vdso in ~/.debug");
		break;
	default:
		out_str(o, "no names are possible: no file contains this code");
	}
}

static void print_unresolved_line(struct report *rp, const struct unresolved *u, uint64_t all)
{
	struct symbols *syms = rp->s->syms;

	out_printf(rp->out, "#  %6.2f%%  ", 100.0 * (double)u->nr / (double)all);
	if (!u->object) {
		out_str(rp->out, "[unknown]: no map covers these addresses\n");
		return;
	}
	out_str(rp->out, symbols_dso_long(syms, u->object));
	if (symbols_nr(syms, u->object))
		out_str(rp->out, ": no symbol covers these addresses");
	else if (symbols_why(syms, u->object))
		out_printf(rp->out, ": %s", symbols_why(syms, u->object));
	out_str(rp->out, "\n#           to resolve them: ");
	put_remedy(rp->out, u->object);
	out_char(rp->out, '\n');
}

void report_unresolved(struct report *rp)
{
	const uint32_t nr = pdata_tasks_nr_objects(rp->s->tasks);
	struct unresolved *list = rep_alloc(nr + 1u, sizeof(*list));
	const uint64_t all = rp->samples.nr, sum = rp->samples.nr_unresolved;

	count_unresolved(rp, list, nr);
	qsort(list, nr + 1u, sizeof(*list), most_first);
	out_printf(rp->out, "# Samples without a symbol: %llu of %llu (%.2f%%)\n#\n",
		   (unsigned long long)sum, (unsigned long long)all,
		   all ? 100.0 * (double)sum / (double)all : 0.0);
	for (uint32_t i = 0; i <= nr && list[i].nr; i++)
		print_unresolved_line(rp, &list[i], all);
	out_str(rp->out, "#\n");
	free(list);
}
