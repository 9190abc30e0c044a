/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * seeds DIR RECORDING... - inputs to begin with: recordings for the targets reader, pipe, text and
 * programs, the payloads of their features for feature and tracing, each in a directory DIR/TARGET
 */

#include <pdata/pdata.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST (256u << 10) /* bytes of an input */

static const char *out_dir;

static void put(const char *target, const char *name, unsigned n, const uint8_t *head,
		size_t head_len, const uint8_t *data, size_t len)
{
	char path[4096];
	FILE *f;

	if (len > MOST)
		return;
	snprintf(path, sizeof(path), "%s/%s", out_dir, target);
	mkdir(path, 0777);
	snprintf(path, sizeof(path), "%s/%s/%.200s-%u", out_dir, target, name, n);
	f = fopen(path, "wb");
	if (!f || fwrite(head, 1, head_len, f) != head_len || fwrite(data, 1, len, f) != len ||
	    fclose(f)) {
		perror(path);
		exit(1);
	}
}

static void put_features(struct pdata_reader *r, const char *name)
{
	const struct pdata_file_info *i = pdata_reader_info(r);
	const struct pdata_feature *f;

	for (uint32_t bit = 0; bit < PDATA_NR_FEATURES; bit++) {
		uint8_t head[2] = { (uint8_t)bit, i->swap != 0 };

		if (pdata_reader_feature(r, bit, &f, NULL) == PDATA_N_FEATURE || !f)
			continue;
		if (bit == PDATA_FEAT_TRACING_DATA)
			put("tracing", name, bit, NULL, 0, f->data, f->len);
		else
			put("feature", name, bit, head, sizeof(head), f->data, f->len);
	}
}

static void take(const char *path)
{
	static uint8_t buf[MOST + 1];
	const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct pdata_reader *r;
	struct pdata_record rec;
	ssize_t n = fd < 0 ? -1 : read(fd, buf, sizeof(buf));

	if (fd >= 0)
		close(fd);
	if (n <= 0 || n > (ssize_t)MOST)
		return;
	put("reader", name, 0, NULL, 0, buf, (size_t)n);
	if (pdata_reader_open_mem(&r, buf, (size_t)n, NULL, NULL))
		return;
	if (pdata_reader_info(r)->container == PDATA_CONTAINER_PIPE)
		put("pipe", name, 0, NULL, 0, buf, (size_t)n);
	while (pdata_reader_next(r, &rec) == 1)
		;
	put_features(r, name);
	pdata_reader_close(r);
}

int main(int argc, char **argv)
{
	if (argc < 3)
		return 1;
	out_dir = argv[1];
	mkdir(out_dir, 0777);
	for (int i = 2; i < argc; i++)
		take(argv[i]);
	return 0;
}
