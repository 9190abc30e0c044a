/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Looks up the names of registers as perf 6.1 prints them. */

struct rep_session;

/*
 * Return the name of register number @reg; "unknown": perf has no name. @arch: result of
 * script_arch().
 */
const char *script_reg_name(const char *arch, unsigned reg);
/*
 * Return perf's name of the architecture of the recording; x86 if the recording does not name one.
 */
const char *script_arch(struct rep_session *ses);
