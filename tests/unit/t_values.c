/* SPDX-License-Identifier: BSD-2-Clause */
#include "t_values.h"
#include "test.h"

#include <sys/mman.h>
#include <unistd.h>

/* Bytes that lists lie in. */
struct pool {
	uint8_t bytes[16384];
	size_t len;
	int swap;
};

static const uint8_t build_id[PDATA_BUILD_ID_MAX] = { 0x9f, 0x3a, 1,  2,  3,  4,  5,  6,  7,  8,
						      9,    10,	  11, 12, 13, 14, 15, 16, 17, 18 };

static const uint8_t *take(struct pool *p, const void *from, size_t n)
{
	uint8_t *at = p->bytes + p->len;

	CHECK(p->len + n <= sizeof(p->bytes));
	memcpy(at, from, n);
	p->len += n;
	return at;
}

static struct pdata_view words64(struct pool *p, const uint64_t *w, uint64_t nr)
{
	struct pdata_view v = { p->bytes + p->len, nr, (uint32_t)p->swap };

	for (uint64_t i = 0; i < nr; i++) {
		uint64_t x = p->swap ? __builtin_bswap64(w[i]) : w[i];

		take(p, &x, sizeof(x));
	}
	return v;
}

static struct pdata_view words32(struct pool *p, const uint32_t *w, uint64_t nr)
{
	struct pdata_view v = { p->bytes + p->len, nr, (uint32_t)p->swap };

	for (uint64_t i = 0; i < nr; i++) {
		uint32_t x = p->swap ? __builtin_bswap32(w[i]) : w[i];

		take(p, &x, sizeof(x));
	}
	return v;
}

static struct pdata_view words16(struct pool *p, const uint16_t *w, uint64_t nr)
{
	struct pdata_view v = { p->bytes + p->len, nr, (uint32_t)p->swap };

	for (uint64_t i = 0; i < nr; i++) {
		uint16_t x = p->swap ? __builtin_bswap16(w[i]) : w[i];

		take(p, &x, sizeof(x));
	}
	return v;
}

/* Words that make up elements of several words each. */
static struct pdata_view elements(struct pool *p, const uint64_t *w, uint64_t nr, uint64_t words)
{
	struct pdata_view v = words64(p, w, nr * words);

	v.nr = nr;
	return v;
}

/* A field of fixed width. */
static void text(struct pool *p, const char *s, size_t width)
{
	char buf[512] = { 0 };

	memcpy(buf, s, strlen(s));
	take(p, buf, width);
}

struct list {
	struct t_value *out;
	size_t nr;
};

static struct t_value *add(struct list *l, uint32_t type, uint16_t misc)
{
	struct t_value *t = &l->out[l->nr++];

	CHECK(l->nr <= T_VALUES_MAX);
	memset(t, 0, sizeof(*t));
	t->type = type;
	t->misc = misc;
	return t;
}

