/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sort keys that name tracepoint fields: FIELD, EVENT.FIELD, EVENT.* and trace_fields, each also
 * as /raw.
 */
#include "profile/keys/keys_field.h"

#include "base/memory.h"
#include "profile/keys/report_trace.h"
#include "profile/model/keys.h"
#include "session/tracepoint/tp.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- values ------------------------------------------------------------------------------ */

/* The bytes of a field in a payload; truncated at the payload's end. */
struct bytes {
	const uint8_t *p;
	uint32_t len;
};

static struct bytes bytes_of(const struct report *rp, const struct field_key *f,
			     const struct rep_row *r)
{
	const struct hists *h = rp->hist;
	struct bytes b = { NULL, 0 };
	uint32_t off = f->field->offset, len = f->field->size;

	if (r->event != f->event || !row_extra(rp, r)->raw)
		return b;
	if (f->field->is_dynamic)
		report_trace_dynamic(rp, f->field, r, &off, &len);
	if (off >= h->raws.all[row_extra(rp, r)->raw].len)
		return b;
	b.p = h->raws.all[row_extra(rp, r)->raw].data + off;
	b.len = h->raws.all[row_extra(rp, r)->raw].len - off;
	b.len = len < b.len ? len : b.len;
	return b;
}

static int field_cmp(const struct report *rp, const struct rep_key *k, const struct rep_row *a,
		     const struct rep_row *b)
{
	const struct field_key *f = k->field;
	const struct bytes x = bytes_of(rp, f, a), y = bytes_of(rp, f, b);
	const uint32_t len = x.len < y.len ? x.len : y.len;
	int c = len ? memcmp(x.p, y.p, len) : 0;

	if (c)
		return c < 0 ? -1 : 1;
	return x.len < y.len ? -1 : x.len > y.len;
}

static uint64_t field_hash(const struct report *rp, const struct rep_key *k,
			   const struct rep_row *r)
{
	const struct field_key *f = k->field;
	const struct bytes b = bytes_of(rp, f, r);
	uint64_t h = b.len;

	for (uint32_t i = 0; i < b.len; i++)
		h = (h ^ b.p[i]) * 1099511628211ull;
	return h;
}

/* Find the text between "FIELD=" and the next blank in the event's text. */
static bool text_part(const struct field_key *f, const char *text, const char **part, size_t *len)
{
	const size_t n = strlen(f->field->name);

	for (const char *end; *text; text = *end ? end + 1 : end) {
		end = text + strcspn(text, " ");
		/* perf accepts any word that begins with the name, as "number" for a field n. */
		if (strncmp(text, f->field->name, n) || (size_t)(end - text) <= n ||
		    isalnum((unsigned char)text[n]) || text[n] == '_')
			continue;
		*part = text + n + 1;
		*len = (size_t)(end - *part);
		return true;
	}
	return false;
}

/* The value's text, to be freed by the caller. Return: NULL if memory is exhausted. */
static char *value_text(const struct report *rp, const struct field_key *f, const struct rep_row *r)
{
	const char *part;
	size_t len;
	char *copy;

	if (f->raw || !text_part(f, report_trace_text(rp, r), &part, &len))
		return report_trace_field(rp, f->field, r);
	copy = mem_alloc(len + 1, 1);
	if (!copy)
		report_no_memory(rp);
	return copy ? memcpy(copy, part, len) : NULL;
}

static unsigned field_width(const struct report *rp, const struct rep_key *k,
			    const struct rep_row *r)
{
	const struct field_key *f = k->field;
	const unsigned size = f->field->is_string ? f->field->size : f->field->size * 2 + 2;
	unsigned width = (unsigned)strlen(f->field->name);
	const char *part;
	size_t len;

	width = size > width ? size : width;
	if (r->event != f->event)
		return width;
	if (!f->raw && text_part(f, report_trace_text(rp, r), &part, &len) && len > width)
		width = (unsigned)len;
	/* perf notes the length of a value when it first compares two values. */
	if (f->field->is_dynamic && rp->ev[r->event].nr_samples > 1) {
		len = bytes_of(rp, f, r).len;
		width = len > width ? (unsigned)len : width;
	}
	return width;
}

static int field_print(const struct report *rp, const struct rep_key *k, const struct rep_row *r,
		       char *buf, size_t size, unsigned width)
{
	const struct field_key *f = k->field;
	char *text = value_text(rp, f, r);
	const int n = snprintf(buf, size, "%*.*s", (int)width, (int)width, text ? text : "");

	free(text);
	return n;
}

static const struct key_kind key_field = { field_cmp, field_hash, field_width, field_print, NULL };

/* ---- search for keys --------------------------------------------------------------------- */

#define FIELDS_ALL "trace_fields"

struct finder {
	struct report *rp;
	struct pdata_tracepoints *points;
	bool raw;
	int level;
	uint32_t nr;
	void (*add)(struct report *rp, const struct rep_key *k, int level);
};

