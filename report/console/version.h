/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Print `pdata version [--build-options]`. argv[0] is "version". Return: enum rep_exit. */
int rep_version(int argc, char **argv);
