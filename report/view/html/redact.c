/* SPDX-License-Identifier: BSD-2-Clause */
/* Takes out of the texts of a page what tells about the machine and its users: see redact.h. */
#include "view/html/redact.h"

#include "base/array.h"
#include "base/memory.h"
#include "object/symbols/dso_kind.h"
#include "session/session.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CUT "\xe2\x80\xa6" /* … */
#define MIN_ADDRESS 5	   /* digits after 0x */
#define MIN_HASH 8	   /* hexadecimal digits alone */
#define MIN_SECRET 3	   /* bytes */

enum numbered { FUNCTIONS, OBJECTS, PROCESSES };

/* Bytes that end a path in a text. A blank does: paths with blanks are secrets. */
static bool ends_path(char c)
{
	return !c || strchr(" \t\n\"'`()[]{}<>,;:=|&", c);
}

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* ---- secrets ----------------------------------------------------------------------------- */

/* Keep @len bytes of @text as a secret. The longest are first, so that no part of them is left. */
static void add_secret(struct html_redact *r, const char *text, size_t len, bool word,
		       const char *instead)
{
	struct html_secret made = { .len = len, .word = word, .instead = instead };
	uint32_t at = 0;

	if (len < MIN_SECRET || r->err)
		return;
	for (uint32_t i = 0; i < r->nr_secrets; i++)
		if (r->secrets[i].len == len && !memcmp(r->secrets[i].text, text, len))
			return;
	made.text = mem_alloc(len + 1, 1);
	if (!made.text ||
	    !mem_room(&r->secrets, &r->cap_secrets, r->nr_secrets, sizeof(*r->secrets))) {
		free(made.text);
		r->err = -ENOMEM;
		return;
	}
	memcpy(made.text, text, len);
	while (at < r->nr_secrets && r->secrets[at].len >= len)
		at++;
	memmove(r->secrets + at + 1, r->secrets + at, (r->nr_secrets - at) * sizeof(*r->secrets));
	r->secrets[at] = made;
	r->nr_secrets++;
}

/* The name after /home/ or /Users/ anywhere in @path is that of a user. */
static void add_user(struct html_redact *r, const char *path)
{
	static const char *const homes[] = { "/home/", "/Users/" };

	for (size_t i = 0; i < REP_NR(homes); i++)
		for (const char *at = path; (at = strstr(at, homes[i]));) {
			at += strlen(homes[i]);
			add_secret(r, at, strcspn(at, "/"), true, "user");
		}
}

/* Directories in which something ends a path for cut_paths() are secrets. */
static void add_directory(struct html_redact *r, const char *path)
{
	const char *slash = strrchr(path, '/');

	for (const char *at = path; slash && at < slash; at++)
		if (ends_path(*at)) {
			add_secret(r, path, (size_t)(slash - path) + 1, false, "");
			return;
		}
}

/*
 * An argument that is no plain word cannot be a name in a program, so it is taken out wherever it
 * is. The program itself, the first word, is not an argument.
 */
static void add_argument(struct html_redact *r, const char *arg)
{
	const char *slash = strrchr(arg, '/');
	size_t plain = 0;

	add_user(r, arg);
	add_directory(r, arg);
	for (const char *at = slash ? slash + 1 : arg; is_word(*at) || *at == '-' || *at == '.';
	     at++)
		plain++;
	if (plain != strlen(slash ? slash + 1 : arg))
		add_secret(r, arg, strlen(arg), false, CUT);
}

void html_redact_learn(struct html_redact *r, enum html_redact_fact fact, const char *text)
{
	switch (fact) {
	case HTML_REDACT_HOST:
		add_secret(r, text, strlen(text), true, "host");
		add_secret(r, text, strcspn(text, "."), true, "host");
		break;
	case HTML_REDACT_ARGUMENT:
		add_argument(r, text);
		break;
	case HTML_REDACT_PATH:
		add_user(r, text);
		add_directory(r, text);
		break;
	}
}

