/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads any bytes as a stream: after a pipe header in either byte order. */

#include "fuzz.h"
#include "fuzz_look.h"

#include <fcntl.h>
#include <unistd.h>

#define PIPE_MOST 65536u /* bytes that fit into a pipe without a reader */

static void read_stream(const uint8_t *data, size_t size, enum pdata_order order)
{
	const struct pdata_open_opts opts = {
		.size = sizeof(opts), .order = order, .window = 1 << 20, .max_expansion = 16 << 20
	};
	struct pdata_reader *r;
	int fd[2];

	if (pipe2(fd, O_CLOEXEC | O_NONBLOCK))
		return;
	if (size > PIPE_MOST)
		size = PIPE_MOST;
	if (write(fd[1], data, size) == (ssize_t)size) {
		close(fd[1]);
		fd[1] = -1;
		if (!pdata_reader_open_fd(&r, fd[0], &opts, NULL))
			look_at_all(r);
	}
	close(fd[0]);
	if (fd[1] >= 0)
		close(fd[1]);
}

/*
 * The first byte selects the header that is put before the input, so that the input is read as
 * records.
 */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const uint8_t head[2][16] = { { 'P', 'E', 'R', 'F', 'I', 'L', 'E', '2', 16 },
					     { '2', 'E', 'L', 'I', 'F', 'R', 'E', 'P', 0, 0, 0, 0,
					       0, 0, 0, 16 } };
	uint8_t *all;

	if (size && (*data == 'P' || *data == '2')) {
		read_stream(data, size, PDATA_ORDER_FILE);
		return 0;
	}
	all = malloc(size + sizeof(head[0]));
	if (!all || !size) {
		free(all);
		return 0;
	}
	for (size_t i = 0; i < sizeof(head[0]); i++)
		all[i] = head[*data & 1][i];
	for (size_t i = 1; i < size; i++)
		all[sizeof(head[0]) + i - 1] = data[i];
	read_stream(all, size + sizeof(head[0]) - 1,
		    *data & 2 ? PDATA_ORDER_TIME : PDATA_ORDER_FILE);
	free(all);
	return 0;
}
