/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef SHARED_H
#define SHARED_H
int shared_one(void);
#endif
