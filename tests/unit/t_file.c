/* SPDX-License-Identifier: BSD-2-Clause */
#include "t_file.h"
#include "t_values.h"
#include "test.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#define BITS                                                                                       \
	(PDATA_SAMPLE_IP | PDATA_SAMPLE_TID | PDATA_SAMPLE_TIME | PDATA_SAMPLE_ID |                \
	 PDATA_SAMPLE_CPU)
#define ATTR(config_)                                                                              \
	{                                                                                          \
		.type = PDATA_TYPE_SOFTWARE, .size = PDATA_ATTR_SIZE_VER8, .config = config_,      \
		.sample_type = BITS, .flags = 1ull << PDATA_ATTR_SAMPLE_ID_ALL                     \
	}

const struct t_event t_two_events[2] = {
	{ ATTR(0), { 11, 12 }, 2 },
	{ ATTR(1), { 21, 22 }, 2 },
};

void t_put(struct t_file *f, const void *data, size_t n)
{
	if (f->len + n > f->cap) {
		f->cap = (f->len + n) * 2;
		f->bytes = realloc(f->bytes, f->cap);
		CHECK(f->bytes != NULL);
	}
	if (n)
		memcpy(f->bytes + f->len, data, n);
	f->len += n;
}

void t_set16(struct t_file *f, size_t at, uint16_t v)
{
	v = f->swap ? __builtin_bswap16(v) : v;
	memcpy(f->bytes + at, &v, sizeof(v));
}

void t_set32(struct t_file *f, size_t at, uint32_t v)
{
	v = f->swap ? __builtin_bswap32(v) : v;
	memcpy(f->bytes + at, &v, sizeof(v));
}

void t_set64(struct t_file *f, size_t at, uint64_t v)
{
	v = f->swap ? __builtin_bswap64(v) : v;
	memcpy(f->bytes + at, &v, sizeof(v));
}

void t_put32(struct t_file *f, uint32_t v)
{
	t_put(f, &v, sizeof(v));
	t_set32(f, f->len - sizeof(v), v);
}

void t_put64(struct t_file *f, uint64_t v)
{
	t_put(f, &v, sizeof(v));
	t_set64(f, f->len - sizeof(v), v);
}

static void put_attr(struct t_file *f, const struct pdata_attr *a)
{
	uint8_t image[256];
	int n = pdata_attr_encode(a, image, sizeof(image), f->swap);

	CHECK(n > 0);
	t_put(f, image, (size_t)n);
}

static void begin_file(struct t_file *f)
{
	uint64_t stride = f->ev[0].attr.size + 16, at;

	t_put64(f, PDATA_MAGIC2);
	t_put64(f, PDATA_HEADER_SIZE);
	t_put64(f, stride);
	t_put64(f, PDATA_HEADER_SIZE);
	t_put64(f, stride * f->nr_ev);
	for (unsigned i = 0; i < 8; i++)
		t_put64(f, 0);
	at = f->len + stride * f->nr_ev;
	for (unsigned i = 0; i < f->nr_ev; i++) {
		put_attr(f, &f->ev[i].attr);
		t_put64(f, at);
		t_put64(f, 8 * f->ev[i].nr_ids);
		at += 8 * f->ev[i].nr_ids;
	}
	for (unsigned i = 0; i < f->nr_ev; i++)
		for (unsigned k = 0; k < f->ev[i].nr_ids; k++)
			t_put64(f, f->ev[i].ids[k]);
	f->data_off = f->len;
	t_set64(f, 40, f->len);
}

static void begin_pipe(struct t_file *f)
{
	t_put64(f, PDATA_MAGIC2);
	t_put64(f, PDATA_PIPE_HEADER_SIZE);
	f->data_off = f->len;
	for (unsigned i = 0; i < f->nr_ev; i++) {
		size_t at = t_raw(f, PDATA_RECORD_HEADER_ATTR, NULL, 0);

		put_attr(f, &f->ev[i].attr);
		for (unsigned k = 0; k < f->ev[i].nr_ids; k++)
			t_put64(f, f->ev[i].ids[k]);
		t_set16(f, at + 6, (uint16_t)(f->len - at));
	}
}

