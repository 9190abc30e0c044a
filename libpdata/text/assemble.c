/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Assembles a recording from text. Lines become bytes in their order. The offset of each part is
 * kept, and at the end the header, the offsets of ids and the feature table are filled in.
 */
#include "base/dirlist.h"
#include "base/err.h"
#include "common/opts.h"
#include "common/word.h"
#include "text/assemble_output.h"
#include "text/assemble_repack.h"
#include "text/text_facts.h"
#include "trailer/trailer_int.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define OUT_BYTES ((size_t)1 << 20)
#define ZEROS_DEFAULT ((uint64_t)1 << 30)
#define HOLE_BYTES ((uint64_t)1 << 20)

/* An event of the text, from its ATTR line and its IDS line. */
struct event_place {
	/*
	 * file offset of the place for offset and size of its ids, in its element of the attr
	 * section; 0: none
	 */
	uint64_t entry;
	struct pd_asm_range ids, ids_override;
};

struct assembler {
	const char *text, *end;
	const char *path;
	struct pd_new_dir dir; /* dir.fd is -1 if the text has no DIRECTORY line */
	struct pd_asm_file f;
	struct pd_line line;
	struct pd_text_events events;
	struct pd_text_facts facts;
	struct event_place *places;
	size_t nr_places, places_cap;
	size_t next_attr;
	unsigned nr_features; /* FEATURE lines of the text */
	struct pdata_assemble_opts opts;
	uint64_t zeros; /* how many zeros ZERO lines may still make */
};

static int why(struct assembler *a, const char *text)
{
	snprintf(a->line.why, sizeof(a->line.why), "%s", text);
	return PDATA_E_TEXT;
}

static int fill_ids(struct assembler *a)
{
	int ret = 0;

	for (size_t i = 0; i < a->nr_places && !ret; i++) {
		struct pd_buf b = { 0 };

		if (!a->places[i].entry)
			continue;
		pd_asm_put_range(&b, &a->f, a->places[i].ids, a->places[i].ids_override);
		ret = b.err ? b.err : pd_asm_write(a->f.fd, b.p, b.len, a->places[i].entry);
		pd_buf_free(&b);
	}
	return ret;
}

/* Fill in what is known only when the file is complete, and close it. */
static int finish_file(struct assembler *a)
{
	struct pd_asm_file *f = &a->f;
	int ret = 0;

	if (f->fd < 0)
		return 0;
	pd_asm_end_data(f);
	ret = pd_asm_flush(f);
	if (!ret && f->header)
		ret = pd_asm_fill_header(f);
	if (!ret && f->has_table)
		ret = pd_asm_fill_table(f);
	if (!ret && f->header)
		ret = fill_ids(a);
	if (close(f->fd) && !ret)
		ret = PDATA_E_SYS;
	pd_buf_free(&f->out);
	f->fd = -1;
	return ret;
}

