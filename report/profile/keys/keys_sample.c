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

#define CMP(a, b) ((a) < (b) ? -1 : (a) > (b))

int key_cpu_print(const struct report *rp, const struct rep_row *r, char *buf, size_t size,
		  unsigned width)
{
	(void)rp;
	return snprintf(buf, size, "%*.*d", (int)width, (int)width, r->extra->cpu);
}

static int32_t socket_of(const struct report *rp, const struct rep_row *r)
{
	int32_t cpu = r->extra->cpu;

	return cpu >= 0 && rp->sockets && (uint32_t)cpu < rp->nr_sockets ? rp->sockets[cpu] : -1;
}

int key_socket_cmp(const struct report *rp, const struct rep_row *a, const struct rep_row *b)
{
	return CMP(socket_of(rp, b), socket_of(rp, a));
}

uint64_t key_socket_hash(const struct report *rp, const struct rep_row *r)
{
	return (uint32_t)socket_of(rp, r);
}

int key_socket_print(const struct report *rp, const struct rep_row *r, char *buf, size_t size,
		     unsigned width)
{
	return snprintf(buf, size, "%*.*d", (int)width, (int)width - 3, socket_of(rp, r));
}

int key_time_print(const struct report *rp, const struct rep_row *r, char *buf, size_t size,
		   unsigned width)
{
	uint64_t t = r->extra->time;
	char text[48];

	if (rp->opts->show.ns)
		snprintf(text, sizeof(text), "%" PRIu64 ".%09" PRIu64, t / 1000000000,
			 t % 1000000000);
	else
		snprintf(text, sizeof(text), "%" PRIu64 ".%06" PRIu64, t / 1000000000,
			 t % 1000000000 / 1000);
	return snprintf(buf, size, "%-.*s", (int)width, text);
}

unsigned key_time_width(const struct report *rp, const struct rep_row *r)
{
	(void)r;
	return rp->opts->show.ns ? 16 : 12;
}

static int num_print(char *buf, size_t size, unsigned width, uint64_t v)
{
	return snprintf(buf, size, "%-*" PRIu64, (int)width, v);
}

int key_local_weight_print(const struct report *rp, const struct rep_row *r, char *buf, size_t size,
			   unsigned width)
{
	(void)rp;
	return num_print(buf, size, width, r->extra->weight);
}

int key_weight_print(const struct report *rp, const struct rep_row *r, char *buf, size_t size,
		     unsigned width)
{
	(void)rp;
	return num_print(buf, size, width, r->extra->weight * r->self.nr);
}

int key_local_ins_lat_print(const struct report *rp, const struct rep_row *r, char *buf,
			    size_t size, unsigned width)
{
	(void)rp;
	return num_print(buf, size, width, r->extra->ins_lat);
}

int key_ins_lat_print(const struct report *rp, const struct rep_row *r, char *buf, size_t size,
		      unsigned width)
{
	(void)rp;
	return num_print(buf, size, width, (uint32_t)(r->extra->ins_lat * r->self.nr));
}

/* Only POWER has this number; elsewhere its bits are someone else's. */
static uint32_t p_stage_of(const struct report *rp, const struct rep_row *r)
{
	return rp->p_stages ? r->extra->p_stage_cyc : 0;
}

int key_p_stage_cmp(const struct report *rp, const struct rep_row *a, const struct rep_row *b)
{
	return CMP(p_stage_of(rp, a), p_stage_of(rp, b));
}

uint64_t key_p_stage_hash(const struct report *rp, const struct rep_row *r)
{
	return p_stage_of(rp, r);
}

int key_local_p_stage_print(const struct report *rp, const struct rep_row *r, char *buf,
			    size_t size, unsigned width)
{
	return num_print(buf, size, width, p_stage_of(rp, r));
}

int key_p_stage_print(const struct report *rp, const struct rep_row *r, char *buf, size_t size,
		      unsigned width)
{
	return num_print(buf, size, width, (uint32_t)(p_stage_of(rp, r) * r->self.nr));
}

