/* SPDX-License-Identifier: BSD-2-Clause */
/* Demangles symbol names of C++, Rust, Java, D and OCaml into the form that perf prints. */
#include "object/demangle/demangle_name.h"

#include "base/array.h"
#include "base/memory.h"
#include "object/demangle/java.h"
#include "object/demangle/rust.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

/*
 * perf shows C++ functions without their parameters and results. The C++ run-time library's
 * demangler always shows them, but a mangled name consists of the name proper and then the types,
 * and the name proper alone is a mangled name as well. So it is cut off first. Where it ends
 * follows from the demangler itself: the grammar needs no looking back, hence the shortest
 * beginning that it accepts is the name.
 */

#ifdef HAVE_DEMANGLE
/* __cxa_demangle() that hands out its text piece by piece, and owns no memory while it does. */
int __gcclibcxx_demangle_callback(const char *mangled,
				  void (*put)(const char *text, size_t len, void *arg), void *arg);
#endif

#ifdef HAVE_IBERTY
char *dlang_demangle(const char *mangled, int options);
#endif

/* The demangler behind perf gives up on longer ones. */
#define MANGLED_MAX 1024u
#define TRIES_MAX 400u

/*
 * What a name may grow to. References to what stands before them double it with a few characters
 * each.
 */
#define TEXT_MAX (64u << 10)

struct name {
	char text[MANGLED_MAX + 1];
	size_t len;
	unsigned tries;
	bool too_long;
};

