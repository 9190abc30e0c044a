/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PDATA_TYPES_H
#define PDATA_TYPES_H

/*
 * Value structs: one for each layout of the format, with the format's own field names. The layouts
 * themselves (order, widths, conditions) are rows in libpdata/schema; these structs say what the
 * fields mean. Integers are in host order. Pointers and views lead into the bytes that were decoded
 * and live as long as those do; see the function that filled the struct.
 *
 * Unless a comment says otherwise: addresses and lengths are bytes of the recorded machine, times
 * are nanoseconds of the recording's clock, pid and tid are those of the recorder's pid namespace.
 */

#include "consts.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * nr elements still in the file's byte order. Read them with pdata_u64_at() or
 * pdata_<element>_at().
 */
struct pdata_view {
	const uint8_t *data;
	uint64_t nr;
	uint32_t swap; /* not 0: the file's byte order is not the host's */
};

/* Text with a length; not NUL-terminated. */
struct pdata_str {
	const char *s;
	uint32_t len;
};

/* Element @i of a view of 64-bit numbers. @i must be below v->nr. */
static inline uint64_t pdata_u64_at(const struct pdata_view *v, uint64_t i)
{
	uint64_t x;

	__builtin_memcpy(&x, v->data + 8 * i, sizeof(x));
	return v->swap ? __builtin_bswap64(x) : x;
}

/*
 * What an event counts and what its records contain. Members that older writers did not know are 0.
 * Source: perf_event.h, struct perf_event_attr.
 */
struct pdata_attr {
	uint32_t type; /* enum pdata_pmu_type, or a number from PMU_MAPPINGS */
	uint32_t size; /* bytes its writer knew; may exceed PDATA_ATTR_SIZE_MAX */
	uint64_t config;
	uint64_t sample_period; /* or samples per second, with PDATA_ATTR_FREQ */
	uint64_t sample_type;	/* PDATA_SAMPLE_ */
	uint64_t read_format;	/* PDATA_FORMAT_ */
	uint64_t flags;		/* bits numbered by enum pdata_attr_bit, on every host and file */
	uint32_t wakeup_events; /* or bytes, with PDATA_ATTR_WATERMARK */
	uint32_t bp_type;
	uint64_t bp_addr;	     /* config1 */
	uint64_t bp_len;	     /* config2 */
	uint64_t branch_sample_type; /* PDATA_BRANCH_ */
	uint64_t sample_regs_user;   /* mask of register numbers */
	uint32_t sample_stack_user;  /* bytes */
	int32_t clockid;	     /* with PDATA_ATTR_USE_CLOCKID */
	uint64_t sample_regs_intr;
	uint32_t aux_watermark;
	uint16_t sample_max_stack;
	uint16_t reserved_2;
	uint32_t aux_sample_size;
	uint32_t aux_action; /* bit 0 start paused, 1 pause, 2 resume, on every host and file */
	uint64_t sig_data;
	uint64_t config3;
	uint64_t config4;
	uint64_t reserved[4]; /* 0 */
};

/* One bit of attr.flags. */
static inline int pdata_attr_flag(const struct pdata_attr *a, enum pdata_attr_bit bit)
{
	return (int)(a->flags >> bit & 1);
}

/*
 * Who, when and where of a record that is not a SAMPLE: its trailer. @have says which members the
 * record carries. Synthesised records carry zeros. Source: perf_event.h, struct sample_id.
 */
struct pdata_sample_id {
	uint64_t have; /* PDATA_SAMPLE_ bits */
	uint32_t pid, tid;
	uint64_t time;
	uint64_t id;
	uint64_t stream_id;
	uint32_t cpu, cpu_res;
	uint64_t identifier;
};

struct pdata_read_entry {
	uint64_t value;
	uint64_t id;   /* with PDATA_FORMAT_ID */
	uint64_t lost; /* with PDATA_FORMAT_LOST */
};

/*
 * Counter values of a READ record or of PERF_SAMPLE_READ: pdata_read_entry_at() gives the entries.
 * Source: perf_event.h, read_format.
 */
struct pdata_read {
	uint64_t format;       /* attr.read_format it was decoded with */
	uint64_t nr;	       /* entries; 1 without PDATA_FORMAT_GROUP */
	uint64_t time_enabled; /* ns, with PDATA_FORMAT_TOTAL_TIME_ENABLED */
	uint64_t time_running;
	struct pdata_read_entry single; /* without PDATA_FORMAT_GROUP */
	struct pdata_view entries;	/* with PDATA_FORMAT_GROUP */
};

