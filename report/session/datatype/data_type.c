/* SPDX-License-Identifier: BSD-2-Clause */
#include "session/datatype/data_type.h"

#include "base/interner.h"
#include "object/elf/symbol_sources.h"
#include "object/symbols/object_symbols.h"
#include "session/session.h"

#include <stdlib.h>
#include <string.h>

#define INSN_MAX 16u

struct asked {
	uint64_t object, addr;
};

struct data_types {
	struct rep_session *s;
	struct interner keys;	     /* struct asked */
	struct data_access *answers; /* by number in keys; type NULL: not asked yet */
	uint32_t cap;
	struct interner texts;
	struct disasm_last last;
	struct typed_object {
		bool asked;
		struct type_file *file; /* NULL: no types are known */
		uint64_t moved;		/* as struct sym_type_files has it */
	} * objects;			/* by index */
};

struct data_types *data_types_new(struct rep_session *s)
{
	struct data_types *t = rep_alloc(1, sizeof(*t));

	t->s = s;
	t->objects = rep_alloc(pdata_tasks_nr_objects(s->tasks) + 1u, sizeof(*t->objects));
	return t;
}

void data_types_free(struct data_types *t)
{
	if (!t)
		return;
	interner_free(&t->keys);
	interner_free(&t->texts);
	disasm_free(t->last.dis);
	for (uint32_t i = 0; i < pdata_tasks_nr_objects(t->s->tasks); i++)
		type_file_close(t->objects[i].file);
	free(t->objects);
	free(t->answers);
	free(t);
}

static const char *intern_type_text(struct data_types *t, const char *text)
{
	const uint32_t n = interner_add(&t->texts, text, (uint32_t)strlen(text) + 1);

	return (const char *)t->texts.all[n].data;
}

static const struct typed_object *open_object(struct data_types *t, const struct pdata_object *obj)
{
	struct typed_object *o = &t->objects[obj->index];
	struct sym_type_files files;

	if (o->asked)
		return o;
	o->asked = true;
	if (symbols_type_files(t->s->syms, obj, &files)) {
		o->file = type_file_open(&files);
		o->moved = files.moved;
	}
	return o;
}

/* Code of an object by the addresses that its debugging information has. */
struct code_at {
	struct data_types *t;
	const struct pdata_object *obj;
	uint64_t from; /* to be taken from them: the object's own are that much lower */
};

static bool read_object_code(void *ctx, uint64_t pc, uint8_t *code, size_t max, size_t *len)
{
	const struct code_at *c = ctx;
	struct disasm_machine machine;
	uint64_t file_addr;

	return !symbols_code(c->t->s->syms, c->obj, pc - c->from, code, max, len, &file_addr,
			     &machine);
}

static void find_access_type(struct data_types *t, const struct pdata_object *obj, uint64_t addr,
			     struct data_access *a)
{
	struct code_at at = { .t = t, .obj = obj };
	struct type_reader reader = { .read = read_object_code, .ctx = &at };
	uint8_t code[INSN_MAX];
	struct disasm_machine machine;
	struct disasm_step step;
	struct type_found found;
	const struct typed_object *o;
	uint64_t pc;
	size_t len;

	a->type = DATA_UNKNOWN;
	if (!obj || symbols_code(t->s->syms, obj, addr, code, sizeof(code), &len, &pc, &machine))
		return;
	reader.dis = disasm_for(&t->last, &machine);
	if (!reader.dis)
		return;
	o = open_object(t, obj);
	pc -= o->moved;
	at.from = pc - addr;
	if (!disasm_step(reader.dis, code, len, pc, &step))
		return;
	if (step.mem.kind == DISASM_STACK || step.mem.kind == DISASM_CANARY) {
		a->type = step.mem.kind == DISASM_STACK ? DATA_STACK : DATA_CANARY;
		return;
	}
	if (step.mem.kind == DISASM_NO_MEMORY)
		return;
	if (!o->file || !type_file_find(o->file, pc, &reader, &found))
		return;
	a->type = intern_type_text(t, found.type);
	a->field = intern_type_text(t, found.field);
	a->size = found.size;
	a->offset = found.offset;
}

const struct data_access *data_types_find(struct data_types *t, const struct pdata_object *obj,
					  uint64_t addr)
{
	const struct asked key = { obj ? obj->index + 1u : 0, obj ? addr : 0 };
	const uint32_t n = interner_add(&t->keys, &key, sizeof(key));

	if (n >= t->cap) {
		const uint32_t cap = 2 * n + 256;

		t->answers = rep_grow(t->answers, cap, sizeof(*t->answers));
		memset(t->answers + t->cap, 0, (cap - t->cap) * sizeof(*t->answers));
		t->cap = cap;
	}
	if (!t->answers[n].type)
		find_access_type(t, obj, addr, &t->answers[n]);
	return &t->answers[n];
}
