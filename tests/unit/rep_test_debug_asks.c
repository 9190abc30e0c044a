/* SPDX-License-Identifier: BSD-2-Clause */
/* Many questions to debugging information: in threads the answers are those of one at a time. */
#include "object/symbols/debug_asks.h"
#include "object/symbols/location.h"
#include "object/symbols/object_symbols_int.h"
#include "test.h"

#include <limits.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#define NR 4000u
#define STEP 0x70u

static struct pdata_tasks *tasks;
static struct debug_asks asks;
static const struct pdata_object *object;

/* A recording in which process 7 had the program of this test mapped. */
static void record_this_program(void)
{
	static uint8_t data[8192];
	static struct pdata_event event;
	static char path[PATH_MAX];
	struct pdata_value v = { .u.mmap2 = { .pid = 7, .tid = 7, .addr = 0, .len = 1u << 30 } };
	struct pdata_record rec = { .type = PDATA_RECORD_MMAP2,
				    .misc = PDATA_CPUMODE_USER,
				    .data = data,
				    .event = &event };
	struct pdata_thread_at at;
	struct stat st;
	ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 1);

	CHECK(n > 0 && !stat(path, &st));
	v.u.mmap2.filename = path;
	v.u.mmap2.prot = 5;
	v.u.mmap2.maj = major(st.st_dev);
	v.u.mmap2.min = minor(st.st_dev);
	v.u.mmap2.ino = st.st_ino;
	event.attr = (struct pdata_attr){ .size = 128,
					  .sample_type = PDATA_SAMPLE_IP | PDATA_SAMPLE_TIME };
	CHECK_I(pdata_tasks_new(&tasks), 0);
	n = pdata_record_encode(rec.type, rec.misc, &v, &event.attr, 0, data, sizeof(data));
	CHECK(n >= 8);
	rec.size = (uint16_t)n;
	CHECK_I(pdata_tasks_add(tasks, &rec, NULL), 0);
	CHECK_I(pdata_tasks_seal(tasks), 0);
	pdata_tasks_at(tasks, 7, 7, UINT64_MAX, UINT64_MAX, &at);
	object = resolve_user_map(at.maps, 0x1000)->object;
}

static struct symbols *open_symbols(bool lines)
{
	struct symbols *s = symbols_new(&(struct sym_opts){ .lines = lines }, tasks);

	CHECK(s);
	asks.nr = 0;
	debug_asks_free(&asks);
	for (uint32_t i = 0; i < NR; i++) {
		/* Not ascending, and some more than once. */
		const uint64_t addr =
			0x1000 + (uint64_t)(i * 7919 % NR) * STEP % (NR * STEP * 3 / 4);
		const struct sym *sym = resolve_sym(s, object, addr);

		if (sym)
			CHECK_I(debug_asks_add(&asks, &(struct debug_ask){ object, addr, sym }), 0);
		if (sym && lines)
			CHECK_I(debug_asks_add(&asks, &(struct debug_ask){ object, addr, NULL }),
				0);
	}
	return s;
}

static void check_same_answer(struct symbols *a, struct symbols *b, const struct debug_ask *q)
{
	const struct sym *base = resolve_sym(b, object, q->addr);
	const struct sym_frame *x, *y;
	const char *file_a, *file_b;
	uint32_t line_a, line_b, nr;

	nr = symbols_inlines(a, object, q->addr, resolve_sym(a, object, q->addr), &x);
	CHECK_U(symbols_inlines(b, object, q->addr, base, &y), nr);
	for (uint32_t i = 0; i < nr; i++) {
		CHECK_S(y[i].sym->name, x[i].sym->name);
		CHECK(y[i].sym->inlined == x[i].sym->inlined);
		CHECK_U(y[i].line, x[i].line);
		CHECK((y[i].sym == base) == !y[i].sym->inlined);
	}
	if (!(a->inlines.how & DWARF_LINES))
		return;
	CHECK(symbols_line(a, object, q->addr, &file_a, &line_a) ==
	      symbols_line(b, object, q->addr, &file_b, &line_b));
	if (symbols_line(a, object, q->addr, &file_a, &line_a)) {
		CHECK_S(file_b, file_a);
		CHECK_U(line_b, line_a);
	}
}

static void check_threads(uint64_t jobs, bool lines)
{
	struct symbols *one, *many;
	uint32_t nr_handles = 1;

	record_this_program();
	one = open_symbols(lines);
	for (uint32_t i = 0; i < asks.nr; i++) {
		const struct sym_frame *f;
		const char *path;
		uint32_t line;

		if (asks.all[i].base)
			symbols_inlines(one, object, asks.all[i].addr, asks.all[i].base, &f);
		else
			symbols_line(one, object, asks.all[i].addr, &path, &line);
	}
	many = open_symbols(lines);
	symbols_answer_asks(many, &asks, jobs, 0, NULL);
	CHECK(asks.nr == 0 || many->inlines.objects);
	for (uint32_t i = 0; i < asks.nr; i++) {
		CHECK(!many->inlines.objects[object->index].file ||
		      sym_inlines_has(&many->inlines, object->index, asks.all[i].addr,
				      !asks.all[i].base));
		check_same_answer(one, many, &asks.all[i]);
	}
	for (uint32_t i = 0; asks.nr && i < SYM_HANDLES_MAX - 1; i++)
		nr_handles += many->inlines.objects[object->index].more[i] != NULL;
	/* Without debugging information in this program there is nothing to share. */
	if (many->inlines.objects && many->inlines.objects[object->index].file)
		CHECK_U(nr_handles, lines ? 1 : jobs);
	CHECK_I(symbols_error(many), 0);
	debug_asks_free(&asks);
	symbols_free(one);
	symbols_free(many);
	pdata_tasks_free(tasks);
}

TEST(units_of_one_file_are_shared_out_to_threads)
{
	check_threads(1, false);
	check_threads(2, false);
	check_threads(7, false);
}

TEST(source_lines_are_asked_for_with_inlined_functions)
{
	check_threads(1, true);
	check_threads(7, true);
}
