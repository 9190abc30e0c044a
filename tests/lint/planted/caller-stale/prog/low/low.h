/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LOW_H
#define LOW_H
int low_add(int a);
#endif
