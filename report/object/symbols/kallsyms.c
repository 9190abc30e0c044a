/* SPDX-License-Identifier: BSD-2-Clause */
/* Makes symbol tables of the kernel and of each module from /proc/kallsyms or a copy of it. */
#include "object/symbols/kallsyms.h"

#include "base/memory.h"
#include "object/elf/symbol_sources.h"

#include <pdata/names.h>

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LINE_MAX_ 8192u
#define PIECE_SIZE (1u << 16)
#define LINE_LEAST 32u	  /* usual least length of a line: mostly one allocation is enough */
#define PROC_SYMS 131072u /* if the size of the file is not known */
/*
 * Symbols of the page table isolation trampoline belong to a map of its own, which leads to the
 * kernel's text.
 */
#define TRAMPOLINE "__entry_SYSCALL_64_trampoline"

/* Return: the length of the name, including the module after it. */
static size_t kallsym_len(const struct pdata_kallsym *l)
{
	return l->line_len - (size_t)(l->name - l->line);
}

/* @name: that of @l, copied; NULL: memory is exhausted. */
static void add_kallsyms_line(struct sym_build *b, const struct pdata_kallsym *l, const char *name)
{
	const int t = toupper((int)l->type);

	sym_build_add(b, &(struct sym){
				 .start = l->addr,
				 .end = l->addr,
				 .name = name,
				 .binding = l->type == 'W'	    ? SYM_WEAK
					    : isupper((int)l->type) ? SYM_GLOBAL
								    : SYM_LOCAL,
				 .object = t != 'T' && t != 'W',
				 .bracketed = l->line[l->line_len - 1] == ']' &&
					      memchr(l->name, '[', kallsym_len(l)),
			 });
}

struct adding {
	struct sym_build *build;
	struct sym_strs *names;
	char *last; /* name that was added, or NULL */
	size_t last_len;
	int fd; /* of a file */
	uint64_t left;
	bool failed; /* the file could not be read to its end */
	/* array of the addresses of lines with the name PDATA_KALLSYMS_END */
	uint64_t *ends;
	uint32_t nr_ends;
};

/*
 * Copy a name. The kernel puts padding before most functions, whose symbol has the function's name
 * after a prefix; such a name is stored only once.
 */
static char *keep_name(struct adding *a, const struct pdata_kallsym *l)
{
	static const char prefix[] = "__pfx_";
	const size_t more = sizeof(prefix) - 1, len = kallsym_len(l);

	if (a->last && a->last_len == len + more && !memcmp(a->last, prefix, more) &&
	    !memcmp(a->last + more, l->name, len))
		return a->last + more;
	a->last = sym_strs_add(a->names, l->name, len);
	a->last_len = len;
	return a->last;
}

static int add_wanted(void *arg, const struct pdata_kallsym *l)
{
	struct adding *a = arg;

	if (l->is_symbol)
		add_kallsyms_line(a->build, l, keep_name(a, l));
	else if (l->name_len == strlen(PDATA_KALLSYMS_END) &&
		 !memcmp(l->name, PDATA_KALLSYMS_END, l->name_len) &&
		 mem_room_at_end(&a->ends, a->nr_ends, sizeof(*a->ends)))
		a->ends[a->nr_ends++] = l->addr;
	return a->build->err;
}

static size_t read_kallsyms_bytes(void *arg, void *buf, size_t len)
{
	struct adding *a = arg;
	ssize_t n;

	if (len > a->left)
		len = (size_t)a->left;
	do
		n = len ? read(a->fd, buf, len) : 0;
	while (n < 0 && errno == EINTR);
	a->failed |= n < 0;
	a->left -= n > 0 ? (uint64_t)n : 0;
	return n > 0 ? (size_t)n : 0;
}

/*
 * Add the lines of the file a->fd, which is read a piece at a time. If memory is exhausted, no
 * symbols are added: mem_failures() tells.
 */
