/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Implements --kcore: copies the kernel's code as it is in memory, and its names, as perf does in
 * kcore_dir: kallsyms and modules completely, and of /proc/kcore the kernel's text and the range
 * from the first to the last function of modules.
 */
#include "file/kcore.h"
#include "common/word.h"

#include <pdata/elf.h>
#include <pdata/names.h>

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ROOM 65536u		      /* bytes that are read at once */
#define RANGE_MAX ((uint64_t)4 << 30) /* no kernel has modules and BPF programs farther apart */
#define PIECES_MAX 64u
#define HEAD_MAX 4096 /* bytes of the ELF headers of PIECES_MAX pieces */
#define TRIES 3	      /* the copy is repeated if modules were loaded or unloaded meanwhile */

static const char *const names[] = { "kcore", "modules", "kallsyms" };

/* The lowest and the highest address seen so far; none if last is 0. */
struct span {
	uint64_t first, last;
};

struct copying {
	struct rec_arena *arena;
	const char *from, *to;
	uint64_t page;
	uint64_t stext, etext;
	struct span functions, module_functions, modules;
	struct pdata_elf_segment pieces[PIECES_MAX]; /* segments of the copy */
	uint64_t sources[PIECES_MAX];		     /* offset of each in /proc/kcore */
	uint32_t nr;
	struct rec_kcore_done *done;
};

static void extend_address_span(struct span *s, uint64_t first, uint64_t last)
{
	if (!s->last || first < s->first)
		s->first = first;
	if (last > s->last)
		s->last = last;
}

static const char *path_in(const struct copying *c, const char *dir, const char *name)
{
	return rec_printf(c->arena, "%s/%s", dir, name);
}

static int kcore_error(const char *path)
{
	return rec_error("--kcore: %s: %s", path, strerror(errno));
}

/* ---- texts ---- */

static void take_symbol(struct copying *c, const char *line)
{
	struct pdata_kallsym sym;

	/* As in perf, hidden addresses (0) and symbols other than functions are ignored. */
	if (!pdata_kallsyms_line(line, strlen(line), &sym) || !sym.addr ||
	    (sym.type != 'T' && sym.type != 't' && sym.type != 'W'))
		return;
	if (sym.module) {
		extend_address_span(&c->module_functions, sym.addr, sym.addr);
		return;
	}
	extend_address_span(&c->functions, sym.addr, sym.addr);
	if (pd_word_is(sym.name, sym.name_len, "_stext"))
		c->stext = sym.addr;
	else if (pd_word_is(sym.name, sym.name_len, "_etext"))
		c->etext = sym.addr;
}

/* Parse a line of /proc/modules: "loop 40960 0 - Live 0xffffffffc0000000". */
static void take_module(struct copying *c, const char *line)
{
	const char *size = strchr(line, ' '), *at = strstr(line, " 0x");
	const uint64_t addr = at ? strtoull(at + 1, NULL, 16) : 0;

	if (addr && size)
		extend_address_span(&c->modules, addr, addr + strtoull(size + 1, NULL, 10));
}

typedef void (*line_fn)(struct copying *c, const char *line);

/*
 * Call @fn for each complete line of @buf, which has room for a NUL. An incomplete last line is
 * moved to the start of @buf. Return: its length in bytes.
 */
static size_t take_lines(struct copying *c, char *buf, size_t len, line_fn fn)
{
	char *line = buf, *end;

	buf[len] = '\0';
	for (; (end = strchr(line, '\n')); line = end + 1) {
		*end = '\0';
		fn(c, line);
	}
	len -= (size_t)(line - buf);
	memmove(buf, line, len + 1);
	return len < ROOM / 2 ? len : 0;
}

static int create(const char *path)
{
	return open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0400);
}

static int write_kcore_bytes(int fd, const void *buf, size_t len)
{
	const char *p = buf;

	while (len) {
		const ssize_t n = write(fd, p, len);

		if (n < 0)
			return -1;
		p += n;
		len -= (size_t)n;
	}
	return 0;
}

/*
 * Copy a text file and call @fn for each of its lines. A kernel without support for modules has no
 * /proc/modules; its copy is empty.
 */
static int copy_text(struct copying *c, const char *name, line_fn fn)
{
	const char *from = path_in(c, c->from, name), *to = path_in(c, c->to, name);
	char *buf = rec_alloc(c->arena, ROOM + 1);
	int in = open(from, O_RDONLY | O_CLOEXEC), out;
	size_t left = 0;
	ssize_t n = 0;

	if (in < 0 && (errno != ENOENT || fn != take_module))
		return kcore_error(from);
	out = create(to);
	int err = out < 0 ? kcore_error(to) : 0;

	while (!err && in >= 0 && (n = read(in, buf + left, ROOM - left)) > 0) {
		if (write_kcore_bytes(out, buf + left, (size_t)n))
			err = kcore_error(to);
		left = take_lines(c, buf, left + (size_t)n, fn);
	}
	if (n < 0)
		err = kcore_error(from);
	if (left)
		fn(c, buf); /* the last line has no newline */
	if (in >= 0)
		close(in);
	if (out >= 0 && close(out) && !err)
		err = kcore_error(to);
	return err;
}

