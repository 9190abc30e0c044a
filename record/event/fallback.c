/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Changes an event that the kernel refuses: drops attr bits that older kernels lack, or replaces
 * the event by a similar one.
 */
#include "event/fallback.h"
#include "base/recorder.h"
#include "kernel/event_symbols.h"
#include "kernel/perf_syscall.h"

#include <errno.h>
#include <string.h>

#define FLAG(bit) (UINT64_C(1) << PDATA_ATTR_##bit)

static bool fallback_attr_flag(const struct rec_event *e, enum pdata_attr_bit bit)
{
	return pdata_attr_flag(&e->attr, bit);
}

static void set_fallback_attr_flag(struct rec_event *e, enum pdata_attr_bit bit, bool on)
{
	e->attr.flags = (e->attr.flags & ~(UINT64_C(1) << bit)) | (uint64_t)on << bit;
}

/*
 * Bits of attr that older kernels refuse with EINVAL and that a recording can do without, newest
 * first: a kernel that lacks one also lacks those in the rows before it. @asked: an option asked
 * for the feature, so the user is warned of its loss.
 */
static const struct {
	const char *what;
	bool asked;
	uint64_t flags, sample, read, branch;
	uint64_t sample_instead;
} droppable[] = {
	{ .what = "the counts of lost samples (since Linux 6.0)", .read = PDATA_FORMAT_LOST },
	{ .what = "the three parts of a sample's weight (PERF_SAMPLE_WEIGHT_STRUCT, since Linux "
		  "5.12)",
	  .sample = PDATA_SAMPLE_WEIGHT_STRUCT,
	  .sample_instead = PDATA_SAMPLE_WEIGHT },
	{ .what = "build ids in MMAP2 records (since Linux 5.12)", .flags = FLAG(BUILD_ID) },
	{ .what = "page sizes (since Linux 5.11)",
	  .asked = true,
	  .sample = PDATA_SAMPLE_DATA_PAGE_SIZE | PDATA_SAMPLE_CODE_PAGE_SIZE },
	{ .what = "TEXT_POKE records (since Linux 5.9)", .asked = true, .flags = FLAG(TEXT_POKE) },
	{ .what = "cgroups (since Linux 5.7)",
	  .asked = true,
	  .flags = FLAG(CGROUP),
	  .sample = PDATA_SAMPLE_CGROUP },
	{ .what = "hardware indexes of branch stacks (PERF_SAMPLE_BRANCH_HW_INDEX, since Linux "
		  "5.7)",
	  .branch = PDATA_BRANCH_HW_INDEX },
	{ .what = "BPF_EVENT records (since Linux 5.1)", .flags = FLAG(BPF_EVENT) },
	{ .what = "KSYMBOL records (since Linux 5.1)", .flags = FLAG(KSYMBOL) },
	{ .what = "physical addresses (since Linux 4.14)",
	  .asked = true,
	  .sample = PDATA_SAMPLE_PHYS_ADDR },
	{ .what = "namespaces (since Linux 4.12)", .asked = true, .flags = FLAG(NAMESPACES) },
	{ .what = "ring buffers in overwrite mode (since Linux 4.7)",
	  .asked = true,
	  .flags = FLAG(WRITE_BACKWARD) },
	{ .what = "context switches (since Linux 4.3)",
	  .asked = true,
	  .flags = FLAG(CONTEXT_SWITCH) },
	{ .what = "MMAP2 records and the exec flag of COMM records (since Linux 3.16)",
	  .flags = FLAG(MMAP2) | FLAG(COMM_EXEC) },
	{ .what = "the attr bit that leaves out guests, exclude_guest (since Linux 3.2)",
	  .flags = FLAG(EXCLUDE_GUEST) },
	{ .what = "the attr bits that leave flags and cycles out of branch stacks",
	  .branch = PDATA_BRANCH_NO_CYCLES | PDATA_BRANCH_NO_FLAGS },
};

_Static_assert(REC_NR(droppable) <= 32, "bits of rec_event.dropped");

