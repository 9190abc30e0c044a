/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * gendata NAME FILE - write a small perf.data file for tests
 *
 * The same bytes every time. The container is laid out here by hand, so that a mistake of the
 * library's writer cannot hide one of its reader.
 *
 *   basic       two processes, two events, samples with call chains, features
 *   basic-be    the same, recorded on a big-endian machine
 *   records     every record type there is
 *   records-be  likewise big-endian
 *   unfinished  basic as a recorder that died leaves it: data size 0, no features
 *   cut         basic, ending inside a record
 *   zero-size   basic with a record that says it has no bytes
 *   pipe        basic as a stream
 *   empty       no record at all
 */

#include "../unit/t_values.h"
#include "../unit/test.h"

#include <stdarg.h>
#include <stdio.h>

struct image {
	uint8_t bytes[1 << 17];
	size_t len;
	int swap;
};

struct event {
	struct pdata_attr attr;
	uint64_t id;
	const char *name;
};

static const uint64_t sample_bits = PDATA_SAMPLE_IP | PDATA_SAMPLE_TID | PDATA_SAMPLE_TIME |
				    PDATA_SAMPLE_ID | PDATA_SAMPLE_CPU | PDATA_SAMPLE_PERIOD |
				    PDATA_SAMPLE_CALLCHAIN;

void test_fail(const char *file, int line, const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "gendata: %s:%d: ", file, line);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	exit(1);
}

void test_register(struct test_case *c)
{
	(void)c;
}

static void put(struct image *im, const void *p, size_t n)
{
	CHECK(im->len + n <= sizeof(im->bytes));
	memcpy(im->bytes + im->len, p, n);
	im->len += n;
}

static void set64(struct image *im, size_t at, uint64_t v)
{
	if (im->swap)
		v = __builtin_bswap64(v);
	memcpy(im->bytes + at, &v, sizeof(v));
}

static void put64(struct image *im, uint64_t v)
{
	im->len += sizeof(v);
	CHECK(im->len <= sizeof(im->bytes));
	set64(im, im->len - sizeof(v), v);
}

static void put_record(struct image *im, uint32_t type, uint16_t misc, const struct pdata_value *v,
		       const struct pdata_attr *attr)
{
	int n = pdata_record_encode(type, misc, v, attr, im->swap, im->bytes + im->len,
				    sizeof(im->bytes) - im->len);

	CHECK(n >= 8);
	im->len += (size_t)n;
}

static void put_comm(struct image *im, const struct event *ev, uint32_t pid, const char *comm)
{
	struct pdata_value v = { .id = { .pid = pid, .tid = pid, .id = ev->id } };

	v.u.comm = (struct pdata_comm){ pid, pid, comm };
	put_record(im, PDATA_RECORD_COMM, 0, &v, &ev->attr);
}

static void put_map(struct image *im, const struct event *ev, uint32_t pid, uint64_t addr,
		    const char *file)
{
	struct pdata_value v = { .id = { .pid = pid, .tid = pid, .id = ev->id } };

	v.u.mmap2 = (struct pdata_mmap2){ .pid = pid,
					  .tid = pid,
					  .addr = addr,
					  .len = 0x10000,
					  .maj = 8,
					  .min = 1,
					  .ino = 1000 + pid,
					  .prot = 5,
					  .flags = 2,
					  .filename = file };
	put_record(im, PDATA_RECORD_MMAP2, PDATA_CPUMODE_USER, &v, &ev->attr);
}

static void put_sample(struct image *im, const struct event *ev, uint32_t pid, uint64_t time,
		       uint64_t ip)
{
	uint64_t chain[] = { PDATA_CONTEXT_USER, ip, 0x400100, 0x400020 };
	struct pdata_sample s = { .ip = ip,
				  .pid = pid,
				  .tid = pid,
				  .time = time,
				  .id = ev->id,
				  .cpu = pid & 3,
				  .period = 1000,
				  .nr_ips = 4 };
	int n;

	for (size_t i = 0; im->swap && i < 4; i++)
		chain[i] = __builtin_bswap64(chain[i]);
	s.ips = (struct pdata_view){ (const uint8_t *)chain, 4, (uint32_t)im->swap };
	n = pdata_sample_encode(PDATA_CPUMODE_USER, &s, &ev->attr, im->swap, im->bytes + im->len,
				sizeof(im->bytes) - im->len);
	CHECK(n >= 8);
	im->len += (size_t)n;
}

