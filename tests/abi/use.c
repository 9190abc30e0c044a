/* SPDX-License-Identifier: BSD-2-Clause */
/* A program that uses only the public header and -lpdata. Prints the library's version. */

#include <pdata/pdata.h>
#include <pdata/tasks.h>

#include <stdio.h>

int main(void)
{
	struct pdata_error err;
	struct pdata_reader *r;
	int rc = pdata_reader_open_mem(&r, "not perf.data", 13, NULL, &err);

	if (rc != PDATA_E_MAGIC)
		return 1;
	puts(pdata_version());
	return 0;
}
