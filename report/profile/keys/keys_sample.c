/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sort keys from sample fields: cpu, socket, time, weight, latency, page size, IPC, transaction
 * flags, cgroup and parent.
 */
#include "profile/keys/keys_sample.h"

#include "base/array.h"
#include "profile/keys/report_ipc.h"

#include "object/symbols/object_symbols.h"
#include "profile/keys/keys_names.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

uint64_t key_cpu(const struct report *rp, const struct rep_key *k, const struct rep_row *r)
{
	(void)rp;
	(void)k;
	return (uint64_t)(int64_t)row_extra(rp, r)->cpu;
}

uint64_t key_socket(const struct report *rp, const struct rep_key *k, const struct rep_row *r)
{
	const int32_t cpu = row_extra(rp, r)->cpu;

	(void)k;
	return cpu >= 0 && rp->sockets && (uint32_t)cpu < rp->nr_sockets
		       ? (uint64_t)(int64_t)rp->sockets[cpu]
		       : UINT64_MAX;
}

/* perf pads the number with zeros: to the whole width, for a socket to three characters less. */
int key_print_zeros(const struct report *rp, const struct rep_key *k, const struct rep_row *r,
		    char *buf, size_t size, unsigned width)
{
	return snprintf(buf, size, "%*.*d", (int)width, (int)width - k->arg,
			(int)k->number(rp, k, r));
}

const char *key_time_text(const struct report *rp, const struct rep_key *k, const struct rep_row *r,
			  char scratch[KEY_SCRATCH])
{
	const uint64_t t = row_extra(rp, r)->time, ns = t % 1000000000;

	(void)k;
	snprintf(scratch, KEY_SCRATCH, "%" PRIu64 ".%0*" PRIu64, t / 1000000000,
		 rp->opts->show.ns ? 9 : 6, rp->opts->show.ns ? ns : ns / 1000);
	return scratch;
}

unsigned key_time_width(const struct report *rp, const struct rep_key *k, const struct rep_row *r)
{
	(void)k;
	(void)r;
	return rp->opts->show.ns ? 16 : 12;
}

/* Only POWER has this number; elsewhere its bits have another meaning. */
uint64_t key_p_stage(const struct report *rp, const struct rep_key *k, const struct rep_row *r)
{
	(void)k;
	return rp->p_stages ? row_extra(rp, r)->p_stage_cyc : 0;
}

const char *key_page_text(const struct report *rp, const struct rep_key *k, const struct rep_row *r,
			  char scratch[KEY_SCRATCH])
{
	uint64_t n = k->number(rp, k, r);
	unsigned i = 0;

	if (!n)
		return NULL;
	for (; n / 1024 > 1 && i < 3; i++)
		n /= 1024;
	snprintf(scratch, KEY_SCRATCH, "%" PRIu64 "%c", n, "BKMG"[i]);
	return scratch;
}

/*
 * Only known for branch stacks. It is unknown if instructions cannot be counted; perf prints 0 if
 * there are no cycles.
 */
const char *key_ipc_text(const struct report *rp, const struct rep_key *k, const struct rep_row *r,
			 char scratch[KEY_SCRATCH])
{
	struct ipc ipc = { .per_cycle = 0 };

	if (k->mode != REPORT_BRANCH || !r->sym ||
	    (rp->hist->branch_cycles && !report_ipc_of(rp, r, &ipc)))
		return NULL;
	snprintf(scratch, KEY_SCRATCH, "%-5.2f [%5.1f%%]", ipc.per_cycle, ipc.coverage);
	return scratch;
}

/* ---- transactions ------------------------------------------------------------------------ */

/* The flags of PERF_SAMPLE_TRANSACTION: PERF_TXN_ in perf_event.h. */
static const struct {
	unsigned bit;
	const char *name;
	bool narrow; /* perf does not include it in the column's width */
} txn_flags[] = {
	{ 0, "EL ", false },	   { 1, "TX ", true },	      { 2, "SYNC ", true },
	{ 3, "ASYNC ", false },	   { 4, "RETRY ", false },    { 5, "CON ", false },
	{ 6, "CAP-WRITE ", true }, { 7, "CAP-READ ", false },
};

