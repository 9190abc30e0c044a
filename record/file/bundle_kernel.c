/* SPDX-License-Identifier: BSD-2-Clause */
/* Adds the lines of /proc/kallsyms with the names of hit addresses to the bundle. */
#include "base/util.h"
#include "file/bundle.h"
#include "kernel/build_id.h"

#include <pdata/names.h>

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#define KALLSYMS "/proc/kallsyms"
#define ROOM 65536u
#define RUN_MAX 65536u /* bytes of all lines with the same address */

/*
 * The state of reading kallsyms. A symbol has no size there: it ends where the next one starts.
 * Symbols are sorted by address, so it is enough to hold the lines of the latest address until the
 * next address is seen.
 */
struct lines {
	struct rec_collect *c;
	const uint64_t *addrs;
	uint32_t nr;
	const char **modules;
	uint32_t nr_modules;
	uint64_t at;	/* address of the lines in run */
	bool any, kept; /* any: at and run are valid; kept: the lines before run are in out */
	char run[RUN_MAX];
	size_t run_len;
	char *out;
	size_t len, cap;
	int fd; /* /proc/kallsyms */
};

static void append_kallsyms_text(struct lines *l, const char *s, size_t len)
{
	if (!l->out || l->cap - l->len < len) {
		const size_t cap = 2 * l->cap + len + ROOM;
		char *out = rec_alloc(&l->c->arena, cap);

		if (l->out)
			memcpy(out, l->out, l->len);
		l->out = out;
		l->cap = cap;
	}
	memcpy(l->out + l->len, s, len);
	l->len += len;
}

/* Return whether an address in [@from, @to) was hit. */
static bool is_hit(const struct lines *l, uint64_t from, uint64_t to)
{
	const uint32_t i = rec_points_first(l->addrs, l->nr, from);

	return i < l->nr && l->addrs[i] < to;
}

static void append_kallsyms_line(struct lines *l, const struct pdata_kallsym *sym)
{
	append_kallsyms_text(l, sym->line, sym->line_len);
	append_kallsyms_text(l, "\n", 1);
}

/* Append the line that ends the symbols before it, because the lines behind them are left out. */
static void append_end(struct lines *l, uint64_t addr)
{
	char line[64];
	const int len = snprintf(line, sizeof(line), "%016llx t %s\n", (unsigned long long)addr,
				 PDATA_KALLSYMS_END);

	append_kallsyms_text(l, line, (size_t)len);
}

/* The symbols in run end at @to: append their lines if an address in them was hit. */
static void end_run(struct lines *l, uint64_t to)
{
	const bool hit = is_hit(l, l->at, to);

	if (hit)
		append_kallsyms_text(l, l->run, l->run_len);
	else if (l->kept)
		append_end(l, l->at);
	l->kept = hit;
	l->any = false;
	l->run_len = 0;
}

/*
 * Take a line of the kernel itself. Lines that readers do not take for symbols are not passed here:
 * they do not end the symbol before them either.
 */
static void take_line(struct lines *l, const struct pdata_kallsym *sym)
{
	if (l->any && sym->addr != l->at)
		end_run(l, sym->addr);
	l->at = sym->addr;
	l->any = true;
	if (sizeof(l->run) - l->run_len > sym->line_len) {
		memcpy(l->run + l->run_len, sym->line, sym->line_len);
		l->run_len += sym->line_len;
		l->run[l->run_len++] = '\n';
	}
}

/* A line of a module ends the last symbol of the kernel. */
static void take_module_line(struct lines *l, const struct pdata_kallsym *sym)
{
	if (l->any)
		end_run(l, UINT64_MAX);
	if (l->kept && sym->addr > l->at)
		append_end(l, sym->addr);
	l->kept = false;
}

static bool is_wanted_module(const struct lines *l, const struct pdata_kallsym *sym)
{
	for (uint32_t i = 0; i < l->nr_modules; i++)
		if (strlen(l->modules[i]) == sym->module_len &&
		    !memcmp(l->modules[i], sym->module, sym->module_len))
			return true;
	return false;
}

/* Called for each line of kallsyms. Return: non-zero if no more lines are needed. */
static int bundle_kallsyms_line(void *arg, const struct pdata_kallsym *sym)
{
	struct lines *l = arg;

	if (!sym->is_symbol)
		return 0;
	if (sym->module) {
		take_module_line(l, sym);
		if (is_wanted_module(l, sym))
			append_kallsyms_line(l, sym);
		return 0;
	}
	take_line(l, sym);
	return !l->nr_modules && l->at > l->addrs[l->nr - 1];
}

static size_t read_kallsyms(void *arg, void *buf, size_t len)
{
	const ssize_t n = read(((struct lines *)arg)->fd, buf, len);

	return n > 0 ? (size_t)n : 0;
}

static bool read_lines(struct lines *l)
{
	struct pdata_kallsyms text = { .read = read_kallsyms,
				       .symbol = bundle_kallsyms_line,
				       .arg = l,
				       .buf = rec_alloc(&l->c->arena, ROOM),
				       .size = ROOM };

	l->fd = open(KALLSYMS, O_RDONLY | O_CLOEXEC);
	if (l->fd < 0)
		return false;
	pdata_kallsyms_walk(&text);
	close(l->fd);
	if (l->any)
		end_run(l, UINT64_MAX);
	return l->len > 0;
}

void rec_bundle_kernel(struct rec_collect *c, const uint64_t *addrs, uint32_t nr,
		       const char **modules, uint32_t nr_modules)
{
	struct lines *l = rec_alloc(&c->arena, sizeof(*l));
	struct pdata_bundle_file *f;
	struct rec_build_id *id = rec_alloc(&c->arena, sizeof(*id));

	*l = (struct lines){
		.c = c, .addrs = addrs, .nr = nr, .modules = modules, .nr_modules = nr_modules
	};
	if (!read_lines(l)) {
		rec_warn("bundle: kernel symbols are not stored: %s has no symbols for the sampled "
			 "addresses (kernel.kptr_restrict hides kernel addresses)",
			 KALLSYMS);
		return;
	}
	f = rec_collect_add(c, PDATA_BUNDLE_KALLSYMS, "[kernel.kallsyms]", (const uint8_t *)l->out,
			    l->len);
	if (rec_build_id_kernel(id)) {
		f->id_size = id->size;
		f->build_id = id->id;
	}
}
