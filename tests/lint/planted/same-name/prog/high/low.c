/* SPDX-License-Identifier: BSD-2-Clause */
/* A second file of that name. */
int high_same;