void key_page_size_text(uint64_t size_of_page, char *buf, size_t size)
{
	uint64_t n = size_of_page;
	unsigned i = 0;

	if (!n) {
		snprintf(buf, size, "N/A");
		return;
	}
	for (; n / 1024 > 1 && i < 3; i++)
		n /= 1024;
	snprintf(buf, size, "%" PRIu64 "%c", n, "BKMG"[i]);
}

int key_code_page_print(const struct report *rp, const struct rep_row *r, char *buf, size_t size,
			unsigned width)
{
	char text[32];

	(void)rp;
	key_page_size_text(r->extra->code_page_size, text, sizeof(text));
	return snprintf(buf, size, "%-*s", (int)width, text);
}

/* Where instructions cannot be counted nothing is known; without cycles perf says 0. */
int key_ipc_lbr_print(const struct report *rp, const struct rep_row *r, char *buf, size_t size,
		      unsigned width)
{
	struct ipc ipc = { .per_cycle = 0 };
	char text[64] = "-";

	if (r->sym && (!rp->hist->branch_cycles || report_ipc_of(rp, r, &ipc)))
		snprintf(text, sizeof(text), "%-5.2f [%5.1f%%]", ipc.per_cycle, ipc.coverage);
	return snprintf(buf, size, "%-*s", (int)width, text);
}

int key_ipc_print(const struct report *rp, const struct rep_row *r, char *buf, size_t size,
		  unsigned width)
{
	(void)rp;
	(void)r;
	return snprintf(buf, size, "%-*s", (int)width, "-      -");
}

/*
 * A member of struct hist_extra; @rising as perf has it: which of two comes first differs by key.
 */
#define EXTRA_KEY(id, member, type, rising)                                                        \
	int key_##id##_cmp(const struct report *rp, const struct rep_row *a,                       \
			   const struct rep_row *b)                                                \
	{                                                                                          \
		(void)rp;                                                                          \
		return rising ? CMP((type)b->extra->member, (type)a->extra->member)                \
			      : CMP((type)a->extra->member, (type)b->extra->member);               \
	}                                                                                          \
	uint64_t key_##id##_hash(const struct report *rp, const struct rep_row *r)                 \
	{                                                                                          \
		(void)rp;                                                                          \
		return (uint64_t)r->extra->member;                                                 \
	}

EXTRA_KEY(cpu, cpu, int32_t, 1)
EXTRA_KEY(time, time, int64_t, 1)
EXTRA_KEY(weight, weight, int64_t, 0)
EXTRA_KEY(ins_lat, ins_lat, uint32_t, 0)
EXTRA_KEY(code_page, code_page_size, int64_t, 1)
EXTRA_KEY(transaction, transaction, int64_t, 0)
EXTRA_KEY(cgroup, cgroup, int64_t, 1)

/* ---- transactions ------------------------------------------------------------------------ */

/* Flags of PERF_SAMPLE_TRANSACTION: perf_event.h, PERF_TXN_. */
static const struct {
	unsigned bit;
	const char *name;
	bool narrow; /* the column has no room for it */
} txn_flags[] = {
	{ 0, "EL ", false },	   { 1, "TX ", true },	      { 2, "SYNC ", true },
	{ 3, "ASYNC ", false },	   { 4, "RETRY ", false },    { 5, "CON ", false },
	{ 6, "CAP-WRITE ", true }, { 7, "CAP-READ ", false },
};

#define TXN_SYNC_ASYNC 0xcull
#define TXN_CODE_SHIFT 32
#define NR_TXN_FLAGS REP_NR(txn_flags)

unsigned key_transaction_width(const struct report *rp, const struct rep_row *r)
{
	unsigned width = 4; /* ":XX " */

	(void)rp;
	for (size_t i = 0; i < NR_TXN_FLAGS; i++)
		width += txn_flags[i].narrow ? 0 : (unsigned)strlen(txn_flags[i].name);
	return r->extra->transaction ? width : 0;
}

