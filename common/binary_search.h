/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Binary search in an array of structs that are sorted by one member of type uint64_t. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/*
 * Search the array @all of @nr structs. If @above is true, return the index of the first struct
 * whose member is greater than @v; if @above is false, return the index of the first struct whose
 * member is not smaller than @v. If there is no such struct, return @nr. @size: size of a struct in
 * bytes; @off: offset in the struct of the member by which the structs are sorted.
 */
static inline size_t pd_first_number(const void *all, size_t nr, size_t size, size_t off,
				     uint64_t v, bool above)
{
	size_t lo = 0, hi = nr;
	uint64_t x;

	while (lo < hi) {
		const size_t mid = lo + (hi - lo) / 2;

		memcpy(&x, (const char *)all + mid * size + off, sizeof(x));
		if (x < v || (above && x == v))
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/*
 * Return the index of the first of the @nr elements of @all whose @member is not smaller than @v;
 * @nr if there is no such element.
 */
#define pd_first_from(all, nr, member, v)                                                          \
	pd_first_number(all, nr, sizeof(*(all)), PD_OFF_U64(all, member), v, false)

/*
 * Return the index of the first of the @nr elements of @all whose @member is greater than @v; @nr
 * if there is no such element. The result is also the number of elements whose @member is at most
 * @v.
 */
#define pd_first_above(all, nr, member, v)                                                         \
	pd_first_number(all, nr, sizeof(*(all)), PD_OFF_U64(all, member), v, true)

/*
 * The offset of @member in an element of the array @all. The macro compares two pointers only to
 * make the compiler warn if @member is no uint64_t.
 */
#define PD_OFF_U64(all, member)                                                                    \
	(offsetof(__typeof__(*(all)), member) +                                                    \
	 0 * sizeof(&(all)->member == (const uint64_t *)NULL))
