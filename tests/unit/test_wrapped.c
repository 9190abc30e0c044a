/* SPDX-License-Identifier: BSD-2-Clause */
/* Files that were compressed as a whole. */

#include "t_file.h"
#include "test.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

#define SAMPLES 400u

static void make(struct t_file *f, int swap, int pipe)
{
	static const char name[] = "\x08\0\0\0target\0";
	const struct t_section s = { PDATA_FEAT_HOSTNAME, name, sizeof(name) };

	t_file_begin(f, t_two_events, 2, swap, pipe);
	for (unsigned i = 0; i < SAMPLES; i++)
		t_sample_of(f, &t_two_events[i % 2], 0x400000 + i, i + 1);
	t_file_data_end(f);
	if (!pipe)
		t_file_features(f, &s, 1);
}

#ifdef HAVE_ZSTD
static void zstd(struct t_file *f)
{
	size_t room = ZSTD_compressBound(f->len);
	uint8_t *out = malloc(room);

	CHECK(out != NULL);
	f->len = ZSTD_compress(out, room, f->bytes, f->len, 3);
	CHECK(!ZSTD_isError(f->len));
	free(f->bytes);
	f->bytes = out;
	f->cap = room;
}
#endif

/* Return: 0 in a build without the codec. */
static int wrap(struct t_file *f, enum pdata_wrapper how)
{
#ifdef HAVE_ZLIB
	if (how == PDATA_WRAPPER_GZIP)
		return t_file_gzip(f), 1;
#endif
#ifdef HAVE_ZSTD
	if (how == PDATA_WRAPPER_ZSTD)
		return zstd(f), 1;
#endif
	(void)f, (void)how;
	return 0;
}

static void check_content(struct pdata_reader *r, enum pdata_wrapper how, int pipe)
{
	uint64_t ips[SAMPLES + 1];

	CHECK_I(pdata_reader_info(r)->wrapper, how);
	CHECK_I(pdata_reader_info(r)->container,
		pipe ? PDATA_CONTAINER_PIPE : PDATA_CONTAINER_FILE);
	CHECK_I(t_ips(r, ips, SAMPLES + 1), SAMPLES);
	for (unsigned i = 0; i < SAMPLES; i++)
		CHECK_U(ips[i], 0x400000 + i);
	CHECK_I(pdata_reader_nr_events(r), 2);
	CHECK_I(pdata_reader_damage(r)->nr, 0);
}

static void by_memory(const struct t_file *f, enum pdata_wrapper how, int pipe)
{
	struct pdata_reader *r = t_open(f, NULL);

	check_content(r, how, pipe);
	CHECK_I(pdata_reader_rewind(r), 0);
	check_content(r, how, pipe);
	pdata_reader_close(r);
}

static void by_path(const struct t_file *f, enum pdata_wrapper how, int pipe)
{
	struct pdata_reader *r;
	char path[4300];
	int fd;

	snprintf(path, sizeof(path), "%s/file", test_dir());
	fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	CHECK(fd >= 0 && write(fd, f->bytes, f->len) == (ssize_t)f->len);
	CHECK_I(pdata_reader_open(&r, path, NULL, NULL), 0);
	check_content(r, how, pipe);
	pdata_reader_close(r);
	CHECK_I(pdata_reader_open_fd(&r, fd, NULL, NULL), 0);
	check_content(r, how, pipe);
	pdata_reader_close(r);
	CHECK_I(close(fd), 0); /* it stayed ours */
}

/* A few bytes at a time, as pipes may deliver them. */
static void by_stream(const struct t_file *f, enum pdata_wrapper how, int pipe_mode)
{
	struct pdata_reader *r;
	int fds[2], status;
	pid_t pid;

	CHECK_I(pipe(fds), 0);
	pid = fork();
	if (!pid) {
		for (size_t at = 0; at < f->len; at += 7) {
			size_t n = f->len - at < 7 ? f->len - at : 7;

			if (write(fds[1], f->bytes + at, n) != (ssize_t)n)
				_exit(1);
		}
		_exit(0);
	}
	close(fds[1]);
	CHECK_I(pdata_reader_open_fd(&r, fds[0], NULL, NULL), 0);
	check_content(r, how, pipe_mode);
	/* A file was copied, so that it could be read at all; a pipe's records go by. */
	CHECK_I(pdata_reader_rewind(r), pipe_mode ? PDATA_E_SYS : 0);
	pdata_reader_close(r);
	close(fds[0]);
	CHECK(waitpid(pid, &status, 0) == pid && !status);
}

