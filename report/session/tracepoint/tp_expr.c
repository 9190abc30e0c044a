/* SPDX-License-Identifier: BSD-2-Clause */
/* Compiles the arguments of a print format to numbers and texts that steps can evaluate. */

#include "session/tracepoint/tp_prog.h"

#include "base/array.h"

#include <stdlib.h>

bool tp_field_fits(const struct pdata_field *field)
{
	return field && field->offset < TP_DATA_MAX && field->size <= TP_DATA_MAX;
}

/* Return: NULL when memory is exhausted; then the expression around it is not compiled either. */
static struct tp_num *new_num(struct tp_prog *p, enum tp_num_kind kind)
{
	struct tp_num *n = tp_alloc(&p->pool, sizeof(*n));

	if (n)
		n->kind = kind;
	return n;
}

static const struct tp_num *number_const(struct tp_prog *p, uint64_t value)
{
	struct tp_num *n = new_num(p, TP_N_CONST);

	if (n)
		n->value = value;
	return n;
}

static const struct tp_num *number_at(struct tp_prog *p, enum tp_num_kind kind,
				      const struct pdata_field *field)
{
	struct tp_num *n;

	if (!tp_field_fits(field))
		return NULL;
	n = new_num(p, kind);
	if (!n)
		return NULL;
	n->off = field->offset;
	n->size = field->size;
	return n;
}

/* Return: the mask of the bits that a cast to @type keeps. */
static uint64_t cast_mask(const char *type, size_t len)
{
	static const struct {
		const char *type;
		uint64_t mask;
	} rows[] = {
		{ "u8", 0xff },	       { "s8", 0xff },	      { "char", 0xff },
		{ "u16", 0xffff },     { "s16", 0xffff },     { "short", 0xffff },
		{ "u32", 0xffffffff }, { "s32", 0xffffffff }, { "int", 0xffffffff },
	};
	const char prefix[] = "unsigned ";

	if (len > sizeof(prefix) - 1 && !strncmp(type, prefix, sizeof(prefix) - 1)) {
		type += sizeof(prefix) - 1;
		len -= sizeof(prefix) - 1;
	}
	for (size_t i = 0; i < REP_NR(rows); i++)
		if (strlen(rows[i].type) == len && !memcmp(type, rows[i].type, len))
			return rows[i].mask;
	return UINT64_MAX;
}

static const struct tp_num *mask(struct tp_prog *p, const struct tp_num *a, uint64_t value)
{
	struct tp_num *n;

	if (!a || value == UINT64_MAX)
		return a;
	n = new_num(p, TP_N_MASK);
	if (!n)
		return NULL;
	n->a = a;
	n->value = value;
	return n;
}

/*
 * Compile an element of an array that may be below casts. The outermost cast, if it is to a
 * pointer, gives the type to which the element is cast.
 */
static const struct tp_num *compile_index(struct tp_prog *p, const struct tp_format *f,
					  const struct tp_arg *arg)
{
	const struct tp_arg *array = arg->left;
	const char *type = array->kind == TP_A_CAST ? array->text : NULL;
	const size_t len = type ? strlen(type) : 0;
	struct tp_num *n;

	while (array->kind == TP_A_CAST)
		array = array->left;
	if ((array->kind != TP_A_DYNAMIC && array->kind != TP_A_FIELD) ||
	    !tp_field_fits(array->field))
		return NULL;
	n = new_num(p, array->kind == TP_A_FIELD ? TP_N_INDEX : TP_N_DYN_INDEX);
	if (!n)
		return NULL;
	n->off = array->field->offset;
	n->value = tp_rel_base(array->field);
	n->size = array->field->element;
	if (!n->size && array->kind == TP_A_DYNAMIC)
		n->size = f->long_size;
	n->b = tp_compile_num(p, f, arg->right);
	if (!n->b)
		return NULL;
	return len > 2 && type[len - 1] == '*' ? mask(p, n, cast_mask(type, len - 2)) : n;
}

static bool operator_kind(const char *op, enum tp_num_kind *kind)
{
	static const struct {
		const char *op;
		enum tp_num_kind kind;
	} rows[] = {
		{ "!", TP_N_NOT },  { "~", TP_N_COMPL }, { "==", TP_N_EQ }, { "!=", TP_N_NE },
		{ "<", TP_N_LT },   { "<=", TP_N_LE },	 { ">", TP_N_GT },  { ">=", TP_N_GE },
		{ "||", TP_N_LOR }, { "&&", TP_N_LAND }, { "|", TP_N_OR },  { "&", TP_N_AND },
		{ "<<", TP_N_SHL }, { ">>", TP_N_SHR },	 { "+", TP_N_ADD }, { "-", TP_N_SUB },
		{ "*", TP_N_MUL },  { "/", TP_N_DIV },	 { "%", TP_N_MOD },
	};

	for (size_t i = 0; i < REP_NR(rows); i++) {
		if (!strcmp(rows[i].op, op)) {
			*kind = rows[i].kind;
			return true;
		}
	}
	return false;
}

static const struct tp_num *compile_cond(struct tp_prog *p, const struct tp_format *f,
					 const struct tp_arg *arg)
{
	struct tp_num *n = new_num(p, TP_N_COND);

	if (!n || !arg->right->left || !arg->right->right)
		return NULL;
	n->a = tp_compile_num(p, f, arg->left);
	n->b = tp_compile_num(p, f, arg->right->left);
	n->c = tp_compile_num(p, f, arg->right->right);
	return n->a && n->b && n->c ? n : NULL;
}

