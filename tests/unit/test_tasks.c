/* SPDX-License-Identifier: BSD-2-Clause */
/* Processes, threads and maps over time. */

#include "t_values.h"
#include "test.h"

#include <pdata/tasks.h>
#include <stdio.h>
#include <string.h>

static struct pdata_tasks *tasks;
static struct pdata_event event;
static uint64_t seq;
static uint8_t data[65536];

static void begin(void)
{
	event.attr = t_attr(PDATA_SAMPLE_TID | PDATA_SAMPLE_TIME | PDATA_SAMPLE_IP);
	seq = 0;
	CHECK_I(pdata_tasks_new(&tasks), 0);
}

static void feed(uint32_t type, uint16_t misc, const struct pdata_value *v, uint64_t time)
{
	struct pdata_record rec = {
		.type = type, .misc = misc, .data = data, .event = &event, .time = time, .seq = seq++
	};
	int n = pdata_record_encode(type, misc, v, &event.attr, 0, data, sizeof(data));

	CHECK(n >= 8);
	rec.size = (uint16_t)n;
	CHECK_I(pdata_tasks_add(tasks, &rec, NULL), 0);
}

static void map(uint32_t pid, uint64_t start, uint64_t len, const char *name, uint64_t time)
{
	struct pdata_value v = { .u.mmap2 = { .pid = pid,
					      .tid = pid,
					      .addr = start,
					      .len = len,
					      .pgoff = 0x10000,
					      .prot = 5,
					      .filename = name } };

	feed(PDATA_RECORD_MMAP2, PDATA_CPUMODE_USER, &v, time);
}

static void kernel_map(uint64_t start, uint64_t len, const char *name, uint64_t time)
{
	struct pdata_value v = { .u.mmap = { .pid = UINT32_MAX,
					     .addr = start,
					     .len = len,
					     .pgoff = start,
					     .filename = name } };

	feed(PDATA_RECORD_MMAP, PDATA_CPUMODE_KERNEL, &v, time);
}

static void comm(uint32_t pid, uint32_t tid, const char *name, uint64_t time)
{
	struct pdata_value v = { .u.comm = { pid, tid, name } };

	feed(PDATA_RECORD_COMM, 0, &v, time);
}

static void fork_task(uint32_t ppid, uint32_t pid, uint32_t tid, uint64_t time)
{
	struct pdata_value v = {
		.u.task = { .pid = pid, .ppid = ppid, .tid = tid, .ptid = ppid, .time = time }
	};

	feed(PDATA_RECORD_FORK, 0, &v, time);
}

static void ksymbol(uint64_t addr, uint32_t len, int gone, const char *name, uint64_t time)
{
	struct pdata_value v = { .u.ksymbol = { addr, len, PDATA_KSYMBOL_TYPE_BPF,
						gone ? PDATA_KSYMBOL_UNREGISTER : 0, name } };

	feed(PDATA_RECORD_KSYMBOL, 0, &v, time);
}

static void sample(uint32_t pid, uint32_t tid, uint64_t time)
{
	struct pdata_sample s = { .pid = pid, .tid = tid, .time = time };
	struct pdata_record rec = { .type = PDATA_RECORD_SAMPLE,
				    .data = data,
				    .event = &event,
				    .time = time,
				    .seq = seq++ };

	rec.size = (uint16_t)pdata_sample_encode(2, &s, &event.attr, 0, data, sizeof(data));
	CHECK_I(pdata_tasks_add(tasks, &rec, NULL), 0);
}

static void seal(void)
{
	CHECK_I(pdata_tasks_seal(tasks), 0);
}

static void end(void)
{
	pdata_tasks_free(tasks);
	tasks = NULL;
}

static struct pdata_thread_at at(uint32_t pid, uint32_t tid, uint64_t time)
{
	struct pdata_thread_at out;

	pdata_tasks_at(tasks, pid, tid, time, UINT64_MAX, &out);
	return out;
}

