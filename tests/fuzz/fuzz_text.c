/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Dumps any bytes as a file: assembling the text gives the same bytes. Assembles any bytes as a
 * text: no invalid memory access.
 */

#include "fuzz.h"

#include <pdata/text.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct text {
	char *s;
	size_t len, cap;
};

static int gather(void *ctx, const char *s, size_t len)
{
	struct text *t = ctx;

	if (t->cap - t->len < len) {
		t->cap = (t->len + len) * 2;
		t->s = realloc(t->s, t->cap);
		if (!t->s)
			abort();
	}
	if (len)
		memcpy(t->s + t->len, s, len);
	t->len += len;
	return 0;
}

/* The assembled file must equal the input. */
static void compare(int fd, const uint8_t *data, size_t size)
{
	struct stat st;
	uint8_t *back;

	if (fstat(fd, &st) || (size_t)st.st_size != size)
		abort();
	back = malloc(size + 1);
	if (!back || pread(fd, back, size, 0) != (ssize_t)size || memcmp(back, data, size))
		abort();
	free(back);
}

static void assemble(const struct text *t, const uint8_t *data, size_t size)
{
	struct pdata_error err;
	char path[64];
	int fd = memfd_create("assembled", MFD_CLOEXEC), rc;

	if (fd < 0)
		return;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	rc = pdata_assemble(t->s, t->len, path, NULL, &err);
	if (data) {
		if (rc)
			abort();
		compare(fd, data, size);
	}
	close(fd);
}

static void round_trip(const uint8_t *data, size_t size)
{
	struct text t = { 0 };
	int fd = memfd_create("input", MFD_CLOEXEC);

	if (fd < 0)
		return;
	if (write(fd, data, size) == (ssize_t)size && !lseek(fd, 0, SEEK_SET) &&
	    !pdata_dump(NULL, fd, NULL, gather, &t, NULL, NULL))
		assemble(&t, data, size);
	close(fd);
	free(t.s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size > 5 && !memcmp(data, "FILE ", 5)) {
		struct text t = { .len = size };

		t.s = malloc(size);
		if (!t.s)
			return 0;
		memcpy(t.s, data, size);
		assemble(&t, NULL, 0);
		free(t.s);
	} else {
		round_trip(data, size);
	}
	return 0;
}
