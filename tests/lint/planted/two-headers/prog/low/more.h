/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef MORE_H
#define MORE_H
int low_add_two(int a);
#endif