TEST(a_compressed_file_is_read_as_what_is_in_it)
{
	for (int how = PDATA_WRAPPER_NONE; how <= PDATA_WRAPPER_ZSTD; how++)
		for (int k = 0; k < 4; k++) {
			struct t_file f;

			make(&f, k & 1, k >> 1);
			if (!how || wrap(&f, how)) {
				by_memory(&f, how, k >> 1);
				by_path(&f, how, k >> 1);
				by_stream(&f, how, k >> 1);
			}
			t_file_free(&f);
		}
}

TEST(what_precedes_the_cut_of_a_compressed_file_is_read_and_the_cut_is_said)
{
	for (int how = PDATA_WRAPPER_GZIP; how <= PDATA_WRAPPER_ZSTD; how++) {
		struct t_file f;
		int most = 0;

		make(&f, 0, 1);
		if (!wrap(&f, how)) {
			t_file_free(&f);
			continue;
		}
		for (size_t whole = f.len, cut = whole - 1; cut > 4; cut -= 3) {
			struct pdata_damage d = { 0 };
			uint64_t ips[SAMPLES];
			int n;

			f.len = cut;
			n = t_read(&f, NULL, ips, SAMPLES, &d);
			CHECK(n >= 0 ? d.nr > 0 : n == PDATA_E_CUT);
			for (int i = 0; i < n; i++)
				CHECK_U(ips[i], 0x400000 + (unsigned)i);
			most = n > most ? n : most;
			f.len = whole;
			if (cut < 7)
				break;
		}
		/* zstd keeps its blocks whole. */
		CHECK(how == PDATA_WRAPPER_ZSTD || most > (int)SAMPLES / 2);
		t_file_free(&f);
	}
}

TEST(strict_readers_get_the_cut_of_a_compressed_file)
{
	const struct pdata_open_opts o = { .size = sizeof(o), .on_damage = PDATA_DAMAGE_STRICT };
	struct pdata_record rec;
	struct pdata_reader *r;
	struct t_file f;

	make(&f, 0, 1);
	if (wrap(&f, PDATA_WRAPPER_GZIP)) {
		f.len -= 8;
		r = t_open(&f, &o);
		for (int pass = 0; pass < 2; pass++) {
			CHECK_I(pdata_reader_next(r, &rec), PDATA_E_CUT);
			CHECK_I(pdata_reader_error(r)->code, PDATA_E_CUT);
			CHECK_I(pdata_reader_rewind(r), 0);
		}
		pdata_reader_close(r);
	}
	t_file_free(&f);
}

TEST(bits_flipped_in_a_compressed_file_change_nothing_unnoticed)
{
#ifdef HAVE_ZLIB
	struct t_file f;

	make(&f, 0, 0);
	t_file_gzip(&f);
	for (size_t at = 10; at < f.len; at++) { /* after the header */
		struct pdata_damage d = { 0 };
		uint64_t ips[SAMPLES];
		int n;

		f.bytes[at] ^= 0x10;
		n = t_read(&f, NULL, ips, SAMPLES, &d);
		/* There are bits that mean nothing: codes that are not used, and what fills the last byte. */
		if (n >= 0 && !d.nr && n != (int)SAMPLES)
			test_fail(__FILE__, __LINE__, "nothing is said of byte %zu of %zu", at,
				  f.len);
		for (int i = 0; i < n && !d.nr; i++)
			CHECK_U(ips[i], 0x400000 + (unsigned)i);
		f.bytes[at] ^= 0x10;
	}
	t_file_free(&f);
#endif
}

TEST(gzip_files_behind_each_other_are_one_and_zeros_behind_them_are_nothing)
{
#ifdef HAVE_ZLIB
	struct t_file f, first = { 0 }, second = { 0 };
	static const uint8_t zeros[512];

	make(&f, 0, 0);
	t_put(&first, f.bytes, f.len / 3);
	t_put(&second, f.bytes + f.len / 3, f.len - f.len / 3);
	t_file_gzip(&first);
	t_file_gzip(&second);
	t_put(&first, second.bytes, second.len);
	t_put(&first, zeros, sizeof(zeros));
	by_memory(&first, PDATA_WRAPPER_GZIP, 0);
	t_file_free(&f);
	t_file_free(&first);
	t_file_free(&second);
#endif
}