int key_transaction_print(const struct report *rp, const struct rep_row *r, char *buf, size_t size,
			  unsigned width)
{
	const uint64_t t = r->extra->transaction;
	char text[128] = "";
	size_t len = 0;

	(void)rp;
	for (size_t i = 0; i < NR_TXN_FLAGS; i++)
		if (t >> txn_flags[i].bit & 1)
			len += (size_t)snprintf(text + len, sizeof(text) - len, "%s",
						txn_flags[i].name);
	if (t && !(t & TXN_SYNC_ASYNC))
		len += (size_t)snprintf(text + len, sizeof(text) - len, "NEITHER ");
	if (t >> TXN_CODE_SHIFT)
		snprintf(text + len, sizeof(text) - len, ":%" PRIx64, t >> TXN_CODE_SHIFT);
	return snprintf(buf, size, "%-*s", (int)width, text);
}

/* ---- cgroups ----------------------------------------------------------------------------- */

static const char *cgroup_name(const struct report *rp, const struct rep_row *r)
{
	const char *name;

	if (!r->extra->cgroup)
		return "N/A";
	name = cgroups_name(&rp->hist->cgroups, r->extra->cgroup);
	return name ? name : "unknown";
}

unsigned key_cgroup_width(const struct report *rp, const struct rep_row *r)
{
	return r->extra->cgroup ? (unsigned)strlen(cgroup_name(rp, r)) : 0;
}

int key_cgroup_print(const struct report *rp, const struct rep_row *r, char *buf, size_t size,
		     unsigned width)
{
	(void)width;
	return snprintf(buf, size, "%s", cgroup_name(rp, r));
}

int key_cgroup_id_cmp(const struct report *rp, const struct rep_row *a, const struct rep_row *b)
{
	const struct hist_extra *x = a->extra, *y = b->extra;

	(void)rp;
	if (x->cgroup_dev != y->cgroup_dev)
		return (int64_t)(x->cgroup_dev - y->cgroup_dev) < 0 ? -1 : 1;
	if (x->cgroup_ino != y->cgroup_ino)
		return (int64_t)(x->cgroup_ino - y->cgroup_ino) < 0 ? -1 : 1;
	return 0;
}

uint64_t key_cgroup_id_hash(const struct report *rp, const struct rep_row *r)
{
	(void)rp;
	return hash_mix(r->extra->cgroup_dev, r->extra->cgroup_ino);
}

int key_cgroup_id_print(const struct report *rp, const struct rep_row *r, char *buf, size_t size,
			unsigned width)
{
	(void)rp;
	(void)width;
	return snprintf(buf, size, "%" PRIu64 "/0x%" PRIx64, r->extra->cgroup_dev,
			r->extra->cgroup_ino);
}

/* ---- parent ------------------------------------------------------------------------------ */

int key_parent_cmp(const struct report *rp, const struct rep_row *a, const struct rep_row *b)
{
	(void)rp;
	if (!a->parent || !b->parent)
		return !a->parent && !b->parent ? 0 : !a->parent ? -1 : 1;
	return strcmp(b->parent->name, a->parent->name);
}

uint64_t key_parent_hash(const struct report *rp, const struct rep_row *r)
{
	(void)rp;
	return key_text_hash(r->parent ? r->parent->name : NULL);
}

unsigned key_parent_width(const struct report *rp, const struct rep_row *r)
{
	(void)rp;
	return r->parent ? (unsigned)strlen(r->parent->name) : 0;
}

int key_parent_print(const struct report *rp, const struct rep_row *r, char *buf, size_t size,
		     unsigned width)
{
	(void)rp;
	return snprintf(buf, size, "%-*.*s", (int)width, (int)width,
			r->parent ? r->parent->name : "[other]");
}