/* A key and the data that it points to, in one allocation. */
struct made_key {
	struct rep_key key; /* first, so that a pointer to it points to the whole */
	struct field_key field;
};

static void add_key(struct finder *f, uint32_t event, const struct pdata_field *field)
{
	struct report *rp = f->rp;
	struct made_key *k = mem_alloc(1, sizeof(*k));
	const struct rep_key **keys =
		k ? mem_grow(rp->field_keys, rp->nr_field_keys + 1, sizeof(struct rep_key *))
		  : NULL;

	if (!keys) {
		free(k);
		report_no_memory(rp);
		return;
	}
	rp->field_keys = keys;
	k->field = (struct field_key){ field, event, f->raw };
	k->key = (struct rep_key){ .name = field->name,
				   .header = field->name,
				   .scope = KEY_THREAD,
				   .common = true,
				   .extras = HIST_X_RAW,
				   .kind = &key_field,
				   .field = &k->field };
	rp->field_keys[rp->nr_field_keys++] = &k->key;
	f->nr++;
	f->add(rp, &k->key, f->level);
}

static const struct pdata_tracepoint *tracepoint_of(const struct finder *f, uint32_t event)
{
	const struct pdata_attr *a = &f->rp->ev[event].event->attr;
	const struct pdata_tracepoint *t;

	if (a->type != PDATA_TYPE_TRACEPOINT)
		return NULL;
	t = pdata_tracepoints_find(f->points, a->config);
	if (!t && pdata_tracepoints_error(f->points))
		report_no_memory(f->rp);
	return t;
}

static void add_all(struct finder *f, uint32_t event)
{
	const struct pdata_tracepoint *t = tracepoint_of(f, event);

	for (uint32_t i = 0; t && i < t->nr_fields; i++)
		if (!t->fields[i].is_common)
			add_key(f, event, &t->fields[i]);
}

static void add_named_field_key(struct finder *f, uint32_t event, const char *name)
{
	const struct pdata_tracepoint *t = tracepoint_of(f, event);

	for (uint32_t i = 0; t && i < t->nr_fields; i++) {
		if (!strcmp(t->fields[i].name, name)) {
			add_key(f, event, &t->fields[i]);
			return;
		}
	}
}

static bool event_is(const struct finder *f, uint32_t event, const char *name)
{
	const char *is = f->rp->ev[event].name;

	return strchr(name, ':') ? !strcmp(is, name) : strstr(is, name) != NULL;
}

/*
 * Find an event by number, "%1"; by its whole name; or by a part that no other event's name has.
 * Return: UINT32_MAX if there is none.
 */
static uint32_t find_event_of_key(const struct finder *f, const char *name)
{
	uint32_t found = UINT32_MAX;

	if (name[0] == '%')
		return (uint32_t)strtoul(name + 1, NULL, 0) - 1;
	for (uint32_t e = 0; e < f->rp->nr_ev; e++) {
		if (!event_is(f, e, name))
			continue;
		if (found != UINT32_MAX)
			return UINT32_MAX;
		found = e;
		if (strchr(name, ':'))
			break;
	}
	return found;
}

static void find_all(struct finder *f, const char *event, const char *field)
{
	const bool every = !strcmp(field, FIELDS_ALL);
	uint32_t e = 0, end = f->rp->nr_ev;

	if (event && !every) {
		e = find_event_of_key(f, event);
		end = e < f->rp->nr_ev ? e + 1 : 0;
	}
	for (; e < end; e++) {
		if (every || (event && !strcmp(field, "*")))
			add_all(f, e);
		else
			add_named_field_key(f, e, field);
	}
}

bool field_keys_find(struct report *rp, const char *word, size_t len, int level,
		     void (*add)(struct report *rp, const struct rep_key *k, int level))
{
	const bool every = len == strlen(FIELDS_ALL) && !strncmp(word, FIELDS_ALL, len);
	struct finder f = { .rp = rp,
			    .points = rep_session_tracing(rp->s),
			    .level = level,
			    .add = add,
			    .raw = rp->opts->rows.raw_trace };
	char *copy, *field, *opt;

	/* Only trace_fields is valid in files without tracepoints. */
	if (!f.points)
		return every;
	copy = mem_alloc(len + 1, 1);
	if (!copy) {
		report_no_memory(rp);
		return true;
	}
	memcpy(copy, word, len);
	field = strchr(copy, '.');
	if (field)
		*field++ = '\0';
	opt = strchr(field ? field : copy, '/');
	if (opt)
		*opt++ = '\0';
	f.raw |= opt != NULL;
	if (!opt || !strcmp(opt, "raw"))
		find_all(&f, field ? copy : NULL, field ? field : copy);
	free(copy);
	return f.nr || every || session_err(rp->s);
}

void field_keys_free(struct report *rp)
{
	for (uint32_t i = 0; i < rp->nr_field_keys; i++)
		free((void *)(uintptr_t)rp->field_keys[i]);
	free(rp->field_keys);
}
