/* SPDX-License-Identifier: BSD-2-Clause */
/* The INIT macros of options, as C and as C++: the size, and zeros. */

#include <pdata/pdata.h>
#include <pdata/text.h>

#include <stdio.h>
#include <string.h>

/* Zeros after the size @size of @len bytes. */
static int is_initial(const void *opts, size_t len, size_t size)
{
	const unsigned char *p = (const unsigned char *)opts;
	size_t i;

	if (size != len)
		return 0;
	for (i = sizeof(size); i < len; i++)
		if (p[i])
			return 0;
	return 1;
}

int main(void)
{
	struct pdata_open_opts open = PDATA_OPEN_OPTS_INIT;
	struct pdata_writer_opts writer = PDATA_WRITER_OPTS_INIT;
	struct pdata_dump_opts dump = PDATA_DUMP_OPTS_INIT;
	struct pdata_assemble_opts assemble = PDATA_ASSEMBLE_OPTS_INIT;

	if (is_initial(&open, sizeof(open), open.size) &&
	    is_initial(&writer, sizeof(writer), writer.size) &&
	    is_initial(&dump, sizeof(dump), dump.size) &&
	    is_initial(&assemble, sizeof(assemble), assemble.size))
		return 0;
	puts("not zeros behind the size");
	return 1;
}
