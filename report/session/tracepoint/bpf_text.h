/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Prints the BPF programs and BTF objects of a recording. */

#include "base/out.h"

#include <pdata/pdata.h>

/*
 * Print the BPF programs of a recording in ascending order of their ids: a line for each program,
 * and a line for each part of a program that has several parts. Return: 0 or -ENOMEM.
 */
int bpf_progs_print(struct out *o, struct pdata_reader *r, const struct pdata_bpf_prog_info *progs);

/*
 * Print the ids of the BTF objects that were recorded with the BPF programs. Return: 0 or -ENOMEM.
 */
int bpf_btf_print(struct out *o, const struct pdata_bpf_btf *btf);