/* A process mapped a file, or memory to execute. Source: perf_event.h, PERF_RECORD_MMAP. */
struct pdata_mmap {
	uint32_t pid, tid;
	uint64_t addr;
	uint64_t len;
	/* bytes into the file; of the kernel map: address of its reference symbol */
	uint64_t pgoff;
	const char *filename;
};

/* The same with protection and identity of the file. Source: PERF_RECORD_MMAP2. */
struct pdata_mmap2 {
	uint32_t pid, tid;
	uint64_t addr;
	uint64_t len;
	uint64_t pgoff;
	uint8_t build_id_size; /* with PDATA_MISC_MMAP_BUILD_ID; at most 20 is meaningful */
	uint8_t build_id_res1;
	uint16_t build_id_res2;
	const uint8_t *build_id; /* PDATA_BUILD_ID_MAX bytes, or NULL */
	uint32_t maj, min;	 /* device, only without a build id */
	uint64_t ino, ino_generation;
	uint32_t prot, flags; /* PROT_ and MAP_ values of the recorded machine */
	const char *filename;
};

/* Records that did not fit into the ring. Source: PERF_RECORD_LOST. */
struct pdata_lost {
	uint64_t id;
	uint64_t lost; /* records of all events of that ring */
};

struct pdata_comm {
	uint32_t pid, tid;
	const char *comm;
};

/* FORK and EXIT. ppid and ptid are the parent's. Source: PERF_RECORD_FORK. */
struct pdata_task {
	uint32_t pid, ppid;
	uint32_t tid, ptid;
	uint64_t time;
};

/* THROTTLE and UNTHROTTLE */
struct pdata_throttle {
	uint64_t time;
	uint64_t id;
	uint64_t stream_id;
};

/* Counts of an inherited event when its task ends. Source: PERF_RECORD_READ. */
struct pdata_read_record {
	uint32_t pid, tid;
	struct pdata_read read;
};

/* New data in the AUX area. Source: PERF_RECORD_AUX. */
struct pdata_aux {
	uint64_t aux_offset;
	uint64_t aux_size;
	uint64_t flags; /* 1 truncated, 2 overwrite, 4 partial, 8 collision, 0xff00 format */
};

struct pdata_itrace_start {
	uint32_t pid, tid;
};

/* Samples the hardware or a BPF filter dropped. */
struct pdata_lost_samples {
	uint64_t lost;
};

struct pdata_switch_cpu_wide {
	uint32_t next_prev_pid, next_prev_tid; /* previous task when switched in, next when out */
};

struct pdata_namespaces {
	uint32_t pid, tid;
	uint64_t nr_namespaces;
	struct pdata_view links; /* pdata_link_at(); order net uts ipc pid user mnt cgroup */
};

struct pdata_link {
	uint64_t dev;
	uint64_t ino;
};

/* Kernel code came or went: BPF programs, trampolines. Source: PERF_RECORD_KSYMBOL. */
struct pdata_ksymbol {
	uint64_t addr;
	uint32_t len;
	uint16_t ksym_type; /* PDATA_KSYMBOL_TYPE_ */
	uint16_t flags;	    /* PDATA_KSYMBOL_UNREGISTER */
	const char *name;
};

struct pdata_bpf_event {
	uint16_t type; /* PDATA_BPF_EVENT_ */
	uint16_t flags;
	uint32_t id;
	const uint8_t *tag; /* 8 bytes */
};

struct pdata_cgroup {
	uint64_t id;
	const char *path; /* relative to the cgroup root */
};

/* Kernel text was modified. Source: PERF_RECORD_TEXT_POKE. */
struct pdata_text_poke {
	uint64_t addr;
	uint16_t old_len, new_len;
	const uint8_t *old_bytes;
	const uint8_t *new_bytes;
};

struct pdata_aux_output_hw_id {
	uint64_t hw_id;
};

/* The user part of a call chain that its sample had to do without. */
struct pdata_callchain_deferred {
	uint64_t cookie; /* last entry of the sample's chain */
	uint64_t nr;
	struct pdata_view ips; /* pdata_u64_at() */
};

/* Bytes of a user record whose content is decoded elsewhere. */
struct pdata_bytes {
	const uint8_t *data;
	uint64_t len;
	uint32_t swap; /* not 0: numbers in them are in the byte order that is not the host's */
};

