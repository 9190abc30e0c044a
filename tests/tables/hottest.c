/* SPDX-License-Identifier: BSD-2-Clause */
/* hottest FILE - print the ten functions with the most samples */
#include <pdata/tables.h>
#include <stdio.h>
#include <string.h>

#define NR (1 << 20)
static uint64_t samples[NR]; /* of each frame */
static struct function {
	uint64_t samples;
	char name[64];
} functions[NR];

int main(int argc, char **argv)
{
	struct pdata_tables *t;
	struct pdata_error err;
	struct ArrowSchema s;
	struct ArrowArray b;
	int64_t column, frame = 1; /* row n of the table "frames" is frame n */
	size_t len;

	if (argc < 2 || pdata_tables_open(&t, argv[1], NULL, &err))
		return fprintf(stderr, "%s\n", argc < 2 ? "hottest FILE" : err.text), 1;
	pdata_tables_begin(t, "samples", &s, NULL);
	column = pdata_tables_column(&s, "frame");
	for (; pdata_tables_next(t, &b, NULL) == 1; b.release(&b))
		for (int64_t i = 0; i < b.length; i++)
			samples[pdata_tables_number(b.children[column], s.children[column], i) %
				NR]++;
	s.release(&s);
	pdata_tables_begin(t, "frames", &s, NULL);
	column = pdata_tables_column(&s, "function");
	for (; pdata_tables_next(t, &b, NULL) == 1; b.release(&b))
		for (int64_t i = 0; i < b.length && frame < NR; i++, frame++) {
			const char *text = pdata_tables_text(b.children[column], i, &len);
			struct function f = { 0, "[unknown]" };
			uint32_t hash = 0;

			if (text)
				snprintf(f.name, sizeof(f.name), "%.*s", (int)len, text);
			for (const char *c = f.name; *c; c++)
				hash = hash * 31 + (uint8_t)*c;
			while (functions[hash %= NR].name[0] &&
			       strcmp(functions[hash].name, f.name))
				hash++;
			f.samples = functions[hash].samples + samples[frame];
			functions[hash] = f;
		}
	s.release(&s);
	pdata_tables_close(t);
	for (int n = 0; n < 10; n++) {
		struct function *top = functions;

		for (int i = 1; i < NR; i++)
			if (functions[i].samples > top->samples)
				top = &functions[i];
		if (top->samples)
			printf("%8llu %s\n", (unsigned long long)top->samples, top->name);
		top->samples = 0;
	}
	return 0;
}
