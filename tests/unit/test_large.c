/* SPDX-License-Identifier: BSD-2-Clause */
/* Things larger than the blocks that files are read in. */

#include "t_file.h"
#include "test.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#define LARGE (5u << 20)

static void put_sample(struct t_file *f, uint64_t n)
{
	t_sample_of(f, &t_two_events[0], n, n);
}

/* Bytes that are no record anywhere: their sizes would be odd. */
static uint8_t *noise(size_t n)
{
	uint8_t *p = malloc(n);

	CHECK(p != NULL);
	for (size_t i = 0; i < n; i++)
		p[i] = (uint8_t)(0x81 | i * 2654435761u >> 24);
	return p;
}

static void put_aux(struct t_file *f, uint64_t size, size_t there)
{
	struct pdata_value v = { .u.auxtrace = { .blob_size = size, .cpu = 1 } };
	uint8_t *data = noise(there);

	t_record(f, PDATA_RECORD_AUXTRACE, 0, &v, NULL);
	t_put(f, data, there);
	free(data);
}

/* The file's bytes as a stream, written by a process of its own. */
static struct pdata_reader *stream_of(const struct t_file *f, int *fd)
{
	struct pdata_reader *r;
	int p[2];
	pid_t pid;

	CHECK_I(pipe(p), 0);
	pid = fork();
	CHECK(pid >= 0);
	if (!pid) {
		size_t done = 0;
		ssize_t n;

		close(p[0]);
		while (done < f->len && (n = write(p[1], f->bytes + done, f->len - done)) > 0)
			done += (size_t)n;
		_exit(0);
	}
	close(p[1]);
	*fd = p[0];
	CHECK_I(pdata_reader_open_fd(&r, p[0], NULL, NULL), 0);
	return r;
}

static void close_stream(struct pdata_reader *r, int fd)
{
	pdata_reader_close(r);
	close(fd);
	CHECK(wait(NULL) > 0);
}

TEST(a_large_payload_is_stepped_over_and_read)
{
	for (int streamed = 0; streamed <= 1; streamed++)
		for (int wanted = 0; wanted <= 1; wanted++) {
			uint8_t *want = noise(LARGE), *got = malloc(LARGE);
			struct pdata_reader *r;
			struct pdata_record rec;
			struct t_file f;
			uint64_t ips[3];
			int fd = -1;

			t_file_begin(&f, t_two_events, 0, 0, 1);
			put_aux(&f, LARGE, LARGE);
			put_sample(&f, 7);
			r = streamed ? stream_of(&f, &fd) : t_open(&f, NULL);
			CHECK_I(pdata_reader_next(r, &rec), 1);
			CHECK_U(rec.payload, LARGE);
			if (wanted) {
				CHECK_I(pdata_reader_payload(r, got, LARGE), LARGE);
				CHECK(!memcmp(got, want, LARGE));
			}
			CHECK_U(t_ips(r, ips, 3), 1);
			CHECK_U(pdata_reader_damage(r)->nr, 1); /* an event nobody announced */
			CHECK_U(pdata_reader_damage(r)->unknown_ids, 1);
			if (streamed)
				close_stream(r, fd);
			else
				pdata_reader_close(r);
			t_file_free(&f);
			free(want);
			free(got);
		}
}

TEST(a_stream_that_ends_inside_a_payload_is_damage)
{
	struct pdata_reader *r;
	struct t_file f;
	uint64_t ips[3];
	int fd;

	t_file_begin(&f, t_two_events, 2, 0, 1);
	put_sample(&f, 1);
	put_aux(&f, LARGE, LARGE - 1);
	r = stream_of(&f, &fd);
	CHECK_U(t_ips(r, ips, 3), 1);
	CHECK_U(pdata_reader_damage(r)->nr, 1);
	CHECK_I(pdata_reader_damage(r)->first.code, PDATA_E_CUT);
	close_stream(r, fd);
	t_file_free(&f);
}

TEST(tracing_data_of_a_stream_is_a_feature_and_a_payload)
{
	struct pdata_value v = { .u.tracing_data = { .blob_size = 16 } };
	const struct pdata_feature *feat;
	struct pdata_reader *r;
	struct pdata_record rec;
	uint8_t got[40];
	struct t_file f;
	uint64_t ips[3];
	int fd;

	t_file_begin(&f, t_two_events, 0, 0, 1);
	t_record(&f, PDATA_RECORD_TRACING_DATA, 0, &v, NULL);
	t_put(&f, "0123456789abcdef", 16);
	put_sample(&f, 5);
	r = stream_of(&f, &fd);
	CHECK_I(pdata_reader_next(r, &rec), 1);
	CHECK_I(pdata_reader_payload(r, got, 5), 5);
	CHECK_I(pdata_reader_payload(r, got + 5, 35), 11);
	CHECK_M(got, "0123456789abcdef", 16);
	CHECK_I(pdata_reader_payload(r, got, 40), 0);
	CHECK_U(t_ips(r, ips, 3), 1);
	pdata_reader_feature(r, PDATA_FEAT_TRACING_DATA, &feat, NULL);
	CHECK_U(feat->len, 16);
	CHECK_M(feat->data, "0123456789abcdef", 16);
	close_stream(r, fd);
	t_file_free(&f);
}

TEST(records_behind_a_lot_of_noise_are_found)
{
	for (int pipe = 0; pipe <= 1; pipe++) {
		uint8_t *bytes = noise(LARGE);
		struct pdata_damage d;
		struct t_file f;
		uint64_t ips[9];

		t_file_begin(&f, t_two_events, 2, 0, pipe);
		put_sample(&f, 1);
		t_put(&f, bytes, LARGE);
		for (unsigned i = 2; i <= 8; i++)
			put_sample(&f, i);
		t_file_data_end(&f);
		CHECK_I(t_read(&f, NULL, ips, 9, &d), 8);
		CHECK_U(ips[7], 8);
		CHECK_U(d.nr, 1);
		CHECK_U(d.skipped_bytes, LARGE);
		t_file_free(&f);
		free(bytes);
	}
}

/* Members take turns, so that time order need not hold back whole files. */
TEST(large_members_of_a_directory_are_read_by_turns)
{
	struct pdata_open_opts o = { .size = sizeof(o), .order = PDATA_ORDER_TIME };
	const unsigned each = LARGE / 48;
	struct pdata_reader *r;
	struct pdata_record rec;
	uint64_t last = 0;
	unsigned n = 0;

	for (unsigned m = 0; m < 3; m++) {
		char path[4300];
		struct t_file f = { 0 };
		FILE *out;

		if (!m)
			t_file_begin(&f, t_two_events, 2, 0, 0);
		for (uint64_t i = 0; i < each; i++)
			put_sample(&f, i * 3 + m + 1);
		if (!m)
			t_file_data_end(&f);
		if (m)
			snprintf(path, sizeof(path), "%s/data.%u", test_dir(), m);
		else
			snprintf(path, sizeof(path), "%s/data", test_dir());
		out = fopen(path, "w");
		CHECK(out && fwrite(f.bytes, 1, f.len, out) == f.len && !fclose(out));
		t_file_free(&f);
	}
	CHECK_I(pdata_reader_open(&r, test_dir(), &o, NULL), 0);
	while (pdata_reader_next(r, &rec) == 1) {
		CHECK(rec.time > last);
		last = rec.time;
		n++;
	}
	CHECK_U(n, 3 * each);
	CHECK_U(pdata_reader_damage(r)->nr, 0);
	pdata_reader_close(r);
}
