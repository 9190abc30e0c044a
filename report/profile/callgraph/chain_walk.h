/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The frames of call chains as resolved locations. */

#include <stdint.h>

struct hist_entry;
struct report;

/*
 * Put the frames of a chain, in the order of the report, as locations into rp->walked.
 * Return: how many.
 */
uint32_t chain_walk(struct report *rp, const struct hist_entry *slot);
