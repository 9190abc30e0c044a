/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LOW_INT_H
#define LOW_INT_H
int low_none(int a);
#endif