static const struct tp_num *compile_op(struct tp_prog *p, const struct tp_format *f,
				       const struct tp_arg *arg)
{
	enum tp_num_kind kind;
	struct tp_num *n;

	if (!arg->left || !arg->right)
		return NULL;

	if (!strcmp(arg->text, "["))
		return compile_index(p, f, arg);
	if (!strcmp(arg->text, "?"))
		return compile_cond(p, f, arg);
	if (!operator_kind(arg->text, &kind))
		return NULL;
	n = new_num(p, kind);
	if (!n)
		return NULL;
	n->a = tp_compile_num(p, f, arg->left);
	n->b = tp_compile_num(p, f, arg->right);
	return n->a && n->b ? n : NULL;
}

const struct tp_num *tp_compile_num(struct tp_prog *p, const struct tp_format *f,
				    const struct tp_arg *arg)
{
	size_t len;

	switch (arg->kind) {
	case TP_A_NULL:
	case TP_A_FLAGS: /* from here on texts, whose number is 0 in perf */
	case TP_A_SYMBOL:
	case TP_A_STRING:
	case TP_A_BITMASK:
	case TP_A_HEX:
	case TP_A_ARRAY:
		return number_const(p, 0);
	case TP_A_ATOM:
		return number_const(p, strtoull(arg->text, NULL, 0));
	case TP_A_FIELD:
		return number_at(p, TP_N_FIELD, arg->field);
	case TP_A_LENGTH:
		return number_at(p, TP_N_DYN_LEN, arg->field);
	case TP_A_CAST:
		len = strlen(arg->text);
		return mask(p, tp_compile_num(p, f, arg->left),
			    len && arg->text[len - 1] != '*' ? cast_mask(arg->text, len)
							     : UINT64_MAX);
	case TP_A_OP:
		return compile_op(p, f, arg);
	case TP_A_DYNAMIC: /* perf prints an address in its own memory */
		break;
	}
	return NULL;
}

static const struct tp_str *compile_names(struct tp_prog *p, const struct tp_format *f,
					  struct tp_str *s, const struct tp_arg *arg)
{
	s->text = arg->text;
	s->names = arg->names;
	s->nr_names = arg->nr_names;
	s->num = tp_compile_num(p, f, arg->left);
	return s->num ? s : NULL;
}

/* Compile the argument of __print_hex or __print_array: the place, number and size of elements. */
static const struct tp_str *compile_array(struct tp_prog *p, const struct tp_format *f,
					  struct tp_str *s, const struct tp_arg *arg)
{
	const struct tp_arg *array = arg->left;

	if ((array->kind != TP_A_DYNAMIC && array->kind != TP_A_FIELD) ||
	    !tp_field_fits(array->field))
		return NULL;
	s->text = arg->text;
	s->dynamic = array->kind == TP_A_DYNAMIC;
	s->off = array->field->offset;
	s->rel = tp_rel_base(array->field);
	s->num = tp_compile_num(p, f, arg->right);
	s->size2 = arg->third ? tp_compile_num(p, f, arg->third) : s->num;
	return s->num && s->size2 ? s : NULL;
}

/*
 * Compile a field for %s. A field of the size of a pointer, unless it is an array, has the address
 * of a string in the kernel.
 */
static const struct tp_str *compile_field(const struct tp_format *f, struct tp_str *s,
					  const struct tp_arg *arg)
{
	if (!tp_field_fits(arg->field))
		return NULL;
	if (arg->kind == TP_A_FIELD && !arg->field->is_array && arg->field->size == f->long_size)
		s->kind = TP_S_PRINTK;
	s->off = arg->field->offset;
	s->size = arg->field->size;
	s->rel = tp_rel_base(arg->field);
	return s;
}

static const struct tp_str *compile_choice(struct tp_prog *p, const struct tp_format *f,
					   struct tp_str *s, const struct tp_arg *arg)
{
	if (strcmp(arg->text, "?") != 0 || !arg->right) {
		s->kind = TP_S_NONE;
		return s;
	}
	if (!arg->right->left || !arg->right->right)
		return NULL;
	s->num = tp_compile_num(p, f, arg->left);
	s->a = tp_compile_str(p, f, arg->right->left);
	s->b = tp_compile_str(p, f, arg->right->right);
	return s->num && s->a && s->b ? s : NULL;
}

const struct tp_str *tp_compile_str(struct tp_prog *p, const struct tp_format *f,
				    const struct tp_arg *arg)
{
	static const enum tp_str_kind kinds[] = {
		[TP_A_ATOM] = TP_S_TEXT,     [TP_A_FIELD] = TP_S_FIELD,
		[TP_A_STRING] = TP_S_LOC,    [TP_A_FLAGS] = TP_S_FLAGS,
		[TP_A_SYMBOL] = TP_S_SYMBOL, [TP_A_BITMASK] = TP_S_BITMASK,
		[TP_A_HEX] = TP_S_HEX,	     [TP_A_ARRAY] = TP_S_ARRAY,
		[TP_A_OP] = TP_S_COND,	     [TP_A_LENGTH] = TP_S_NONE,
	};
	struct tp_str *s = tp_alloc(&p->pool, sizeof(*s));

	if (!s)
		return NULL;
	s->kind = kinds[arg->kind];
	switch (arg->kind) {
	case TP_A_ATOM:
		s->text = arg->text;
		return s;
	case TP_A_FIELD:
	case TP_A_STRING:
	case TP_A_BITMASK:
		return compile_field(f, s, arg);
	case TP_A_FLAGS:
	case TP_A_SYMBOL:
		return compile_names(p, f, s, arg);
	case TP_A_HEX:
	case TP_A_ARRAY:
		return compile_array(p, f, s, arg);
	case TP_A_OP:
		return compile_choice(p, f, s, arg);
	default: /* perf prints nothing for a number under %s */
		return s;
	}
}
