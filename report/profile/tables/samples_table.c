/* SPDX-License-Identifier: BSD-2-Clause */
/* The columns of the table "samples". A field that the event does not record is null. */
#include "profile/tables/table_columns.h"

#include "base/array.h"
#include "session/sample_numbers.h"

static int next_sample(struct table_cursor *c)
{
	return tables_next_sample(c->t, &c->sample);
}

static void samples_sample(struct table_cursor *c, struct table_value *v)
{
	table_number(v, c->sample.number);
}

static void samples_time(struct table_cursor *c, struct table_value *v)
{
	v->null = !(c->sample.s->have & PDATA_SAMPLE_TIME);
	v->number = c->sample.time;
}

static void samples_event(struct table_cursor *c, struct table_value *v)
{
	table_number(v, c->sample.event);
}

static void samples_thread(struct table_cursor *c, struct table_value *v)
{
	table_reference(v, c->sample.thread);
}

static void samples_cpumode(struct table_cursor *c, struct table_value *v)
{
	static const char *const names[] = {
		[PDATA_CPUMODE_UNKNOWN] = "unknown",
		[PDATA_CPUMODE_KERNEL] = "kernel",
		[PDATA_CPUMODE_USER] = "user",
		[PDATA_CPUMODE_HYPERVISOR] = "hypervisor",
		[PDATA_CPUMODE_GUEST_KERNEL] = "guest kernel",
		[PDATA_CPUMODE_GUEST_USER] = "guest user",
	};

	table_text(v, c->sample.cpumode < REP_NR(names) ? names[c->sample.cpumode] : names[0]);
}

static void samples_period(struct table_cursor *c, struct table_value *v)
{
	table_number(v, c->sample.period);
}

static void samples_stack(struct table_cursor *c, struct table_value *v)
{
	table_reference(v, c->sample.stack);
}

static void samples_frame(struct table_cursor *c, struct table_value *v)
{
	table_reference(v, c->sample.frame);
}

/* The columns that are numbers of sample_numbers.def. */
#define SAMPLE_COLUMN(name)                                                                        \
	static void samples_##name(struct table_cursor *c, struct table_value *v)                  \
	{                                                                                          \
		v->null = !(c->sample.s->have & (uint64_t)SAMPLE_BITS_##name);                     \
		v->number = sample_number(c->sample.s, SAMPLE_NUMBER_##name);                      \
	}
SAMPLE_COLUMN(pid)
SAMPLE_COLUMN(tid)
SAMPLE_COLUMN(cpu)
SAMPLE_COLUMN(weight)
SAMPLE_COLUMN(ip)
SAMPLE_COLUMN(addr)
SAMPLE_COLUMN(phys_addr)
SAMPLE_COLUMN(data_src)
SAMPLE_COLUMN(transaction)
SAMPLE_COLUMN(cgroup)
SAMPLE_COLUMN(data_page_size)
SAMPLE_COLUMN(code_page_size)
SAMPLE_COLUMN(ins_lat)
SAMPLE_COLUMN(retire_lat)

static const struct table_column sample_columns[] = {
#define SAMPLES(name, type, unit, meaning)                                                         \
	{ #name, TABLE_##type, unit, meaning, .get = samples_##name },
#include "profile/tables/tables.def"
};

const struct table table_samples = { .name = "samples",
				     .columns = sample_columns,
				     .nr_columns = REP_NR(sample_columns),
				     .of_pass = true,
				     .next = next_sample };