/* Name of what is mapped there, or NULL. */
static const char *name_at(uint32_t pid, uint32_t tid, uint64_t addr, uint64_t time)
{
	struct pdata_thread_at a = at(pid, tid, time);
	const struct pdata_map *m = pdata_mapset_find(a.maps, addr);

	return m ? m->object->name : NULL;
}

TEST(records_take_effect_in_the_order_of_their_times)
{
	/* ascending runs of several lengths, equal times, and a falling one */
	static const uint64_t times[] = { 5, 9, 30, 2, 6, 31, 31, 8, 7, 4, 3, 1, 10, 40, 20 };
	static const uint64_t sorted[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30, 31, 40 };
	char name[16];

	begin();
	for (size_t i = 0; i < sizeof(times) / sizeof(*times); i++) {
		snprintf(name, sizeof(name), "t%u.%u", (unsigned)times[i], i == 5 ? 1u : 0u);
		comm(10, 10, name, times[i]);
	}
	seal();
	for (size_t i = 0; i < sizeof(sorted) / sizeof(*sorted); i++) {
		snprintf(name, sizeof(name), "t%u.0", (unsigned)sorted[i]);
		CHECK_S(at(10, 10, sorted[i]).comm, name);
	}
	end();
}

TEST(a_fork_copies_maps_and_each_goes_its_own_way)
{
	begin();
	map(10, 0x1000, 0x1000, "/a", 1);
	comm(10, 10, "ten", 2);
	fork_task(10, 20, 20, 5);
	map(10, 0x1000, 0x1000, "/b", 6);
	map(20, 0x8000, 0x1000, "/c", 7);
	seal();
	CHECK_S(name_at(10, 10, 0x1800, 5), "/a");
	CHECK_S(name_at(10, 10, 0x1800, 6), "/b");
	CHECK_S(name_at(20, 20, 0x1800, 9), "/a");
	CHECK_S(name_at(20, 20, 0x8000, 9), "/c");
	CHECK_S(name_at(10, 10, 0x8000, 9), NULL);
	CHECK_S(name_at(20, 20, 0x8000, 6), NULL);
	CHECK_S(name_at(20, 20, 0x1800, 4), NULL);
	CHECK_S(at(20, 20, 5).comm, "ten");
	end();
}

/* The bit that means MMAP_DATA, COMM_EXEC and SWITCH_OUT in other records. */
TEST(a_fork_for_an_exec_copies_no_maps)
{
	struct pdata_value v = {
		.u.task = { .pid = 20, .ppid = 10, .tid = 20, .ptid = 10, .time = 5 }
	};

	begin();
	map(10, 0x1000, 0x1000, "/a", 1);
	comm(10, 10, "ten", 2);
	feed(PDATA_RECORD_FORK, PDATA_MISC_FORK_EXEC, &v, 5);
	map(20, 0x8000, 0x1000, "/c", 7);
	seal();
	CHECK_S(name_at(10, 10, 0x1800, 9), "/a");
	CHECK_S(name_at(20, 20, 0x1800, 9), NULL);
	CHECK_S(name_at(20, 20, 0x8000, 9), "/c");
	CHECK_S(at(20, 20, 9).comm, "ten");
	end();
}

TEST(memory_is_told_from_files_by_its_name)
{
	static const char *const memory[] = { "//anon",
					      "[heap]",
					      "[stack]",
					      "[stack:7]",
					      "[anon:code]",
					      "/dev/zero",
					      "/SYSV00000001",
					      "/memfd:code (deleted)",
					      "/anon_hugepage (deleted)" };
	static const char *const files[] = { "/usr/bin/anon", "/dev/shm/x", "/a (deleted)",
					     "[vdso]" };
	const unsigned nr = sizeof(memory) / sizeof(memory[0]), nr_files = 4;

	begin();
	for (unsigned i = 0; i < nr; i++)
		map(10, 0x1000 * (i + 1), 0x1000, memory[i], 1);
	for (unsigned i = 0; i < nr_files; i++)
		map(10, 0x100000 * (i + 1), 0x1000, files[i], 1);
	seal();
	for (unsigned i = 0; i < nr; i++) {
		const struct pdata_map *m = pdata_mapset_find(at(10, 10, 9).maps, 0x1000 * (i + 1));

		CHECK_S(m->object->name, memory[i]);
		CHECK_U(m->object->anon, 1);
		CHECK_U(m->object->pid, 10);
	}
	for (unsigned i = 0; i < nr_files; i++) {
		const struct pdata_map *m =
			pdata_mapset_find(at(10, 10, 9).maps, 0x100000 * (i + 1));

		CHECK_S(m->object->name, files[i]);
		CHECK_U(m->object->anon, 0);
	}
	end();
}

