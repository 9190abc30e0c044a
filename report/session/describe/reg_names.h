/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Register names as perf 6.1 prints them. */

struct rep_session;

/* The name of register @reg of an architecture of script_arch(), or NULL. */
const char *script_reg_name(const char *arch, unsigned reg);
/* The architecture of the recording. */
const char *script_arch(struct rep_session *ses);