static void put_work(struct image *im, const struct event *ev)
{
	struct pdata_value none = { .id = { 0 } };

	put_comm(im, ev, 100, "first");
	put_map(im, ev, 100, 0x400000, "/opt/demo/first");
	put_comm(im, ev, 101, "second");
	put_map(im, ev, 101, 0x400000, "/opt/demo/second");
	for (uint64_t i = 0; i < 40; i++)
		put_sample(im, &ev[i % 2], i % 4 ? 100 : 101, 1000000 + i * 1000,
			   0x400200 + i % 3 * 0x40);
	put_record(im, PDATA_RECORD_FINISHED_ROUND, 0, &none, NULL);
	put_comm(im, ev, 100, "renamed");
	for (uint64_t i = 40; i < 50; i++)
		put_sample(im, &ev[i % 2], 100, 1000000 + i * 1000, 0x400300);
	put_record(im, PDATA_RECORD_FINISHED_ROUND, 0, &none, NULL);
}

static void put_every_record(struct image *im, const struct event *ev)
{
	struct t_value t[T_VALUES_MAX];
	size_t nr = t_values(t, im->swap);

	for (size_t i = 0; i < nr; i++) {
		struct pdata_attr attr = ev->attr;

		if (t[i].type == PDATA_RECORD_READ && t[i].v.u.read.read.format != attr.read_format)
			continue;
		/* Payloads that follow records are empty here. */
		t[i].v.id = (struct pdata_sample_id){
			.pid = 100, .tid = 100, .time = 1000 + i, .id = ev->id
		};
		put_record(im, t[i].type, t[i].misc, &t[i].v, &attr);
	}
	put_sample(im, ev, 100, 2000000, 0x400200);
}

static const struct event *events(void)
{
	static struct event ev[2] = { { .id = 11, .name = "cpu-clock" },
				      { .id = 12, .name = "task-clock" } };

	for (size_t i = 0; i < 2; i++) {
		ev[i].attr = (struct pdata_attr){ .type = PDATA_TYPE_SOFTWARE,
						  .size = PDATA_ATTR_SIZE_VER7,
						  .config = i,
						  .sample_period = 1000,
						  .sample_type = sample_bits,
						  .read_format = PDATA_FORMAT_ID };
		ev[i].attr.flags = 1ull << PDATA_ATTR_DISABLED | 1ull << PDATA_ATTR_MMAP |
				   1ull << PDATA_ATTR_COMM | 1ull << PDATA_ATTR_MMAP2 |
				   1ull << PDATA_ATTR_SAMPLE_ID_ALL;
	}
	return ev;
}

static size_t make_features(struct pdata_feature f[8], const struct event *ev)
{
	static const char *argv[] = { "perf", "record", "-e", "cpu-clock,task-clock", "work" };
	static struct pdata_feat_event desc[2];
	size_t n = 0;

	for (size_t i = 0; i < 2; i++)
		desc[i] = (struct pdata_feat_event){ ev[i].attr, 1, ev[i].name, &ev[i].id };
	f[n] = (struct pdata_feature){ .bit = PDATA_FEAT_HOSTNAME };
	f[n++].u.str = "target";
	f[n] = (struct pdata_feature){ .bit = PDATA_FEAT_OSRELEASE };
	f[n++].u.str = "6.1.0-test";
	f[n] = (struct pdata_feature){ .bit = PDATA_FEAT_VERSION };
	f[n++].u.str = "6.1";
	f[n] = (struct pdata_feature){ .bit = PDATA_FEAT_ARCH };
	f[n++].u.str = "x86_64";
	f[n] = (struct pdata_feature){ .bit = PDATA_FEAT_NRCPUS };
	f[n++].u.nrcpus = (struct pdata_nrcpus){ 4, 4 };
	f[n] = (struct pdata_feature){ .bit = PDATA_FEAT_CMDLINE };
	f[n++].u.cmdline = (struct pdata_strlist){ 5, argv };
	f[n] = (struct pdata_feature){ .bit = PDATA_FEAT_EVENT_DESC };
	f[n++].u.event_desc = (struct pdata_event_desc){ 2, PDATA_ATTR_SIZE_VER7, desc };
	f[n] = (struct pdata_feature){ .bit = PDATA_FEAT_SAMPLE_TIME };
	f[n++].u.sample_time = (struct pdata_sample_time){ 1000000, 1049000 };
	return n;
}

