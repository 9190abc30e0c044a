/* SPDX-License-Identifier: BSD-2-Clause */
/* The side-band pass: reads threads and maps of a recording, and the heads of its samples. */
#include "session/session_int.h"

#include "base/progress.h"
#include "session/ingest_thread.h"
#include "session/read_thread.h"
#include "session/sample_cache.h"

static void add_build_id(struct rep_session *s, const struct pdata_record *rec)
{
	const bool sized = rec->misc & PDATA_MISC_BUILD_ID_SIZE;
	struct pdata_value v;
	uint32_t size;

	if (pdata_record_decode(rec, &v, NULL))
		return;
	size = sized && v.u.build_id.id_size < PDATA_BUILD_ID_MAX ? v.u.build_id.id_size
								  : PDATA_BUILD_ID_MAX;
	pdata_tasks_build_id(s->tasks, v.u.build_id.filename, rec->misc & PDATA_MISC_CPUMODE,
			     v.u.build_id.build_id, size);
}

/* Sum up AUXTRACE sizes and take the AUX type. Only the thread with the reader may call this. */
static void note_aux(struct rep_session *s, const struct pdata_record *rec)
{
	struct pdata_value v;

	if (pdata_record_decode(rec, &v, NULL))
		return;
	if (rec->type == PDATA_RECORD_AUXTRACE_INFO)
		s->aux_type = v.u.auxtrace_info.type;
	else if (__builtin_add_overflow(s->aux_size, v.u.auxtrace.blob_size, &s->aux_size))
		s->aux_size = UINT64_MAX;
}

static void count_session_record(struct rep_session *s, const struct pdata_record *rec)
{
	if (rec->type < PDATA_RECORD_MAX)
		s->nr_by_type[rec->type]++;
	if (rec->type == PDATA_RECORD_MMAP || rec->type == PDATA_RECORD_MMAP2)
		session_note_kernel_map(s, rec);
	if (rec->type == PDATA_RECORD_AUXTRACE || rec->type == PDATA_RECORD_AUXTRACE_INFO)
		note_aux(s, rec);
}

/* Records without a time come before all others in time order. */
static void note_time(struct rep_session *s, uint64_t time)
{
	if (time < s->last_time || time == UINT64_MAX)
		s->unsorted = true;
	s->last_time = time;
}

int session_ingest_record(struct rep_session *s, const struct pdata_record *rec)
{
	note_time(s, rec->time);
	if (rec->type == PDATA_RECORD_BUILD_ID)
		add_build_id(s, rec);
	/*
	 * Results of decoding are ignored here: the reader has counted records that cannot be
	 * decoded.
	 */
	symfs_roots_add_record(&s->roots, rec);
	if (s->sample_cache)
		sample_cache_add_record(s->sample_cache, rec);
	if (pdata_deferred_add(s->deferred, rec) == PDATA_E_NOMEM)
		return PDATA_E_NOMEM;
	return pdata_tasks_add(s->tasks, rec, NULL) == PDATA_E_NOMEM ? PDATA_E_NOMEM : 0;
}

int session_ingest_samples(struct rep_session *s, const struct pdata_sample_head *heads,
			   uint32_t nr, uint64_t bytes)
{
	for (uint32_t i = 0; i < nr; i++) {
		s->samples_in_bucket[session_thread_bucket(heads[i].pid, heads[i].tid)]++;
		note_time(s, heads[i].time);
	}
	if (s->sample_cache)
		sample_cache_add(s->sample_cache, heads, nr, bytes);
	return pdata_tasks_add_heads(s->tasks, heads, nr) == PDATA_E_NOMEM ? PDATA_E_NOMEM : 0;
}

/*
 * Ingest the records of simpleperf's INIT_MAP, which precede all samples. Each has a time of 0
 * here, as records of what existed before the recording have. A damaged feature is left out; the
 * library reports it.
 */