TEST(threads_of_a_process_share_its_maps)
{
	begin();
	map(10, 0x1000, 0x1000, "/a", 1);
	fork_task(10, 10, 11, 2);
	map(10, 0x3000, 0x1000, "/late", 5);
	seal();
	CHECK_S(name_at(10, 11, 0x1000, 3), "/a");
	CHECK_S(name_at(10, 11, 0x3000, 4), NULL);
	CHECK_S(name_at(10, 11, 0x3000, 5), "/late");
	CHECK_U(at(10, 11, 9).epoch, at(10, 10, 9).epoch);
	CHECK(at(10, 11, 9).maps == at(10, 10, 9).maps);
	CHECK_U(at(10, 11, 9).pid, 10);
	end();
}

TEST(a_map_in_the_middle_of_another_cuts_it_in_two)
{
	struct pdata_thread_at a;

	begin();
	map(10, 0x1000, 0x9000, "/big", 1);
	map(10, 0x4000, 0x1000, "/small", 2);
	seal();
	a = at(10, 10, 3);
	CHECK_S(name_at(10, 10, 0x3fff, 3), "/big");
	CHECK_S(name_at(10, 10, 0x4000, 3), "/small");
	CHECK_S(name_at(10, 10, 0x4fff, 3), "/small");
	CHECK_S(name_at(10, 10, 0x5000, 3), "/big");
	CHECK_S(name_at(10, 10, 0x9fff, 3), "/big");
	CHECK_S(name_at(10, 10, 0xa000, 3), NULL);
	CHECK_S(name_at(10, 10, 0x0fff, 3), NULL);
	/* Offsets in the file do not change where a map is cut. */
	CHECK_U(pdata_map_to_offset(pdata_mapset_find(a.maps, 0x5000), 0x5000), 0x14000);
	end();
}

TEST(maps_at_the_end_of_addresses_are_found)
{
	begin();
	map(10, 0xfffffffffffff000, 0x1000, "/top", 1);
	map(10, 0x8000000000000000, ~0ull, "/too-long", 2);
	map(10, 0x1000, 0, "/empty", 3);
	seal();
	CHECK_S(name_at(10, 10, 0xfffffffffffff800, 1), "/top");
	CHECK_S(name_at(10, 10, 0xfffffffffffff800, 2), "/too-long");
	CHECK_S(name_at(10, 10, 0x1000, 4), NULL);
	end();
}

TEST(a_pid_that_is_used_again_is_another_process)
{
	begin();
	comm(1, 1, "init", 0);
	fork_task(1, 30, 30, 10);
	comm(30, 30, "first", 11);
	map(30, 0x1000, 0x1000, "/first", 12);
	fork_task(1, 30, 30, 50);
	comm(30, 30, "second", 52);
	seal();
	CHECK_S(at(30, 30, 20).comm, "first");
	CHECK_S(name_at(30, 30, 0x1000, 49), "/first");
	CHECK_S(at(30, 30, 50).comm, "init");
	CHECK_S(name_at(30, 30, 0x1000, 50), NULL);
	CHECK_S(at(30, 30, 60).comm, "second");
	end();
}

