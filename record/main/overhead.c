/* SPDX-License-Identifier: BSD-2-Clause */
/* Counts the recorder's own cost with counters of its main thread, and prints it with -v. */
#include "base/recorder.h"
#include "kernel/counter.h"
#include "kernel/perf_syscall.h"
#include "main/status.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct counter {
	const char *name;
	uint32_t type;
	uint64_t config;
	int fd;
	void *page;
};

struct rec_overhead {
	struct counter c[3];
};

static const struct rec_overhead template = { {
	{ "cycles", PDATA_TYPE_HARDWARE, PDATA_COUNT_HW_CPU_CYCLES, -1, NULL },
	{ "instructions", PDATA_TYPE_HARDWARE, PDATA_COUNT_HW_INSTRUCTIONS, -1, NULL },
	{ "ns on a cpu", PDATA_TYPE_SOFTWARE, PDATA_COUNT_SW_TASK_CLOCK, -1, NULL },
} };

static void open_counter(struct counter *c)
{
	struct pdata_attr at = { .type = c->type,
				 .size = PDATA_ATTR_SIZE_VER0,
				 .config = c->config,
				 .read_format = PDATA_FORMAT_TOTAL_TIME_ENABLED |
						PDATA_FORMAT_TOTAL_TIME_RUNNING };

	if (!rec_sys_privileged() && rec_sys_paranoid() > 1)
		at.flags |= UINT64_C(1) << PDATA_ATTR_EXCLUDE_KERNEL;
	c->fd = rec_sys_open(&at, NULL, 0, -1, -1, REC_OPEN_CLOEXEC);
	if (c->fd < 0)
		return;
	c->page = mmap(NULL, (size_t)sysconf(_SC_PAGESIZE), PROT_READ, MAP_SHARED, c->fd, 0);
	if (c->page == MAP_FAILED)
		c->page = NULL;
}

void rec_overhead_open(struct rec *r)
{
	if (rec_verbosity < 1)
		return;
	r->self = rec_alloc(&r->arena, sizeof(*r->self));
	memcpy(r->self, &template, sizeof(template));
	for (size_t i = 0; i < REC_NR(r->self->c); i++)
		open_counter(&r->self->c[i]);
}

void rec_overhead_print(const struct rec *r)
{
	for (size_t i = 0; r->self && i < REC_NR(r->self->c); i++) {
		const struct counter *c = &r->self->c[i];
		struct rec_count v;
		bool by_page = c->fd >= 0 && rec_count_page(c->page, rec_count_cpu, &v);

		if (c->fd >= 0 && (by_page || !rec_count_fd(c->fd, &v)))
			rec_note("  main thread: %llu %s%s",
				 (unsigned long long)rec_count_scaled(&v), c->name,
				 by_page ? ", read without a system call" : "");
	}
}

void rec_overhead_close(struct rec *r)
{
	for (size_t i = 0; r->self && i < REC_NR(r->self->c); i++) {
		struct counter *c = &r->self->c[i];

		if (c->page)
			munmap(c->page, (size_t)sysconf(_SC_PAGESIZE));
		if (c->fd >= 0)
			close(c->fd);
	}
}
