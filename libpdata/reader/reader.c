/* SPDX-License-Identifier: BSD-2-Clause */
/* Opens and closes the reader, and returns records in file order or time order. */
#include "reader/reader.h"
#include "base/cursor.h"
#include "common/opts.h"
#include "reader/sample_fastpath.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define WINDOW_DEFAULT ((size_t)256 << 20)
/* bytes of blocks with waiting records; others are read again */
#define MEMORY_MOST ((size_t)12 << 20)

int pd_next_in_file(struct pdata_reader *r, struct pdata_record *rec, struct pd_block **block)
{
	int ret;

	ret = pd_payload_done(r);
	if (ret < 0)
		return ret;
	ret = pd_members_next(r, rec, block);
	if (!ret)
		r->at_end = true;
	if (ret <= 0)
		return ret;
	if (rec->type < PDATA_RECORD_USER_START) {
		ret = pd_event_of(r, rec);
		if (!rec->type || rec->type > PDATA_RECORD_CALLCHAIN_DEFERRED)
			r->damage.d.unknown_records++;
		else if (!ret)
			ret = pd_check_record(r, rec);
	} else {
		if (rec->type >= PDATA_RECORD_MAX && !pdata_record_name(rec->type))
			r->damage.d.unknown_records++;
		ret = pd_process_meta_record(r, rec);
	}
	if (pd_is_bad_record(r, rec))
		return pd_damage_again(r);
	if (r->checked <= rec->seq && !pd_is_unchecked(r, rec))
		r->checked = rec->seq + 1;
	return ret ? ret : 1;
}

/* Features that a recorder writes before it records; it adds all others at the end. */
#define EARLY_FEATURES                                                                             \
	(UINT64_C(1) << PDATA_FEAT_TRACING_DATA | UINT64_C(1) << PDATA_FEAT_COMPRESSED |           \
	 UINT64_C(1) << PDATA_FEAT_DIR_FORMAT)

/*
 * Pipes, and files whose recorder was killed, have their events and features in the records at
 * their beginning. Read these records at once, so that callers have events and features from the
 * start.
 */
static int read_ahead(struct pdata_reader *r)
{
	struct pdata_record rec;
	struct pd_block *block;
	int ret = 0;

	if (!r->in.seekable || (r->info.features[0] & ~EARLY_FEATURES))
		return 0;
	r->meta_only = true;
	do
		ret = pd_next_in_file(r, &rec, &block);
	while (ret == 1 && rec.type >= PDATA_RECORD_USER_START);
	r->meta_only = false;
	/* A caller that reads up to the place of another error gets it there. */
	return ret == PDATA_E_NOMEM ? ret : pdata_reader_rewind(r);
}

static int take_opts(struct pdata_reader *r, const struct pdata_open_opts *o,
		     struct pdata_error *err)
{
	if (!pd_opts_take(&r->opts, sizeof(r->opts), o) || r->opts.reserved)
		return pd_error(err, PDATA_E_ARG, 0, 0, "size", "of struct pdata_open_opts");
	if (r->opts.order > PDATA_ORDER_TIME)
		return pd_error(err, PDATA_E_ARG, 0, 0, "order", "%u", r->opts.order);
	if (r->opts.on_damage > PDATA_DAMAGE_STRICT)
		return pd_error(err, PDATA_E_ARG, 0, 0, "on_damage", "%u", r->opts.on_damage);
	if (!r->opts.window)
		r->opts.window = WINDOW_DEFAULT;
	return 0;
}

static int open_reader_input(struct pdata_reader **out, struct pd_input in, int dirfd,
			     const struct pdata_open_opts *o, struct pdata_error *err,
			     int64_t mtime)
{
	struct pdata_reader *r = pd_calloc(1, sizeof(*r));
	int ret;

	*out = NULL;
	if (err)
		*err = (struct pdata_error){ .field = "" };
	if (!r) {
		if (in.own_fd)
			close(in.fd);
		return pd_error(err, PDATA_E_NOMEM, 0, 0, "", "reader");
	}
	r->in = in;
	r->error.field = r->damage.d.first.field = r->records.d.first.field = "";
	r->info.file_size = in.size == UINT64_MAX ? 0 : in.size;
	r->info.mtime = mtime;
	r->no_event.id_head = r->no_event.id_tail = r->no_event.time_head = r->no_event.time_tail =
		-1;
	r->no_event.pub.scale = 1;
	ret = take_opts(r, o, err);
	if (!ret)
		ret = pd_file_open(r, dirfd, err);
	if (ret) {
		pdata_reader_close(r);
		return ret;
	}
	r->opened = r->damage;
	r->open_error = r->error;
	pd_order_init(&r->order, &r->pool, (int)r->info.swap,
		      (struct pd_event *const *const *)&r->events, &r->no_event.pub);
	ret = read_ahead(r);
	if (ret) {
		if (r->error.code != ret)
			pd_error(&r->error, ret, 0, 0, "", "reader");
		if (err)
			*err = r->error;
		pdata_reader_close(r);
		return ret;
	}
	pdata_reader_set_order(r, r->opts.order);
	*out = r;
	return 0;
}