TEST(names_change_over_time_and_at_equal_times_by_place)
{
	struct pdata_thread_at a;

	begin();
	comm(5, 5, "one", 10); /* seq 0 */
	comm(5, 5, "two", 10); /* seq 1 */
	comm(5, 5, "three", 20);
	seal();
	pdata_tasks_at(tasks, 5, 5, 10, 0, &a);
	CHECK_S(a.comm, "one");
	pdata_tasks_at(tasks, 5, 5, 10, 1, &a);
	CHECK_S(a.comm, "two");
	CHECK_S(at(5, 5, 19).comm, "two");
	CHECK_S(at(5, 5, 20).comm, "three");
	CHECK_S(pdata_tasks_comm(tasks, at(5, 5, 20).comm_index), "three");
	CHECK_S(pdata_tasks_comm(tasks, pdata_tasks_nr_comms(tasks)), NULL);
	end();
}

TEST(threads_without_a_name_are_called_by_their_number)
{
	begin();
	map(7, 0x1000, 0x1000, "/a", 1);
	comm(7, 7, "named", 10);
	sample(7, 8, 5);
	seal();
	CHECK_S(at(7, 7, 5).comm, ":7");
	CHECK_S(at(7, 7, 5).first_comm, "named");
	CHECK_S(at(7, 7, 10).comm, "named");
	CHECK_S(at(7, 8, 20).comm, ":8");
	CHECK_S(name_at(7, 8, 0x1000, 20), "/a");
	CHECK_S(at(99, 99, 5).comm, "");
	CHECK_S(at(0, 0, 5).comm, "swapper");
	CHECK(at(99, 99, 5).maps != NULL);
	end();
}

TEST(a_thread_forked_by_one_without_a_name_gets_its_first_name_later)
{
	begin();
	fork_task(7, 8, 8, 10);
	comm(8, 8, "named", 20);
	fork_task(8, 9, 9, 30);
	comm(9, 9, "other", 40);
	seal();
	CHECK_S(at(8, 8, 15).comm, ":8");
	CHECK_S(at(8, 8, 15).first_comm, "named");
	CHECK_S(at(8, 8, 5).first_comm, ":8"); /* another life, before the fork */
	CHECK_S(at(9, 9, 35).first_comm, "named");
	end();
}

TEST(the_last_name_of_a_thread_is_that_of_its_own_life)
{
	begin();
	fork_task(7, 8, 8, 10);
	comm(8, 8, "first", 20);
	comm(8, 8, "first-again", 25);
	fork_task(7, 8, 8, 30); /* the number is another's now */
	comm(8, 8, "second", 40);
	seal();
	CHECK_S(at(8, 8, 22).final_comm, "first-again");
	CHECK_S(at(8, 8, 35).final_comm, "second");
	CHECK_S(at(8, 8, 5).final_comm, ":8");
	CHECK_S(at(99, 99, 5).final_comm, "");
	end();
}

TEST(many_threads_of_samples_are_each_remembered_once)
{
	begin();
	for (unsigned round = 0; round < 3; round++)
		for (uint32_t i = 0; i < 5000; i++)
			sample(1 + i / 7, 1 + i, 1 + round);
	seal();
	for (uint32_t i = 0; i < 5000; i++) {
		char name[16];

		snprintf(name, sizeof(name), ":%u", 1 + i);
		CHECK_S(at(1 + i / 7, 1 + i, 2).comm, name);
	}
	end();
}

TEST(records_are_played_by_time_whatever_their_order)
{
	begin();
	map(10, 0x1000, 0x1000, "/second", 20);
	map(10, 0x1000, 0x1000, "/first", 10);
	comm(10, 10, "late", 30);
	comm(10, 10, "early", 5);
	seal();
	CHECK_S(name_at(10, 10, 0x1000, 15), "/first");
	CHECK_S(name_at(10, 10, 0x1000, 25), "/second");
	CHECK_S(at(10, 10, 15).comm, "early");
	CHECK_S(at(10, 10, 35).comm, "late");
	end();
}

