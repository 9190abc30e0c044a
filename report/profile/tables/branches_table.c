/* SPDX-License-Identifier: BSD-2-Clause */
/* The table "branches": the branch stacks of samples, with the frames at both ends. */
#include "profile/tables/table_columns.h"

#include "base/array.h"
#include "session/describe/branch_types.h"

#define MISPREDICTED 1u
#define PREDICTED 2u
#define IN_TRANSACTION 4u
#define ABORT 8u
#define CYCLES(flags) ((flags) >> 4 & 0xffff)

static int next_branch(struct table_cursor *c)
{
	c->branch++;
	while (!c->sample.branches || c->branch >= c->sample.s->branch.nr) {
		if (!tables_next_sample(c->t, &c->sample))
			return 0;
		c->branch = 0;
	}
	return 1;
}

static struct pdata_branch row_branch(const struct table_cursor *c)
{
	return pdata_branch_at(&c->sample.s->branch.entries, c->branch);
}

static void branches_sample(struct table_cursor *c, struct table_value *v)
{
	table_number(v, c->sample.number);
}

static void branches_branch(struct table_cursor *c, struct table_value *v)
{
	table_number(v, c->branch);
}

static void branches_from_frame(struct table_cursor *c, struct table_value *v)
{
	table_reference(v, c->sample.branches[c->branch].from);
}

static void branches_to_frame(struct table_cursor *c, struct table_value *v)
{
	table_reference(v, c->sample.branches[c->branch].to);
}

static void branches_from_ip(struct table_cursor *c, struct table_value *v)
{
	table_number(v, row_branch(c).from);
}

static void branches_to_ip(struct table_cursor *c, struct table_value *v)
{
	table_number(v, row_branch(c).to);
}

static void branches_mispredicted(struct table_cursor *c, struct table_value *v)
{
	table_number(v, (row_branch(c).flags & MISPREDICTED) != 0);
}

static void branches_predicted(struct table_cursor *c, struct table_value *v)
{
	table_number(v, (row_branch(c).flags & PREDICTED) != 0);
}

static void branches_in_transaction(struct table_cursor *c, struct table_value *v)
{
	table_number(v, (row_branch(c).flags & IN_TRANSACTION) != 0);
}

static void branches_abort(struct table_cursor *c, struct table_value *v)
{
	table_number(v, (row_branch(c).flags & ABORT) != 0);
}

/* A type that has no name is "(null)" in perf's text. */
static void branches_type(struct table_cursor *c, struct table_value *v)
{
	const char *name = branch_type_name(row_branch(c).flags);

	table_text(v, *name && *name != '(' ? name : NULL);
}

static void branches_cycles(struct table_cursor *c, struct table_value *v)
{
	table_reference(v, (uint32_t)CYCLES(row_branch(c).flags));
}

static const struct table_column branch_columns[] = {
#define BRANCHES(name, type, unit, meaning)                                                        \
	{ #name, TABLE_##type, unit, meaning, .get = branches_##name },
#include "profile/tables/tables.def"
};

const struct table table_branches = { .name = "branches",
				      .columns = branch_columns,
				      .nr_columns = REP_NR(branch_columns),
				      .of_pass = true,
				      .next = next_branch };
