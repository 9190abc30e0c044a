/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds the data type and field that a sample's instruction accesses, and caches the answer for
 * each instruction.
 */
#include "session/datatype/data_type.h"

#include "base/interner.h"
#include "base/memory.h"
#include "object/elf/symbol_sources.h"
#include "object/symbols/object_symbols.h"
#include "session/session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define INSN_MAX 16u

struct asked {
	uint64_t object, addr;
};

struct data_types {
	struct rep_session *s;
	struct interner keys; /* struct asked */
	/* by number of the key in keys; type NULL: not asked for yet */
	struct data_access *answers;
	uint32_t cap;
	struct interner texts;
	struct disasm_last last;
	int err; /* 0 or -ENOMEM; each data_types_find() hands it to the session */
	struct typed_object {
		bool asked;
		struct type_file *file; /* NULL: no types are known */
		uint64_t moved;		/* sym_type_files.moved */
	} * objects;			/* by pdata_object.index */
};

struct data_types *data_types_new(struct rep_session *s)
{
	struct data_types *t = mem_alloc(1, sizeof(*t));

	if (t)
		t->objects = mem_alloc(pdata_tasks_nr_objects(s->tasks) + 1u, sizeof(*t->objects));
	if (!t || !t->objects) {
		free(t);
		session_set_err(s, -ENOMEM);
		return NULL;
	}
	t->s = s;
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

	if (!n)
		t->err = -ENOMEM;
	return n ? (const char *)t->texts.all[n].data : DATA_UNKNOWN;
}

static const struct typed_object *open_object(struct data_types *t, const struct pdata_object *obj)
{
	struct typed_object *o = &t->objects[obj->index];
	struct sym_type_files files;

	if (o->asked)
		return o;
	o->asked = true;
	if (symbols_type_files(t->s->syms, obj, &files)) {
		o->file = type_file_open(&files, &t->err);
		o->moved = files.moved;
	}
	return o;
}

/* Context of read_object_code(), which reads code by addresses of the debugging information. */
struct code_at {
	struct data_types *t;
	const struct pdata_object *obj;
	uint64_t from; /* address in the debugging information minus address in the object */
};

static bool read_object_code(void *ctx, uint64_t pc, uint8_t *code, size_t max, size_t *len)
{
	const struct code_at *c = ctx;
	struct disasm_bytes b = { .p = code, .max = max };
	struct disasm_machine machine;
	const char *why = symbols_code(c->t->s->syms, c->obj, pc - c->from, &b, &machine);

	*len = b.len;
	return !why;
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
	struct disasm_bytes b = { .p = code, .max = sizeof(code) };
	uint64_t pc;

	a->type = DATA_UNKNOWN;
	if (!obj || symbols_code(t->s->syms, obj, addr, &b, &machine))
		return;
	reader.dis = disasm_for(&t->last, &machine);
	if (!reader.dis)
		return;
	o = open_object(t, obj);
	pc = b.addr - o->moved;
	at.from = pc - addr;
	if (!disasm_step(reader.dis, code, b.len, pc, &step))
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
	static const struct data_access unknown = { .type = DATA_UNKNOWN };
	const uint32_t n = interner_add(&t->keys, &key, sizeof(key));

	if (!n || !mem_room_zeroed(&t->answers, &t->cap, n, sizeof(*t->answers))) {
		session_set_err(t->s, -ENOMEM);
		return &unknown;
	}
	if (!t->answers[n].type)
		find_access_type(t, obj, addr, &t->answers[n]);
	session_set_err(t->s, t->err);
	return &t->answers[n];
}
