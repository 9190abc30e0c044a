/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_VERSION_H
#define REP_VERSION_H

/* What `pdata version [--build-options]` prints; argv as of a command. */
int rep_version(int argc, char **argv);

#endif
