/* SPDX-License-Identifier: BSD-2-Clause */
#include "input/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define COPY_BYTES ((size_t)1 << 18)

/* A file on disk without a name: what is copied may be larger than memory. */
static int open_nameless(void)
{
	const char *dir = secure_getenv("TMPDIR");
	char path[4096];
	int fd, n;

	if (!dir || !*dir)
		dir = "/tmp";
	fd = open(dir, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	if (fd >= 0)
		return fd;
	n = snprintf(path, sizeof(path), "%s/pdata-XXXXXX", dir);
	if (n < 0 || (size_t)n >= sizeof(path)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	fd = mkostemp(path, O_CLOEXEC);
	if (fd >= 0)
		unlink(path);
	return fd;
}

static int write_whole(int fd, const uint8_t *p, size_t n)
{
	while (n) {
		ssize_t done = write(fd, p, n);

		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			return -1;
		p += done;
		n -= (size_t)done;
	}
	return 0;
}

int pd_input_make_seekable(struct pd_input *in, struct pdata_error *wrapped)
{
	uint8_t *buf = pd_malloc(COPY_BYTES);
	int fd = buf ? open_nameless() : -1, ret = fd < 0 ? PDATA_E_SYS : 0;
	uint64_t size = 0;
	int64_t got = 1;

	if (!buf)
		return PDATA_E_NOMEM;
	while (!ret && (got = pd_input_read(in, buf, COPY_BYTES)) > 0) {
		if (write_whole(fd, buf, (size_t)got))
			ret = PDATA_E_SYS;
		size += (uint64_t)got;
	}
	if (got < 0) {
		errno = in->sys_errno;
		ret = PDATA_E_SYS;
	}
	pd_free(buf);
	if (ret) {
		int keep = errno;

		if (fd >= 0)
			close(fd);
		errno = keep;
		return ret;
	}
	if (in->unwrap && pd_unwrap_error(in->unwrap))
		*wrapped = *pd_unwrap_error(in->unwrap);
	pd_input_close(in);
	*in = (struct pd_input){ .fd = fd, .own_fd = true, .seekable = true, .size = size };
	return 0;
}
