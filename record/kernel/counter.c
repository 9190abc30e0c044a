/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads counters by rdpmc from the mapped page of an event, or by read(2).
 *
 * Source of the page's layout and of the way to read it: perf_event.h, struct
 * perf_event_mmap_page.
 */
#include "kernel/counter.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* Offsets of members of struct perf_event_mmap_page. */
#define PAGE_LOCK 8
#define PAGE_INDEX 12
#define PAGE_OFFSET 16
#define PAGE_TIME_ENABLED 24
#define PAGE_TIME_RUNNING 32
#define PAGE_CAPABILITIES 40
#define PAGE_PMC_WIDTH 48
#define PAGE_TIME_SHIFT 50
#define PAGE_TIME_MULT 52
#define PAGE_TIME_OFFSET 56
#define PAGE_TIME_CYCLES 80
#define PAGE_TIME_MASK 88

#define CAP_USER_RDPMC (UINT64_C(1) << 2)
#define CAP_USER_TIME (UINT64_C(1) << 3)
#define CAP_USER_TIME_SHORT (UINT64_C(1) << 5)

#define TRIES 1000 /* give up if the sequence lock of the page still changes after so many reads */

static uint64_t page_read_u64(const void *page, size_t off)
{
	return *(const volatile uint64_t *)((const char *)page + off);
}

static uint32_t page_read_u32(const void *page, size_t off)
{
	return *(const volatile uint32_t *)((const char *)page + off);
}

static uint16_t u16_at(const void *page, size_t off)
{
	return *(const volatile uint16_t *)((const char *)page + off);
}

/* Return the nanoseconds that passed until @cycles since the kernel last wrote the page. */
static uint64_t time_since(const void *page, uint64_t caps, uint64_t cycles)
{
	const unsigned int shift = u16_at(page, PAGE_TIME_SHIFT) & 63;
	const uint64_t mult = page_read_u32(page, PAGE_TIME_MULT);

	if (caps & CAP_USER_TIME_SHORT) {
		uint64_t base = page_read_u64(page, PAGE_TIME_CYCLES);

		cycles = base + ((cycles - base) & page_read_u64(page, PAGE_TIME_MASK));
	}
	/* Multiply in two parts, because cycles * mult does not fit in 64 bits. */
	uint64_t whole = cycles >> shift, rest = cycles & ((UINT64_C(1) << shift) - 1);

	return page_read_u64(page, PAGE_TIME_OFFSET) + whole * mult + ((rest * mult) >> shift);
}

static bool read_once(const void *page, const struct rec_count_ops *ops, struct rec_count *c)
{
	const uint64_t caps = page_read_u64(page, PAGE_CAPABILITIES);
	const uint32_t index = page_read_u32(page, PAGE_INDEX);
	const unsigned int width = u16_at(page, PAGE_PMC_WIDTH);
	uint64_t pmc;

	if (!(caps & CAP_USER_RDPMC))
		return false;
	c->enabled_ns = page_read_u64(page, PAGE_TIME_ENABLED);
	c->running_ns = page_read_u64(page, PAGE_TIME_RUNNING);
	c->value = page_read_u64(page, PAGE_OFFSET);
	if (caps & CAP_USER_TIME) {
		uint64_t ns = time_since(page, caps, ops->clock());

		c->enabled_ns += ns;
		c->running_ns += index ? ns : 0;
	}
	if (!index) /* the event is not scheduled now, so the page has its complete count */
		return true;
	if (!width || width > 64 || !ops->pmc(index - 1, &pmc))
		return false;
	/* A counter of less than 64 bits starts at a negative value: extend its sign. */
	c->value += (uint64_t)((int64_t)(pmc << (64 - width)) >> (64 - width));
	return true;
}

bool rec_count_page(const void *page, const struct rec_count_ops *ops, struct rec_count *c)
{
	if (!page || !ops)
		return false;
	for (int i = 0; i < TRIES; i++) {
		uint32_t lock = page_read_u32(page, PAGE_LOCK);

		/* A compiler barrier is enough: the kernel writes the page on this CPU. */
		__atomic_signal_fence(__ATOMIC_SEQ_CST);
		bool done = read_once(page, ops, c);

		__atomic_signal_fence(__ATOMIC_SEQ_CST);
		if (lock == page_read_u32(page, PAGE_LOCK))
			return done;
	}
	return false;
}

int rec_count_fd(int fd, struct rec_count *c)
{
	uint64_t v[3];
	ssize_t n = read(fd, v, sizeof(v));

	if (n != (ssize_t)sizeof(v))
		return n < 0 ? -errno : -EIO;
	*c = (struct rec_count){ v[0], v[1], v[2] };
	return 0;
}

uint64_t rec_count_scaled(const struct rec_count *c)
{
	if (!c->running_ns || c->running_ns >= c->enabled_ns)
		return c->value;
	return (uint64_t)((double)c->value * (double)c->enabled_ns / (double)c->running_ns);
}

/* ---- cpus ---- */

#if defined(__x86_64__) || defined(__i386__)
static bool x86_pmc(uint32_t index, uint64_t *value)
{
	uint32_t lo, hi;

	__asm__ volatile("rdpmc" : "=a"(lo), "=d"(hi) : "c"(index));
	*value = (uint64_t)hi << 32 | lo;
	return true;
}

static uint64_t x86_clock(void)
{
	uint32_t lo, hi;

	__asm__ volatile("rdtsc" : "=a"(lo), "=d"(hi));
	return (uint64_t)hi << 32 | lo;
}

static const struct rec_count_ops cpu_ops = { x86_pmc, x86_clock };
const struct rec_count_ops *const rec_count_cpu = &cpu_ops;

#elif defined(__aarch64__)
#define PMC(n)                                                                                     \
	case n:                                                                                    \
		__asm__ volatile("mrs %0, pmevcntr" #n "_el0" : "=r"(*value));                     \
		return true;

/* clang-format off */
static bool arm64_pmc(uint32_t index, uint64_t *value)
{
	switch (index) {
	PMC(0) PMC(1) PMC(2) PMC(3) PMC(4) PMC(5) PMC(6) PMC(7)
	PMC(8) PMC(9) PMC(10) PMC(11) PMC(12) PMC(13) PMC(14) PMC(15)
	PMC(16) PMC(17) PMC(18) PMC(19) PMC(20) PMC(21) PMC(22) PMC(23)
	PMC(24) PMC(25) PMC(26) PMC(27) PMC(28) PMC(29) PMC(30)
	case 31: /* the cycle counter */
		__asm__ volatile("mrs %0, pmccntr_el0" : "=r"(*value));
		return true;
	default:
		return false;
	}
}
/* clang-format on */

static uint64_t arm64_clock(void)
{
	uint64_t v;

	__asm__ volatile("mrs %0, cntvct_el0" : "=r"(v));
	return v;
}

static const struct rec_count_ops cpu_ops = { arm64_pmc, arm64_clock };
const struct rec_count_ops *const rec_count_cpu = &cpu_ops;

#else
const struct rec_count_ops *const rec_count_cpu;
#endif
