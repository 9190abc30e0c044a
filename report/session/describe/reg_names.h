/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Looks up the names of registers as perf 6.1 prints them. */

struct rep_session;

/*
 * Return the name that perf prints for the register @reg, a bit number of sample_regs_user or
 * sample_regs_intr; "unknown": perf has no name for it. @arch is the result of script_arch().
 */
const char *script_reg_name(const char *arch, unsigned reg);
/*
 * Return the name that perf uses for the architecture of the recorded machine, such as "x86" or
 * "arm64"; "x86" if the recording does not name the architecture.
 */
const char *script_arch(struct rep_session *ses);
