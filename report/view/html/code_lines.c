/* SPDX-License-Identifier: BSD-2-Clause */
/* The source lines of functions with samples, read below the directory of --source. */
#include "view/html/html_code.h"

#include "base/memory.h"
#include "base/message.h"

#include <ctype.h>
#include <stdlib.h>

#define MAX_GAP 40u	   /* lines between two instructions of a function */
#define MAX_LINES 200000u  /* of all functions */
#define MAX_HEAD 16u	   /* lines from the head of a function to its first instruction */
#define MAX_LINE_SIZE 500u /* bytes */

/* Lines from first to last of a file. */
struct line_range {
	uint32_t file, first, last;
};

static int compare_uses(const void *x, const void *y)
{
	const struct html_line_use *a = x, *b = y;

	if (a->file != b->file)
		return a->file < b->file ? -1 : 1;
	if (a->function != b->function)
		return a->function < b->function ? -1 : 1;
	if (a->scope != b->scope)
		return a->scope < b->scope ? -1 : 1;
	return (a->line > b->line) - (a->line < b->line);
}

static int compare_ranges(const void *x, const void *y)
{
	const struct line_range *a = x, *b = y;

	if (a->file != b->file)
		return a->file < b->file ? -1 : 1;
	return (a->first > b->first) - (a->first < b->first);
}

/* Make ranges of the lines of each function. Return: how many; they are in order, and disjoint. */
static uint32_t make_ranges(struct html_line_use *uses, uint32_t nr, struct line_range *ranges)
{
	uint32_t made = 0, kept = 0;

	if (nr)
		qsort(uses, nr, sizeof(*uses), compare_uses);
	for (uint32_t i = 0; i < nr; i++) {
		const struct html_line_use *u = &uses[i], *last = i ? &uses[i - 1] : NULL;

		if (last && last->file == u->file && last->function == u->function &&
		    last->scope == u->scope && u->line - last->line <= MAX_GAP)
			ranges[made - 1].last = u->line;
		else
			ranges[made++] = (struct line_range){ u->file, u->line, u->line };
	}
	if (made)
		qsort(ranges, made, sizeof(*ranges), compare_ranges);
	for (uint32_t i = 0; i < made; i++) {
		struct line_range *last = kept ? &ranges[kept - 1] : NULL;

		if (last && last->file == ranges[i].file && ranges[i].first <= last->last)
			last->last = ranges[i].last > last->last ? ranges[i].last : last->last;
		else
			ranges[kept++] = ranges[i];
	}
	return kept;
}

/* Put a line as it is shown, with the bytes that a text cannot have replaced. */
static void put_line(struct out *out, struct html_redact *redact, const char *line, size_t len)
{
	char text[MAX_LINE_SIZE + 1];
	const char *shown;

	if (len && line[len - 1] == '\r')
		len--;
	if (len > MAX_LINE_SIZE)
		len = MAX_LINE_SIZE;
	for (size_t i = 0; i < len; i++)
		text[i] = line[i] ? line[i] : '?';
	text[len] = '\0';
	shown = html_redact_line(redact, text);
	if (shown)
		out_raw_str(out, shown);
	out_char(out, '\0');
}

/* A line in the text of a file. */
struct file_line {
	const char *text;
	size_t len;
};

/*
 * Whether a line may be the head of a function, or a part of it: it is not indented, nor a label.
 */
static bool is_head(struct file_line l)
{
	while (l.len && strchr(" \t\r", l.text[l.len - 1]))
		l.len--;
	return l.len && (isalpha((unsigned char)*l.text) || *l.text == '_') &&
	       !strchr(";}:", l.text[l.len - 1]);
}

/*
 * Return: how many of the lines before line @n, the first one of a function that has instructions,
 * are from its head on; 0: it is not found. @last has the lines up to it, by number modulo
 * MAX_HEAD. The viewer has the same rule.
 */
