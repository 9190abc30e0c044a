/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Prints the BPF programs and BTF objects of a recording. */

#include "base/out.h"

#include <pdata/pdata.h>

/*
 * Print the BPF programs @progs of the recording @r in ascending order of their ids: one line for
 * each program, followed by one line for each of its subprograms if the program has several.
 * Return: 0; -ENOMEM: memory was exhausted, so that names or programs are missing.
 */
int bpf_progs_print(struct out *o, struct pdata_reader *r, const struct pdata_bpf_prog_info *progs);

/*
 * Print one line for each id of a BTF object in @btf, the header feature BPF_BTF, in ascending
 * order of the ids. Return: 0; -ENOMEM: memory is exhausted, and nothing was printed.
 */
int bpf_btf_print(struct out *o, const struct pdata_bpf_btf *btf);