static void add_lines_of_file(struct adding *a)
{
	struct pdata_kallsyms text = {
		.read = read_kallsyms_bytes, .symbol = add_wanted, .arg = a, .size = PIECE_SIZE
	};

	text.buf = mem_alloc(PIECE_SIZE, 1);
	if (text.buf)
		pdata_kallsyms_walk(&text);
	free(text.buf);
}

static bool is_trampoline(const char *name)
{
	return name[0] == '_' && !strcmp(name, TRAMPOLINE);
}

/* Return: the module of a symbol with its brackets, or NULL. */
static char *module_of(const struct sym *s)
{
	char *tab = s->bracketed ? strchr((char *)(uintptr_t)s->name, '\t') : NULL;

	return tab ? tab + 1 : NULL;
}

/*
 * The few symbols of modules are kept in a list of their own, from which they are looked up; the
 * kernel's stay in the table.
 */
static bool is_kernels(void *arg, const struct sym *s)
{
	struct kallsyms *k = arg;

	if (!module_of(s))
		return !is_trampoline(s->name);
	if (mem_room_at_end(&k->modules, k->nr_modules, sizeof(*k->modules)))
		k->modules[k->nr_modules++] = *s;
	else
		k->err = -ENOMEM;
	return false;
}

static struct kallsyms *begin_kallsyms(const char *path, uint32_t nr_expected)
{
	struct kallsyms *k = mem_alloc(1, sizeof(*k));

	if (!k)
		return NULL;
	k->path = mem_strdup(path);
	if (!k->path) {
		free(k);
		return NULL;
	}
	sym_build_init(&k->kernel, false);
	sym_build_reserve(&k->kernel, nr_expected);
	return k;
}

void kallsyms_free(struct kallsyms *k)
{
	if (!k)
		return;
	sym_build_free(&k->kernel);
	free(k->modules);
	sym_strs_free(&k->names);
	free(k->path);
	free(k);
}

static int compare_addresses(const void *x, const void *y)
{
	const uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;

	return a < b ? -1 : a > b;
}

/* Let symbols end at the addresses that lines of the list give, if these are inside of them. */
static void apply_ends(struct sym_build *b, uint64_t *ends, uint32_t nr)
{
	if (nr)
		qsort(ends, nr, sizeof(*ends), compare_addresses);
	for (uint32_t k = 0, i = 0; k < b->nr_order && i < nr; k++) {
		struct sym *s = &b->syms[b->order[k]];

		while (i < nr && ends[i] <= s->start)
			i++;
		if (i < nr && ends[i] < s->end)
			s->end = ends[i];
	}
}

/*
 * Half a list would give wrong names. @failures: mem_failures() before the list was read. Return:
 * @k, or NULL.
 */
static struct kallsyms *finish_kallsyms(struct kallsyms *k, struct adding *a, unsigned failures)
{
	uint32_t zeros = 0;

	while (zeros < k->kernel.nr && !k->kernel.syms[zeros].start)
		zeros++;
	k->hidden = zeros && zeros == k->kernel.nr;
	sym_build_settle(&k->kernel, SYM_SETTLE_KALLSYMS);
	apply_ends(&k->kernel, a->ends, a->nr_ends);
	free(a->ends);
	sym_build_keep(&k->kernel, is_kernels, k);
	if (k->kernel.err || k->err || mem_failures() != failures) {
		kallsyms_free(k);
		return NULL;
	}
	return k;
}

struct kallsyms *kallsyms_read(const char *path)
{
	const unsigned failures = mem_failures();
	int fd = sym_file_open(path, true);
	struct adding a = { .fd = fd, .left = SYM_FILE_MAX };
	struct kallsyms *k;
	struct stat st;
	bool sized;

	if (fd < 0)
		return NULL;
	sized = !fstat(fd, &st) && st.st_size > 0;
	k = begin_kallsyms(path, sized && (uint64_t)st.st_size < SYM_FILE_MAX
					 ? (uint32_t)st.st_size / LINE_LEAST
					 : PROC_SYMS);
	if (k) {
		a.build = &k->kernel;
		a.names = &k->names;
		add_lines_of_file(&a);
		k->empty = !a.failed && a.left == SYM_FILE_MAX;
	}
	close(fd);
	return k ? finish_kallsyms(k, &a, failures) : NULL;
}

