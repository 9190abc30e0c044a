/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* What `pdata version [--build-options]` prints; argv as of a command. */
int rep_version(int argc, char **argv);
