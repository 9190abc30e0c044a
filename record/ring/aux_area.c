/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Maps AUX areas, in which a PMU such as Intel PT writes its trace, and writes their content to the
 * file as AUXTRACE records. Source of the rules: perf_event.h, struct perf_event_mmap_page.
 */
#include "base/recorder.h"
#include "event/aux_opts.h"
#include "file/output_stream.h"
#include "kernel/perf_syscall.h"
#include "ring/rings.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE_AUX_HEAD 1056
#define PAGE_AUX_TAIL 1064
#define PAGE_AUX_OFFSET 1072
#define PAGE_AUX_SIZE 1080

static uint64_t *aux_page_u64(const struct rec_ring *r, size_t off)
{
	return (uint64_t *)(void *)(r->page + off);
}

int rec_aux_map(struct rec_ring *r, int fd, uint64_t bytes, bool latest)
{
	const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), off = r->size + page;

	*aux_page_u64(r, PAGE_AUX_OFFSET) = off;
	*aux_page_u64(r, PAGE_AUX_SIZE) = bytes;
	/* Mapped read-only the area is in overwrite mode: the kernel ignores aux_tail. */
	void *map = mmap(NULL, bytes, latest ? PROT_READ : PROT_READ | PROT_WRITE, MAP_SHARED, fd,
			 (off_t)off);

	if (map == MAP_FAILED)
		return -errno;
	r->aux = (struct rec_aux){ .data = map, .size = bytes, .latest = latest, .fd = fd };
	return 0;
}

void rec_aux_unmap(struct rec_ring *r)
{
	if (r->aux.data)
		munmap(r->aux.data, r->aux.size);
	r->aux.data = NULL;
}

/* Split the @len bytes that end at @head into one or two spans, as the area may wrap around. */
static uint32_t split_aux_span(const struct rec_aux *a, uint64_t head, uint64_t len,
			       struct pdata_span spans[2])
{
	uint64_t at = (head - len) & (a->size - 1), first = a->size - at;

	if (!len)
		return 0;
	spans[0] = (struct pdata_span){ a->data + at, (size_t)(len < first ? len : first) };
	if (len <= first)
		return 1;
	spans[1] = (struct pdata_span){ a->data, (size_t)(len - first) };
	return 2;
}

uint32_t rec_aux_spans(const struct rec_ring *r, struct pdata_span spans[2], uint64_t *head)
{
	const struct rec_aux *a = &r->aux;

	*head = __atomic_load_n(aux_page_u64(r, PAGE_AUX_HEAD), __ATOMIC_ACQUIRE);
	uint64_t len = *head - a->tail;

	/* If the unread bytes exceed the area, the oldest are already overwritten. */
	return split_aux_span(a, *head, len < a->size ? len : a->size, spans);
}

/*
 * Return whether the PMU has filled the whole area at least once. If it has not, the bytes after
 * the head are still zero.
 */
static bool came_around(const struct rec_aux *a, uint64_t head)
{
	const uint64_t at = head & (a->size - 1);

	if (head >= a->size)
		return true;
	for (uint64_t i = at; i < a->size; i++)
		if (a->data[i])
			return true;
	return false;
}

uint32_t rec_aux_latest(const struct rec_ring *r, uint64_t limit, struct pdata_span spans[2],
			uint64_t *head)
{
	const struct rec_aux *a = &r->aux;

	*head = __atomic_load_n(aux_page_u64(r, PAGE_AUX_HEAD), __ATOMIC_ACQUIRE);
	if (*head == a->tail)
		return 0;
	uint64_t len = came_around(a, *head) ? a->size : *head & (a->size - 1);

	return split_aux_span(a, *head, limit && limit < len ? limit : len, spans);
}

void rec_aux_consume(struct rec_ring *r, uint64_t head)
{
	r->aux.tail = head;
	if (!r->aux.latest)
		__atomic_store_n(aux_page_u64(r, PAGE_AUX_TAIL), head, __ATOMIC_RELEASE);
}

/* ---- AUXTRACE records ---- */

/*
 * Note the offset of an AUXTRACE record for the AUXTRACE feature. With --threads several threads
 * write such records: then the feature is left out, and readers search for the records themselves.
 */
static void add_to_index(struct rec *r, uint64_t offset)
{
	uint32_t at = r->nr_aux_index;

	if (r->nr_ring_threads)
		return;
	r->aux_index = rec_push(&r->arena, r->aux_index, &r->nr_aux_index, sizeof(*r->aux_index));
	r->aux_index[at] = (struct pdata_auxtrace_index_entry){ offset, 48 };
}

static int write_auxtrace(struct rec *r, const struct rec_ring *ring,
			  const struct pdata_span *spans, uint32_t nr, uint64_t head)
{
	struct pdata_value v = { 0 };
	uint64_t len = 0;

	for (uint32_t i = 0; i < nr; i++)
		len += spans[i].len;
	v.u.auxtrace = (struct pdata_auxtrace){ .offset = head - len,
						.reference = rec_now_ns(),
						.idx = (uint32_t)(ring - r->rings),
						.tid = (uint32_t)ring->tid,
						.cpu = (uint32_t)ring->cpu };
	/* A CPU's area has data of all threads: readers match it with AUX records by CPU. */
	if (ring->cpu >= 0)
		v.u.auxtrace.tid = UINT32_MAX;
	if (rec_stream_wait(ring->out))
		return -1;
	add_to_index(r, rec_stream_bytes(ring->out));
	return rec_stream_aux(ring->out, &v, spans, nr);
}

int rec_aux_drain(struct rec *r, struct rec_ring *ring)
{
	struct pdata_span spans[2];
	uint64_t head;

	if (!ring->aux.data || ring->aux.latest || r->o.aux->aux_sample)
		return 0;
	uint32_t nr = rec_aux_spans(ring, spans, &head);

	if (nr && write_auxtrace(r, ring, spans, nr, head))
		return -1;
	if (nr)
		rec_aux_consume(ring, head);
	return 0;
}

int rec_aux_snapshot(struct rec *r, struct rec_ring *ring)
{
	struct pdata_span spans[2];
	uint64_t head;
	int err = 0;

	if (!ring->aux.data || !ring->aux.latest || r->o.aux->aux_sample)
		return 0;
	/* Stop the PMU while the area is read, because it would overwrite what is read. */
	if (rec_sys_enable(ring->aux.fd, false))
		return rec_error("the recording ends without the latest AUX data, because the AUX "
				 "event cannot be stopped to read the data: %s",
				 strerror(errno));
	uint32_t nr = rec_aux_latest(ring, r->o.aux->aux_snapshot_bytes, spans, &head);

	if (nr)
		err = write_auxtrace(r, ring, spans, nr, head);
	rec_aux_consume(ring, head);
	if (rec_sys_enable(ring->aux.fd, true))
		return rec_error("the recording ends, because the AUX event cannot be restarted "
				 "after its latest data was read: %s",
				 strerror(errno));
	return err;
}
