/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef HIGH_H
#define HIGH_H
int high_twice(int a);
#endif
