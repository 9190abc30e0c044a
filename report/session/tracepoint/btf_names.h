/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Names of types in BTF, which describes BPF programs. Source: linux Documentation/bpf/btf.rst. */

#include <pdata/pdata.h>

struct btf_names;

/*
 * An index of all descriptions of a recording. @swap: they are not in the host's byte order.
 * Return: NULL when memory is exhausted.
 */
struct btf_names *btf_names_new(const struct pdata_bpf_btf *btf, int swap);
void btf_names_free(struct btf_names *b);

/* Return: -ENOMEM when there was no memory to look for a name, else 0. */
int btf_names_err(const struct btf_names *b);

/* Name of type @type of the description @id, in the feature's memory; NULL: there is none. */
const char *btf_type_name(struct btf_names *b, uint32_t id, uint32_t type);