struct pdata_header_attr {
	struct pdata_bytes attr; /* attr image: pdata_attr_decode() */
	struct pdata_view ids;
};

struct pdata_event_type {
	uint64_t event_id;
	struct pdata_str name;
};

/* A tracing data blob of @blob_size bytes follows the record; see pdata_reader_payload(). */
struct pdata_tracing_data {
	uint32_t blob_size;
	uint32_t pad; /* only in records of 16 bytes */
	/* simpleperf's: the data, in the record; then nothing follows it */
	struct pdata_bytes blob;
};

struct pdata_build_id {
	int32_t pid;		 /* -1: host */
	const uint8_t *build_id; /* PDATA_BUILD_ID_MAX bytes */
	uint8_t id_size;	 /* valid with PDATA_MISC_BUILD_ID_SIZE */
	uint8_t res1;
	uint16_t res2;
	const char *filename;
};

struct pdata_id_index {
	uint64_t nr;
	struct pdata_view entries; /* pdata_id_entry_at() */
	struct pdata_view guests;  /* pdata_id_guest_at(); nr 0 when absent */
};

struct pdata_id_entry {
	uint64_t id;
	uint64_t idx; /* of the ring */
	uint64_t cpu; /* ~0: any */
	uint64_t tid; /* ~0: any */
};

struct pdata_id_guest {
	uint64_t machine_pid;
	uint64_t vcpu;
};

struct pdata_auxtrace_info {
	uint32_t type; /* 1 Intel PT, 2 BTS, 3 CoreSight, 4 SPE, 5 s390 sf, 6 HiSilicon PTT */
	uint32_t reserved;
	struct pdata_view priv; /* pdata_u64_at() */
};

/* @blob_size bytes of AUX data follow the record; see pdata_reader_payload(). */
struct pdata_auxtrace {
	uint64_t blob_size;
	uint64_t offset;
	uint64_t reference;
	uint32_t idx;
	uint32_t tid;
	uint32_t cpu;
	uint32_t reserved;
};

struct pdata_auxtrace_error {
	uint32_t type;
	uint32_t code;
	uint32_t cpu;
	uint32_t pid;
	uint32_t tid;
	uint32_t fmt;
	uint64_t ip;
	uint64_t time; /* with fmt 1 and up */
	struct pdata_str msg;
	uint32_t machine_pid, vcpu; /* with fmt 2 */
};

struct pdata_thread_map {
	uint64_t nr;
	struct pdata_view entries; /* pdata_thread_entry_at() */
};

struct pdata_thread_entry {
	uint64_t tid;
	struct pdata_str comm;
};

/*
 * Also the payload of EVENT_UPDATE CPUS. Source: tools/lib/perf, struct perf_record_cpu_map_data.
 */
struct pdata_cpu_map {
	uint16_t type; /* PDATA_CPU_MAP_ */
	uint16_t nr;
	uint16_t long_size;	  /* MASK: bytes of a word */
	struct pdata_view cpus;	  /* CPUS: pdata_u16_at(); 0xffff is any cpu */
	struct pdata_view mask32; /* MASK, long_size 4 */
	struct pdata_view mask64; /* MASK, long_size 8: pdata_u64_at() */
	uint8_t any_cpu;	  /* RANGE */
	uint8_t range_pad;
	uint16_t start_cpu, end_cpu; /* RANGE, inclusive */
};

struct pdata_stat_config {
	uint64_t nr;
	struct pdata_view entries; /* pdata_stat_config_entry_at() */
};

struct pdata_stat_config_entry {
	uint64_t tag; /* 0 aggr_mode, 1 interval in ms, 2 scale, 3 aggr_level */
	uint64_t value;
};

struct pdata_stat {
	uint64_t id;
	uint32_t cpu;
	uint32_t thread; /* index into THREAD_MAP */
	uint64_t val;
	uint64_t ena, run; /* ns */
};

struct pdata_stat_round {
	uint64_t type; /* 0 interval, 1 final */
	uint64_t time;
};

struct pdata_event_update {
	uint64_t type;		   /* PDATA_EVENT_UPDATE_ */
	uint64_t id;		   /* first id of the event */
	const char *text;	   /* UNIT, NAME */
	uint64_t scale;		   /* SCALE: bits of a double */
	struct pdata_cpu_map cpus; /* CPUS */
};

