/* SPDX-License-Identifier: BSD-2-Clause */
/* Parses /proc/kallsyms or a copy of it into symbol tables of the kernel and of each module. */
#include "object/symbols/kallsyms.h"

#include "base/memory.h"
#include "object/elf/symbol_sources.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Lines of kallsyms: ADDRESS TYPE NAME, and for modules a tab and [MODULE] */

#define LINE_MAX_ 8192u
#define PIECE_SIZE (1u << 16)
#define LINE_LEAST 32u	  /* of the usual length of a line: enough room at once, mostly */
#define PROC_SYMS 131072u /* where the size is not known */
/* The page tables' isolation trampoline has a map of its own, which leads to the kernel's text. */
#define TRAMPOLINE "__entry_SYSCALL_64_trampoline"

struct ksym_line {
	uint64_t addr;
	char type;
	char *name;
	size_t len; /* of the name with the module */
};

/* Value of a hexadecimal digit; 255: it is none. */
static const uint8_t hex_value[256] = {
#define NONE16 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255
#define LETTERS 255, 10, 11, 12, 13, 14, 15, 255, 255, 255, 255, 255, 255, 255, 255, 255
	NONE16, NONE16, NONE16, 0,	1,	2,	3,	4,	5,	 6,	 7,
	8,	9,	255,	255,	255,	255,	255,	255,	LETTERS, NONE16, LETTERS,
	NONE16, NONE16, NONE16, NONE16, NONE16, NONE16, NONE16, NONE16, NONE16,
#undef LETTERS
#undef NONE16
};

/* @s is terminated at @end. Return: whether the line is one. */
static bool parse_kallsyms_line(char *s, char *end, struct ksym_line *l)
{
	char *at = s;
	uint8_t d;

	l->addr = 0;
	while ((d = hex_value[(unsigned char)*at]) < 16) {
		l->addr = l->addr << 4 | d;
		at++;
	}
	if (at == s || end - at < 4 || at[0] != ' ' || at[2] != ' ')
		return false;
	l->type = at[1];
	l->name = at + 3;
	l->len = (size_t)(end - l->name);
	return true;
}

/* Text, weak and data symbols, but not ARM's mapping symbols. */
static bool is_kallsyms_wanted(const struct ksym_line *l)
{
	char t = (char)toupper((unsigned char)l->type);

	return (t == 'T' || t == 'W' || t == 'D' || t == 'B') && l->name[0] != '$';
}

/* @name: that of @l, kept, or NULL: no memory. */
static void add_kallsyms_line(struct sym_build *b, const struct ksym_line *l, const char *name)
{
	char t = (char)toupper((unsigned char)l->type);

	sym_build_add(b, &(struct sym){
				 .start = l->addr,
				 .end = l->addr,
				 .name = name,
				 .binding = l->type == 'W'		      ? SYM_WEAK
					    : isupper((unsigned char)l->type) ? SYM_GLOBAL
									      : SYM_LOCAL,
				 .object = t != 'T' && t != 'W',
				 .bracketed = l->name[l->len - 1] == ']' &&
					      memchr(l->name, '[', l->len),
			 });
}

struct adding {
	struct sym_build *build;
	struct sym_strs *names;
	char *last; /* name that was added, or NULL */
	size_t last_len;
};

/* Before most functions is their padding, which has their name behind a prefix: it is kept once. */
static char *keep_name(struct adding *a, const struct ksym_line *l)
{
	static const char prefix[] = "__pfx_";
	const size_t more = sizeof(prefix) - 1;

	if (a->last && a->last_len == l->len + more && !memcmp(a->last, prefix, more) &&
	    !memcmp(a->last + more, l->name, l->len))
		return a->last + more;
	a->last = sym_strs_add(a->names, l->name, l->len);
	a->last_len = l->len;
	return a->last;
}

static bool add_wanted(void *arg, struct ksym_line *l)
{
	struct adding *a = arg;

	if (is_kallsyms_wanted(l)) {
		const char *name = keep_name(a, l);

		add_kallsyms_line(a->build, l, name);
	}
	return !a->build->err;
}

/*
 * Give @take the lines of @text, which ends with a line, until it returns false. Return: whether
 * it did not.
 */
static bool each_line(char *text, size_t len, bool (*take)(void *arg, struct ksym_line *l),
		      void *arg)
{
	char *s = text, *last = text + len;

	while (s < last) {
		char *end = memchr(s, '\n', (size_t)(last - s));
		struct ksym_line l;

		if (!end)
			end = last;
		*end = 0;
		if (parse_kallsyms_line(s, end, &l) && !take(arg, &l))
			return false;
		s = end + 1;
	}
	return true;
}