int html_redact_init(struct html_redact *r, enum html_redact_level level, struct rep_session *s)
{
	const uint32_t nr = level && s->tasks ? pdata_tasks_nr_objects(s->tasks) : 0;
	const struct pdata_feature *f;

	*r = (struct html_redact){ .level = level };
	out_open(&r->text[0], -1);
	out_open(&r->text[1], -1);
	if (!level)
		return 0;
	if (!session_feature(s, PDATA_FEAT_HOSTNAME, &f))
		html_redact_learn(r, HTML_REDACT_HOST, f->u.str);
	if (!session_feature(s, PDATA_FEAT_CMDLINE, &f))
		for (uint32_t i = 1; i < f->u.cmdline.nr; i++)
			html_redact_learn(r, HTML_REDACT_ARGUMENT, f->u.cmdline.str[i]);
	for (uint32_t i = 0; i < nr; i++)
		html_redact_learn(r, HTML_REDACT_PATH, pdata_tasks_object(s->tasks, i)->name);
	return r->err || session_err(s) ? -ENOMEM : 0;
}

void html_redact_free(struct html_redact *r)
{
	for (uint32_t i = 0; i < r->nr_secrets; i++)
		free(r->secrets[i].text);
	free(r->secrets);
	for (size_t i = 0; i < REP_NR(r->names); i++)
		interner_free(&r->names[i]);
	out_close(&r->text[0]);
	out_close(&r->text[1]);
}

/* ---- texts ------------------------------------------------------------------------------- */

static const struct html_secret *secret_at(const struct html_redact *r, const char *text,
					   const char *at)
{
	for (uint32_t i = 0; i < r->nr_secrets; i++) {
		const struct html_secret *s = &r->secrets[i];

		if (strncmp(at, s->text, s->len))
			continue;
		if (!s->word || ((at == text || !is_word(at[-1])) && !is_word(at[s->len])))
			return s;
	}
	return NULL;
}

static void cut_secrets(const struct html_redact *r, struct out *out, const char *text)
{
	for (const char *at = text; *at;) {
		const struct html_secret *s = secret_at(r, text, at);

		if (s)
			out_raw_str(out, s->instead);
		else
			out_char(out, *at);
		at += s ? s->len : 1;
	}
}

/* The division operators of C++ are no paths. */
static bool is_operator(const char *path, size_t len)
{
	const char *end = path + len;

	end -= len && end[-1] == '=';
	end -= end > path && end[-1] == '/';
	return end - path >= 8 && !memcmp(end - 8, "operator", 8) && end != path + len;
}

/* Put @len bytes without directories: what is after the last slash. */
static void put_path(struct out *out, const char *path, size_t len)
{
	size_t from = len;

	while (from && path[from - 1] != '/')
		from--;
	if (!from || is_operator(path, len))
		out_raw(out, path, len);
	else if (from == len)
		out_raw_str(out, CUT "/");
	else
		out_raw(out, path + from, len - from);
}

/*
 * Paths in a text lose their directories. @rooted: only those that begin with a slash, a dot or a
 * tilde, because events such as cpu/cycles/ and threads such as swapper/0 have other slashes.
 */
static void cut_paths(struct out *out, const char *text, bool rooted)
{
	while (*text) {
		const char *end = text;

		while (!ends_path(*end))
			end++;
		if (rooted && !strchr("/.~", *text))
			out_raw(out, text, (size_t)(end - text));
		else
			put_path(out, text, (size_t)(end - text));
		if (*end)
			out_char(out, *end++);
		text = end;
	}
}

static size_t hex_digits(const char *s, bool *decimal)
{
	size_t n = 0;

	*decimal = false;
	for (; isxdigit((unsigned char)s[n]); n++)
		*decimal |= isdigit((unsigned char)s[n]);
	return n;
}

/* Addresses, build ids and other hashes: 0x and five digits, or eight digits alone. */
static void cut_numbers(struct out *out, const char *text)
{
	char before = ' ';

	while (*text) {
		const bool prefixed = text[0] == '0' && (text[1] | 32) == 'x';
		bool digit;
		size_t n = hex_digits(text + (prefixed ? 2 : 0), &digit);
		const bool starts = !isalnum((unsigned char)before) || before == 'h';

		if (prefixed && n >= MIN_ADDRESS) {
			out_raw_str(out, "0x" CUT);
			n += 2;
		} else if (!prefixed && starts && digit && n >= MIN_HASH &&
			   !isalpha((unsigned char)text[n])) {
			out_raw_str(out, CUT);
		} else {
			n = prefixed ? n + 2 : n ? n : 1;
			out_raw(out, text, n);
		}
		before = text[n - 1];
		text += n;
	}
}

