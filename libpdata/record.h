/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PD_RECORD_H
#define PD_RECORD_H

/* Facts about records that several files need. */

#include "err.h"

/* Bytes of the trailer that kernel records of this event carry; 0 for NULL. */
unsigned pd_sample_id_size(const struct pdata_attr *a);

#endif