/* The feature table after the data: an entry for each bit, then the sections. */
static void put_features(struct image *im, const struct event *ev)
{
	struct pdata_feature f[8];
	size_t nr = make_features(f, ev), table = im->len;

	im->len += nr * 16;
	for (size_t i = 0; i < nr; i++) {
		uint8_t *data;
		int64_t n = pdata_feature_encode(&f[i], im->swap, &data);
		size_t word = PDATA_HEADER_SIZE_OLD + f[i].bit / 64 * 8;
		uint64_t bits;

		CHECK(n >= 0);
		set64(im, table + i * 16, im->len);
		set64(im, table + i * 16 + 8, (uint64_t)n);
		put(im, data, (size_t)n);
		pdata_free(data);
		memcpy(&bits, im->bytes + word, sizeof(bits));
		if (im->swap)
			bits = __builtin_bswap64(bits);
		set64(im, word, bits | 1ull << f[i].bit % 64);
	}
}

#define ATTR_SIZE (PDATA_ATTR_SIZE_VER7 + 16u)

/* Header, ids, attrs; the data starts where this ends. */
static void put_file_start(struct image *im, const struct event *ev)
{
	size_t ids = PDATA_HEADER_SIZE, attrs = ids + 16;

	im->len = 0;
	put64(im, PDATA_MAGIC2);
	put64(im, PDATA_HEADER_SIZE);
	put64(im, ATTR_SIZE);
	put64(im, attrs);
	put64(im, 2 * ATTR_SIZE);
	put64(im, attrs + 2 * ATTR_SIZE);
	put64(im, 0); /* bytes of data: set at the end */
	for (size_t i = 0; i < 6; i++)
		put64(im, 0); /* event types, features */
	for (size_t i = 0; i < 2; i++)
		put64(im, ev[i].id);
	for (size_t i = 0; i < 2; i++) {
		CHECK(pdata_attr_encode(&ev[i].attr, im->bytes + im->len, ATTR_SIZE, im->swap) > 0);
		im->len += PDATA_ATTR_SIZE_VER7;
		put64(im, ids + i * 8);
		put64(im, 8);
	}
}

#define DATA_START (PDATA_HEADER_SIZE + 16u + 2u * ATTR_SIZE)

static void put_pipe_start(struct image *im, const struct event *ev)
{
	put64(im, PDATA_MAGIC2);
	put64(im, PDATA_PIPE_HEADER_SIZE);
	for (size_t i = 0; i < 2; i++) {
		struct pdata_value v = { .id = { 0 } };
		uint8_t attr[PDATA_ATTR_SIZE_VER7];
		uint64_t id = im->swap ? __builtin_bswap64(ev[i].id) : ev[i].id;

		CHECK(pdata_attr_encode(&ev[i].attr, attr, sizeof(attr), im->swap) ==
		      (int)sizeof(attr));
		v.u.header_attr.attr =
			(struct pdata_bytes){ attr, sizeof(attr), (uint32_t)im->swap };
		v.u.header_attr.ids =
			(struct pdata_view){ (const uint8_t *)&id, 1, (uint32_t)im->swap };
		put_record(im, PDATA_RECORD_HEADER_ATTR, 0, &v, NULL);
	}
}

static void finish(struct image *im, const struct event *ev)
{
	CHECK(im->len >= DATA_START);
	set64(im, 48, im->len - DATA_START);
	put_features(im, ev);
}

static int is(const char *name, const char *prefix)
{
	return !strncmp(name, prefix, strlen(prefix));
}

static int make(struct image *im, const char *name)
{
	const struct event *ev = events();
	const uint16_t one = 1;
	int host_be = !*(const uint8_t *)&one;
	int be = strlen(name) > 3 && !strcmp(name + strlen(name) - 3, "-be");

	im->swap = be != host_be;
	if (is(name, "pipe")) {
		put_pipe_start(im, ev);
		put_work(im, ev);
		return 1;
	}
	put_file_start(im, ev);
	if (is(name, "records"))
		put_every_record(im, ev);
	else if (!is(name, "empty"))
		put_work(im, ev);
	if (is(name, "unfinished"))
		return 1;
	finish(im, ev);
	if (is(name, "cut"))
		im->len = DATA_START + 1500;
	if (is(name, "zero-size")) /* the size of the first record */
		memset(im->bytes + DATA_START + 6, 0, 2);
	return is(name, "basic") || is(name, "records") || is(name, "empty") || is(name, "cut") ||
	       is(name, "zero-size");
}

int main(int argc, char **argv)
{
	static struct image im;
	FILE *f;

	if (argc != 3 || !make(&im, argv[1])) {
		fprintf(stderr, "usage: gendata NAME FILE\n");
		return 1;
	}
	f = fopen(argv[2], "wb");
	if (!f || fwrite(im.bytes, 1, im.len, f) != im.len || fclose(f)) {
		perror(argv[2]);
		return 1;
	}
	return 0;
}