/*
 * The same of a file, of which only a piece at a time is in memory. Without memory there are no
 * lines: mem_failures() tells.
 */
static void each_line_of(int fd, size_t piece, bool (*take)(void *arg, struct ksym_line *l),
			 void *arg)
{
	char *buf = mem_alloc(piece + 1, 1);
	uint64_t left = SYM_FILE_MAX;
	size_t len = 0;
	ssize_t n;

	if (!buf)
		return;
	while (left && ((n = read(fd, buf + len, piece - len)) > 0 || (n < 0 && errno == EINTR))) {
		char *end;

		if (n < 0)
			continue;
		left -= (uint64_t)n < left ? (uint64_t)n : left;
		len += (size_t)n;
		end = memrchr(buf, '\n', len);
		if (!end && len < piece)
			continue;
		if (!end || !each_line(buf, (size_t)(end - buf), take, arg)) {
			len = 0; /* no line is that long */
			break;
		}
		len -= (size_t)(end + 1 - buf);
		memmove(buf, end + 1, len);
	}
	each_line(buf, len, take, arg);
	free(buf);
}

static bool is_trampoline(const char *name)
{
	return name[0] == '_' && !strcmp(name, TRAMPOLINE);
}

/* The module of a symbol with its brackets, or NULL. */
static char *module_of(const struct sym *s)
{
	char *tab = s->bracketed ? strchr((char *)(uintptr_t)s->name, '\t') : NULL;

	return tab ? tab + 1 : NULL;
}

/* Modules' symbols are few, and go where they can be found again; the kernel's remain. */
static bool is_kernels(void *arg, const struct sym *s)
{
	struct kallsyms *k = arg;
	struct sym *more;

	if (!module_of(s))
		return !is_trampoline(s->name);
	if (!(k->nr_modules & (k->nr_modules - 1))) {
		more = mem_grow(k->modules, k->nr_modules ? 2 * (size_t)k->nr_modules : 1,
				sizeof(*more));
		if (!more) {
			k->err = -ENOMEM;
			return false;
		}
		k->modules = more;
	}
	k->modules[k->nr_modules++] = *s;
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

/* Half a list gives wrong names. @failures: mem_failures() at its begin. Return: @k, or NULL. */
static struct kallsyms *finish_kallsyms(struct kallsyms *k, unsigned failures)
{
	uint32_t zeros = 0;

	while (zeros < k->kernel.nr && !k->kernel.syms[zeros].start)
		zeros++;
	k->hidden = zeros && zeros == k->kernel.nr;
	sym_build_settle(&k->kernel, SYM_SETTLE_KALLSYMS);
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
	struct kallsyms *k;
	struct stat st;
	bool sized;

	if (fd < 0)
		return NULL;
	sized = !fstat(fd, &st) && st.st_size > 0;
	k = begin_kallsyms(path, sized && (uint64_t)st.st_size < SYM_FILE_MAX
					 ? (uint32_t)st.st_size / LINE_LEAST
					 : PROC_SYMS);
	if (k)
		each_line_of(fd, PIECE_SIZE, add_wanted,
			     &(struct adding){ .build = &k->kernel, .names = &k->names });
	close(fd);
	return k ? finish_kallsyms(k, failures) : NULL;
}

struct kallsyms *kallsyms_of_text(char *text, size_t len)
{
	const unsigned failures = mem_failures();
	struct kallsyms *k = begin_kallsyms("[kernel.kallsyms]", (uint32_t)(len / LINE_LEAST));

	if (k)
		each_line(text, len, add_wanted,
			  &(struct adding){ .build = &k->kernel, .names = &k->names });
	free(text);
	if (!k)
		return NULL;
	k->embedded = true;
	return finish_kallsyms(k, failures);
}

/*
 * Down by @delta, up where that is negative, and no further than the address space: order stays as
 * it is.
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

/* "_text" is an alias on some machines: A for absolute will do, too. */
static bool is_it(const struct ksym_line *l, const char *name)
{
	char t = (char)toupper((unsigned char)l->type);

	return (t == 'T' || t == 'W' || l->type == 'A') && !strcmp(l->name, name);
}

struct finding {
	const char *name;
	uint64_t addr;
	bool found;
};

static bool find_it(void *arg, struct ksym_line *l)
{
	struct finding *f = arg;

	f->found = is_it(l, f->name);
	f->addr = l->addr;
	return !f->found;
}

bool kallsyms_find(const char *path, const char *name, uint64_t *addr)
{
	struct finding f = { .name = name };
	int fd = sym_file_open(path, true);

	if (fd < 0)
		return false;
	each_line_of(fd, LINE_MAX_, find_it, &f);
	close(fd);
	if (f.found)
		*addr = f.addr;
	return f.found;
}