void t_file_begin(struct t_file *f, const struct t_event *ev, unsigned nr_ev, int swap, int pipe)
{
	*f = (struct t_file){ .swap = swap, .pipe = pipe, .ev = ev, .nr_ev = nr_ev };
	if (pipe)
		begin_pipe(f);
	else
		begin_file(f);
}

size_t t_record(struct t_file *f, uint32_t type, uint16_t misc, const struct pdata_value *v,
		const struct t_event *e)
{
	static uint8_t buf[65536];
	size_t at = f->len;
	int n = pdata_record_encode(type, misc, v, e ? &e->attr : NULL, f->swap, buf, sizeof(buf));

	CHECK(n >= 8);
	t_put(f, buf, (size_t)n);
	return at;
}

size_t t_raw(struct t_file *f, uint32_t type, const void *data, size_t n)
{
	size_t at = f->len;

	t_put32(f, type);
	t_put32(f, 0);
	t_put(f, data, n);
	t_set16(f, at + 6, (uint16_t)(8 + n));
	return at;
}

size_t t_sample_of(struct t_file *f, const struct t_event *e, uint64_t ip, uint64_t time)
{
	static uint8_t buf[65536];
	struct pdata_sample s;
	size_t at = f->len;
	int n;

	t_sample(&s, &e->attr, f->swap);
	s.ip = ip;
	s.time = time;
	s.id = s.identifier = e->ids[0];
	n = pdata_sample_encode(2, &s, &e->attr, f->swap, buf, sizeof(buf));
	CHECK(n >= 8);
	t_put(f, buf, (size_t)n);
	return at;
}

void t_file_data_end(struct t_file *f)
{
	if (!f->pipe)
		t_set64(f, 48, f->len - f->data_off);
}

void t_file_features(struct t_file *f, const struct t_section *s, unsigned nr)
{
	uint64_t at = f->len + 16ull * nr;

	for (unsigned i = 0; i < nr; i++) {
		t_put64(f, at);
		t_put64(f, s[i].len);
		at += s[i].len;
		f->features[s[i].bit / 64] |= 1ull << s[i].bit % 64;
	}
	for (unsigned i = 0; i < nr; i++)
		t_put(f, s[i].data, s[i].len);
	for (unsigned i = 0; i < 4; i++)
		t_set64(f, 72 + 8 * i, f->features[i]);
}

void t_file_free(struct t_file *f)
{
	free(f->bytes);
	*f = (struct t_file){ 0 };
}

struct pdata_reader *t_open(const struct t_file *f, const struct pdata_open_opts *o)
{
	struct pdata_error err = { 0 };
	struct pdata_reader *r;

	if (pdata_reader_open_mem(&r, f->bytes, f->len, o, &err))
		test_fail(__FILE__, __LINE__, "error %d: %s", err.code, err.text);
	return r;
}

unsigned t_ips(struct pdata_reader *r, uint64_t *ips, unsigned max)
{
	struct pdata_record rec;
	struct pdata_sample s;
	unsigned n = 0;

	while (pdata_reader_next(r, &rec) == 1)
		if (rec.type == PDATA_RECORD_SAMPLE && n < max &&
		    !pdata_sample_decode(&rec, PDATA_SAMPLE_IP, &s, NULL))
			ips[n++] = s.ip;
	return n;
}

int t_read(const struct t_file *f, const struct pdata_open_opts *o, uint64_t *ips, unsigned max,
	   struct pdata_damage *damage)
{
	struct pdata_reader *r;
	int n = pdata_reader_open_mem(&r, f->bytes, f->len, o, NULL);

	if (n)
		return n;
	n = (int)t_ips(r, ips, max);
	if (damage)
		*damage = *pdata_reader_damage(r);
	pdata_reader_close(r);
	return n;
}

void t_save(const char *dir, const char *name, const void *data, size_t n)
{
	char path[4300];
	int fd;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	CHECK(fd >= 0 && write(fd, data, n) == (ssize_t)n);
	CHECK_I(close(fd), 0);
}