#ifdef HAVE_DEMANGLE
struct text {
	char *s;
	size_t len, cap;
	bool too_long;
	jmp_buf end; /* the demangler itself knows none */
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

static int write_text(struct text *t, const char *mangled)
{
	if (!setjmp(t->end))
		return __gcclibcxx_demangle_callback(mangled, append_demangled, t) || !t->s;
	t->too_long = true;
	return -1;
}
#endif

/* What all of @mangled means, or NULL. Of what is too long no other beginning is tried. */
static char *demangle_whole_name(struct name *m, const char *mangled)
{
#ifdef HAVE_DEMANGLE
	struct text t = { 0 };

	if (!write_text(&t, mangled))
		return t.s;
	m->too_long |= t.too_long;
	free(t.s);
#else
	(void)m, (void)mangled;
#endif
	return NULL;
}

/* What the first @n characters mean, or NULL. */
static char *beginning(struct name *m, size_t n)
{
	char was = m->text[n];
	char *text;

	if (m->tries++ > TRIES_MAX || m->too_long)
		return NULL;
	m->text[n] = 0;
	text = demangle_whole_name(m, m->text);
	m->text[n] = was;
	return text;
}

/* End of an identifier at @at, whose length is written before it; 0: there is none. */
static size_t identifier_end(const struct name *m, size_t at)
{
	size_t n = 0;

	while (isdigit((unsigned char)m->text[at]) && n <= m->len)
		n = 10 * n + (size_t)(m->text[at++] - '0');
	return n && n <= m->len - at ? at + n : 0;
}

/* The shortest beginning longer than @from that means something; its end, or 0. */
static size_t shortest(struct name *m, size_t from, bool at_e, char **text)
{
	for (size_t n = from + 1; n <= m->len && m->tries <= TRIES_MAX && !m->too_long; n++) {
		if (at_e && m->text[n - 1] != 'E')
			continue;
		*text = beginning(m, n);
		if (*text)
			return n;
	}
	return 0;
}

/* The end of a name that begins at @at (its first @at characters being taken), and its meaning. */
static size_t name_end(struct name *m, size_t at, char **text)
{
	size_t end = identifier_end(m, at);

	*text = NULL;
	if (end && !(*text = beginning(m, end)))
		return 0;
	if (!end)
		end = shortest(m, at, m->text[at] == 'N', text);
	/* Tags and arguments of templates belong to it, too. */
	while (end && (m->text[end] == 'B' || m->text[end] == 'I')) {
		char *more = NULL;
		size_t next = shortest(m, end, m->text[end] == 'I', &more);

		if (!next)
			break;
		free(*text);
		*text = more;
		end = next;
	}
	return end;
}

/* End of the function, without its E, that a local name begins with: "_ZZ4mainvE1x". */
static size_t scope_end(struct name *m, size_t at)
{
	char *z = &m->text[at - 2];
	char keep[2] = { z[0], z[1] };
	size_t end = 0;

	/* The function is a mangled name of its own when "_Z" stands before it. */
	z[0] = '_';
	z[1] = 'Z';
	for (size_t n = at + 1; n < m->len && !end && m->tries <= TRIES_MAX && !m->too_long; n++) {
		char *text = NULL;

		if (m->text[n] != 'E')
			continue;
		m->tries++;
		m->text[n] = 0;
		text = demangle_whole_name(m, z);
		m->text[n] = 'E';
		if (text)
			end = n;
		free(text);
	}
	memcpy(z, keep, sizeof(keep));
	return end;
}

/* Qualifiers of `this` follow the name when its types are missing: perf has them not. */
static void cut_qualifiers(char *text, const char *mangled)
{
	static const char *const words[] = { " const", " volatile", " restrict", " &&", " &" };
	size_t nr = *mangled == 'N' ? strspn(mangled + 1, "rVKRO") : 0;
	size_t len = strlen(text);

	for (size_t w = 0; nr && w < REP_NR(words); w++) {
		size_t n = strlen(words[w]);

		if (len <= n || strcmp(text + len - n, words[w]))
			continue;
		text[len -= n] = 0;
		nr--;
		w = (size_t)-1;
	}
}

static char *cplusplus(const char *mangled)
{
	struct name m = { .len = strlen(mangled) };
	size_t at = 2;
	char *text = NULL;

	if (m.len > MANGLED_MAX || m.len < 3)
		return NULL;
	memcpy(m.text, mangled, m.len + 1);
	if (!strncmp(mangled, "_GLOBAL_", 8))
		return demangle_whole_name(&m, mangled);
	/*
	 * Tables, guards and thunks stand for something named in full; a suffix is the compiler's.
	 */
	if (mangled[2] == 'T' || mangled[2] == 'G')
		return beginning(&m, strcspn(mangled, ".@"));
	while (m.text[at] == 'Z') {
		size_t end = scope_end(&m, at + 1);

		if (!end)
			return NULL;
		at = end + 1;
	}
	if (!name_end(&m, at, &text))
		return NULL;
	if (m.too_long) {
		free(text);
		return NULL;
	}
	cut_qualifiers(text, mangled + at);
	return text;
}

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

#ifdef HAVE_IBERTY
#define D_REFERENCES_MAX 24u

/*
 * "Qxyz" stands for what is so many characters before it, as a number to base 26 whose last digit
 * is small. Two of them make a type twice as long, so that libiberty's text of too many would fill
 * the memory.
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
		/* A plain identifier does not grow. */
		nr += back && back <= i && !isdigit((unsigned char)name[i - back]);
	}
	return nr > D_REFERENCES_MAX;
}
#endif

/* Names of the D language: "_D", then the length of the first part; _Dmain is the program's own. */
static char *dlang(const char *name)
{
#ifdef HAVE_IBERTY
	if (strlen(name) <= MANGLED_MAX && !d_explodes(name) &&
	    (isdigit((unsigned char)name[2]) || !strcmp(name, "_Dmain")))
		return dlang_demangle(name, 0);
#else
	(void)name;
#endif
	return NULL;
}

char *sym_demangle(const char *name)
{
	char *text = NULL;

	if (name[0] == '_' && name[1] == 'D')
		text = dlang(name);
	if (!text && name[0] == '_' && (name[1] == 'R' || name[1] == 'Z' || name[1] == 'G')) {
		text = sym_rust_demangle(name);
		if (!text && (name[1] == 'Z' || !strncmp(name, "_GLOBAL_", 8)))
			text = cplusplus(name);
	}
	if (!text)
		text = ocaml(name);
	return text ? text : sym_java_demangle(name);
}