static uint32_t size_of_head(const struct file_line *last, uint32_t n)
{
	const uint32_t max = n < MAX_HEAD ? n : MAX_HEAD;
	uint32_t nr = 0;

	while (nr < max && !is_head(last[(n - nr) % MAX_HEAD])) {
		const struct file_line *l = &last[(n - nr) % MAX_HEAD];

		if (nr++ && l->len && *l->text == '}')
			return 0;
	}
	if (nr == max)
		return 0;
	while (nr + 1 < max && is_head(last[(n - nr - 1) % MAX_HEAD]))
		nr++;
	return nr;
}

static int add_line(struct html_code *c, uint32_t file, uint32_t line, struct file_line l,
		    struct html_redact *redact)
{
	if (c->nr_lines == MAX_LINES) {
		if (!c->lines_left_out)
			rep_err("the page has only %u source lines, which is the limit: later "
				"source lines are left out",
				MAX_LINES);
		c->lines_left_out = true;
		return 0;
	}
	if (!mem_room(&c->lines, &c->cap_lines, c->nr_lines, sizeof(*c->lines)))
		return -ENOMEM;
	c->lines[c->nr_lines++] = (struct html_source_line){ file, line };
	put_line(&c->text, redact, l.text, l.len);
	return 0;
}

/* Add the lines of @ranges, which are all of file @file. */
static int add_lines(struct html_code *c, uint32_t file, const struct sources_file *source,
		     const struct line_range *ranges, uint32_t nr, struct html_redact *redact)
{
	const char *at = source->text, *end = at + source->len;
	struct file_line last[MAX_HEAD];
	uint32_t line = 1, added = 0, head = 0;
	int rc = 0;

	for (uint32_t i = 0; !rc && i < nr && at < end; line++) {
		const char *eol = memchr(at, '\n', (size_t)(end - at));

		last[line % MAX_HEAD] = (struct file_line){ at, (size_t)((eol ? eol : end) - at) };
		at = eol ? eol + 1 : end;
		if (line < ranges[i].first)
			continue;
		if (line == ranges[i].first)
			head = size_of_head(last, line);
		for (; !rc && head; head--)
			if (line - head > added)
				rc = add_line(c, file, line - head, last[(line - head) % MAX_HEAD],
					      redact);
		if (!rc)
			rc = add_line(c, file, line, last[line % MAX_HEAD], redact);
		added = line;
		i += line == ranges[i].last;
	}
	return rc;
}

static int read_file(struct html_code *c, const struct sources_dir *dir, int64_t mtime,
		     const struct line_range *ranges, uint32_t nr, struct html_paths *p)
{
	struct html_source *f = &c->files[ranges->file - 1];
	struct sources_file source;
	int rc = sources_dir_read(dir, f->cwd, f->path, &source);

	if (rc <= 0)
		return rc;
	f->below = true;
	f->newer = mtime && source.mtime > mtime;
	f->name = html_add_text(p, html_redact_file(p->redact, f->object, source.path));
	rc = add_lines(c, ranges->file, &source, ranges, nr, p->redact);
	free(source.text);
	free(source.path);
	return rc;
}

int html_read_lines(struct html_code *c, struct html_line_use *uses, uint32_t nr,
		    const struct sources_dir *dir, int64_t mtime, struct html_paths *p)
{
	struct line_range *ranges = mem_alloc((size_t)nr + 1, sizeof(*ranges));
	const uint32_t nr_ranges = ranges ? make_ranges(uses, nr, ranges) : 0;
	int rc = ranges ? 0 : -ENOMEM;
	uint32_t n;

	for (uint32_t i = 0; !rc && i < nr_ranges; i += n) {
		n = 1;
		while (i + n < nr_ranges && ranges[i + n].file == ranges[i].file)
			n++;
		rc = read_file(c, dir, mtime, &ranges[i], n, p);
	}
	free(ranges);
	return rc;
}