static int start_file(struct assembler *a, int dirfd, const char *name)
{
	int ret = finish_file(a);
	int swap = a->f.swap;

	if (ret)
		return ret;
	a->f = (struct pd_asm_file){ .swap = swap };
	a->f.fd = openat(dirfd, name, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	return a->f.fd < 0 ? PDATA_E_SYS : 0;
}

/*
 * Make sure that there is a file for the lines. A text without MEMBER lines has only one, which is
 * created here.
 */
static int need_file(struct assembler *a)
{
	if (a->f.fd >= 0)
		return 0;
	if (a->dir.fd >= 0)
		return why(a, "expected a MEMBER line before this line");
	return start_file(a, AT_FDCWD, a->path);
}

static int get_event_section(struct assembler *a, uint64_t i, struct event_place **p)
{
	if (i > 65535)
		return why(a, "too many events");
	if (pd_grow(&a->places, &a->places_cap, (size_t)i + 1, sizeof(*a->places)))
		return PDATA_E_NOMEM;
	while (a->nr_places <= i)
		a->places[a->nr_places++] = (struct event_place){ 0 };
	*p = &a->places[i];
	return 0;
}

static int get_section_override(struct assembler *a, const char *off, const char *size,
				struct pd_asm_range *p)
{
	const struct pd_node *top = &a->line.nodes[0];

	p->has_off = pd_node_find(&a->line, top, off);
	p->has_size = pd_node_find(&a->line, top, size);
	return pd_line_u64(&a->line, off, 0, &p->off) || pd_line_u64(&a->line, size, 0, &p->size)
		       ? PDATA_E_TEXT
		       : 0;
}

static bool word_is(const struct pd_node *n, const char *s)
{
	return n && n->kind == PD_N_WORD && pd_word_is(n->text, n->len, s);
}

/* Whether the byte order is big-endian: as the caller wants it, else by the present FILE line. */
static bool order_is_be(struct assembler *a)
{
	const struct pd_node *order = pd_node_find(&a->line, &a->line.nodes[0], "order");

	if (a->opts.order != PDATA_TEXT_ORDER_GIVEN)
		return a->opts.order == PDATA_TEXT_ORDER_BE;
	return word_is(order, "be");
}

static int line_features(struct assembler *a)
{
	const struct pd_node *n = pd_node_find(&a->line, &a->line.nodes[0], "features");
	unsigned k = 0;

	if (!n)
		return 0;
	a->f.features_given = true;
	for (uint32_t i = n->child; i && k < PDATA_NR_FEATURES / 64; i = a->line.nodes[i].next)
		if (pd_node_u64(&a->line, &a->line.nodes[i], &a->f.features[k++]))
			return PDATA_E_TEXT;
	return 0;
}

static int line_file(struct assembler *a)
{
	const struct pd_node *top = &a->line.nodes[0];
	struct pd_asm_file *f = &a->f;
	int ret = need_file(a);

	if (ret)
		return ret;
	f->header = true;
	f->pipe = word_is(pd_node_find(&a->line, top, "mode"), "pipe");
	f->swap = order_is_be(a) != PD_HOST_BE;
	if (pd_line_u64(&a->line, "version", 2, &f->version) ||
	    pd_line_u64(&a->line, "header_size", PDATA_HEADER_SIZE, &f->header_size) ||
	    pd_line_u64(&a->line, "attr_size", PDATA_ATTR_SIZE_VER8 + 16, &f->attr_size) ||
	    pd_line_u64(&a->line, "header_attr_size", f->attr_size, &f->header_attr_size) ||
	    get_section_override(a, "attrs_offset", "attrs_size", &f->attrs_override) ||
	    get_section_override(a, "data_offset", "data_size", &f->data_override) ||
	    get_section_override(a, "event_types_offset", "event_types_size", &f->event_types) ||
	    line_features(a))
		return PDATA_E_TEXT;
	if (f->attr_size < 16 || f->attr_size > 65552)
		return f->pipe ? 0 : why(a, "impossible attr_size");
	pd_buf_zero(&f->out, f->pipe				       ? PDATA_PIPE_HEADER_SIZE
			     : f->header_size == PDATA_HEADER_SIZE_OLD ? PDATA_HEADER_SIZE_OLD
								       : PDATA_HEADER_SIZE);
	return 0;
}

static int line_ids(struct assembler *a)
{
	static const struct pd_row rows[] = { { .kind = PD_K_LIST, .name = "ids", .arg = 8 },
					      { .kind = PD_K_END } };
	const struct pd_text_ctx x = { .swap = a->f.swap };
	struct event_place *p;
	uint64_t event;
	int ret;

	if (pd_line_u64(&a->line, "event", 0, &event))
		return PDATA_E_TEXT;
	ret = get_event_section(a, event, &p);
	if (ret)
		return ret;
	p->ids.off = pd_asm_pos(&a->f);
	ret = pd_rows_to_bytes(&a->f.out, rows, &a->line, &a->line.nodes[0], &x);
	p->ids.size = pd_asm_pos(&a->f) - p->ids.off;
	return ret;
}

static int line_attr(struct assembler *a)
{
	struct event_place *p;
	struct pd_asm_file *f = &a->f;
	int ret = get_event_section(a, a->next_attr++, &p);

	if (ret)
		return ret;
	if (!f->attrs.size)
		f->attrs.off = pd_asm_pos(f);
	ret = pd_attr_to_bytes(&f->out, &a->line, f->swap, (size_t)f->attr_size - 16);
	if (ret)
		return ret;
	p->entry = pd_asm_pos(f);
	pd_buf_zero(&f->out, 16);
	f->attrs.size += f->attr_size;
	return get_section_override(a, "ids_offset", "ids_size", &p->ids_override);
}

static int line_table(struct assembler *a)
{
	static const struct pd_row elem[] = { { .kind = PD_K_UINT, .name = "offset", .arg = 8 },
					      { .kind = PD_K_UINT, .name = "size", .arg = 8 },
					      { .kind = PD_K_END } };
	static const struct pd_row rows[] = { { .kind = PD_K_LIST, .name = "entries", .sub = elem },
					      { .kind = PD_K_END } };
	const struct pd_text_ctx x = { .swap = a->f.swap };

	pd_asm_end_data(&a->f);
	if (pd_node_find(&a->line, &a->line.nodes[0], "entries"))
		return pd_rows_to_bytes(&a->f.out, rows, &a->line, &a->line.nodes[0], &x);
	a->f.has_table = true;
	a->f.table = pd_asm_pos(&a->f);
	pd_buf_zero(&a->f.out, 16 * (size_t)a->nr_features);
	return 0;
}

static int line_feature(struct assembler *a)
{
	const struct pd_node *name = pd_node_find(&a->line, &a->line.nodes[0], "name");
	struct pd_asm_file *f = &a->f;
	uint64_t bit, at = pd_asm_pos(f);
	int ret;

	pd_asm_end_data(f);
	if (pd_line_u64(&a->line, "bit", 0, &bit))
		return PDATA_E_TEXT;
	if (name && name->kind == PD_N_WORD)
		bit = pd_feature_by_name(name->text, name->len);
	if (!bit || bit >= PDATA_NR_FEATURES)
		return why(a, "unknown feature: bit=N takes any number up to 255");
	ret = pd_feature_to_bytes(&f->out, (uint32_t)bit, &a->line, f->swap);
	if (ret)
		return ret;
	f->feats[bit] = (struct pd_asm_range){ at, pd_asm_pos(f) - at, true, true };
	if (!f->features_given)
		f->features[bit / 64] |= 1ull << bit % 64;
	return 0;
}

/*
 * Make a hole of @n zeros at the end of the file if they are many. *@n: set to the zeros that are
 * left to write, which is the last byte after a hole. Return: 0 or an error.
 */
static int put_hole(struct assembler *a, uint64_t *n)
{
	int ret = *n > HOLE_BYTES ? pd_asm_flush(&a->f) : 0;
	struct stat st;

	if (ret || *n <= HOLE_BYTES || fstat(a->f.fd, &st) || (uint64_t)st.st_size > a->f.off ||
	    *n > INT64_MAX - a->f.off)
		return ret;
	a->f.off += *n - 1;
	*n = 1;
	return 0;
}

/* A short line may make a long file, but only as long as the caller allows. */
static int line_zero(struct assembler *a)
{
	uint64_t n;
	int ret;

	if (pd_line_u64(&a->line, "n", 0, &n))
		return PDATA_E_TEXT;
	if (n > a->zeros) {
		snprintf(a->line.why, sizeof(a->line.why),
			 "n: %llu zeros, but only %llu more are allowed", (unsigned long long)n,
			 (unsigned long long)a->zeros);
		return PDATA_E_TEXT;
	}
	a->zeros -= n;
	ret = put_hole(a, &n);
	for (; n && !ret; n -= n < OUT_BYTES ? n : OUT_BYTES) {
		pd_buf_zero(&a->f.out, n < OUT_BYTES ? (size_t)n : OUT_BYTES);
		ret = pd_asm_flush(&a->f);
	}
	return ret;
}

static int line_bytes(struct assembler *a)
{
	static const struct pd_row rows[] = { { .kind = PD_K_REST, .name = "data" },
					      { .kind = PD_K_END } };
	const struct pd_text_ctx x = { .swap = a->f.swap };
	const struct pd_node *name = pd_node_find(&a->line, &a->line.nodes[0], "name");

	if (name && name->kind == PD_N_WORD)
		return pd_feature_to_bytes(&a->f.out, pd_feature_by_name(name->text, name->len),
					   &a->line, a->f.swap);
	return pd_rows_to_bytes(&a->f.out, rows, &a->line, &a->line.nodes[0], &x);
}

/* A file that is compressed as a whole: its bytes follow, and its content only as comments. */
static int line_wrapped(struct assembler *a)
{
	(void)pd_node_find(&a->line, &a->line.nodes[0], "codec");
	return pd_asm_pos(&a->f) ? why(a, "must be the first line") : 0;
}

static int line_block(struct assembler *a)
{
	pd_asm_end_data(&a->f);
	if (!a->f.nr_blocks++)
		a->f.trailer = pd_asm_pos(&a->f);
	return pd_block_to_bytes(&a->f.out, &a->line, a->f.swap);
}

static int line_footer(struct assembler *a)
{
	struct pd_footer f = { .version = PD_TRAILER_VERSION, .nr_blocks = a->f.nr_blocks };

	pd_asm_end_data(&a->f);
	f.off = a->f.nr_blocks ? a->f.trailer : pd_asm_pos(&a->f);
	f.size = pd_asm_pos(&a->f) - f.off;
	return pd_footer_to_bytes(&a->f.out, &a->line, &f, a->f.swap);
}

static int line_member(struct assembler *a)
{
	const struct pd_node *n = pd_node_find(&a->line, &a->line.nodes[0], "name");
	char name[256];

	if (a->dir.fd < 0)
		return why(a, "expected a DIRECTORY line before this line");
	if (!n || n->kind != PD_N_STRING || !n->len || n->len >= sizeof(name) ||
	    memchr(n->text, '/', n->len))
		return why(a, "name: expected a file name");
	memcpy(name, n->text, n->len);
	name[n->len] = 0;
	return start_file(a, a->dir.fd, name);
}

static int line_directory(struct assembler *a)
{
	if (a->f.fd >= 0 || a->dir.fd >= 0)
		return why(a, "must be the first line");
	return pd_new_dir_open(&a->dir, a->path);
}

/* Add an event. Events of a pipe are announced by records among the others. */
static int add_attr(struct assembler *a, const uint8_t *image, size_t len)
{
	struct pd_text_events *e = &a->events;

	if (pd_grow(&e->attrs, &e->cap, e->nr + 1, sizeof(*e->attrs)))
		return PDATA_E_NOMEM;
	if (pdata_attr_decode(image, len, a->f.swap, &e->attrs[e->nr], NULL) >= 0)
		e->nr++;
	return 0;
}

/* Add an event if readers take the record for one, in whatever form the text has it. */
static int announced_event(struct assembler *a, const uint8_t *data, size_t len)
{
	struct pdata_record rec = { .data = data,
				    .size = (uint16_t)len,
				    .swap = (uint32_t)a->f.swap };
	struct pdata_value v;

	rec.type = pd_ld32(data, a->f.swap);
	if (rec.type != PDATA_RECORD_HEADER_ATTR || pdata_record_decode(&rec, &v, NULL))
		return 0;
	return add_attr(a, v.u.header_attr.attr.data, (size_t)v.u.header_attr.attr.len);
}

static int line_record(struct assembler *a)
{
	size_t at = a->f.out.len;
	int ret = pd_record_to_bytes(&a->f.out, &a->line, &a->events, &a->facts, a->f.swap);

	if (!ret && a->f.pipe)
		ret = announced_event(a, (const uint8_t *)a->f.out.p + at, a->f.out.len - at);
	return ret;
}

static const struct {
	const char *name;
	int (*run)(struct assembler *a);
	bool before_file;
} lines[] = {
	{ "DIRECTORY", line_directory, true }, { "MEMBER", line_member, true },
	{ "FILE", line_file, true },	       { "IDS", line_ids, false },
	{ "ATTR", line_attr, false },	       { "FEATURE_TABLE", line_table, false },
	{ "FEATURE", line_feature, false },    { "WRAPPED", line_wrapped, false },
	{ "BLOCK", line_block, false },	       { "FOOTER", line_footer, false },
	{ "HEX", line_bytes, false },	       { "ZERO", line_zero, false },
	{ "PAYLOAD", line_bytes, false },
};

static int one_line(struct assembler *a)
{
	int ret;

	for (size_t i = 0; i < PD_NR(lines); i++) {
		if (!pd_line_is(&a->line, lines[i].name))
			continue;
		ret = lines[i].before_file ? 0 : need_file(a);
		return ret ? ret : lines[i].run(a);
	}
	ret = need_file(a);
	if (ret)
		return ret;
	if (pd_line_is(&a->line, "DATA")) {
		a->f.in_data = true;
		a->f.data.off = pd_asm_pos(&a->f);
		return 0;
	}
	if (pd_line_is(&a->line, "RECORD") || pd_record_by_name(a->line.name, a->line.name_len))
		return line_record(a);
	snprintf(a->line.why, sizeof(a->line.why), "%.*s is neither a record nor a part of a file",
		 (int)(a->line.name_len < 40 ? a->line.name_len : 40), a->line.name);
	return PDATA_E_TEXT;
}

/* Get the length of the line at @s without its end. *@next: set to the line after it. */
static size_t line_at(const char *s, const char *end, const char **next)
{
	const char *nl = memchr(s, '\n', (size_t)(end - s));
	size_t n = (size_t)((nl ? nl : end) - s);

	*next = nl ? nl + 1 : end;
	return n && s[n - 1] == '\r' ? n - 1 : n;
}

static bool is_comment(const char *s, size_t n)
{
	while (n && (*s == ' ' || *s == '\t'))
		s++, n--;
	return !n || *s == '#';
}

static bool starts_with_word(const char *s, size_t n, const char *word)
{
	size_t w = strlen(word);

	return n >= w && !memcmp(s, word, w) && (n == w || s[w] == ' ');
}

/* Use a FILE or ATTR line before it is assembled. */
static int look_at_line(struct assembler *a, const char *s, size_t n)
{
	struct pd_buf image = { 0 };
	uint64_t size;
	int ret;

	if (starts_with_word(s, n, "FILE")) {
		a->f.swap = order_is_be(a) != PD_HOST_BE;
		pd_line_u64(&a->line, "attr_size", PDATA_ATTR_SIZE_VER8 + 16, &a->f.attr_size);
		return 0;
	}
	size = a->f.attr_size >= 16 + PDATA_ATTR_SIZE_VER0 && a->f.attr_size < 65552
		       ? a->f.attr_size - 16
		       : PDATA_ATTR_SIZE_VER8;
	ret = pd_attr_to_bytes(&image, &a->line, a->f.swap, (size_t)size);
	if (!ret)
		ret = add_attr(a, (const uint8_t *)image.p, image.len);
	pd_buf_free(&image);
	return ret;
}

/*
 * Use some lines before they are assembled: attrs and features may follow the records that need
 * them, and the feature table may precede the features that it counts.
 */
static int look_ahead(struct assembler *a)
{
	const char *s = a->text, *next;
	int ret = 0;

	for (; s < a->end && !ret; s = next) {
		size_t n = line_at(s, a->end, &next);

		if (starts_with_word(s, n, "FEATURE"))
			a->nr_features++;
		ret = pd_facts_learn(&a->facts, s, n, a->f.swap);
		if (ret || (!starts_with_word(s, n, "ATTR") && !starts_with_word(s, n, "FILE")))
			continue;
		ret = pd_line_parse(&a->line, s, n);
		if (!ret)
			ret = look_at_line(a, s, n);
		if (ret == PDATA_E_TEXT)
			ret = 0; /* the error is reported when the line is assembled */
	}
	return ret;
}

static int all_lines(struct assembler *a, uint64_t *nr)
{
	const char *s = a->text, *next;
	bool any = false;
	int ret = look_ahead(a);

	for (*nr = 1; s < a->end && !ret; s = next, ++*nr) {
		size_t n = line_at(s, a->end, &next);

		if (is_comment(s, n))
			continue;
		any = true;
		ret = pd_line_parse(&a->line, s, n);
		if (!ret)
			ret = one_line(a);
		if (!ret)
			ret = pd_line_all_found(&a->line);
		if (!ret && a->f.out.len > OUT_BYTES)
			ret = pd_asm_flush(&a->f);
		if (ret)
			return ret;
	}
	/* A text without lines creates no file: a good file may have that name. */
	if (!ret && !any)
		return why(a, "the text has no lines except comments");
	return ret ? ret : finish_file(a);
}

static int build(const char *text, size_t len, const char *path,
		 const struct pdata_assemble_opts *o, struct pdata_error *err)
{
	struct assembler a = {
		.text = text, .end = text + len, .path = path, .dir.fd = -1, .f.fd = -1, .opts = *o
	};
	uint64_t nr = 0;
	int ret, e;

	a.zeros = o->max_zeros ? o->max_zeros : ZEROS_DEFAULT;
	ret = all_lines(&a, &nr);
	e = errno;

	if (ret == PDATA_E_SYS)
		pd_error_sys(err, e, nr, path);
	else if (ret)
		pd_error(err, ret, nr, 0, "line", "%s", a.line.why);
	if (a.f.fd >= 0)
		close(a.f.fd);
	pd_new_dir_close(&a.dir, path, ret != 0);
	pd_buf_free(&a.f.out);
	pd_line_free(&a.line);
	pd_free(a.events.attrs);
	pd_facts_free(&a.facts);
	pd_free(a.places);
	return ret;
}

/*
 * Whether the recording must be built in the byte order of the text before it gets the order of @o:
 * compressed bytes cannot be converted, and a reader finds that the checksums of a trailer are
 * wrong. The order of a file that is compressed as a whole is not in its text.
 */
static bool needs_reorder(const char *text, size_t len, const struct pdata_assemble_opts *o)
{
	const bool is_read = o->mode || o->compress;
	const char *s = text, *end = text + len, *next;
	bool be = false, found = false;

	if (o->order == PDATA_TEXT_ORDER_GIVEN)
		return false;
	for (; s < end; s = next) {
		size_t n = line_at(s, end, &next);

		if (starts_with_word(s, n, "WRAPPED"))
			return true;
		if (starts_with_word(s, n, "FILE"))
			be = memmem(s, n, " order=be", 9);
		if (starts_with_word(s, n, "COMPRESSED") || starts_with_word(s, n, "COMPRESSED2") ||
		    (is_read && starts_with_word(s, n, "BLOCK")))
			found = true;
	}
	return found && be != (o->order == PDATA_TEXT_ORDER_BE);
}

int pdata_assemble(const char *text, size_t len, const char *path,
		   const struct pdata_assemble_opts *o, struct pdata_error *err)
{
	struct pdata_assemble_opts opts = { 0 };
	bool reorder;

	if (!pd_opts_take(&opts, sizeof(opts), o))
		return pd_error(err, PDATA_E_ARG, 0, 0, "size", "of struct pdata_assemble_opts");
	if (opts.order > PDATA_TEXT_ORDER_BE || opts.mode > PDATA_TEXT_MODE_DIR ||
	    opts.compress > PDATA_TEXT_COMPRESS_ZSTD2)
		return pd_error(err, PDATA_E_ARG, 0, 0, "", "order, mode or compress");
	reorder = needs_reorder(text, len, &opts);
	if (!opts.mode && !opts.compress && !reorder)
		return build(text, len, path, &opts, err);
	return pd_assemble_repack(text, len, path, &opts, reorder, build, err);
}