#define ADD(NAME, misc, member, ...)                                                               \
	(*add(l, PDATA_RECORD_##NAME, misc)).v.u.member = (struct pdata_##member)                  \
	{                                                                                          \
		__VA_ARGS__                                                                        \
	}
/* Where the struct's name is not the member's. */
#define ADD_AS(NAME, misc, member, type, ...)                                                      \
	(*add(l, PDATA_RECORD_##NAME, misc)).v.u.member = (struct pdata_##type)                    \
	{                                                                                          \
		__VA_ARGS__                                                                        \
	}
#define LIST(NAME, member, ...)                                                                    \
	do {                                                                                       \
		ADD(NAME, 0, member, __VA_ARGS__);                                                 \
		l->out[l->nr - 1].has_view = 1;                                                    \
	} while (0)

static void add_kernel(struct list *l)
{
	ADD(MMAP, 1, mmap, .pid = 7, .tid = 8, .addr = 0x400000, .len = 0x1000, .pgoff = 0x2000,
	    .filename = "/bin/a");
	ADD(MMAP, 1, mmap, .pid = UINT32_MAX, .filename = "");
	ADD(LOST, 0, lost, .id = 3, .lost = 1ull << 40);
	ADD(COMM, PDATA_MISC_COMM_EXEC, comm, .pid = 7, .tid = 7, .comm = "seven77");
	ADD(COMM, 0, comm, .pid = 7, .tid = 7, .comm = "eight888");
	ADD_AS(EXIT, 0, task, task, 7, 1, 8, 2, 123456789);
	ADD(THROTTLE, 0, throttle, 1, 2, 3);
	ADD(UNTHROTTLE, 0, throttle, 4, 5, 6);
	ADD_AS(FORK, 0, task, task, 9, 1, 9, 2, 987654321);
	ADD(MMAP2, 2, mmap2, .pid = 7, .tid = 8, .addr = ~0ull, .len = 1, .pgoff = 2, .maj = 8,
	    .min = 1, .ino = 42, .ino_generation = 43, .prot = 5, .flags = 2,
	    .filename = "/lib/b.so");
	ADD(MMAP2, PDATA_MISC_MMAP_BUILD_ID, mmap2, .pid = 7, .tid = 8, .addr = 16, .len = 1,
	    .build_id_size = 20, .build_id = build_id, .prot = 1, .filename = "//anon");
	ADD(AUX, 0, aux, 1, 2, 3);
	ADD(ITRACE_START, 0, itrace_start, 1, 2);
	ADD(LOST_SAMPLES, 0, lost_samples, 17);
	add(l, PDATA_RECORD_SWITCH, PDATA_MISC_SWITCH_OUT);
	ADD(SWITCH_CPU_WIDE, PDATA_MISC_SWITCH_OUT, switch_cpu_wide, 3, 4);
	ADD(KSYMBOL, 0, ksymbol, .addr = 0xffffffffc0000000, .len = 64, .ksym_type = 1, .flags = 1,
	    .name = "bpf_prog_1234");
	ADD(BPF_EVENT, 0, bpf_event, .type = 1, .flags = 2, .id = 3, .tag = build_id);
	ADD(CGROUP, 0, cgroup, .id = 77, .path = "/a/b");
	ADD(TEXT_POKE, 0, text_poke, .addr = 0xffffffff81000000, .old_len = 5, .new_len = 3,
	    .old_bytes = build_id, .new_bytes = build_id + 5);
	ADD(AUX_OUTPUT_HW_ID, 0, aux_output_hw_id, 0xabcdef);
}

static void add_kernel_lists(struct list *l, struct pool *p)
{
	static const uint64_t w[] = { 3, 4026531840, 3, 4026531841, 3, 4026531842, 9 };

	LIST(NAMESPACES, namespaces, .pid = 7, .tid = 7, .nr_namespaces = 3,
	     .links = elements(p, w, 3, 2));
	LIST(CALLCHAIN_DEFERRED, callchain_deferred, .cookie = 5, .nr = 7, .ips = words64(p, w, 7));
	ADD_AS(READ, 0, read, read_record, .pid = 1, .tid = 2,
	       .read = { .format = 0x1f & ~PDATA_FORMAT_GROUP,
			 .nr = 1,
			 .time_enabled = 10,
			 .time_running = 9,
			 .single = { 100, 3, 1 } });
	ADD_AS(READ, 0, read, read_record, .pid = 1, .tid = 2,
	       .read = { .format = 0x1f,
			 .nr = 2,
			 .time_enabled = 10,
			 .time_running = 9,
			 .entries = elements(p, w, 2, 3) });
	l->out[l->nr - 1].has_view = 1;
}

static void add_user(struct list *l, const struct pool *p)
{
	ADD(EVENT_TYPE, 0, event_type, .event_id = 1, .name = { "cycles", 6 });
	ADD(TRACING_DATA, 0, tracing_data, .blob_size = 0, .pad = 0);
	ADD(BUILD_ID, PDATA_MISC_BUILD_ID_SIZE, build_id, .pid = -1, .build_id = build_id,
	    .id_size = 20, .filename = "/bin/a");
	add(l, PDATA_RECORD_FINISHED_ROUND, 0);
	ADD(AUXTRACE, 0, auxtrace, .blob_size = 0, .offset = 1, .reference = 2, .idx = 3, .tid = 4,
	    .cpu = 5);
	ADD(AUXTRACE_ERROR, 0, auxtrace_error, .type = 1, .code = 5, .cpu = 1, .pid = 7, .tid = 8,
	    .fmt = 1, .ip = 0x1000, .time = 99, .msg = { "overflow", 8 });
	ADD(AUXTRACE_ERROR, 0, auxtrace_error, .type = 1, .code = 5, .ip = 0x1000,
	    .msg = { "", 0 });
	ADD(CPU_MAP, 0, cpu_map, .type = PDATA_CPU_MAP_RANGE, .any_cpu = 1, .start_cpu = 2,
	    .end_cpu = 63);
	ADD(STAT, 0, stat, 1, 2, 3, 4, 5, 6);
	ADD(STAT_ROUND, 0, stat_round, 1, 2);
	ADD(EVENT_UPDATE, 0, event_update, .type = PDATA_EVENT_UPDATE_UNIT, .id = 1, .text = "MiB");
	ADD(EVENT_UPDATE, 0, event_update, .type = PDATA_EVENT_UPDATE_SCALE, .id = 1,
	    .scale = 0x3ff0000000000000);
	ADD(EVENT_UPDATE, 0, event_update, .type = PDATA_EVENT_UPDATE_NAME, .id = 1,
	    .text = "my:event");
	ADD(TIME_CONV, 0, time_conv, 1, 2, 3, 4, 5, 1, 1);
	LIST(HEADER_FEATURE, header_feature, .feat_id = PDATA_FEAT_CPUID,
	     .data = { build_id, 13, (uint32_t)p->swap });
	add(l, PDATA_RECORD_FINISHED_INIT, 0);
	ADD(SCHEDSTAT_CPU, 0, schedstat_cpu, 1, 2, 16, 0, 3, 4, 5, 6, 7, 8, 9, 10, 11);
}

static void add_user_lists(struct list *l, struct pool *p)
{
	static const uint64_t w[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 };
	static const uint32_t w32[] = { 1, 2, 3, 0xffffffff };
	static const uint16_t w16[] = { 0, 1, 7, 0xffff };
	struct pdata_view v;

	LIST(ID_INDEX, id_index, .nr = 2, .entries = elements(p, w, 2, 4),
	     .guests = { NULL, 0, 0 });
	LIST(ID_INDEX, id_index, .nr = 2, .entries = elements(p, w, 2, 4),
	     .guests = elements(p, w, 2, 2));
	LIST(AUXTRACE_INFO, auxtrace_info, .type = 1, .priv = words64(p, w, 5));
	v = words64(p, w, 1);
	text(p, "a-thread", 16);
	v.nr = 1;
	LIST(THREAD_MAP, thread_map, .nr = 1, .entries = v);
	LIST(CPU_MAP, cpu_map, .type = PDATA_CPU_MAP_CPUS, .nr = 4, .cpus = words16(p, w16, 4));
	LIST(CPU_MAP, cpu_map, .type = PDATA_CPU_MAP_MASK, .nr = 3, .long_size = 4,
	     .mask32 = words32(p, w32, 3));
	LIST(CPU_MAP, cpu_map, .type = PDATA_CPU_MAP_MASK, .nr = 2, .long_size = 8,
	     .mask64 = words64(p, w, 2));
	LIST(STAT_CONFIG, stat_config, .nr = 3, .entries = elements(p, w, 3, 2));
	LIST(EVENT_UPDATE, event_update, .type = PDATA_EVENT_UPDATE_CPUS, .id = 1,
	     .cpus = { .type = PDATA_CPU_MAP_CPUS, .nr = 2, .cpus = words16(p, w16, 2) });
	v = (struct pdata_view){ p->bytes + p->len, 1, (uint32_t)p->swap };
	text(p, "key", 64);
	text(p, "value", 256);
	LIST(BPF_METADATA, bpf_metadata, .prog_name = { "prog", 4 }, .nr_entries = 1, .entries = v);
	LIST(SCHEDSTAT_DOMAIN, schedstat_domain, .timestamp = 1, .cpu = 2, .version = 16,
	     .domain = 1, .counts = words32(p, w32, 4));
	ADD(SIMPLEPERF_KERNEL_SYMBOL, 0, sp_kernel_symbol, .kallsyms = { "0 T a\n", 6 });
	ADD(SIMPLEPERF_DSO, 0, sp_dso, .dso_type = 2, .dso_id = 1, .min_vaddr = 0x1000,
	    .name = "/bin/a");
	ADD(SIMPLEPERF_SYMBOL, 0, sp_symbol, .addr = 0x1000, .len = 16, .dso_id = 1,
	    .name = "main");
	LIST(SIMPLEPERF_SPLIT, sp_split, .data = { build_id, sizeof(build_id), (uint32_t)p->swap });
	add(l, PDATA_RECORD_SIMPLEPERF_SPLIT_END, 0);
	LIST(SIMPLEPERF_EVENT_ID, sp_event_id, .nr = 2, .entries = elements(p, w, 2, 2));
	LIST(SIMPLEPERF_CALLCHAIN, sp_callchain, .pid = 1, .tid = 2, .time = 3, .nr = 2,
	     .ips = words64(p, w, 2), .sps = words64(p, w, 2));
	LIST(SIMPLEPERF_UNWINDING_RESULT, sp_unwinding_result, .time = 1, .used_time = 2, .abi = 2,
	     .mask = 0x180, .nr_regs = 2, .regs = words64(p, w, 2), .stack_size = 8,
	     .stack = build_id, .dyn_size = 8, .nr = 2, .ips = words64(p, w, 2),
	     .sps = words64(p, w, 2));
	ADD(SIMPLEPERF_TRACING_DATA, 0, tracing_data, .blob_size = sizeof(build_id),
	    .blob = { build_id, sizeof(build_id), (uint32_t)p->swap });
	ADD(SIMPLEPERF_DEBUG, 0, sp_debug, .time = 1, .text = "note");
}

size_t t_values(struct t_value out[T_VALUES_MAX], int swap)
{
	static struct pool pool;
	struct list l = { out, 0 };

	pool.len = 0;
	pool.swap = swap;
	add_kernel(&l);
	add_kernel_lists(&l, &pool);
	add_user(&l, &pool);
	add_user_lists(&l, &pool);
	return l.nr;
}

struct pdata_attr t_attr(uint64_t sample_type)
{
	return (struct pdata_attr){
		.type = PDATA_TYPE_SOFTWARE,
		.size = PDATA_ATTR_SIZE_VER8,
		.sample_period = 1,
		.sample_type = sample_type,
		.flags = 1ull << PDATA_ATTR_SAMPLE_ID_ALL,
		.read_format = PDATA_FORMAT_TOTAL_TIME_ENABLED | PDATA_FORMAT_ID |
			       PDATA_FORMAT_LOST,
		.sample_regs_user = 0x1ff,
		.sample_regs_intr = 0x81,
		.sample_stack_user = 64,
	};
}

static void sample_lists(struct pdata_sample *s, const struct pdata_attr *a, struct pool *p)
{
	static const uint64_t w[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 };
	static const uint64_t chain[] = { PDATA_CONTEXT_KERNEL, 0xffffffff81000010,
					  PDATA_CONTEXT_USER, 0x400010, 0x400100 };

	s->nr_ips = 5;
	s->ips = words64(p, chain, 5);
	s->raw_size = 12;
	s->raw = take(p, "raw payload.", 12);
	s->branch = (struct pdata_branch_stack){
		.nr = 2, .hw_idx = 1, .entries = elements(p, w, 2, 3), .counters = words64(p, w, 2)
	};
	s->regs_user =
		(struct pdata_regs){ PDATA_REGS_ABI_64, a->sample_regs_user, words64(p, w, 9) };
	s->regs_intr =
		(struct pdata_regs){ PDATA_REGS_ABI_64, a->sample_regs_intr, words64(p, w, 2) };
	s->stack = (struct pdata_stack){ 64, 40, words64(p, w, 8).data };
	s->aux_size = 24;
	s->aux = words64(p, w, 3).data;
	s->read = (struct pdata_read){ .format = a->read_format,
				       .nr = 1,
				       .time_enabled = 11,
				       .time_running = 12,
				       .single = { 100, 3, 1 } };
	if (a->read_format & PDATA_FORMAT_GROUP) {
		uint64_t words = 1u + !!(a->read_format & PDATA_FORMAT_ID) +
				 !!(a->read_format & PDATA_FORMAT_LOST);

		s->read.nr = 3;
		s->read.entries = elements(p, w, 3, words);
	}
}

void t_sample(struct pdata_sample *s, const struct pdata_attr *attr, int swap)
{
	static struct pool pool;

	pool.len = 0;
	pool.swap = swap;
	*s = (struct pdata_sample){
		.have = attr->sample_type,
		.identifier = 3,
		.ip = 0x400010,
		.pid = 7,
		.tid = 8,
		.time = 100,
		.addr = 0x7fff0000,
		.id = 3,
		.stream_id = 4,
		.cpu = 5,
		.period = 6,
		.weight = 0x123456789,
		.data_src = 7,
		.transaction = 8,
		.phys_addr = 9,
		.cgroup = 10,
		.data_page_size = 4096,
		.code_page_size = 8192,
	};
	sample_lists(s, attr, &pool);
}

static size_t pages(size_t n)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	return (n + page - 1) / page * page;
}

uint8_t *t_guarded(const void *from, size_t n)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), body = pages(n);
	uint8_t *m =
		mmap(NULL, body + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	CHECK(m != MAP_FAILED);
	CHECK(mprotect(m + body, page, PROT_NONE) == 0);
	if (from)
		memcpy(m + body - n, from, n);
	return m + body - n;
}

void t_unguard(uint8_t *p, size_t n)
{
	size_t body = pages(n);

	munmap(p + n - body, body + (size_t)sysconf(_SC_PAGESIZE));
}
