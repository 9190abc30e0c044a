/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include "base/out.h"

#include <pdata/pdata.h>

/*
 * The BPF programs of a recording, a line for each and for each of several parts, by id. Return: 0
 * or -ENOMEM.
 */
int bpf_progs_print(struct out *o, struct pdata_reader *r, const struct pdata_bpf_prog_info *progs);

/* The ids of the type descriptions that came with them. Return: 0 or -ENOMEM. */
int bpf_btf_print(struct out *o, const struct pdata_bpf_btf *btf);