TEST(kernel_code_comes_and_goes)
{
	const struct pdata_map *m;

	begin();
	kernel_map(0xffffffff81000000, 0x1000000, "[kernel.kallsyms]_text", 0);
	kernel_map(0xffffffffc0000000, 0x10000, "[nf_nat]", 0);
	ksymbol(0xffffffffc0001000, 0x100, 0, "bpf_prog_1", 10);
	ksymbol(0xffffffffc0001000, 0x100, 1, "bpf_prog_1", 20);
	seal();
	CHECK_S(pdata_tasks_kernel_map(tasks, 0xffffffff81234567, 1, 99)->object->name, "[kernel."
											"kallsyms]_"
											"text");
	CHECK_S(pdata_tasks_kernel_map(tasks, 0xffffffffc0001010, 9, 99)->object->name, "[nf_nat]");
	m = pdata_tasks_kernel_map(tasks, 0xffffffffc0001010, 10, 99);
	CHECK_S(m->object->name, "bpf_prog_1");
	CHECK_U(m->object->ksymbol, 1);
	CHECK_U(m->object->ksymbol_end, 0xffffffffc0001100);
	CHECK(pdata_tasks_kernel_map(tasks, 0xffffffffc0001010, 20, 99) == NULL);
	CHECK_S(pdata_tasks_kernel_map(tasks, 0xffffffffc0001200, 20, 99)->object->name, "[nf_"
											 "nat]");
	CHECK(pdata_tasks_kernel_map(tasks, 0x1000, 20, 99) == NULL);
	end();
}

/* @id: the 20 bytes of a build id of @size bytes; @res1: the reserved byte after the size. */
static void map_with_id(uint64_t start, const char *name, const uint8_t *id, uint8_t size,
			uint8_t res1)
{
	struct pdata_value v = { .u.mmap2 = { .pid = 1,
					      .tid = 1,
					      .addr = start,
					      .len = 16,
					      .build_id = id,
					      .build_id_size = size,
					      .build_id_res1 = res1,
					      .prot = 5,
					      .filename = name } };

	feed(PDATA_RECORD_MMAP2, PDATA_CPUMODE_USER | PDATA_MISC_MMAP_BUILD_ID, &v, 1);
}

TEST(build_ids_find_their_objects_by_name)
{
	static const uint8_t a[20] = { 1 }, k[20] = { 2 }, own[20] = { 3 };
	const struct pdata_object *o;

	begin();
	map(1, 0x1000, 0x1000, "/a", 1);
	kernel_map(0xffffffff81000000, 0x1000, "[kernel.kallsyms]_stext", 0);
	map_with_id(0x9000, "/own", own, 20, 0);
	CHECK_I(pdata_tasks_build_id(tasks, "/a", PDATA_CPUMODE_USER, a, 20), 0);
	CHECK_I(pdata_tasks_build_id(tasks, "/own", PDATA_CPUMODE_USER, a, 20), 0);
	CHECK_I(pdata_tasks_build_id(tasks, "/nobody", PDATA_CPUMODE_USER, a, 20), 0);
	CHECK_I(pdata_tasks_build_id(tasks, "[kernel.kallsyms]", PDATA_CPUMODE_KERNEL, k, 16), 0);
	seal();
	o = pdata_mapset_find(at(1, 1, 2).maps, 0x1000)->object;
	CHECK_U(o->build_id_size, 20);
	CHECK_M(o->build_id, a, 20);
	o = pdata_mapset_find(at(1, 1, 2).maps, 0x9000)->object;
	CHECK_M(o->build_id, own, 20);
	o = pdata_tasks_kernel_map(tasks, 0xffffffff81000000, 2, 9)->object;
	CHECK_U(o->build_id_size, 16);
	CHECK_M(o->build_id, k, 16);
	CHECK_U(pdata_tasks_nr_objects(tasks), 3);
	CHECK_U(pdata_tasks_nr_maps(tasks), 3);
	CHECK(pdata_tasks_object(tasks, 2)->index == 2 && !pdata_tasks_object(tasks, 3));
	end();
}

static const struct pdata_object *map_generation(uint64_t start, uint64_t generation)
{
	struct pdata_value v = { .u.mmap2 = { .pid = 1,
					      .tid = 1,
					      .addr = start,
					      .len = 16,
					      .maj = 8,
					      .ino = 77,
					      .ino_generation = generation,
					      .prot = 5,
					      .filename = "/a" } };

	feed(PDATA_RECORD_MMAP2, PDATA_CPUMODE_USER, &v, 1);
	return pdata_tasks_object(tasks, pdata_tasks_nr_objects(tasks) - 1);
}

