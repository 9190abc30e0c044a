/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Makes the symbol table of an object from the symbols in the recording's bundle, matched by build
 * id, name, pid and cpumode.
 */
#include "object/symbols/bundle_symbols.h"
#include "common/word.h"
#include "object/elf/bundle_objects.h"

#include <string.h>

static bool bundle_object_matches(const struct pdata_bundle_object *o,
				  const struct pdata_object *obj)
{
	const uint32_t id = obj->build_id ? obj->build_id_size : 0;

	return o->cpumode == obj->cpumode && (uint32_t)o->pid == obj->pid && o->id_size == id &&
	       id <= 20 && (!id || !memcmp(o->build_id, obj->build_id, id)) &&
	       pd_word_is(o->name.s, o->name.len, obj->name);
}

static void load_bundled_symbols(const struct pdata_bundle_object *o, struct sym_table_priv *t)
{
	struct sym_strs path = { 0 };
	struct sym_build b;

	sym_build_init(&b, false);
	for (uint32_t i = 0; i < o->nr_syms; i++)
		bundle_add_symbol(&o->syms[i], &b);
	sym_build_settle(&b, SYM_SETTLE_PLAIN);
	sym_build_finish(&b, t);
	if (o->path.len)
		sym_table_set_path(t, sym_strs_add(&path, o->path.s, o->path.len));
	sym_strs_free(&path);
}

const struct pdata_bundle_object *bundle_symbols_of(const struct pdata_symbols *b,
						    const struct pdata_object *obj)
{
	for (uint32_t i = 0; b && i < b->nr; i++)
		if (bundle_object_matches(&b->objects[i], obj))
			return &b->objects[i];
	return NULL;
}

bool bundle_symbols_load(const struct pdata_symbols *b, const struct pdata_object *obj,
			 struct sym_table_priv *t)
{
	const struct pdata_bundle_object *o = bundle_symbols_of(b, obj);

	if (o)
		load_bundled_symbols(o, t);
	return o && t->pub.nr;
}
