/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PDATA_DEFERRED_H
#define PDATA_DEFERRED_H

/*
 * Deferred call chains. With attr flag defer_callchain the chain of a sample taken in the kernel
 * ends with PDATA_CONTEXT_USER_DEFERRED and a cookie; its user part follows in a
 * CALLCHAIN_DEFERRED record of the same thread and cookie, when the thread is back in user mode.
 * One such record may complete several samples.
 *
 * Give all records once to pdata_deferred_add(), then complete samples with pdata_deferred_join()
 * in a second pass. In one pass over a stream, what came so far can be joined.
 */

#include "pdata.h"

#ifdef __cplusplus
extern "C" {
#endif

/* User parts of call chains, by thread and cookie. Equal ones are kept once. */
struct pdata_deferred;

/** pdata_deferred_new - an empty collection. Return: 0, PDATA_E_NOMEM. */
PDATA_API int pdata_deferred_new(struct pdata_deferred **out);

/** pdata_deferred_free - free it. NULL is allowed. */
PDATA_API void pdata_deferred_free(struct pdata_deferred *d);

/**
 * pdata_deferred_add - keep the chain of a CALLCHAIN_DEFERRED record; other records are ignored
 *
 * The first chain of a thread and cookie counts: each event with defer_output has its own copy.
 * Return: 0, PDATA_E_NOMEM, and what pdata_record_decode() returns for a damaged record. Threads:
 * one.
 */
PDATA_API int pdata_deferred_add(struct pdata_deferred *d, const struct pdata_record *rec);

/**
 * pdata_deferred_join - give a sample its whole call chain
 * @s:   decoded with PDATA_SAMPLE_CALLCHAIN, and PDATA_SAMPLE_TID where the event has it. Its
 *       nr_ips and ips are replaced when its chain ends with a cookie: by the chain with the user
 *       part, which then lies in @buf, or without mark and cookie when there is no such part
 * @buf: room for @len entries; with a user part it must live as long as @s
 *
 * Return: 0 nothing had to be joined, else the entries that the whole chain has; when that is more
 * than
 * @len, *s is unchanged: call again with as much. Threads: any, when nobody adds.
 */
PDATA_API uint64_t pdata_deferred_join(const struct pdata_deferred *d, struct pdata_sample *s,
				       uint64_t *buf, uint64_t len);

#ifdef __cplusplus
}
#endif
#endif
