/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef MORE_H
#define MORE_H
int low_add(int a);
#endif