static int ingest_init_map(struct rep_session *s)
{
	const struct pdata_file_info *info = pdata_reader_info(s->reader);
	const struct pdata_feature *f;
	const struct pdata_sp_init_map *map;
	uint64_t off = 0;
	int ret = 0;

	if (pdata_reader_feature(s->reader, PDATA_FEAT_SIMPLEPERF_INIT_MAP, &f, NULL))
		return 0;
	map = &f->u.sp_init_map;
	for (uint64_t i = 0; !ret && i < map->nr; off += map->records[i].size, i++) {
		struct pdata_record rec = { .type = map->records[i].type,
					    .misc = map->records[i].misc,
					    .size = map->records[i].size,
					    .data = f->data + off,
					    .event = pdata_reader_event(s->reader, 0),
					    .off = f->offset + off,
					    .swap = (uint32_t)info->swap };

		if (rec.event && (rec.type == PDATA_RECORD_MMAP || rec.type == PDATA_RECORD_MMAP2 ||
				  rec.type == PDATA_RECORD_COMM))
			ret = session_ingest_record(s, &rec);
	}
	return ret;
}

#define REPORT_SAMPLE_BATCH 32u /* that are looked at together */

static int take_batch(struct rep_session *s, struct pdata_batch *b)
{
	struct pdata_sample_head heads[REPORT_SAMPLE_BATCH];
	struct pdata_record rec;
	int ret = 0;

	while (!ret && b->nr) {
		const uint8_t *from = b->data;
		uint32_t n = pdata_batch_heads(b, heads, REPORT_SAMPLE_BATCH);

		if (n)
			ret = session_ingest_samples(s, heads, n, (uint64_t)(b->data - from));
		else if (pdata_batch_next(b, &rec))
			ret = session_ingest_record(s, &rec);
	}
	return ret;
}

/*
 * Called at the first compressed data, which is expensive to read again and leaves time for an
 * ingest thread while it is decompressed. Only a plain file gets one: elsewhere the events may
 * still change.
 */
static struct ingest_thread *at_compressed(struct rep_session *s)
{
	if (s->sample_cache)
		s->sample_cache->compressed = true;
	return pdata_reader_info(s->reader)->container == PDATA_CONTAINER_FILE
		       ? ingest_thread_start(s)
		       : NULL;
}

#define SAMPLES_REPEAT 1000u /* a thread with fewer samples on average has hardly two equal ones */

bool session_samples_distinct(const struct rep_session *s)
{
	const uint64_t forks = s->nr_by_type[PDATA_RECORD_FORK];
	const uint64_t comms = s->nr_by_type[PDATA_RECORD_COMM];
	const uint64_t nr_threads = forks > comms ? forks : comms;

	return s->nr_by_type[PDATA_RECORD_SAMPLE] / SAMPLES_REPEAT < nr_threads;
}

static void drop_useless_cache(struct rep_session *s)
{
	if (s->sample_cache && s->cache_if_distinct && !session_samples_distinct(s))
		sample_cache_drop(s->sample_cache);
}

int session_read_tasks(struct rep_session *s, int *no_memory)
{
	const struct pdata_file_info *info = pdata_reader_info(s->reader);
	struct ingest_thread *beside = NULL;
	struct read_thread *reads;
	struct pdata_batch batch;
	struct pdata_record rec;
	struct progress progress;
	bool compressed = false;
	int rc;

	*no_memory = ingest_init_map(s);
	reads = read_thread_start(s->reader, s->size);
	progress_begin(&progress, &s->progress, "reading maps", s->size);
	while ((rc = pdata_reader_next_batch(s->reader, &rec, &batch)) > 0 && !*no_memory) {
		progress_at(&progress, rc == 2 ? batch.off : rec.off);
		if (rc == 2)
			s->nr_by_type[PDATA_RECORD_SAMPLE] += batch.nr;
		else
			count_session_record(s, &rec);
		if (!compressed && (info->nr_compressed || info->nr_compressed2)) {
			compressed = true;
			beside = at_compressed(s);
		}
		if (beside)
			*no_memory = rc == 2 ? ingest_thread_batch(beside, &batch)
					     : ingest_thread_record(beside, &rec);
		else
			*no_memory = rc == 2 ? take_batch(s, &batch)
					     : session_ingest_record(s, &rec);
		if (rc == 2 && !beside)
			drop_useless_cache(s);
	}
	read_thread_end(reads);
	*no_memory |= ingest_thread_end(beside);
	drop_useless_cache(s);
	progress_end(&progress);
	return rc;
}