static int open_fd(struct pdata_reader **out, int fd, bool own, int dirfd,
		   const struct pdata_open_opts *o, struct pdata_error *err)
{
	struct pd_input in = { .fd = fd, .own_fd = own, .size = UINT64_MAX };
	struct stat st;

	if (fstat(fd, &st)) {
		int e = errno;

		if (own)
			close(fd);
		*out = NULL;
		return pd_error_sys(err, e, 0, "fstat");
	}
	if (S_ISREG(st.st_mode)) {
		in.seekable = true;
		in.size = (uint64_t)st.st_size;
	}
	return open_reader_input(out, in, dirfd, o, err, in.seekable ? st.st_mtime : 0);
}

int pdata_reader_open_fd(struct pdata_reader **out, int fd, const struct pdata_open_opts *o,
			 struct pdata_error *err)
{
	return open_fd(out, fd, false, -1, o, err);
}

int pdata_reader_open_mem(struct pdata_reader **out, const void *buf, size_t len,
			  const struct pdata_open_opts *o, struct pdata_error *err)
{
	struct pd_input in = { .fd = -1, .mem = buf, .size = len, .seekable = true };

	return open_reader_input(out, in, -1, o, err, 0);
}

int pdata_reader_open(struct pdata_reader **out, const char *path, const struct pdata_open_opts *o,
		      struct pdata_error *err)
{
	struct stat st;
	int fd, dirfd = -1, ret;

	*out = NULL;
	if (!strcmp(path, "-"))
		return open_fd(out, STDIN_FILENO, false, -1, o, err);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0 && !fstat(fd, &st) && S_ISDIR(st.st_mode)) {
		dirfd = fd;
		fd = openat(dirfd, "data", O_RDONLY | O_CLOEXEC);
	}
	if (fd < 0) {
		ret = pd_error_sys(err, errno, 0,
				   dirfd >= 0 ? "the file data in the directory cannot be opened"
					      : "open");
		if (dirfd >= 0)
			close(dirfd);
		return ret;
	}
	ret = open_fd(out, fd, true, dirfd, o, err);
	if (dirfd >= 0)
		close(dirfd);
	return ret;
}

void pdata_reader_close(struct pdata_reader *r)
{
	if (!r)
		return;
	pd_order_free(&r->order);
	for (size_t i = 0; i < r->nr_members; i++)
		pd_member_close(&r->members[i]);
	pd_free(r->members);
	pd_free(r->turns);
	pd_pool_free(&r->pool);
	pdata_trailer_close(r->trailer);
	pd_feat_free(r);
	pd_free(r->build_ids);
	pd_idmap_free(&r->ids);
	pd_free(r->events);
	pd_arena_free(&r->arena);
	pd_input_close(&r->in);
	pd_free(r);
}

/* The fast path of pd_next_in_file(). */
static inline bool next_sample(struct pdata_reader *r, struct pdata_record *rec)
{
	struct pd_stream *s = fastpath_stream(r);

	if (!s || !fastpath_read_sample(r, s, rec))
		return false;
	rec->type = PDATA_RECORD_SAMPLE;
	rec->misc = pd_ld16(s->pos + 4, (int)r->info.swap);
	rec->swap = r->info.swap;
	rec->off = s == &r->members->un ? r->members->compressed_off : s->off;
	rec->seq = r->seq;
	rec->payload = 0;
	skip_read_sample(r, s, rec->size);
	return true;
}

/* Release some records if too much memory waits. */
static void limit_waiting(struct pdata_reader *r)
{
	if (r->pool.bytes + r->order.bytes > r->opts.window)
		pd_order_flush_half(&r->order);
}

/* Queue a record that has a time. */
static int queue_record(struct pdata_reader *r, const struct pdata_record *rec,
			struct pd_block *block)
{
	const struct pd_member *m = &r->members[r->cur];
	int ret = pd_order_push(&r->order, rec, block, block == m->un.block);

	limit_waiting(r);
	return ret ? pd_error(&r->error, ret, rec->off, rec->type, "", "time order") : 0;
}

/* As queue_record(), for the SAMPLE at the position of a walk. */
static int queue_sample(struct pdata_reader *r, const struct pd_stream *s,
			const struct pd_sample_walk *k, uint64_t nr)
{
	struct pdata_record rec = { .type = PDATA_RECORD_SAMPLE,
				    .size = k->size,
				    .data = k->pos,
				    .event = &k->ev->pub,
				    .seq = r->seq + nr };
	const bool inside = s == &r->members->un;

	rec.time = sample_walk_time(k, (int)r->info.swap);
	rec.off = inside ? r->members->compressed_off : s->off + (uint64_t)(k->pos - s->pos);
	return pd_order_push(&r->order, &rec, s->block, inside);
}

/*
 * Queue the SAMPLEs from the position of @k on. State that changes with each of them is in local
 * variables. Return: 1, 0 if there are none, or an error.
 */
static inline __attribute__((always_inline)) int queue_row(struct pdata_reader *r,
							   struct pd_stream *s,
							   struct pd_sample_walk *k, int swap)
{
	struct pd_order_row row = { 0 };
	uint64_t nr = 0;
	int ret = 0;