struct kallsyms *kallsyms_of_text(char *text, size_t len)
{
	const unsigned failures = mem_failures();
	struct kallsyms *k = begin_kallsyms("[kernel.kallsyms]", (uint32_t)(len / LINE_LEAST));
	struct adding a = { 0 };

	if (k) {
		a.build = &k->kernel;
		a.names = &k->names;
		pdata_kallsyms_walk(&(struct pdata_kallsyms){
			.symbol = add_wanted, .arg = &a, .buf = text, .size = len });
	}
	free(text);
	if (!k)
		return NULL;
	k->embedded = true;
	return finish_kallsyms(k, &a, failures);
}

/*
 * Move addresses down by @delta, or up if it is negative, but not beyond the ends of the address
 * space, so that their order is unchanged.
 */
static uint64_t moved(uint64_t addr, uint64_t delta)
{
	if ((int64_t)delta >= 0)
		return addr < delta ? 0 : addr - delta;
	return addr > UINT64_MAX + delta ? UINT64_MAX : addr - delta;
}

void kallsyms_kernel(struct kallsyms *k, uint64_t delta, struct sym_table_priv *t)
{
	sym_build_finish(&k->kernel, t);
	for (uint32_t i = 0; delta && i < t->pub.nr; i++) {
		t->pub.syms[i].start = moved(t->pub.syms[i].start, delta);
		t->pub.syms[i].end = moved(t->pub.syms[i].end, delta);
	}
}

bool kallsyms_module_at(const struct kallsyms *k, const char *module, uint64_t *addr)
{
	for (uint32_t i = 0; i < k->nr_modules; i++)
		if (!strcmp(module_of(&k->modules[i]), module)) {
			*addr = k->modules[i].start;
			return true;
		}
	return false;
}

void kallsyms_module(const struct kallsyms *k, const char *module, uint64_t base,
		     struct sym_table_priv *t)
{
	struct sym_strs *strs;
	struct sym_build b;

	sym_build_init(&b, false);
	strs = &b.strs;
	for (uint32_t i = 0; i < k->nr_modules; i++) {
		struct sym s = k->modules[i];
		const char *m = module_of(&s);

		if (strcmp(m, module))
			continue;
		s.start -= base;
		s.end -= base;
		s.name = sym_strs_add(strs, s.name, (size_t)(m - 1 - s.name));
		sym_build_add(&b, &s);
	}
	sym_build_settle(&b, SYM_SETTLE_PLAIN);
	sym_build_finish(&b, t);
}

struct finding {
	struct adding file;
	const char *name;
	uint64_t addr;
};

static size_t read_finding_bytes(void *arg, void *buf, size_t len)
{
	return read_kallsyms_bytes(&((struct finding *)arg)->file, buf, len);
}

/* "_text" is an alias on some machines: type A (absolute) is accepted, too. */
static int find_function(void *arg, const struct pdata_kallsym *l)
{
	struct finding *f = arg;
	const int t = toupper((int)l->type);

	if ((t != 'T' && t != 'W' && l->type != 'A') || kallsym_len(l) != strlen(f->name) ||
	    memcmp(l->name, f->name, strlen(f->name)))
		return 0;
	f->addr = l->addr;
	return 1;
}

bool kallsyms_find(const char *path, const char *name, uint64_t *addr)
{
	char buf[LINE_MAX_];
	struct finding f = { .name = name, .file.left = SYM_FILE_MAX };
	int found;

	f.file.fd = sym_file_open(path, true);
	if (f.file.fd < 0)
		return false;
	found = pdata_kallsyms_walk(&(struct pdata_kallsyms){ .read = read_finding_bytes,
							      .symbol = find_function,
							      .arg = &f,
							      .buf = buf,
							      .size = sizeof(buf) });
	close(f.file.fd);
	if (found)
		*addr = f.addr;
	return found;
}
