/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Finds names of functions in BTF, the type information of BPF programs. */

#include <stddef.h>
#include <stdint.h>

/*
 * Return the name of type number @type in the BTF of @size bytes at @btf; it points into the BTF.
 * NULL: the BTF is damaged or of another kind, or the type has no name or does not exist.
 */
const char *rec_btf_name(const void *btf, size_t size, uint32_t type);
