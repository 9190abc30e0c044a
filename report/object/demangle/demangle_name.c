/* SPDX-License-Identifier: BSD-2-Clause */
/* Demangles symbol names of C++, Rust, Java, D and OCaml into the form that perf prints. */
#include "object/demangle/demangle_name.h"

#include "base/memory.h"
#include "object/demangle/java.h"

#include <ctype.h>
#include <errno.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_IBERTY
/* Functions of libiberty, which perf calls as well. Only the last one allocates its result. */
typedef void (*append_fn)(const char *text, size_t len, void *arg);
int rust_demangle_callback(const char *mangled, int options, append_fn append, void *arg);
int cplus_demangle_v3_callback(const char *mangled, int options, append_fn append, void *arg);
char *dlang_demangle(const char *mangled, int options);

#define MANGLED_MAX 1024u /* libiberty itself rejects longer C++ names */

/*
 * Limit of the demangled text: references to earlier parts of a name double the text with a few
 * characters each.
 */
#define TEXT_MAX (64u << 10)

struct text {
	char *s;
	size_t len, cap;
	jmp_buf end; /* left by longjmp(), as libiberty has no such limit */
};

static void append_demangled(const char *s, size_t len, void *arg)
{
	struct text *t = arg;

	if (len > TEXT_MAX - t->len)
		longjmp(t->end, 1);
	if (t->len + len >= t->cap) {
		const size_t cap = 2 * (t->len + len) + 1;
		char *grown = mem_grow(t->s, cap, 1);

		if (!grown)
			longjmp(t->end, 1);
		t->s = grown;
		t->cap = cap;
	}
	memcpy(t->s + t->len, s, len);
	t->len += len;
	t->s[t->len] = 0;
}

/*
 * Options are 0: C++ names without parameters and Rust names without hashes, as perf prints them.
 */
static char *demangle_by(int (*demangle)(const char *, int, append_fn, void *), const char *name)
{
	struct text t = { 0 };

	errno = 0;
	if (!setjmp(t.end) && mem_check_errno(demangle(name, 0, append_demangled, &t)) && t.s)
		return t.s;
	free(t.s);
	return NULL;
}

/*
 * "FG" and "DG" bind lifetimes; their number follows in base 62 and ends with "_". libiberty
 * counts up to that number even if it prints nothing, and cannot be stopped. Replace the G by @c
 * if three or more digits follow. Return: whether any G was replaced.
 */
static bool replace_large_binders(char *name, char c)
{
	size_t end = 0; /* the "_" that ends the word; 0: another character ends it */
	bool any = false;

	for (size_t i = strlen(name); i-- > 1;) {
		if (!isalnum((unsigned char)name[i]))
			end = name[i] == '_' ? i : 0;
		else if (name[i] == 'G' && (name[i - 1] == 'F' || name[i - 1] == 'D') &&
			 end > i + 3) {
			name[i] = c;
			any = true;
		}
	}
	return any;
}

/*
 * Demangle a Rust name with large binders replaced. Most such letters are in hashes, which are not
 * printed; those in identifiers become G again.
 */
static char *demangle_rust(const char *name)
{
	char *one = mem_strdup(name), *two = mem_strdup(name), *text = NULL, *other = NULL;

	if (one && two && !replace_large_binders(one, 'g')) {
		text = demangle_by(rust_demangle_callback, name);
	} else if (one && two) {
		replace_large_binders(two, 'h');
		text = demangle_by(rust_demangle_callback, one);
		other = text ? demangle_by(rust_demangle_callback, two) : NULL;
		for (size_t i = 0; text && (!i || text[i - 1]); i++) {
			if (other && text[i] == other[i])
				continue;
			if (other && text[i] == 'g' && other[i] == 'h') {
				text[i] = 'G';
				continue;
			}
			free(text);
			text = NULL;
		}
	}
	free(one);
	free(two);
	free(other);
	return text;
}

#define D_REFERENCES_MAX 24u

/*
 * "Qxyz" repeats the text that many characters before it; the number is in base 26, and its last
 * digit is lower-case. Two of them double a type, so that libiberty would fill the memory with the
 * text of a name that has too many.
 */
static bool d_explodes(const char *name)
{
	unsigned nr = 0;

	for (size_t i = 0; name[i]; i++) {
		size_t at = i + 1, back = 0;

		if (name[i] != 'Q')
			continue;
		while (isupper((unsigned char)name[at]) && back <= i)
			back = 26 * back + (size_t)(name[at++] - 'A');
		if (!islower((unsigned char)name[at]))
			continue;
		back = 26 * back + (size_t)(name[at] - 'a');
		/* A reference to a plain identifier does not let the text grow. */
		nr += back && back <= i && !isdigit((unsigned char)name[i - back]);
	}
	return nr > D_REFERENCES_MAX;
}

struct d_name {
	const char *name;
	char *text; /* NULL: not demangled */
};

static void run_dlang(void *arg)
{
	struct d_name *d = arg;

	d->text = dlang_demangle(d->name, 0);
}

/*
 * Demangle a name of the D language: "_D" and the length of the first part; the main function of a
 * program is _Dmain.
 */
static char *dlang(const char *name)
{
	struct d_name d = { .name = name };

	if (strlen(name) > MANGLED_MAX || d_explodes(name) ||
	    (!isdigit((unsigned char)name[2]) && strcmp(name, "_Dmain")))
		return NULL;
	return mem_guarded(run_dlang, &d) ? d.text : NULL;
}

static char *demangle_by_iberty(const char *name)
{
	char *text = NULL;

	if (name[0] != '_')
		return NULL;
	if (name[1] == 'D')
		return dlang(name);
	if (name[1] == 'R')
		text = demangle_rust(name);
	else if (name[1] == 'Z')
		text = demangle_by(rust_demangle_callback, name);
	if (!text && (name[1] == 'Z' || !strncmp(name, "_GLOBAL_", 8)))
		text = demangle_by(cplus_demangle_v3_callback, name);
	return text;
}

#else

static char *demangle_by_iberty(const char *name)
{
	(void)name;
	return NULL;
}

#endif

static int hex(char c)
{
	return isdigit((unsigned char)c) ? c - '0' : (c | 32) - 'a' + 10;
}

static char *ocaml(const char *name)
{
	char *out, *o;

	if (strncmp(name, "caml", 4) || !isupper((unsigned char)name[4]))
		return NULL;
	out = o = mem_grow(NULL, strlen(name) + 1, 1);
	if (!out)
		return NULL;
	for (name += 4; *name;)
		if (name[0] == '_' && name[1] == '_') {
			*o++ = '.';
			name += 2;
		} else if (name[0] == '$' && isxdigit((unsigned char)name[1]) &&
			   isxdigit((unsigned char)name[2])) {
			*o++ = (char)(hex(name[1]) << 4 | hex(name[2]));
			name += 3;
		} else {
			*o++ = *name++;
		}
	*o = 0;
	return out;
}

char *sym_demangle(const char *name)
{
	char *text = demangle_by_iberty(name);

	if (!text)
		text = ocaml(name);
	return text ? text : sym_java_demangle(name);
}