/* How to turn the time stamp counter into time: perf_event_open(2), time_mult and time_shift. */
struct pdata_time_conv {
	uint64_t time_shift;
	uint64_t time_mult;
	uint64_t time_zero;
	uint64_t time_cycles; /* from here on 0 in records of 32 bytes */
	uint64_t time_mask;
	uint8_t cap_user_time_zero;
	uint8_t cap_user_time_short;
};

struct pdata_header_feature {
	uint64_t feat_id; /* enum pdata_feature_bit */
	struct pdata_bytes data;
};

struct pdata_compressed {
	struct pdata_bytes data; /* part of a zstd stream */
};

struct pdata_compressed2 {
	uint64_t data_size;
	struct pdata_bytes data; /* may be longer than data_size: padding */
};

struct pdata_bpf_metadata {
	struct pdata_str prog_name;
	uint64_t nr_entries;
	struct pdata_view entries; /* pdata_bpf_metadata_entry_at() */
};

struct pdata_bpf_metadata_entry {
	struct pdata_str key;
	struct pdata_str value;
};

/* SCHEDSTAT_CPU and SCHEDSTAT_DOMAIN; the counters depend on @version. */
struct pdata_schedstat_cpu {
	uint64_t timestamp;
	uint32_t cpu;
	uint16_t version;
	uint16_t padding;
	uint32_t yld_count, array_exp, sched_count, sched_goidle, ttwu_count, ttwu_local;
	uint64_t rq_cpu_time, run_delay, pcount;
};

struct pdata_schedstat_domain {
	uint64_t timestamp;
	uint32_t cpu;
	uint16_t version;
	uint16_t domain;
	struct pdata_view counts; /* pdata_u32_at(); meaning by version */
};

/*
 * Records of Android's simpleperf, whose names begin with SIMPLEPERF_. Source: simpleperf,
 * record.h and record.cpp. One of more than 65535 bytes comes as its header, and what follows as
 * its payload.
 */
struct pdata_sp_kernel_symbol {
	struct pdata_str kallsyms; /* text of /proc/kallsyms */
};

struct pdata_sp_dso {
	uint64_t dso_type; /* 0 kernel, 1 module, 2 ELF file, 3 dex file, 4 symbol map */
	uint64_t dso_id;
	uint64_t min_vaddr;
	const char *name;
};

struct pdata_sp_symbol {
	uint64_t addr;
	uint64_t len;
	uint64_t dso_id;
	const char *name;
};

/*
 * A piece of a record that was too long; all up to SPLIT_END together are that record with its
 * header.
 */
struct pdata_sp_split {
	struct pdata_bytes data;
};

struct pdata_sp_event_id {
	uint64_t nr;
	struct pdata_view entries; /* pdata_sp_event_id_entry_at() */
};

struct pdata_sp_event_id_entry {
	uint64_t attr_id; /* position of the event */
	uint64_t event_id;
};

/* A user call chain that was unwound while recording. */
struct pdata_sp_callchain {
	uint32_t pid, tid;
	uint64_t chain_type;
	uint64_t time;
	uint64_t nr;
	struct pdata_view ips, sps; /* pdata_u64_at(): addresses and stack pointers */
};

/*
 * Why unwinding of the sample behind it ended early, and in later versions what it was unwound
 * from.
 */
struct pdata_sp_unwinding_result {
	uint64_t time;
	uint64_t used_time;   /* ns */
	uint64_t stop_reason; /* or an error code of libunwindstack */
	uint64_t stop_info;
	uint64_t stack_start, stack_end;
	uint64_t abi; /* from here on only in later versions */
	uint64_t mask;
	uint64_t nr_regs;
	struct pdata_view regs;
	uint64_t stack_size;
	const uint8_t *stack;
	uint64_t dyn_size;
	uint64_t nr;
	struct pdata_view ips, sps;
};

struct pdata_sp_debug {
	uint64_t time;
	const char *text;
};

/* One branch of a branch stack, flags in canonical (little-endian) numbering. */
struct pdata_branch {
	uint64_t from;
	uint64_t to;
	uint64_t flags; /* 0 mispred, 1 predicted, 2 in_tx, 3 abort, 4-19 cycles, 20-23 type,
			   24-25 spec, 26-29 new_type, 30-32 priv */
};

struct pdata_branch_stack {
	uint64_t nr;
	uint64_t hw_idx;	    /* ~0: unknown or absent */
	struct pdata_view entries;  /* pdata_branch_at() */
	struct pdata_view counters; /* one word for each entry, or nr 0 */
};