	for (; sample_walk_match(r, k, swap); sample_walk_step(k), nr++) {
		const uint64_t time = sample_walk_time(k, swap);

		if (!time || time == UINT64_MAX)
			break;
		if (row.w < row.end && time >= row.time) {
			row.w->time = row.time = time;
			row.w++->where =
				pd_where((size_t)(k->pos - s->block->data), k->ev->pub.index);
			continue;
		}
		if (row.w)
			pd_order_row_done(&r->order, &row);
		ret = queue_sample(r, s, k, nr);
		if (ret)
			return pd_error(&r->error, ret, s->off, PDATA_RECORD_SAMPLE, "",
					"time order");
		row = pd_order_row(&r->order);
	}
	if (row.w)
		pd_order_row_done(&r->order, &row);
	skip_read_samples(r, s, nr, (size_t)(k->pos - s->pos));
	return nr > 0;
}

/* Queue the SAMPLEs that are next in the block. Return: 1, 0 if there are none, or an error. */
static int queue_samples(struct pdata_reader *r)
{
	struct pd_stream *s = fastpath_stream(r);
	struct pd_sample_walk k;
	int ret;

	if (!s || !sample_walk_begin(r, s, &k))
		return 0;
	ret = r->info.swap ? queue_row(r, s, &k, 1) : queue_row(r, s, &k, 0);
	r->last_id = k.id;
	r->last_event = k.ev;
	limit_waiting(r);
	return ret;
}

static int next_in_time(struct pdata_reader *r, struct pdata_record *rec)
{
	for (;;) {
		struct pd_block *block = NULL;
		int ret;

		if (pd_order_pop(&r->order, rec))
			return 1;
		if (r->order.err)
			return pd_error(&r->error, r->order.err, r->members[r->cur].pos, 0, "",
					"buffered records can no longer be read");
		if (r->at_end)
			return 0;
		ret = queue_samples(r);
		if (ret > 0)
			continue;
		if (!ret)
			ret = pd_next_in_file(r, rec, &block);
		if (ret < 0)
			return ret;
		if (!ret) {
			pd_order_flush_all(&r->order);
			continue;
		}
		if (rec->type == PDATA_RECORD_FINISHED_ROUND)
			pd_order_round(&r->order);
		if (!rec->time || rec->time == UINT64_MAX)
			return 1;
		ret = queue_record(r, rec, block);
		if (ret)
			return ret;
	}
}

/* A separate function, so that the fast paths have fewer registers to save. */
static __attribute__((noinline)) int next_the_long_way(struct pdata_reader *r,
						       struct pdata_record *rec)
{
	struct pd_block *block;
	int ret;

	if (r->error.code)
		return r->error.code;
	r->started = true;
	ret = r->time_order ? next_in_time(r, rec) : pd_next_in_file(r, rec, &block);
	if (ret < 0 && !r->error.code)
		pd_error(&r->error, ret, 0, 0, "", "reader");
	return ret;
}

int pdata_reader_next(struct pdata_reader *r, struct pdata_record *rec)
{
	if (!r->error.code &&
	    (r->time_order ? pd_order_turn(&r->order, rec) : next_sample(r, rec))) {
		r->started = true;
		return 1;
	}
	return next_the_long_way(r, rec);
}

int pdata_reader_set_order(struct pdata_reader *r, enum pdata_order order)
{
	if (r->started || (order != PDATA_ORDER_FILE && order != PDATA_ORDER_TIME))
		return PDATA_E_ARG;
	r->opts.order = order;
	/* Side-band records without a time are ordered only by their place in the file. */
	r->info.no_order = r->info.container != PDATA_CONTAINER_PIPE && r->nr_events &&
			   !pdata_attr_flag(&r->events[0]->pub.attr, PDATA_ATTR_SAMPLE_ID_ALL);
	r->time_order = order == PDATA_ORDER_TIME && !r->info.no_order;
	r->pool.max_bytes = r->time_order ? MEMORY_MOST : 0;
	return 0;
}

int pdata_reader_rewind(struct pdata_reader *r)
{
	for (size_t i = 0; i < r->nr_members; i++)
		if (!r->members[i].in->seekable)
			return PDATA_E_SYS;
	pd_order_clear(&r->order);
	for (size_t i = 0; i < r->nr_members; i++)
		pd_member_rewind(r, &r->members[i]);
	pd_damage_rewind(r);
	r->cur = r->nr_turns = 0;
	r->whole_sample = 0;
	r->seq = r->expanded = r->compressed = r->payload_left = 0;
	r->info.nr_compressed = r->info.nr_compressed2 = 0;
	r->payload_mem = NULL;
	r->at_end = r->started = r->skip_stacks = false;
	r->error = r->open_error;
	return 0;
}

const struct pdata_file_info *pdata_reader_info(const struct pdata_reader *r)
{
	return &r->info;
}

const struct pdata_error *pdata_reader_error(const struct pdata_reader *r)
{
	return &r->error;
}