TEST(another_generation_of_an_inode_is_another_object)
{
	const struct pdata_object *first, *second;

	begin();
	first = map_generation(0x1000, 0);
	CHECK_U(first->ino_generation, 0);
	/* A map that was read in /proc, and one of the kernel, of the same file. */
	CHECK(map_generation(0x2000, 5) == first);
	CHECK_U(first->ino_generation, 5);
	second = map_generation(0x3000, 7);
	CHECK(second != first);
	CHECK_U(second->ino_generation, 7);
	map_generation(0x4000, 5);
	/* larger than any generation: not known */
	map_generation(0x5000, UINT64_MAX);
	CHECK_U(pdata_tasks_nr_objects(tasks), 2);
	seal();
	CHECK(pdata_mapset_find(at(1, 1, 2).maps, 0x4000)->object == first);
	end();
}

/*
 * If another recorder asks for build ids, the kernel sets MMAP_BUILD_ID in records with device and
 * inode. The size is then the low byte of the major number: 8 for 8:1, 3 for 259:1.
 */
TEST(a_device_is_no_build_id)
{
	static const uint8_t major[4] = { 3, 1 };
	const uint64_t ino = 77, generation = 78;
	const uint32_t min = 1;
	const struct pdata_object *o;
	uint8_t inode[20];
	uint32_t maj;

	memcpy(&maj, major, sizeof(maj));
	memcpy(inode, &min, sizeof(min));
	memcpy(inode + 4, &ino, sizeof(ino));
	memcpy(inode + 12, &generation, sizeof(generation));
	for (unsigned asked = 0; asked <= 1; asked++) {
		begin();
		event.attr.flags |= (uint64_t)asked << PDATA_ATTR_BUILD_ID;
		map_with_id(0x9000, "/a", inode, 8, 0);
		map_with_id(0xa000, "/b", inode, 3, 1);
		seal();
		o = pdata_mapset_find(at(1, 1, 2).maps, 0xa000)->object;
		CHECK_U(o->maj, maj);
		CHECK_U(o->min, min);
		CHECK_U(o->ino, ino);
		CHECK_U(o->ino_generation, generation);
		CHECK_U(pdata_mapset_find(at(1, 1, 2).maps, 0x9000)->object->build_id_size,
			asked ? 8 : 0);
		CHECK_U(pdata_mapset_find(at(1, 1, 2).maps, 0xa000)->object->build_id_size, 0);
		end();
	}
}

TEST(one_file_mapped_by_many_is_one_object)
{
	begin();
	for (uint32_t pid = 1; pid <= 2000; pid++) {
		map(pid, 0x1000, 0x1000, "/lib/libc.so", pid);
		map(pid, 0x3000, 0x1000, "//anon", pid);
	}
	seal();
	/* Memory without a file is each process's own. */
	CHECK_U(pdata_tasks_nr_objects(tasks), 2001);
	CHECK_U(pdata_mapset_find(at(9, 9, 9999).maps, 0x3000)->object->pid, 9);
	CHECK_U(pdata_mapset_find(at(9, 9, 9999).maps, 0x3000)->object->anon, 1);
	CHECK(pdata_mapset_find(at(9, 9, 9999).maps, 0x1000)->object ==
	      pdata_mapset_find(at(7, 7, 9999).maps, 0x1000)->object);
	end();
}

TEST(the_vdso_of_a_process_of_32_bits_is_an_object_of_its_own)
{
	begin();
	map(1, 0x7ffff7fc1000, 0x2000, "[vdso]", 1);
	map(2, 0xf7fc1000, 0x2000, "[vdso]", 1);
	map(3, 0xffffe000, 0x2000, "[vdso]", 1);
	map(4, 0x1000, 0x2000, "/lib/libc.so", 1);
	seal();
	CHECK_U(pdata_tasks_nr_objects(tasks), 3);
	CHECK(!pdata_mapset_find(at(1, 1, 9).maps, 0x7ffff7fc1000)->object->compat32);
	CHECK(pdata_mapset_find(at(2, 2, 9).maps, 0xf7fc1000)->object->compat32);
	CHECK(pdata_mapset_find(at(3, 3, 9).maps, 0xffffe000)->object->compat32);
	CHECK(!pdata_mapset_find(at(4, 4, 9).maps, 0x1000)->object->compat32);
	end();
}