static bool read_kcore_bytes(int fd, char *p, size_t len)
{
	while (len) {
		const ssize_t n = read(fd, p, len);

		if (n <= 0)
			return false;
		p += n;
		len -= (size_t)n;
	}
	return true;
}

/* Return whether file @name still has the text that was copied. */
static bool is_same_text(struct copying *c, const char *name)
{
	const int now = open(path_in(c, c->from, name), O_RDONLY | O_CLOEXEC),
		  copy = open(path_in(c, c->to, name), O_RDONLY | O_CLOEXEC);
	char *a = rec_alloc(c->arena, ROOM), *b = rec_alloc(c->arena, ROOM);
	bool same = now >= 0 && copy >= 0;
	ssize_t n = 1;

	while (same && n > 0) {
		n = read(now, a, ROOM);
		same = n >= 0 && read_kcore_bytes(copy, b, (size_t)n) && !memcmp(a, b, (size_t)n);
	}
	same = same && !read(copy, b, 1);
	if (now >= 0)
		close(now);
	if (copy >= 0)
		close(copy);
	return same;
}

/* ---- code ---- */

static uint64_t page_start(const struct copying *c, uint64_t addr)
{
	return addr & ~(c->page - 1);
}

static uint64_t page_end(const struct copying *c, uint64_t addr)
{
	return addr > UINT64_MAX - c->page ? ~(c->page - 1) : page_start(c, addr + c->page - 1);
}

/* Add the part of [@from, @to) that is in segment @g of /proc/kcore to the pieces to copy. */
static void add_kcore_piece(struct copying *c, const struct pdata_elf_segment *g, uint64_t from,
			    uint64_t to)
{
	const uint64_t end = g->memsz > UINT64_MAX - g->addr ? UINT64_MAX : g->addr + g->memsz;

	from = from > g->addr ? from : g->addr;
	to = to < end ? to : end;
	if (from >= to || c->nr == PIECES_MAX)
		return;
	for (uint32_t i = 0; i < c->nr; i++)
		if (from >= c->pieces[i].addr && from - c->pieces[i].addr < c->pieces[i].memsz)
			return; /* another piece has this memory already */
	if (to - from > RANGE_MAX) {
		c->done->missing += to - from - RANGE_MAX;
		to = from + RANGE_MAX;
	}
	c->sources[c->nr] = g->off + (from - g->addr);
	c->pieces[c->nr++] =
		(struct pdata_elf_segment){ .type = PDATA_PT_LOAD,
					    .flags = PDATA_PF_R | PDATA_PF_W | PDATA_PF_X,
					    .addr = from,
					    .filesz = to - from,
					    .memsz = to - from,
					    .align = c->page };
}

static int choose_kcore_pieces(struct copying *c, const struct pdata_elf *e)
{
	const struct span *f = &c->functions, *m = &c->module_functions;
	struct span modules = c->modules;
	struct pdata_elf_segment g;
	bool has_text = false;

	if (!f->last)
		return rec_error("--kcore: /proc/kallsyms hides the kernel addresses; set "
				 "kernel.kptr_restrict to 0 or 1");
	const uint64_t from = page_start(c, c->stext ? c->stext : f->first),
		       to = c->etext ? page_end(c, c->etext) : page_end(c, f->last) + c->page;

	if (m->last)
		extend_address_span(&modules, m->first, page_end(c, m->last) + c->page);
	for (uint32_t i = 0; !pdata_elf_segment(e, i, &g); i++) {
		if (g.type != PDATA_PT_LOAD || !(g.flags & PDATA_PF_X))
			continue;
		const uint32_t before = c->nr;

		add_kcore_piece(c, &g, from, to);
		has_text |= c->nr > before;
		if (modules.last)
			add_kcore_piece(c, &g, page_start(c, modules.first),
					page_end(c, modules.last));
	}
	return has_text ? 0 : rec_error("--kcore: %s/kcore has no kernel code", c->from);
}

static bool is_zero(const uint8_t *p, size_t len)
{
	return !len || (!*p && !memcmp(p, p + 1, len - 1));
}

/*
 * Copy piece @i. Pages of zeros, and pages that cannot be read, become holes of the copy; the bytes
 * of the latter are counted.
 */
