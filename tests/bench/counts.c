/* SPDX-License-Identifier: BSD-2-Clause */
/* counts FILE - print samples and lost events of a recording */

#include <pdata/pdata.h>

#include <stdio.h>

int main(int argc, char **argv)
{
	unsigned long long samples = 0, lost = 0, lost_samples = 0;
	struct pdata_reader *r;
	struct pdata_record rec;
	struct pdata_value v;
	int ret;

	if (argc != 2 || pdata_reader_open(&r, argv[1], NULL, NULL))
		return 1;
	while ((ret = pdata_reader_next(r, &rec)) == 1) {
		samples += rec.type == PDATA_RECORD_SAMPLE;
		if ((rec.type != PDATA_RECORD_LOST && rec.type != PDATA_RECORD_LOST_SAMPLES) ||
		    pdata_record_decode(&rec, &v, NULL))
			continue;
		if (rec.type == PDATA_RECORD_LOST)
			lost += v.u.lost.lost;
		else
			lost_samples += v.u.lost_samples.lost;
	}
	pdata_reader_close(r);
	/*
	 * LOST records and LOST_SAMPLES records count the same losses in two ways: the higher count
	 * is printed.
	 */
	printf("%llu %llu\n", samples, lost > lost_samples ? lost : lost_samples);
	return ret != 0;
}