static const struct pdata_object *vdso_at(uint32_t pid, uint64_t addr)
{
	return pdata_mapset_find(at(pid, pid, 9).maps, addr)->object;
}

TEST(the_vdso_of_32_bits_on_a_machine_of_64_bits_has_the_name_and_build_id_that_perf_gives_it)
{
	static const uint8_t wide[20] = { 1 }, narrow[20] = { 2 };

	begin();
	map(1, 0x7ffff7fc1000, 0x2000, "[vdso]", 1);
	map(2, 0xf7fc1000, 0x2000, "[vdso]", 1);
	CHECK_I(pdata_tasks_build_id(tasks, "[vdso]", PDATA_CPUMODE_USER, wide, 20), 0);
	CHECK_I(pdata_tasks_build_id(tasks, "[vdso32]", PDATA_CPUMODE_USER, narrow, 20), 0);
	seal();
	CHECK_S(vdso_at(1, 0x7ffff7fc1000)->name, "[vdso]");
	CHECK_U(vdso_at(1, 0x7ffff7fc1000)->build_id[0], 1);
	CHECK_S(vdso_at(2, 0xf7fc1000)->name, "[vdso32]");
	CHECK_U(vdso_at(2, 0xf7fc1000)->build_id[0], 2);
	end();

	/* Without a recorded build id of its own, it does not get that of the other vdso. */
	begin();
	map(0, 0xffffffff81000000, 0x2000, "[kernel.kallsyms]_text", 1);
	map(2, 0xf7fc1000, 0x2000, "[vdso]", 1);
	CHECK_I(pdata_tasks_build_id(tasks, "[vdso]", PDATA_CPUMODE_USER, wide, 20), 0);
	seal();
	CHECK_U(vdso_at(2, 0xf7fc1000)->build_id_size, 0);
	end();

	/* A machine of 32 bits has one vdso. */
	begin();
	map(2, 0xb6fc1000, 0x2000, "[vdso]", 1);
	CHECK_I(pdata_tasks_build_id(tasks, "[vdso]", PDATA_CPUMODE_USER, narrow, 20), 0);
	seal();
	CHECK_S(vdso_at(2, 0xb6fc1000)->name, "[vdso]");
	CHECK_U(vdso_at(2, 0xb6fc1000)->build_id[0], 2);
	end();
}

static uint64_t state = 88172645463325252ull;

