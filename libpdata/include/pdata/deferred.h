/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PDATA_DEFERRED_H
#define PDATA_DEFERRED_H

/*
 * Joins deferred call chains to their samples. With PDATA_ATTR_DEFER_CALLCHAIN the call chain of a
 * sample taken in the kernel ends with PDATA_CONTEXT_USER_DEFERRED and a cookie. When the thread
 * returns to user mode, the kernel writes the thread's user call chain into a CALLCHAIN_DEFERRED
 * record with the same cookie. One CALLCHAIN_DEFERRED record can complete several samples.
 *
 * Pass all records to pdata_deferred_add(), then complete the samples with pdata_deferred_join()
 * in a second pass. In a single pass over a stream, a sample can be joined only with records that
 * came before the call of pdata_deferred_join().
 */

#include "pdata.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A collection of user call chains by thread and cookie. Equal call chains are stored once. */
struct pdata_deferred;

/**
 * pdata_deferred_new - create an empty collection
 * @out: receives the collection; free it with pdata_deferred_free()
 *
 * Return: 0, PDATA_E_NOMEM.
 */
PDATA_API int pdata_deferred_new(struct pdata_deferred **out);

/**
 * pdata_deferred_free - free a collection
 * @d: the collection; NULL is allowed
 */
PDATA_API void pdata_deferred_free(struct pdata_deferred *d);

/**
 * pdata_deferred_add - store the call chain of a CALLCHAIN_DEFERRED record
 * @d: the collection
 * @rec: a record; records of other types than CALLCHAIN_DEFERRED are ignored. The call chain is
 *       copied
 *
 * Each event with PDATA_ATTR_DEFER_OUTPUT writes its own copy of a call chain. The first copy for a
 * thread and cookie is stored, later copies are ignored.
 *
 * Return: 0; PDATA_E_NOMEM; the errors of pdata_record_decode() for a damaged record.
 * Threads: one at a time, while no thread is in pdata_deferred_join().
 */
PDATA_API int pdata_deferred_add(struct pdata_deferred *d, const struct pdata_record *rec);

/**
 * pdata_deferred_join - complete the call chain of a sample
 * @d: the collection
 * @s: a sample decoded with PDATA_SAMPLE_CALLCHAIN, and with PDATA_SAMPLE_TID if the event has it.
 *     If its call chain ends with a cookie, s->nr_ips and s->ips are replaced. If the collection
 *     has the user part of the call chain, the new call chain includes this part and is stored in
 *     @buf; otherwise the new call chain ends before PDATA_CONTEXT_USER_DEFERRED and the cookie
 * @buf: memory for the complete call chain; it must stay valid as long as s->ips is used
 * @len: number of entries that @buf has room for
 *
 * Return: 0 if there was nothing to join; otherwise the count of entries of the complete call
 * chain. If the count is larger than @len, *s is unchanged; call the function again with a buffer
 * that has room for this count of entries.
 * Threads: any, while no thread is in pdata_deferred_add().
 */
PDATA_API uint64_t pdata_deferred_join(const struct pdata_deferred *d, struct pdata_sample *s,
				       uint64_t *buf, uint64_t len);

#ifdef __cplusplus
}
#endif
#endif