#define TXN_SYNC_ASYNC 0xcull
#define TXN_CODE_SHIFT 32
#define NR_TXN_FLAGS REP_NR(txn_flags)

unsigned key_transaction_width(const struct report *rp, const struct rep_key *k,
			       const struct rep_row *r)
{
	unsigned width = 4; /* ":XX " */

	(void)rp;
	(void)k;
	for (size_t i = 0; i < NR_TXN_FLAGS; i++)
		width += txn_flags[i].narrow ? 0 : (unsigned)strlen(txn_flags[i].name);
	return row_extra(rp, r)->transaction ? width : 0;
}

const char *key_transaction_text(const struct report *rp, const struct rep_key *k,
				 const struct rep_row *r, char scratch[KEY_SCRATCH])
{
	const uint64_t t = row_extra(rp, r)->transaction;
	size_t len = 0;

	(void)rp;
	(void)k;
	scratch[0] = '\0';
	for (size_t i = 0; i < NR_TXN_FLAGS; i++)
		if (t >> txn_flags[i].bit & 1)
			len += (size_t)snprintf(scratch + len, KEY_SCRATCH - len, "%s",
						txn_flags[i].name);
	if (t && !(t & TXN_SYNC_ASYNC))
		len += (size_t)snprintf(scratch + len, KEY_SCRATCH - len, "NEITHER ");
	if (t >> TXN_CODE_SHIFT)
		snprintf(scratch + len, KEY_SCRATCH - len, ":%" PRIx64, t >> TXN_CODE_SHIFT);
	return scratch;
}

/* ---- cgroups ----------------------------------------------------------------------------- */

const char *key_cgroup_text(const struct report *rp, const struct rep_key *k,
			    const struct rep_row *r, char scratch[KEY_SCRATCH])
{
	const char *name;

	(void)k;
	(void)scratch;
	if (!row_extra(rp, r)->cgroup)
		return NULL;
	name = cgroups_name(&rp->hist->cgroups, row_extra(rp, r)->cgroup);
	return name ? name : "unknown";
}

static int cgroup_id_cmp(const struct report *rp, const struct rep_key *k, const struct rep_row *a,
			 const struct rep_row *b)
{
	const struct hist_extra *x = row_extra(rp, a), *y = row_extra(rp, b);

	(void)rp;
	(void)k;
	if (x->cgroup_dev != y->cgroup_dev)
		return (int64_t)(x->cgroup_dev - y->cgroup_dev) < 0 ? -1 : 1;
	if (x->cgroup_ino != y->cgroup_ino)
		return (int64_t)(x->cgroup_ino - y->cgroup_ino) < 0 ? -1 : 1;
	return 0;
}

static uint64_t cgroup_id_hash(const struct report *rp, const struct rep_key *k,
			       const struct rep_row *r)
{
	(void)rp;
	(void)k;
	return hash_mix(row_extra(rp, r)->cgroup_dev, row_extra(rp, r)->cgroup_ino);
}

static int cgroup_id_print(const struct report *rp, const struct rep_key *k,
			   const struct rep_row *r, char *buf, size_t size, unsigned width)
{
	(void)rp;
	(void)k;
	(void)width;
	return snprintf(buf, size, "%" PRIu64 "/0x%" PRIx64, row_extra(rp, r)->cgroup_dev,
			row_extra(rp, r)->cgroup_ino);
}

const struct key_kind key_cgroup_id = { cgroup_id_cmp, cgroup_id_hash, NULL, cgroup_id_print,
					NULL };

/* ---- parent ------------------------------------------------------------------------------ */

const char *key_parent(const struct report *rp, const struct rep_key *k, const struct rep_row *r,
		       char scratch[KEY_SCRATCH])
{
	(void)rp;
	(void)k;
	(void)scratch;
	/* The command diff searches no callers, so its rows have no struct row_more. */
	return r->more && r->more->parent ? r->more->parent->name : NULL;
}
