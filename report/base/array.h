/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_ARRAY_H
#define REP_ARRAY_H

#define REP_NR(a) (sizeof(a) / sizeof((a)[0])) /* elements of an array */

#endif
