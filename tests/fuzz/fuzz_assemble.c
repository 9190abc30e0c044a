/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads any bytes as the text of a recording: the assembled file can be dumped. */

#include "fuzz.h"

#include <pdata/text.h>

#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static int drop(void *ctx, const char *s, size_t len)
{
	(void)ctx, (void)s, (void)len;
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int fd = memfd_create("assembled", MFD_CLOEXEC);
	const struct pdata_assemble_opts o = { .size = sizeof(o), .max_zeros = 1 << 20 };
	struct pdata_error err;
	char path[64];

	if (fd < 0)
		return 0;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	/* A directory cannot be made there. */
	if (!pdata_assemble((const char *)data, size, path, &o, &err))
		pdata_dump(NULL, fd, NULL, drop, NULL, NULL, NULL);
	close(fd);
	return 0;
}
