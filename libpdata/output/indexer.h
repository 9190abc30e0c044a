/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PD_INDEXER_H
#define PD_INDEXER_H

/* What an indexer gathers besides an index. */

#include "trailer/sideband_backup.h"
#include "trailer/time_histogram.h"

struct pdata_slices *pd_indexer_slices(struct pdata_indexer *x);
/* Ended by pdata_indexer_finish(). */
const struct pd_sideband_backup *pd_indexer_sideband_backup(const struct pdata_indexer *x);

#endif
