/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Defines the size in bytes of each list element of the schema: the sum of its rows. */
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
