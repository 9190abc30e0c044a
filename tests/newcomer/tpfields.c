/* SPDX-License-Identifier: BSD-2-Clause */
/* tpfields SYSTEM EVENT FIELD... - the fields of each sample of a tracepoint in the recording on standard input */
#include <pdata/tracing.h>

#include <stdio.h>
#include <string.h>

static void print_field(struct pdata_tracepoints *t, const struct pdata_tracepoint *tp,
			const struct pdata_sample *s, const char *name)
{
	const struct pdata_field *f = pdata_tracepoint_field(tp, name);
	const uint8_t *bytes;
	uint32_t len;
	uint64_t v;

	if (f && f->is_string &&
	    (bytes = pdata_field_bytes(t, f, s->raw, s->raw_size, &len)) != NULL)
		printf(" %s=%.*s", name, (int)strnlen((const char *)bytes, len),
		       (const char *)bytes);
	else if (f && !pdata_field_number(t, f, s->raw, s->raw_size, &v))
		printf(" %s=%lld", name, (long long)v);
	else
		printf(" %s=?", name);
}

int main(int argc, char **argv)
{
	const struct pdata_feature *f;
	const struct pdata_tracepoint *tp;
	struct pdata_tracepoints *t = NULL;
	struct pdata_reader *r;
	struct pdata_record rec;
	struct pdata_sample s;

	if (argc < 4 || pdata_reader_open(&r, "-", NULL, NULL))
		return 1;
	while (pdata_reader_next(r, &rec) == 1) {
		if (rec.type != PDATA_RECORD_SAMPLE ||
		    rec.event->attr.type != PDATA_TYPE_TRACEPOINT ||
		    pdata_sample_decode(&rec, PDATA_SAMPLE_RAW, &s, NULL) ||
		    !(s.have & PDATA_SAMPLE_RAW))
			continue;
		/* The formats precede the first sample. */
		if (!t && (pdata_reader_feature(r, PDATA_FEAT_TRACING_DATA, &f, NULL) ||
			   pdata_tracepoints_new(&t, f->data, f->len, NULL)))
			break;
		tp = pdata_tracepoints_find(t, rec.event->attr.config);
		if (!tp || strcmp(tp->system, argv[1]) || strcmp(tp->name, argv[2]))
			continue;
		printf("%s:%s:", tp->system, tp->name);
		for (int i = 3; i < argc; i++)
			print_field(t, tp, &s, argv[i]);
		putchar('\n');
	}
	pdata_tracepoints_free(t);
	pdata_reader_close(r);
	return 0;
}
