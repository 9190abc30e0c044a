/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Fills symbol tables from the bundle of a recording. */

#include "object/elf/sym_table_priv.h"

#include <pdata/tasks.h>

#include <pdata/features.h>

/*
 * Fill @t with the symbols that the bundle @b has for @obj, matched by name, build id, pid and
 * cpumode. @b may be NULL. Return: whether @t has symbols now.
 */
bool bundle_symbols_load(const struct pdata_symbols *b, const struct pdata_object *obj,
			 struct sym_table_priv *t);