static int copy_piece(struct copying *c, struct pdata_elf *e, int out, uint32_t i, uint8_t *buf)
{
	const struct pdata_elf_segment *p = &c->pieces[i];
	const uint64_t page = c->page;

	for (uint64_t at = 0; at < p->filesz;) {
		const uint64_t left = p->filesz - at, want = left < ROOM ? left : ROOM;
		size_t n = pdata_elf_read(e, c->sources[i] + at, buf, (size_t)want);

		for (size_t k = 0; k < n; k += page) {
			const size_t len = n - k < page ? n - k : page;

			if (is_zero(buf + k, len))
				continue;
			if (lseek(out, (off_t)(p->off + at + k), SEEK_SET) < 0 ||
			    write_kcore_bytes(out, buf + k, len))
				return -1;
			c->done->bytes += len;
		}
		at += n;
		if (n < want) {
			const uint64_t next = page_start(c, p->addr + at) + page - p->addr;

			c->done->missing += (next < p->filesz ? next : p->filesz) - at;
			at = next;
		}
	}
	return 0;
}

/* Write the copy: the ELF headers take up HEAD_MAX bytes in whole pages, the pieces follow. */
static int write_kcore_copy(struct copying *c, struct pdata_elf *e, int out)
{
	uint8_t *head, *buf = rec_alloc(c->arena, ROOM);
	uint64_t off = page_end(c, HEAD_MAX);

	for (uint32_t i = 0; i < c->nr; i++) {
		c->pieces[i].off = off;
		off += c->pieces[i].filesz;
	}
	const int64_t len = pdata_elf_core(e, c->pieces, c->nr, &head);

	if (len < 0 || len > HEAD_MAX)
		return rec_error("--kcore: %s/kcore: %s", c->from,
				 pdata_strerror(len < 0 ? (int)len : PDATA_L_MEMORY));
	int err = write_kcore_bytes(out, head, (size_t)len);

	pdata_free(head);
	for (uint32_t i = 0; i < c->nr && !err; i++)
		err = copy_piece(c, e, out, i, buf);
	if (!err)
		err = ftruncate(out, (off_t)off);
	return err ? kcore_error(path_in(c, c->to, names[0])) : 0;
}

static int copy_code(struct copying *c)
{
	const char *from = path_in(c, c->from, names[0]), *to = path_in(c, c->to, names[0]);
	int in = open(from, O_RDONLY | O_CLOEXEC), out;
	struct pdata_elf *e;

	if (in < 0)
		return kcore_error(from);
	if (pdata_elf_open_fd(&e, in, NULL)) {
		close(in);
		return rec_error("--kcore: %s is not an ELF core file", from);
	}
	int err = choose_kcore_pieces(c, e);

	if (!err) {
		out = create(to);
		err = out < 0 ? kcore_error(to) : write_kcore_copy(c, e, out);
		if (out >= 0 && close(out) && !err)
			err = kcore_error(to);
	}
	pdata_elf_close(e);
	close(in);
	return err;
}

/* ---- the directory ---- */

void rec_kcore_remove(struct rec_arena *a, const char *dir)
{
	for (size_t i = 0; i < REC_NR(names); i++)
		unlink(rec_printf(a, "%s/%s", dir, names[i]));
	rmdir(dir);
}

int rec_kcore_check(void)
{
	int fd = open("/proc/kcore", O_RDONLY | O_CLOEXEC);

	if (fd >= 0) {
		close(fd);
		return 0;
	}
	if (errno == ENOENT)
		return rec_error("--kcore: there is no /proc/kcore (a kernel without "
				 "CONFIG_PROC_KCORE, or a container); without --kcore the symbols "
				 "of sampled functions are recorded");
	return rec_error("--kcore: /proc/kcore: %s; reading it needs root with CAP_SYS_RAWIO, and "
			 "a kernel that is not locked down",
			 strerror(errno));
}

int rec_kcore_copy(const char *from, const char *to, struct rec_kcore_done *done)
{
	struct rec_arena arena = { 0 };
	int err = 0;

	for (int i = 0; i < TRIES; i++) {
		struct copying c = { .arena = &arena,
				     .from = from,
				     .to = to,
				     .page = (uint64_t)sysconf(_SC_PAGESIZE),
				     .done = done };

		*done = (struct rec_kcore_done){ 0 };
		rec_kcore_remove(&arena, to);
		err = mkdir(to, 0700) && errno != EEXIST ? kcore_error(to) : 0;
		err = err || copy_text(&c, names[2], take_symbol) ||
		      copy_text(&c, names[1], take_module) || copy_code(&c);
		done->changed = !err && !is_same_text(&c, names[2]);
		if (!done->changed)
			break;
	}
	if (err)
		rec_kcore_remove(&arena, to);
	rec_arena_free(&arena);
	return err ? -1 : 0;
}
