/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Fills symbol tables from the symbols that pdata has appended to a recording (bundle). */

#include "object/elf/sym_table_priv.h"

#include <pdata/tasks.h>

#include <pdata/features.h>

/*
 * Find the symbols of @obj in @b, the symbols that pdata has appended to the recording (bundle);
 * @b is NULL if there are none. An object in @b is that of @obj if both have the same name, build
 * id, pid and cpumode. Return: the object in @b, or NULL.
 */
const struct pdata_bundle_object *bundle_symbols_of(const struct pdata_symbols *b,
						    const struct pdata_object *obj);
/*
 * Fill the table @t with the symbols that bundle_symbols_of() finds. Return: whether @t has symbols
 * now.
 */
bool bundle_symbols_load(const struct pdata_symbols *b, const struct pdata_object *obj,
			 struct sym_table_priv *t);
