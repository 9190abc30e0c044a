/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Exports the inline functions of the headers as functions that a program can find in the library.
 */
#include <pdata/tasks.h>

uint64_t pdata_u64_at_fn(const struct pdata_view *v, uint64_t i)
{
	return pdata_u64_at(v, i);
}

int pdata_attr_flag_fn(const struct pdata_attr *a, enum pdata_attr_bit bit)
{
	return pdata_attr_flag(a, bit);
}

uint64_t pdata_map_to_offset_fn(const struct pdata_map *m, uint64_t addr)
{
	return pdata_map_to_offset(m, addr);
}