TEST(what_a_compressed_file_may_grow_to_is_limited)
{
	for (int how = PDATA_WRAPPER_GZIP; how <= PDATA_WRAPPER_ZSTD; how++) {
		struct pdata_open_opts o = { .size = sizeof(o), .max_expansion = 10000 };
		struct pdata_error err;
		struct pdata_reader *r;
		struct t_file f;

		make(&f, 0, 0);
		if (wrap(&f, how)) {
			CHECK_I(pdata_reader_open_mem(&r, f.bytes, f.len, &o, &err),
				PDATA_L_MEMORY);
			CHECK_S(err.field, pdata_wrapper_name((uint32_t)how));
			o.max_expansion = 1 << 20;
			CHECK_I(pdata_reader_open_mem(&r, f.bytes, f.len, &o, &err), 0);
			pdata_reader_close(r);
		}
		t_file_free(&f);
	}
}

TEST(a_compressed_file_needs_the_codec)
{
	static const uint8_t gz[16] = { 0x1f, 0x8b, 8 }, zst[16] = { 0x28, 0xb5, 0x2f, 0xfd };
	struct pdata_reader *r;
	struct pdata_error err;

#ifndef HAVE_ZLIB
	CHECK_I(pdata_reader_open_mem(&r, gz, sizeof(gz), NULL, &err), PDATA_E_CODEC);
	CHECK_S(err.field, "gzip");
#else
	CHECK(pdata_reader_open_mem(&r, gz, sizeof(gz), NULL, &err) < 0);
	CHECK_S(err.field, "gzip");
#endif
#ifndef HAVE_ZSTD
	CHECK_I(pdata_reader_open_mem(&r, zst, sizeof(zst), NULL, &err), PDATA_E_CODEC);
	CHECK_S(err.field, "zstd");
#else
	CHECK(pdata_reader_open_mem(&r, zst, sizeof(zst), NULL, &err) < 0);
	CHECK_S(err.field, "zstd");
#endif
}

/*
 * A directory of which data.0 is compressed, and cut to @keep bytes; data.1 is plain. Return: those
 * bytes, 0 in a build without the codec.
 */
static size_t wrapped_member(const char *dir, enum pdata_wrapper how, size_t keep)
{
	struct t_file f;

	t_file_begin(&f, t_two_events, 2, 0, 0);
	t_raw(&f, PDATA_RECORD_FINISHED_INIT, NULL, 0);
	t_file_data_end(&f);
	t_save(dir, "data", f.bytes, f.len);
	t_file_free(&f);
	for (unsigned m = 0; m < 2; m++) {
		f = (struct t_file){ 0 };
		for (unsigned i = 0; i < SAMPLES; i++)
			t_sample_of(&f, &t_two_events[m], m * SAMPLES + i, i + 1);
		if (!m)
			keep = !wrap(&f, how) ? 0 : keep < f.len ? keep : f.len;
		t_save(dir, m ? "data.1" : "data.0", f.bytes, m ? f.len : keep);
		t_file_free(&f);
	}
	return keep;
}

static unsigned read_dir(const char *dir, struct pdata_damage *damage)
{
	static uint64_t ips[2 * SAMPLES + 1];
	struct pdata_reader *r;
	unsigned n;

	CHECK_I(pdata_reader_open(&r, dir, NULL, NULL), 0);
	n = t_ips(r, ips, 2 * SAMPLES + 1);
	CHECK(n >= SAMPLES && n <= 2 * SAMPLES);
	for (unsigned i = 0; i < n; i++)
		CHECK_U(ips[i], i < n - SAMPLES ? i : i + 2 * SAMPLES - n);
	*damage = *pdata_reader_damage(r);
	pdata_reader_close(r);
	return n;
}

TEST(a_member_of_a_directory_that_was_compressed_is_read_as_what_is_in_it)
{
	for (int how = PDATA_WRAPPER_GZIP; how <= PDATA_WRAPPER_ZSTD; how++) {
		const struct pdata_open_opts few = { .size = sizeof(few), .max_expansion = 1000 };
		const char *dir = test_dir();
		struct pdata_error err = { 0 };
		struct pdata_damage d;
		struct pdata_reader *r;
		size_t len = wrapped_member(dir, how, SIZE_MAX);
		unsigned n;

		if (!len)
			continue;
		CHECK_U(read_dir(dir, &d), 2 * SAMPLES);
		CHECK_U(d.nr, 0);
		CHECK_I(pdata_reader_open(&r, dir, &few, &err), PDATA_L_MEMORY);
		CHECK(strstr(err.text, "data.0"));
		/* Half of it, and next to nothing: the other member stays whole. */
		wrapped_member(dir, how, len / 2);
		n = read_dir(dir, &d);
		CHECK(n >= SAMPLES && n < 2 * SAMPLES && d.nr);
		CHECK_I(d.first.code, PDATA_E_CUT);
		wrapped_member(dir, how, 5);
		CHECK_U(read_dir(dir, &d), SAMPLES);
		CHECK_U(d.nr, 1);
	}
}
