/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Looks up names of types in BTF, the description of the types of BPF programs. Source: linux
 * Documentation/bpf/btf.rst.
 */

#include <pdata/pdata.h>

struct btf_names;

/*
 * Create an index of the BTF objects of a recording. @btf may be NULL: there are no objects. @swap:
 * the objects are not in the host's byte order. Return: an index, which btf_names_free() frees;
 * NULL: memory is exhausted.
 */
struct btf_names *btf_names_new(const struct pdata_bpf_btf *btf, int swap);
void btf_names_free(struct btf_names *b);

/* Return -ENOMEM if memory was exhausted in btf_type_name(); else 0. */
int btf_names_err(const struct btf_names *b);

/*
 * Return the name of the type with index @type in the BTF object @id; NULL: the object or the type
 * does not exist, or the type has no name. The name is in the memory of the header feature.
 */
const char *btf_type_name(struct btf_names *b, uint32_t id, uint32_t type);