bool rec_drop_newest(struct rec_event *e)
{
	struct pdata_attr *at = &e->attr;

	for (size_t i = 0; i < REC_NR(droppable); i++) {
		if (!(at->flags & droppable[i].flags) && !(at->sample_type & droppable[i].sample) &&
		    !(at->read_format & droppable[i].read) &&
		    !(at->branch_sample_type & droppable[i].branch))
			continue;
		if (at->sample_type & droppable[i].sample)
			at->sample_type |= droppable[i].sample_instead;
		at->flags &= ~droppable[i].flags;
		at->sample_type &= ~droppable[i].sample;
		at->read_format &= ~droppable[i].read;
		at->branch_sample_type &= ~droppable[i].branch;
		e->dropped |= 1u << i;
		return true;
	}
	return false;
}

void rec_print_dropped(const struct rec_event *e)
{
	if (e->was)
		rec_warn("%s: only user code is recorded, because kernel.perf_event_paranoid is %d",
			 e->was, rec_sys_paranoid());
	for (size_t i = 0; i < REC_NR(droppable); i++) {
		if (!(e->dropped >> i & 1))
			continue;
		if (droppable[i].asked)
			rec_warn("%s: recorded without %s, which this kernel does not support",
				 e->name, droppable[i].what);
		else
			rec_note("%s: recorded without %s, which this kernel may not support",
				 e->name, droppable[i].what);
	}
}

static void rename_user_only(struct rec *r, struct rec_event *e)
{
	bool has_mark = strchr(e->name, '/') || strchr(e->name, ':');

	e->name = rec_printf(&r->arena, "%s%su", e->name, has_mark ? "" : ":");
}

bool rec_fall_back_to_user(struct rec *r, struct rec_event *e, int err)
{
	if ((err != EACCES && err != EPERM) || fallback_attr_flag(e, PDATA_ATTR_EXCLUDE_KERNEL) ||
	    fallback_attr_flag(e, PDATA_ATTR_EXCLUDE_USER) || rec_sys_paranoid() <= 1)
		return false;
	/* Do not ask for capabilities: those of a user namespace give no rights here. */
	e->was = e->name;
	set_fallback_attr_flag(e, PDATA_ATTR_EXCLUDE_KERNEL, true);
	set_fallback_attr_flag(e, PDATA_ATTR_EXCLUDE_HV, true);
	rename_user_only(r, e);
	return true;
}

bool rec_fall_back(struct rec *r, struct rec_event *e, int err, unsigned int *precise_was)
{
	unsigned int precise = (unsigned int)(e->attr.flags >> PDATA_ATTR_PRECISE_IP & 3);

	if (e->precise_max && precise) {
		if (!*precise_was)
			*precise_was = precise;
		e->attr.flags -= UINT64_C(1) << PDATA_ATTR_PRECISE_IP;
		return true;
	}
	if (*precise_was) { /* precise_ip was not the reason of the failure: restore it */
		e->attr.flags |= (uint64_t)*precise_was << PDATA_ATTR_PRECISE_IP;
		e->precise_max = false;
	}
	if ((err == ENOENT || err == ENXIO || err == ENODEV) &&
	    e->attr.type == PDATA_TYPE_HARDWARE && e->attr.config == PDATA_COUNT_HW_CPU_CYCLES) {
		(e->by_default ? rec_note : rec_warn)("%s: this machine has no cycle counter: "
						      "cpu-clock (a timer) is recorded instead",
						      e->name);
		e->attr.type = PDATA_TYPE_SOFTWARE;
		e->attr.config = PDATA_COUNT_SW_CPU_CLOCK;
		if (!e->named)
			e->name = rec_name_of_attr(&r->arena, &e->attr);
		return true;
	}
	if (rec_fall_back_to_user(r, e, err))
		return true;
	if (err == EOPNOTSUPP && !fallback_attr_flag(e, PDATA_ATTR_EXCLUDE_GUEST) &&
	    !fallback_attr_flag(e, PDATA_ATTR_EXCLUDE_HOST)) {
		set_fallback_attr_flag(e, PDATA_ATTR_EXCLUDE_GUEST, true);
		return true;
	}
	return err == EINVAL && rec_drop_newest(e);
}
