/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Demangles names of compiled Java methods: type descriptors of the JVM specification become a
 * Java signature.
 */
#include "object/demangle/java.h"

#include "base/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/*
 * A Java machine names a compiled method by its class, name and types:
 * Ljava/lang/String;charAt(I)C. The output is java.lang.String.charAt(int): types in words, arrays
 * with brackets, no return type.
 */

enum mode {
	IN_PREFIX,   /* at the beginning */
	IN_CLASS,    /* in the name of the method's class */
	IN_FUNCTION, /* in the name of the method */
	IN_TYPES,    /* between the types of arguments */
	IN_ARGUMENT, /* in a class name as an argument */
};

struct java {
	char *text;
	size_t len, size;
	enum mode mode;
	unsigned arrays, args;
};

/* Append @s; text that does not fit is dropped. */
static void append_java_text(struct java *j, const char *s)
{
	while (*s && j->len + 1 < j->size)
		j->text[j->len++] = *s++;
}

static void put_char(struct java *j, char c)
{
	const char s[2] = { c, 0 };

	append_java_text(j, s);
}

static const char *type_name(char c)
{
	static const char letters[] = "BCDFIJSZV";
	static const char *const names[] = { "byte", "char",  "double",	 "float", "int",
					     "long", "short", "boolean", "void" };
	const char *p = strchr(letters, c);

	return p ? names[p - letters] : NULL;
}

static void put_type(struct java *j, char c)
{
	if (j->args && c != 'V')
		append_java_text(j, ", ");
	append_java_text(j, type_name(c));
	for (; j->arrays; j->arrays--)
		append_java_text(j, "[]");
	j->args += c != 'V';
}

static void begin_class(struct java *j)
{
	if (j->mode == IN_PREFIX) {
		j->mode = IN_CLASS;
		return;
	}
	if (j->args++)
		append_java_text(j, ", ");
	j->mode = IN_ARGUMENT;
}

static void end_class(struct java *j, char next)
{
	if (j->mode == IN_CLASS && isalpha((unsigned char)next))
		append_java_text(j, ".");
	j->mode = j->mode == IN_CLASS ? IN_FUNCTION : IN_TYPES;
}

/* Handle one character. Return: whether @c may stand here. */
static bool java_step(struct java *j, char c, char next)
{
	bool in_class = j->mode == IN_CLASS || j->mode == IN_ARGUMENT;
	bool in_types = j->mode == IN_TYPES;

	switch (c) {
	case '[':
		j->arrays++;
		return in_types;
	case '(':
		put_char(j, c);
		if (j->mode != IN_FUNCTION)
			return false;
		j->mode = IN_TYPES;
		return true;
	case ')':
		put_char(j, c);
		j->args = 0;
		return in_types;
	case ';':
		if (in_class)
			end_class(j, next);
		return in_class;
	case '/':
		append_java_text(j, ".");
		return in_class;
	default:
		if (c == 'L' && (in_types || j->mode == IN_PREFIX))
			begin_class(j);
		else if (in_types && type_name(c))
			put_type(j, c);
		else
			put_char(j, c);
		return true;
	}
}

char *sym_java_demangle(const char *name)
{
	const char *end = strrchr(name, ')');
	struct java j = { .size = 3 * strlen(name) + 1 };

	if (!end)
		return NULL;
	j.text = mem_grow(NULL, j.size, 1);
	if (!j.text)
		return NULL;
	for (const char *p = name; p <= end; p++)
		if (!java_step(&j, *p, p[1])) {
			free(j.text);
			return NULL;
		}
	j.text[j.len] = 0;
	return j.text;
}
