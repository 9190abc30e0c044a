/* SPDX-License-Identifier: BSD-2-Clause */
#include "sym_kallsyms.h"

#include "rep.h"
#include "sym_src.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Lines of kallsyms: ADDRESS TYPE NAME, and for modules a tab and [MODULE] */

#define LINE_MAX_ 8192u
#define LINE_LEAST 32u /* of the usual length of a line: enough room at once, mostly */
/* The page tables' isolation trampoline has a map of its own, which leads to the kernel's text. */
#define TRAMPOLINE "__entry_SYSCALL_64_trampoline"

struct line {
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
static bool parse_line(char *s, char *end, struct line *l)
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
static bool wanted(const struct line *l)
{
	char t = (char)toupper((unsigned char)l->type);

	return (t == 'T' || t == 'W' || t == 'D' || t == 'B') && l->name[0] != '$';
}

static void add_line(struct sym_build *b, const struct line *l)
{
	char t = (char)toupper((unsigned char)l->type);

	sym_build_add(b, &(struct sym){
				 .start = l->addr,
				 .end = l->addr,
				 .name = l->name,
				 .binding = l->type == 'W'		      ? SYM_WEAK
					    : isupper((unsigned char)l->type) ? SYM_GLOBAL
									      : SYM_LOCAL,
				 .object = t != 'T' && t != 'W',
				 .bracketed = l->name[l->len - 1] == ']' &&
					      memchr(l->name, '[', l->len),
			 });
}

/* Names move to the front of the text, which is not needed for anything else. Return: how long they are together. */
static size_t add_lines(struct sym_build *b, char *text, size_t len)
{
	char *s = text, *last = text + len, *names = text;

	while (s < last) {
		char *end = memchr(s, '\n', (size_t)(last - s));
		struct line l;

		if (!end)
			end = last;
		*end = 0;
		if (parse_line(s, end, &l) && wanted(&l)) {
			l.name = memmove(names, l.name, l.len + 1);
			names += l.len + 1;
			add_line(b, &l);
		}
		s = end + 1;
	}
	return (size_t)(names - text);
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

	if (!module_of(s))
		return !is_trampoline(s->name);
	if (!(k->nr_modules & (k->nr_modules - 1)))
		k->modules = rep_grow(k->modules, k->nr_modules ? 2 * (size_t)k->nr_modules : 1,
				      sizeof(*k->modules));
	k->modules[k->nr_modules++] = *s;
	return false;
}

static struct kallsyms *parse(char *text, size_t len, const char *path)
{
	struct kallsyms *k = rep_alloc(1, sizeof(*k));

	k->text = text;
	k->path = rep_strdup(path);
	sym_build_init(&k->kernel, false);
	sym_build_expect(&k->kernel, (uint32_t)(len / LINE_LEAST));
	rep_give_back(text, add_lines(&k->kernel, text, len), len);
	sym_build_settle(&k->kernel, SYM_SETTLE_KALLSYMS);
	sym_build_keep(&k->kernel, is_kernels, k);
	return k;
}

struct kallsyms *kallsyms_read(const char *path)
{
	size_t len;
	char *text = sym_file_read(path, true, &len);

	return text ? parse(text, len, path) : NULL;
}

struct kallsyms *kallsyms_of_text(char *text, size_t len)
{
	struct kallsyms *k = parse(text, len, "[kernel.kallsyms]");

	k->embedded = true;
	return k;
}

void kallsyms_free(struct kallsyms *k)
{
	if (!k)
		return;
	sym_build_free(&k->kernel);
	free(k->modules);
	free(k->text);
	free(k->path);
	free(k);
}

void kallsyms_kernel(struct kallsyms *k, uint64_t delta, struct sym_tab *t)
{
	sym_build_finish(&k->kernel, t);
	for (uint32_t i = 0; delta && i < t->pub.nr; i++) {
		t->pub.syms[i].start -= delta;
		t->pub.syms[i].end -= delta;
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

void kallsyms_module(const struct kallsyms *k, const char *module, uint64_t base, struct sym_tab *t)
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
static bool is_it(const struct line *l, const char *name)
{
	char t = (char)toupper((unsigned char)l->type);

	return (t == 'T' || t == 'W' || l->type == 'A') && !strcmp(l->name, name);
}

bool kallsyms_find(const char *path, const char *name, uint64_t *addr)
{
	int fd = sym_file_open(path, true);
	char *buf = NULL, *end;
	size_t len = 0;
	ssize_t n;
	bool found = false;

	if (fd < 0)
		return false;
	buf = rep_alloc(LINE_MAX_ + 1, 1);
	while (!found && (n = read(fd, buf + len, LINE_MAX_ - len)) > 0) {
		char *s = buf;
		struct line l;

		len += (size_t)n;
		while (!found && (end = memchr(s, '\n', len - (size_t)(s - buf)))) {
			*end = 0;
			found = parse_line(s, end, &l) && is_it(&l, name);
			s = end + 1;
		}
		if (found)
			*addr = l.addr;
		len -= (size_t)(s - buf);
		memmove(buf, s, len);
		if (len == LINE_MAX_) /* no line is that long */
			break;
	}
	free(buf);
	close(fd);
	return found;
}
