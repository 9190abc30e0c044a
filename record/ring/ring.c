/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Maps one perf ring buffer and finds the spans of whole records in it, also in overwrite mode, in
 * which the newest record comes first.
 */
#include "base/ring_state.h"
#include "ring/rings.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Offsets in the first page. Source: perf_event.h, struct perf_event_mmap_page. */
#define PAGE_DATA_HEAD 1024
#define PAGE_DATA_TAIL 1032
#define PAGE_DATA_OFFSET 1040
#define PAGE_DATA_SIZE 1048

static uint64_t *ring_page_u64(uint8_t *page, size_t off)
{
	return (uint64_t *)(void *)(page + off);
}

int rec_ring_map(struct rec_ring *r, int fd, uint64_t bytes)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	/* A ring that is mapped read-only is in overwrite mode: the kernel ignores data_tail. */
	int prot = r->backward ? PROT_READ : PROT_READ | PROT_WRITE;
	void *map = mmap(NULL, page + bytes, prot, MAP_SHARED, fd, 0);

	if (map == MAP_FAILED)
		return -errno;
	r->page = map;
	uint64_t off = *ring_page_u64(r->page, PAGE_DATA_OFFSET),
		 size = *ring_page_u64(r->page, PAGE_DATA_SIZE);

	/* Kernels before 4.1 leave data_offset and data_size 0. */
	r->data = r->page + (size ? off : page);
	r->size = size ? size : bytes;
	r->tail = 0;
	return 0;
}

void rec_ring_unmap(struct rec_ring *r)
{
	rec_aux_unmap(r);
	if (r->page)
		munmap(r->page, (size_t)(r->data - r->page) + r->size);
	r->page = NULL;
}

/* Split the @len bytes from @start on into one or two spans, as the ring may wrap around. */
static uint32_t split_ring_span(const struct rec_ring *r, uint64_t start, uint64_t len,
				struct pdata_span spans[2])
{
	uint64_t at = start & (r->size - 1), first = r->size - at;

	if (!len)
		return 0;
	if (first > len)
		first = len;
	spans[0] = (struct pdata_span){ r->data + at, (size_t)first };
	if (first == len)
		return 1;
	spans[1] = (struct pdata_span){ r->data, (size_t)(len - first) };
	return 2;
}

uint32_t rec_ring_spans(const struct rec_ring *r, struct pdata_span spans[2], uint64_t *head)
{
	*head = __atomic_load_n(ring_page_u64(r->page, PAGE_DATA_HEAD), __ATOMIC_ACQUIRE);
	uint64_t len = *head - r->tail;

	return len > r->size ? 0 : split_ring_span(r, r->tail, len, spans);
}

uint32_t rec_ring_latest(const struct rec_ring *r, struct pdata_span spans[2], uint64_t *head)
{
	*head = __atomic_load_n(ring_page_u64(r->page, PAGE_DATA_HEAD), __ATOMIC_ACQUIRE);
	uint64_t len = r->tail - *head, whole = 0;

	if (len <= r->size)
		return split_ring_span(r, *head, len, spans);
	/* The kernel has overwritten the end of the oldest record: search the last whole one. */
	while (r->size - whole >= PDATA_RECORD_HEADER) {
		uint16_t size;

		memcpy(&size, r->data + ((*head + whole) & (r->size - 1)) + 6, sizeof(size));
		if (size < PDATA_RECORD_HEADER || size % 8 || size > r->size - whole)
			break;
		whole += size;
	}
	return split_ring_span(r, *head, whole, spans);
}

void rec_ring_consume(struct rec_ring *r, uint64_t head)
{
	r->tail = head;
	if (r->backward)
		return;
	__atomic_store_n(ring_page_u64(r->page, PAGE_DATA_TAIL), head, __ATOMIC_RELEASE);
}
