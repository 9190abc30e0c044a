/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PDATA_DEFERRED_H
#define PDATA_DEFERRED_H

/*
 * Joins deferred call chains to their samples. With PDATA_ATTR_DEFER_CALLCHAIN the kernel does not
 * store the user part of a call chain in the sample: the call chain of the sample ends with
 * PDATA_CONTEXT_USER_DEFERRED and a cookie in place of the user part. When the thread returns to
 * user mode, the kernel writes the user call chain of the thread into a CALLCHAIN_DEFERRED record
 * with the same cookie. One CALLCHAIN_DEFERRED record can complete several samples.
 *
 * Pass all records to pdata_deferred_add(), then complete the samples with pdata_deferred_join()
 * in a second pass. In a single pass over a stream, a sample can be joined only with records that
 * came before the call of pdata_deferred_join().
 */

#include "pdata.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A collection of the user call chains in CALLCHAIN_DEFERRED records. The tid and the cookie in a
 * record identify the call chain in this record. The collection stores equal call chains only once.
 */
struct pdata_deferred;

/**
 * pdata_deferred_new - create an empty collection of deferred call chains
 * @out: receives the collection; free it with pdata_deferred_free()
 *
 * Return: 0, PDATA_E_NOMEM.
 */
PDATA_API int pdata_deferred_new(struct pdata_deferred **out);

/**
 * pdata_deferred_free - free a collection of deferred call chains
 * @d: the collection; NULL is allowed
 */
PDATA_API void pdata_deferred_free(struct pdata_deferred *d);

/**
 * pdata_deferred_add - store the call chain of a CALLCHAIN_DEFERRED record
 * @d: the collection
 * @rec: a record. If its type is CALLCHAIN_DEFERRED, the function copies the call chain in it;
 *       otherwise the function ignores the record
 *
 * If several events have PDATA_ATTR_DEFER_OUTPUT, the kernel writes one CALLCHAIN_DEFERRED record
 * for each of these events, all with the same call chain, tid and cookie. The function stores the
 * call chain of the first of these records and ignores the others.
 *
 * Return: 0; PDATA_E_NOMEM; the errors of pdata_record_decode() for a damaged record.
 * Threads: one thread at a time, while no other thread uses @d in pdata_deferred_join().
 */
PDATA_API int pdata_deferred_add(struct pdata_deferred *d, const struct pdata_record *rec);

/**
 * pdata_deferred_join - complete the call chain of a sample
 * @d: the collection of deferred call chains
 * @s: a sample decoded with PDATA_SAMPLE_CALLCHAIN, and with PDATA_SAMPLE_TID if the event has it.
 *     If the call chain of the sample ends with PDATA_CONTEXT_USER_DEFERRED and a cookie, the
 *     function changes s->nr_ips and s->ips; otherwise it changes nothing
 * @buf: memory for the complete call chain; it must stay valid as long as s->ips is used
 * @len: number of entries (uint64_t) that fit into @buf
 *
 * If @d has the user call chain for the tid of the sample and the cookie, the function writes the
 * complete call chain to @buf and sets s->ips to it: first the entries of the sample before
 * PDATA_CONTEXT_USER_DEFERRED, then the user call chain. If @d does not have the user call chain,
 * the function only removes PDATA_CONTEXT_USER_DEFERRED and the cookie from the end of s->ips, and
 * does not use @buf.
 *
 * Return: 0 if the call chain of the sample does not end with PDATA_CONTEXT_USER_DEFERRED and a
 * cookie. Otherwise the count of entries of the new call chain; if the new call chain is empty,
 * the result is 1 instead of 0, and s->nr_ips is 0. If @d has the user call chain and the count is
 * larger than @len, the function leaves *@s unchanged: call it again with a buffer for this count
 * of entries.
 * Threads: any, while no thread uses @d in pdata_deferred_add().
 */
PDATA_API uint64_t pdata_deferred_join(const struct pdata_deferred *d, struct pdata_sample *s,
				       uint64_t *buf, uint64_t len);

#ifdef __cplusplus
}
#endif
#endif
