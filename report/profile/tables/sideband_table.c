/* SPDX-License-Identifier: BSD-2-Clause */
/* The table "sideband": records other than samples, with the facts that most types share. */
#include "profile/tables/table_columns.h"

#include "base/array.h"

/* The facts of a record; members without the bit in known are null. */
struct fact_set {
	enum {
		HAS_TASK = 1,
		HAS_NAME = 2,
		HAS_ADDRESS = 4,
		HAS_SIZE = 8,
		HAS_COUNT = 16,
		HAS_PARENT = 32
	} known;
	uint32_t pid, tid, parent_pid, parent_tid;
	const char *name;
	uint64_t address, size, count;
};

/* The facts of the row's record, from its value. */
static struct fact_set facts_of(const struct table_cursor *c)
{
	const struct pdata_value *v = &c->value;
	const uint32_t id_task = v->id.have & PDATA_SAMPLE_TID ? HAS_TASK : 0;

	switch (c->record.type) {
	case PDATA_RECORD_MMAP:
		return (struct fact_set){ HAS_TASK | HAS_NAME | HAS_ADDRESS | HAS_SIZE,
					  .pid = v->u.mmap.pid,
					  .tid = v->u.mmap.tid,
					  .name = v->u.mmap.filename,
					  .address = v->u.mmap.addr,
					  .size = v->u.mmap.len };
	case PDATA_RECORD_MMAP2:
		return (struct fact_set){ HAS_TASK | HAS_NAME | HAS_ADDRESS | HAS_SIZE,
					  .pid = v->u.mmap2.pid,
					  .tid = v->u.mmap2.tid,
					  .name = v->u.mmap2.filename,
					  .address = v->u.mmap2.addr,
					  .size = v->u.mmap2.len };
	case PDATA_RECORD_COMM:
		return (struct fact_set){ HAS_TASK | HAS_NAME, .pid = v->u.comm.pid,
					  .tid = v->u.comm.tid, .name = v->u.comm.comm };
	case PDATA_RECORD_FORK:
	case PDATA_RECORD_EXIT:
		return (struct fact_set){ HAS_TASK | HAS_PARENT, .pid = v->u.task.pid,
					  .tid = v->u.task.tid, .parent_pid = v->u.task.ppid,
					  .parent_tid = v->u.task.ptid };
	case PDATA_RECORD_LOST:
		return (struct fact_set){ HAS_COUNT, .count = v->u.lost.lost };
	case PDATA_RECORD_LOST_SAMPLES:
		return (struct fact_set){ HAS_COUNT, .count = v->u.lost_samples.lost };
	case PDATA_RECORD_CGROUP:
		return (struct fact_set){ HAS_NAME, .name = v->u.cgroup.path };
	case PDATA_RECORD_KSYMBOL:
		return (struct fact_set){ HAS_NAME | HAS_ADDRESS | HAS_SIZE,
					  .name = v->u.ksymbol.name, .address = v->u.ksymbol.addr,
					  .size = v->u.ksymbol.len };
	case PDATA_RECORD_AUX:
		return (struct fact_set){ id_task | HAS_SIZE, .pid = v->id.pid, .tid = v->id.tid,
					  .size = v->u.aux.aux_size };
	default:
		return (struct fact_set){ id_task, .pid = v->id.pid, .tid = v->id.tid };
	}
}

/* Records that cannot be decoded have no row; the reader counts them as damage. */
bool table_sideband_row(struct table_cursor *c)
{
	struct fact_set f;

	if (!pdata_record_name(c->record.type) || pdata_record_decode(&c->record, &c->value, NULL))
		return false;
	f = facts_of(c);
	return tables_wants_record(c->t, c->record.time, f.pid, f.tid);
}

static int next_record_row(struct table_cursor *c)
{
	enum tables_next next;

	while ((next = tables_next(c->t, &c->sample, &c->record)) != TABLES_END)
		if (next == TABLES_RECORD && table_sideband_row(c))
			return 1;
	return 0;
}

/* Set @v to @number, or to null if the record has no such fact. */
static void set_known(struct table_value *v, const struct fact_set *f, uint32_t fact,
		      uint64_t number)
{
	v->null = !(f->known & fact);
	v->number = number;
}

static void sideband_time(struct table_cursor *c, struct table_value *v)
{
	v->null = !c->record.time;
	v->number = c->record.time;
}

static void sideband_type(struct table_cursor *c, struct table_value *v)
{
	table_text(v, pdata_record_name(c->record.type));
}

static void sideband_pid(struct table_cursor *c, struct table_value *v)
{
	const struct fact_set f = facts_of(c);

	set_known(v, &f, HAS_TASK, (uint64_t)(int32_t)f.pid);
}

static void sideband_tid(struct table_cursor *c, struct table_value *v)
{
	const struct fact_set f = facts_of(c);

	set_known(v, &f, HAS_TASK, (uint64_t)(int32_t)f.tid);
}

static void sideband_cpu(struct table_cursor *c, struct table_value *v)
{
	v->null = !(c->value.id.have & PDATA_SAMPLE_CPU);
	v->number = c->value.id.cpu;
}

static void sideband_name(struct table_cursor *c, struct table_value *v)
{
	table_text(v, facts_of(c).name);
}

static void sideband_address(struct table_cursor *c, struct table_value *v)
{
	const struct fact_set f = facts_of(c);

	set_known(v, &f, HAS_ADDRESS, f.address);
}

static void sideband_size(struct table_cursor *c, struct table_value *v)
{
	const struct fact_set f = facts_of(c);

	set_known(v, &f, HAS_SIZE, f.size);
}

static void sideband_count(struct table_cursor *c, struct table_value *v)
{
	const struct fact_set f = facts_of(c);

	set_known(v, &f, HAS_COUNT, f.count);
}

static void sideband_parent_pid(struct table_cursor *c, struct table_value *v)
{
	const struct fact_set f = facts_of(c);

	set_known(v, &f, HAS_PARENT, (uint64_t)(int32_t)f.parent_pid);
}

static void sideband_parent_tid(struct table_cursor *c, struct table_value *v)
{
	const struct fact_set f = facts_of(c);

	set_known(v, &f, HAS_PARENT, (uint64_t)(int32_t)f.parent_tid);
}

static const struct table_column sideband_columns[] = {
#define SIDEBAND(name, type, unit, meaning)                                                        \
	{ #name, TABLE_##type, unit, meaning, .get = sideband_##name },
#include "profile/tables/tables.def"
};

const struct table table_sideband = { .name = "sideband",
				      .columns = sideband_columns,
				      .nr_columns = REP_NR(sideband_columns),
				      .of_pass = true,
				      .next = next_record_row };
