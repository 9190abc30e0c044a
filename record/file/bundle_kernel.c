/* SPDX-License-Identifier: BSD-2-Clause */
/* The lines of /proc/kallsyms that name what was hit. */
#include "base/util.h"
#include "file/bundle.h"
#include "kernel/build_id.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define KALLSYMS "/proc/kallsyms"
#define ROOM 65536u
#define RUN_MAX 65536u /* bytes of lines with one address */

/*
 * The kernel's symbols have no sizes: one reaches to the next. They come in the order of their
 * addresses, so that it is enough to keep those of the latest address until the next one is seen.
 */
struct lines {
	struct rec_collect *c;
	const uint64_t *addrs;
	uint32_t nr;
	const char **modules;
	uint32_t nr_modules;
	uint64_t at;	/* address of what is in run */
	bool any, kept; /* run holds something; it is in out already */
	char run[RUN_MAX];
	size_t run_len;
	char *out;
	size_t len, cap;
};

static void append_kallsyms_line(struct lines *l, const char *s, size_t len)
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

static void keep_run(struct lines *l)
{
	if (l->any && !l->kept)
		append_kallsyms_line(l, l->run, l->run_len);
	l->kept = true;
}

/* Whether an address from @from up to, not with, @to was hit. */
static bool is_hit(const struct lines *l, uint64_t from, uint64_t to)
{
	const uint32_t i = rec_points_first(l->addrs, l->nr, from);

	return i < l->nr && l->addrs[i] < to;
}

/* A line of the kernel's own. What readers take for no symbol ends none either. */
static void take_line(struct lines *l, uint64_t addr, const char *line, size_t len)
{
	if (!l->any || addr != l->at) {
		const bool end = l->any && addr > l->at && is_hit(l, l->at, addr);

		if (end)
			keep_run(l);
		l->at = addr;
		l->run_len = 0;
		l->any = true;
		l->kept = false;
		if (end) {
			append_kallsyms_line(l, line, len);
			l->kept = true;
			return;
		}
	}
	if (l->kept) {
		append_kallsyms_line(l, line, len);
	} else if (sizeof(l->run) - l->run_len >= len) {
		memcpy(l->run + l->run_len, line, len);
		l->run_len += len;
	}
}

static bool is_symbol(char type, char first)
{
	return strchr("tTwWdDbB", type) && first != '$';
}

static bool parse_bundled_kallsyms(const char *line, uint64_t *addr, const char **rest)
{
	const char *p = line;

	*addr = 0;
	for (; (*p >= '0' && *p <= '9') || (*p >= 'a' && *p <= 'f'); p++)
		*addr = *addr << 4 | (uint64_t)(*p <= '9' ? *p - '0' : *p - 'a' + 10);
	*rest = p;
	return p > line && p[0] == ' ' && p[1] && p[2] == ' ' && p[3] && p[3] != '\n';
}

static bool is_wanted_module(const struct lines *l, const char *name)
{
	const size_t len = strcspn(name, "\n");

	for (uint32_t i = 0; i < l->nr_modules; i++)
		if (strlen(l->modules[i]) == len && !memcmp(l->modules[i], name, len))
			return true;
	return false;
}

/* Return: whether nothing more is wanted. @line ends with its newline. */
static bool bundle_kallsyms_line(struct lines *l, const char *line, size_t len)
{
	uint64_t addr;
	const char *rest;

	if (!parse_bundled_kallsyms(line, &addr, &rest) || !is_symbol(rest[1], rest[3]))
		return false;
	const char *module = memchr(rest, '\t', len - (size_t)(rest - line));

	if (module) {
		if (is_wanted_module(l, module + 1))
			append_kallsyms_line(l, line, len);
		/* The last of the kernel ends in a way of its own before modules. */
		else if (l->any && !l->kept && is_hit(l, l->at, UINT64_MAX) && addr > l->at)
			keep_run(l), append_kallsyms_line(l, line, len);
		return false;
	}
	take_line(l, addr, line, len);
	return !l->nr_modules && l->at > l->addrs[l->nr - 1];
}

static bool read_lines(struct lines *l)
{
	int fd = open(KALLSYMS, O_RDONLY | O_CLOEXEC);
	char *buf = rec_alloc(&l->c->arena, ROOM);
	size_t have = 0;
	bool done = false;
	ssize_t n;

	if (fd < 0)
		return false;
	while (!done && (n = read(fd, buf + have, ROOM - have)) > 0) {
		char *s = buf, *nl;

		have += (size_t)n;
		while (!done && (nl = memchr(s, '\n', have - (size_t)(s - buf)))) {
			done = bundle_kallsyms_line(l, s, (size_t)(nl + 1 - s));
			s = nl + 1;
		}
		have -= (size_t)(s - buf);
		memmove(buf, s, have);
		if (have == ROOM) /* no line is that long */
			have = 0;
	}
	close(fd);
	if (!done && l->any && !l->kept && is_hit(l, l->at, UINT64_MAX))
		keep_run(l);
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
		rec_warn("the kernel's names are not in the file: " KALLSYMS " has none for the "
			 "addresses that were "
			 "hit "
			 "(kernel.kptr_"
			 "restrict hides "
			 "them)");
		return;
	}
	f = rec_collect_add(c, PDATA_BUNDLE_KALLSYMS, "[kernel.kallsyms]", (const uint8_t *)l->out,
			    l->len);
	if (rec_build_id_kernel(id)) {
		f->id_size = id->size;
		f->build_id = id->id;
	}
}
