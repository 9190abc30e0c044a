/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints a problem that check found, as a line of text or a JSON object. */
#include "base/out_json.h"
#include "common/plural.h"
#include "files/check.h"

static void chunk_words(struct out *o, const struct problem *p)
{
	out_printf(o,
		   "part of the data (chunk %llu of %llu) at offset %llu: %llu byte%s, %llu "
		   "sample%s",
		   (unsigned long long)p->chunk, (unsigned long long)p->nr_chunks,
		   (unsigned long long)p->off, (unsigned long long)p->len, pd_plural(p->len),
		   (unsigned long long)p->samples, pd_plural(p->samples));
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
		out_printf(c->out, "%s at offset %llu: %llu byte%s: %s", p->part,
			   (unsigned long long)p->off, (unsigned long long)p->len,
			   pd_plural(p->len), p->text);
	else
		out_printf(c->out, "%s: %s", p->part, p->text);
	out_char(c->out, '\n');
}

static void problem_json(struct check *c, const struct problem *p)
{
	struct pd_json j = out_json(c->out);

	pd_json_open(&j, NULL, '{');
	pd_json_str(&j, "file", c->path);
	if (p->member)
		pd_json_str(&j, "member", p->member);
	pd_json_str(&j, "problem", p->text);
	pd_json_str(&j, "part", p->part);
	pd_json_u64(&j, "off", p->off);
	pd_json_u64(&j, "len", p->len);
	if (p->chunk) {
		pd_json_u64(&j, "chunk", p->chunk);
		pd_json_u64(&j, "samples", p->samples);
		pd_json_u64(&j, "first_time", p->first_time);
		pd_json_u64(&j, "last_time", p->last_time);
	}
	pd_json_close(&j, '}');
	out_char(c->out, '\n');
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
