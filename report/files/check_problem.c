/* SPDX-License-Identifier: BSD-2-Clause */
/* A problem that check found, as a line of text or a JSON object. */
#include "base/out_json.h"
#include "files/check.h"

static void chunk_words(struct out *o, const struct problem *p)
{
	out_printf(o, "chunk %llu of %llu at offset %llu: %llu bytes, %llu samples",
		   (unsigned long long)p->chunk, (unsigned long long)p->nr_chunks,
		   (unsigned long long)p->off, (unsigned long long)p->len,
		   (unsigned long long)p->samples);
	if (p->last_time)
		out_printf(o, " from %llu.%09llu to %llu.%09llu",
			   (unsigned long long)(p->first_time / 1000000000),
			   (unsigned long long)(p->first_time % 1000000000),
			   (unsigned long long)(p->last_time / 1000000000),
			   (unsigned long long)(p->last_time % 1000000000));
	out_printf(o, ": %s", p->text);
}

static void problem_text(struct check *c, const struct problem *p)
{
	out_printf(c->out, "%s: ", c->path);
	if (p->member)
		out_printf(c->out, "%s: ", p->member);
	if (p->chunk)
		chunk_words(c->out, p);
	else if (p->len && !p->counted)
		out_printf(c->out, "%s at offset %llu: %llu bytes: %s", p->part,
			   (unsigned long long)p->off, (unsigned long long)p->len, p->text);
	else
		out_printf(c->out, "%s: %s", p->part, p->text);
	out_char(c->out, '\n');
}

static void problem_json(struct check *c, const struct problem *p)
{
	struct out *o = c->out;

	out_str(o, "{\"file\":");
	out_json_str(o, c->path);
	if (p->member) {
		out_str(o, ",\"member\":");
		out_json_str(o, p->member);
	}
	out_str(o, ",\"problem\":");
	out_json_str(o, p->text);
	out_str(o, ",\"part\":");
	out_json_str(o, p->part);
	out_printf(o, ",\"off\":%llu,\"len\":%llu", (unsigned long long)p->off,
		   (unsigned long long)p->len);
	if (p->chunk)
		out_printf(o,
			   ",\"chunk\":%llu,\"samples\":%llu,\"first_time\":%llu,\"last_time\":%"
			   "llu",
			   (unsigned long long)p->chunk, (unsigned long long)p->samples,
			   (unsigned long long)p->first_time, (unsigned long long)p->last_time);
	out_str(o, "}\n");
}

void check_problem(struct check *c, const struct problem *p)
{
	c->nr++;
	if (c->json)
		problem_json(c, p);
	else
		problem_text(c, p);
}

void check_error(struct check *c, const char *part, const struct pdata_error *e, uint64_t len)
{
	struct problem p = { .part = part, .off = e->off, .len = len };

	pdata_error_format(e, p.text, sizeof(p.text));
	check_problem(c, &p);
}