/* Return: the text in r->text[@i], terminated; NULL: memory is exhausted. */
static const char *finish_text(struct html_redact *r, unsigned i)
{
	out_char(&r->text[i], '\0');
	if (!r->text[i].err)
		return r->text[i].buf;
	r->err = -ENOMEM;
	return NULL;
}

static const char *redact_text(struct html_redact *r, const char *text, bool rooted)
{
	if (!text || !r->level)
		return text;
	r->text[0].len = r->text[1].len = 0;
	cut_secrets(r, &r->text[0], text);
	text = finish_text(r, 0);
	if (!text)
		return NULL;
	cut_paths(&r->text[1], text, rooted);
	text = finish_text(r, 1);
	if (!text)
		return NULL;
	r->text[0].len = 0;
	cut_numbers(&r->text[0], text);
	return finish_text(r, 0);
}

const char *html_redact_text(struct html_redact *r, const char *text)
{
	return redact_text(r, text, false);
}

/* ---- kinds of texts ---------------------------------------------------------------------- */

static const char *number_name(struct html_redact *r, enum numbered kind, const char *word,
			       const char *name)
{
	const uint32_t n = interner_add(&r->names[kind], name, (uint32_t)strlen(name));

	if (!n && r->names[kind].err) {
		r->err = -ENOMEM;
		return NULL;
	}
	r->text[1].len = 0;
	out_printf(&r->text[1], "%s %u", word, n);
	return finish_text(r, 1);
}

/* Whether an object belongs to the system: the kernel, or a file where distributions put theirs. */
static bool is_system(const struct pdata_object *object)
{
	static const char *const dirs[] = { "/lib/",	    "/lib64/",	   "/lib32/",
					    "/usr/lib/",    "/usr/lib64/", "/usr/lib32/",
					    "/usr/libexec/" };

	switch (dso_kind_of(object)) {
	case DSO_KIND_KERNEL:
	case DSO_KIND_VDSO:
		return true;
	case DSO_KIND_MODULE:
		if (object->name[0] == '[')
			return true;
		break;
	case DSO_KIND_FILE:
		break;
	default:
		return false;
	}
	for (size_t i = 0; i < REP_NR(dirs); i++)
		if (!strncmp(object->name, dirs[i], strlen(dirs[i])))
			return !strstr(object->name, "/../");
	return false;
}

bool html_redact_hides(const struct html_redact *r, const struct pdata_object *object)
{
	return r->level == HTML_REDACT_ALL && !(object && is_system(object));
}

const char *html_redact_function(struct html_redact *r, const struct pdata_object *object,
				 const char *name)
{
	if (name && html_redact_hides(r, object))
		return number_name(r, FUNCTIONS, "function", name);
	return html_redact_text(r, name);
}

static const char *last_component(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
}

const char *html_redact_object(struct html_redact *r, const struct pdata_object *object,
			       const char *name)
{
	if (!name || !r->level)
		return name;
	if (html_redact_hides(r, object) && !(object && dso_is_memory(object)))
		return number_name(r, OBJECTS, "object", name);
	return html_redact_text(r, last_component(name));
}

const char *html_redact_file(struct html_redact *r, const struct pdata_object *object,
			     const char *path)
{
	if (!path || !r->level)
		return path;
	return html_redact_hides(r, object) ? NULL : html_redact_text(r, last_component(path));
}

const char *html_redact_process(struct html_redact *r, const char *comm)
{
	if (comm && r->level == HTML_REDACT_ALL)
		return number_name(r, PROCESSES, "process", comm);
	return redact_text(r, comm, true);
}

const char *html_redact_event(struct html_redact *r, const char *name)
{
	return redact_text(r, name, true);
}

const char *html_redact_line(struct html_redact *r, const char *line)
{
	if (!r->level)
		return line;
	r->text[0].len = 0;
	cut_secrets(r, &r->text[0], line);
	return finish_text(r, 0);
}

const char *html_redact_insn(struct html_redact *r, const char *text, bool jump)
{
	const char *blank = jump ? strrchr(text, ' ') : NULL;

	if (!r->level)
		return text;
	r->text[0].len = r->text[1].len = 0;
	out_raw(&r->text[1], text, blank ? (size_t)(blank - text) : strlen(text));
	text = finish_text(r, 1);
	if (!text)
		return NULL;
	cut_numbers(&r->text[0], text);
	return finish_text(r, 0);
}