/* Registers in ascending number of @mask. */
struct pdata_regs {
	uint64_t abi;		  /* PDATA_REGS_ABI_ */
	uint64_t mask;		  /* of the attr */
	struct pdata_view values; /* pdata_u64_at(); nr 0 with PDATA_REGS_ABI_NONE */
};

struct pdata_stack {
	uint64_t size;	   /* bytes at data */
	uint64_t dyn_size; /* bytes of them that are valid */
	const uint8_t *data;
};

/* One sample. Members without their bit in @have are unspecified. Source: PERF_RECORD_SAMPLE. */
struct pdata_sample {
	uint64_t have; /* PDATA_SAMPLE_ bits that were decoded */
	uint64_t identifier;
	uint64_t ip;
	uint32_t pid, tid;
	uint64_t time;
	uint64_t addr;
	uint64_t id;
	uint64_t stream_id;
	uint32_t cpu, cpu_res;
	uint64_t period;
	struct pdata_read read;
	uint64_t nr_ips;
	struct pdata_view ips; /* call chain with context marks, innermost first */
	uint32_t raw_size;
	const uint8_t *raw; /* in the recorded machine's byte order */
	struct pdata_branch_stack branch;
	struct pdata_regs regs_user;
	struct pdata_stack stack;
	uint64_t weight; /* WEIGHT: a number; WEIGHT_STRUCT: 32 + 16 + 16 bits from low to high */
	uint64_t data_src;
	uint64_t transaction;
	struct pdata_regs regs_intr;
	uint64_t phys_addr;
	uint64_t cgroup;
	uint64_t data_page_size;
	uint64_t code_page_size;
	uint64_t aux_size;
	const uint8_t *aux;
	uint64_t reserved[8]; /* 0 where it is encoded */
};

/*
 * A decoded record of any type but SAMPLE; the member has the record's name. Records without a
 * payload (SWITCH, FINISHED_ROUND, FINISHED_INIT) have none.
 */
struct pdata_value {
	struct pdata_sample_id id; /* trailer; id.have is 0 when there is none */
	union {
		struct pdata_mmap mmap;
		struct pdata_lost lost;
		struct pdata_comm comm;
		struct pdata_task task;		/* FORK, EXIT */
		struct pdata_throttle throttle; /* THROTTLE, UNTHROTTLE */
		struct pdata_read_record read;
		struct pdata_mmap2 mmap2;
		struct pdata_aux aux;
		struct pdata_itrace_start itrace_start;
		struct pdata_lost_samples lost_samples;
		struct pdata_switch_cpu_wide switch_cpu_wide;
		struct pdata_namespaces namespaces;
		struct pdata_ksymbol ksymbol;
		struct pdata_bpf_event bpf_event;
		struct pdata_cgroup cgroup;
		struct pdata_text_poke text_poke;
		struct pdata_aux_output_hw_id aux_output_hw_id;
		struct pdata_callchain_deferred callchain_deferred;
		struct pdata_header_attr header_attr;
		struct pdata_event_type event_type;
		struct pdata_tracing_data tracing_data;
		struct pdata_build_id build_id;
		struct pdata_id_index id_index;
		struct pdata_auxtrace_info auxtrace_info;
		struct pdata_auxtrace auxtrace;
		struct pdata_auxtrace_error auxtrace_error;
		struct pdata_thread_map thread_map;
		struct pdata_cpu_map cpu_map;
		struct pdata_stat_config stat_config;
		struct pdata_stat stat;
		struct pdata_stat_round stat_round;
		struct pdata_event_update event_update;
		struct pdata_time_conv time_conv;
		struct pdata_header_feature header_feature;
		struct pdata_compressed compressed;
		struct pdata_compressed2 compressed2;
		struct pdata_bpf_metadata bpf_metadata;
		struct pdata_schedstat_cpu schedstat_cpu;
		struct pdata_schedstat_domain schedstat_domain;
		struct pdata_sp_kernel_symbol sp_kernel_symbol;
		struct pdata_sp_dso sp_dso;
		struct pdata_sp_symbol sp_symbol;
		struct pdata_sp_split sp_split;
		struct pdata_sp_event_id sp_event_id;
		struct pdata_sp_callchain sp_callchain;
		struct pdata_sp_unwinding_result sp_unwinding_result;
		struct pdata_sp_debug sp_debug;
		uint64_t reserved[40]; /* the size of all of them, now and later */
	} u;
};

#ifdef __cplusplus
}
#endif
#endif
