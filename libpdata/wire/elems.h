/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Defines pd_size_NAME for each type NAME of list elements in schema/elems.def: the size in bytes
 * of one element, which is the sum of the sizes of its fields.
 */
#include "schema/undef.def"
#define PD_ELEM(name) enum { pd_size_##name = 0
#define PD_U64(f) +8
#define PD_S64(f) +8
#define PD_X64(f) +8
#define PD_FSTR(f, n) +(n)
#define PD_ELEM_END(name)                                                                          \
	}                                                                                          \
	;
#include "schema/elems.def"

#include "schema/undef.def"
