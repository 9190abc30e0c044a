/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Looks up names of types in BTF, the description of the types of BPF programs. Source: linux
 * Documentation/bpf/btf.rst.
 */

#include <pdata/pdata.h>

struct btf_names;

/*
 * Create an index of the BTF objects in @btf, the header feature BPF_BTF of a recording. @btf is
 * NULL if the recording has no BTF objects. @swap is 0 if the recording has the byte order of this
 * machine, otherwise another value. Return: the index, which btf_names_free() frees; NULL: memory
 * is exhausted.
 */
struct btf_names *btf_names_new(const struct pdata_bpf_btf *btf, int swap);
void btf_names_free(struct btf_names *b);

/* Return -ENOMEM if memory was exhausted in a call of btf_type_name() for @b; otherwise 0. */
int btf_names_err(const struct btf_names *b);

/*
 * Return the name of the type with the BTF type id @type in the BTF object with the id @id; "":
 * the type has no name; NULL: there is no such object or type, or memory is exhausted. The name is
 * in the memory of the header feature that btf_names_new() got.
 */
const char *btf_type_name(struct btf_names *b, uint32_t id, uint32_t type);