static uint64_t next_random(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

/* Histories of a few pids over few moments, so that everything happens at once. */
static void random_history(void)
{
	static const char *const names[] = { "/a", "/b", "//anon", "/c" };
	static const char *const comms[] = { "x", "y", "z" };

	for (unsigned i = 0; i < 60; i++) {
		uint64_t time = next_random() % 40;
		uint32_t pid = 1 + (uint32_t)(next_random() % 5),
			 tid = 1 + (uint32_t)(next_random() % 8);

		switch (next_random() % 6) {
		case 0:
			fork_task(pid, tid > 5 ? pid : tid, tid, time);
			break;
		case 1:
			comm(pid, tid, comms[next_random() % 3], time);
			break;
		case 2:
			sample(pid, tid, time);
			break;
		default:
			map(pid, next_random() % 16 * 4096, next_random() % 5 * 4096,
			    names[next_random() % 4], time);
		}
	}
}

static void check_stretch(uint32_t pid, uint32_t tid, uint64_t time)
{
	struct pdata_thread_at a = at(pid, tid, time), b;

	CHECK(a.since <= time && time <= a.until);
	CHECK(a.comm && a.first_comm && a.maps);
	for (uint64_t t = a.since + 1; t < a.until && t < 45; t++) {
		b = at(pid, tid, t);
		CHECK_U(b.pid, a.pid);
		CHECK_U(b.comm_index, a.comm_index);
		CHECK_U(b.first_index, a.first_index);
		CHECK_U(b.epoch, a.epoch);
		CHECK(b.maps == a.maps);
	}
}

TEST(an_answer_holds_as_long_as_it_says)
{
	for (unsigned round = 0; round < 200; round++) {
		begin();
		random_history();
		seal();
		for (uint32_t pid = 0; pid < 7; pid++)
			for (uint32_t tid = 0; tid < 10; tid++)
				for (uint64_t time = 0; time < 42; time += 3)
					check_stretch(pid, tid, time);
		end();
	}
}

static void finished_round(void)
{
	struct pdata_record rec = {
		.type = PDATA_RECORD_FINISHED_ROUND, .size = 8, .data = data, .seq = seq++
	};

	CHECK_I(pdata_tasks_add(tasks, &rec, NULL), 0);
}

static const char *comm_of(uint32_t pid, uint64_t time, uint64_t at_seq)
{
	struct pdata_thread_at out;

	pdata_tasks_at(tasks, pid, pid, time, at_seq, &out);
	return out.comm;
}

TEST(in_file_order_what_stands_before_a_record_holds_for_it_whatever_its_time)
{
	begin();
	pdata_tasks_file_order(tasks);
	comm(7, 7, "first", 0); /* seq 0 */
	sample(7, 7, 90);	/* 1 */
	finished_round();
	finished_round();
	comm(7, 7, "second", 0);		/* 4 */
	map(7, 0x400000, 0x1000, "/second", 0); /* 5 */
	sample(7, 7, 10);			/* 6 */
	seal();
	CHECK_S(comm_of(7, 90, 1), "first");
	CHECK_S(comm_of(7, 10, 6), "second");
	CHECK_S(comm_of(7, UINT64_MAX, UINT64_MAX), "second");
	CHECK(pdata_mapset_find(at(7, 7, 1).maps, 0x400010) != NULL);
	end();
}

TEST(a_sample_without_a_time_comes_after_the_rounds_that_are_in_order)
{
	struct pdata_thread_at out;

	begin();
	comm(7, 7, "first", 10);  /* seq 0 */
	sample(7, 7, 0);	  /* 1 */
	finished_round();	  /* 2: nothing is in order yet */
	sample(7, 7, 0);	  /* 3 */
	comm(7, 7, "second", 30); /* 4 */
	finished_round();	  /* 5: up to 10 */
	sample(7, 7, UINT64_MAX); /* 6 */
	finished_round();	  /* 7: up to 30 */
	sample(7, 7, 0);	  /* 8 */
	seal();
	CHECK_S(comm_of(7, 0, 1), ":7");
	CHECK_S(comm_of(7, 0, 3), ":7");
	CHECK_S(comm_of(7, UINT64_MAX, 6), "first");
	CHECK_S(comm_of(7, 0, 8), "second");
	pdata_tasks_at(tasks, 7, 7, 0, 8, &out);
	CHECK(!(out.since < out.until)); /* the next sample of that time may have another answer */
	end();
}

TEST(side_band_of_the_time_0_was_there_from_the_start_wherever_it_stands)
{
	begin();
	sample(7, 7, 90); /* seq 0 */
	finished_round();
	comm(7, 7, "late", 0);
	seal();
	CHECK_S(comm_of(7, 90, 0), "late");
	end();
}

TEST(side_band_that_cannot_have_a_time_comes_after_the_rounds_that_are_in_order)
{
	begin();
	event.attr.flags = 0;
	comm(7, 7, "first", 0); /* seq 0 */
	sample(7, 7, 20);	/* 1 */
	finished_round();
	finished_round(); /* up to 20 */
	comm(7, 7, "second", 0);
	sample(7, 7, 30); /* 5 */
	seal();
	CHECK_S(comm_of(7, 20, 1), "first");
	CHECK_S(comm_of(7, 30, 5), "second");
	end();
}
