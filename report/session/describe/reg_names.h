/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Looks up the names of registers as perf 6.1 prints them. */

struct rep_session;

/* Return: the name of register @reg; "unknown": perf has none. @arch: as script_arch() returns. */
const char *script_reg_name(const char *arch, unsigned reg);
/* Return: perf's name for the architecture of the recording; x86 if the file does not tell. */
const char *script_arch(struct rep_session *ses);
