/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PDATA_TYPES_H
#define PDATA_TYPES_H

/*
 * Structs for the fields of attrs, records and samples, named as in the format. The rows in
 * libpdata/schema have the layouts (order, width, condition of each field); the comments of the
 * structs here have the meaning of the fields. Integers are in host byte order. Pointers and views
 * point into the bytes that were decoded and are valid as long as these bytes; see the function
 * that filled the struct. A decoded string is not NULL unless its comment says so. Members that a
 * record does not have are 0.
 *
 * Unless a comment says otherwise: addresses are virtual addresses of the recorded machine,
 * lengths and offsets are in bytes, times are in nanoseconds of the recording's clock, and pid and
 * tid are those of the recorder's pid namespace.
 *
 * Threads: any, for the inline functions.
 */

#include "consts.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * An array whose elements are still in the byte order of the file. Read elements with
 * pdata_u64_at() or pdata_<element>_at(), as the comment of the view says.
 */
struct pdata_view {
	const uint8_t *data; /* bytes of the elements, not aligned */
	uint64_t nr;	     /* number of elements */
	uint32_t swap;	     /* not 0: the elements' byte order is not the host's */
};

/* A string with a length; it is not NUL-terminated. */
struct pdata_str {
	const char *s;
	uint32_t len; /* bytes */
};

/**
 * pdata_u64_at - get an element of a view of 64-bit integers
 * @v: the view
 * @i: index of the element, below v->nr; the function does not check it
 *
 * Return: the element in host byte order.
 */
static inline uint64_t pdata_u64_at(const struct pdata_view *v, uint64_t i)
{
	uint64_t x;

	__builtin_memcpy(&x, v->data + 8 * i, sizeof(x));
	return v->swap ? __builtin_bswap64(x) : x;
}

/*
 * The event to count, and the content of its records. Members that the writer's perf_event_attr
 * does not have are 0. Source: perf_event.h, struct perf_event_attr.
 */
struct pdata_attr {
	uint32_t type;	 /* enum pdata_pmu_type, or a type in PMU_MAPPINGS */
	uint32_t size;	 /* bytes of the writer's attr; can be more than PDATA_ATTR_SIZE_MAX */
	uint64_t config; /* selects the event of the PMU; the values depend on @type */
	/* events per sample; with PDATA_ATTR_FREQ set, samples per second */
	uint64_t sample_period;
	uint64_t sample_type; /* PDATA_SAMPLE_ bits: fields of samples */
	uint64_t read_format; /* PDATA_FORMAT_ bits: fields of counter values */
	/*
	 * bit mask; enum pdata_attr_bit has the positions of the bits, for files of any byte order
	 */
	uint64_t flags;
	/* samples per wakeup; with PDATA_ATTR_WATERMARK set, bytes per wakeup */
	uint32_t wakeup_events;
	uint32_t bp_type;	     /* PDATA_TYPE_BREAKPOINT: 1 read, 2 write, 4 execute */
	uint64_t bp_addr;	     /* address of the breakpoint; other types: config1 */
	uint64_t bp_len;	     /* bytes at the breakpoint; other types: config2 */
	uint64_t branch_sample_type; /* PDATA_BRANCH_ bits: branches to record */
	/* bit mask of the user registers in samples; pdata_reg_name() gets the name of a bit */
	uint64_t sample_regs_user;
	uint32_t sample_stack_user; /* bytes of the user stack to copy into each sample */
	/* with USE_CLOCKID: the clock of the times in records, as in clock_gettime(2) */
	int32_t clockid;
	uint64_t sample_regs_intr; /* mask of the registers at the interrupt */
	uint32_t aux_watermark;	   /* bytes of AUX data per wakeup */
	/* maximum count of entries of a call chain; 0: the system's limit */
	uint16_t sample_max_stack;
	uint16_t reserved_2;
	uint32_t aux_sample_size; /* bytes of AUX data in each sample */
	/*
	 * Bit 0: start paused; bit 1: pause; bit 2: resume. The bits are the same for files of both
	 * byte orders.
	 */
	uint32_t aux_action;
	uint64_t sig_data;    /* value for siginfo, with PDATA_ATTR_SIGTRAP */
	uint64_t config3;     /* extension of config1 and config2 */
	uint64_t config4;     /* extension of config1, config2 and config3 */
	uint64_t reserved[4]; /* 0 */
};

/**
 * pdata_attr_flag - get a bit of attr.flags
 * @a: the attr
 * @bit: position of the bit. PDATA_ATTR_PRECISE_IP has two bits; the function gets the lower one
 *
 * Return: 1 or 0.
 */
static inline int pdata_attr_flag(const struct pdata_attr *a, enum pdata_attr_bit bit)
{
	return (int)(a->flags >> bit & 1);
}

/*
 * The fields that follow a kernel record other than SAMPLE, if PDATA_ATTR_SAMPLE_ID_ALL is set:
 * the task, time, event and CPU of the record. Synthesised records have zeros in all of these
 * fields.
 * Source: perf_event.h, struct sample_id.
 */
struct pdata_sample_id {
	uint64_t have;	       /* PDATA_SAMPLE_ bits of the members that the record has */
	uint32_t pid, tid;     /* task that was running; with PDATA_SAMPLE_TID */
	uint64_t time;	       /* with PDATA_SAMPLE_TIME */
	uint64_t id;	       /* id of the event, with PDATA_SAMPLE_ID */
	uint64_t stream_id;    /* the event's own id, with PDATA_SAMPLE_STREAM_ID */
	uint32_t cpu, cpu_res; /* CPU number and a reserved word, with PDATA_SAMPLE_CPU */
	uint64_t identifier;   /* id of the event, with PDATA_SAMPLE_IDENTIFIER */
};

/* The value of one event. */
struct pdata_read_entry {
	uint64_t value; /* count since the event was opened */
	uint64_t id;	/* id of the event, with PDATA_FORMAT_ID */
	uint64_t lost;	/* samples of the event that were lost, with PDATA_FORMAT_LOST */
};

/*
 * Counter values of a READ record or of PERF_SAMPLE_READ. pdata_read_entry_at() gets the entries.
 * Source: perf_event.h, read_format.
 */
struct pdata_read {
	uint64_t format; /* attr.read_format that the values were decoded with */
	/*
	 * count of entries: with PDATA_FORMAT_GROUP, one for each event of the group; otherwise 1
	 */
	uint64_t nr;
	uint64_t time_enabled; /* ns that the event was enabled, with _TOTAL_TIME_ENABLED */
	uint64_t time_running; /* ns that the event was on a counter, with _TOTAL_TIME_RUNNING */
	struct pdata_read_entry single; /* without PDATA_FORMAT_GROUP: the only entry */
	struct pdata_view entries;	/* with PDATA_FORMAT_GROUP: the entries, leader first */
};

/*
 * MMAP: a process mapped a file or executable memory. The maps of the kernel and of its modules
 * have pid -1. Source: perf_event.h, PERF_RECORD_MMAP.
 */
struct pdata_mmap {
	uint32_t pid, tid; /* process and thread that called mmap(2) */
	uint64_t addr;	   /* start of the map */
	uint64_t len;	   /* bytes */
	/*
	 * offset of the map in the file; for the map of the kernel itself: address of the kernel's
	 * reference symbol, such as _text
	 */
	uint64_t pgoff;
	const char *filename; /* path, or "[vdso]", "//anon", "[kernel.kallsyms]_text" ... */
};

/*
 * MMAP2: as MMAP, with the protection of the map and the identity of the file. The identity is a
 * build id if PDATA_MISC_MMAP_BUILD_ID is set in misc, otherwise device and inode. Source:
 * PERF_RECORD_MMAP2.
 */
struct pdata_mmap2 {
	uint32_t pid, tid;	 /* process and thread that called mmap(2) */
	uint64_t addr;		 /* start of the map */
	uint64_t len;		 /* bytes */
	uint64_t pgoff;		 /* offset in the file */
	uint8_t build_id_size;	 /* bytes of the build id; a value above 20 means 20 */
	uint8_t build_id_res1;	 /* reserved */
	uint16_t build_id_res2;	 /* reserved */
	const uint8_t *build_id; /* PDATA_BUILD_ID_MAX bytes; NULL without a build id */
	uint32_t maj, min;	 /* device of the file; valid only if the record has no build id */
	/*
	 * inode number and inode generation of the file; valid only if the record has no build id
	 */
	uint64_t ino, ino_generation;
	uint32_t prot, flags; /* PROT_ and MAP_ values of the recorded machine's mmap(2) */
	const char *filename; /* as in struct pdata_mmap */
};

/* LOST: records did not fit into the ring buffer. Source: PERF_RECORD_LOST. */
struct pdata_lost {
	uint64_t id;   /* id of the event whose record was the first after the loss */
	uint64_t lost; /* lost records of all events of this ring buffer */
};

/*
 * COMM: a thread got a new name, by exec if PDATA_MISC_COMM_EXEC is set in misc. Source:
 * PERF_RECORD_COMM.
 */
struct pdata_comm {
	uint32_t pid, tid;
	const char *comm; /* new name, at most 15 bytes from the kernel */
};

/* FORK and EXIT: a process or thread started or ended. Source: PERF_RECORD_FORK. */
struct pdata_task {
	uint32_t pid, ppid; /* process and its parent; a new thread has pid == ppid */
	uint32_t tid, ptid; /* thread, and its parent thread */
	uint64_t time;	    /* near pdata_sample_id.time, but not equal to it */
};

/* THROTTLE and UNTHROTTLE: the kernel stopped or restarted an event with too many interrupts. */
struct pdata_throttle {
	uint64_t time;
	uint64_t id;	    /* id of the event */
	uint64_t stream_id; /* id of the event itself, never the id of its parent event */
};

/* READ: counter values of an inherited event when its task ends. Source: PERF_RECORD_READ. */
struct pdata_read_record {
	uint32_t pid, tid;	/* the task */
	struct pdata_read read; /* counter values of the event */
};

/* AUX: new data in the AUX area. Source: PERF_RECORD_AUX. */
struct pdata_aux {
	/* start of the data in the AUX area; counts on when the area wraps around */
	uint64_t aux_offset;
	uint64_t aux_size; /* bytes of the data */
	uint64_t flags;	   /* 1 truncated, 2 overwrite, 4 partial, 8 collision, 0xff00 format */
};

/* ITRACE_START: an instruction trace of this task starts. Source: PERF_RECORD_ITRACE_START. */
struct pdata_itrace_start {
	uint32_t pid, tid;
};

/*
 * LOST_SAMPLES: the hardware dropped samples, or a BPF filter did (PDATA_MISC_LOST_SAMPLES_BPF in
 * misc). Source: PERF_RECORD_LOST_SAMPLES.
 */
struct pdata_lost_samples {
	uint64_t lost; /* number of samples */
};

/*
 * SWITCH_CPU_WIDE: a CPU switched from one task to another. With PDATA_MISC_SWITCH_OUT in misc the
 * task in pdata_sample_id stops running, otherwise it starts running. SWITCH has the same meaning
 * and no members.
 */
struct pdata_switch_cpu_wide {
	/* switching in: the task that ran before; switching out: the task that runs next */
	uint32_t next_prev_pid, next_prev_tid;
};

/* NAMESPACES: the namespaces of a task. Source: PERF_RECORD_NAMESPACES. */
struct pdata_namespaces {
	uint32_t pid, tid;
	uint64_t nr_namespaces; /* number of links */
	/* elements in this order: net uts ipc pid user mnt cgroup; see pdata_link_at() */
	struct pdata_view links;
};

/* A namespace, identified by its file in /proc/PID/ns. */
struct pdata_link {
	uint64_t dev; /* device of the file */
	uint64_t ino; /* inode number of the file */
};

/*
 * KSYMBOL: kernel code was added or removed at run time (BPF programs, trampolines). Source:
 * PERF_RECORD_KSYMBOL.
 */
struct pdata_ksymbol {
	uint64_t addr;	    /* start of the code */
	uint32_t len;	    /* bytes */
	uint16_t ksym_type; /* PDATA_KSYMBOL_TYPE_ */
	uint16_t flags;	    /* PDATA_KSYMBOL_UNREGISTER: removed */
	const char *name;   /* symbol of the code */
};

/* BPF_EVENT: a BPF program was loaded or unloaded. Source: PERF_RECORD_BPF_EVENT. */
struct pdata_bpf_event {
	uint16_t type;	    /* PDATA_BPF_EVENT_ */
	uint16_t flags;	    /* none are defined */
	uint32_t id;	    /* id of the program, as in bpf(2) */
	const uint8_t *tag; /* 8 bytes: tag of the program, a hash of its instructions */
};

/* CGROUP: the path of a cgroup id. Source: PERF_RECORD_CGROUP. */
struct pdata_cgroup {
	uint64_t id;	  /* as in pdata_sample.cgroup */
	const char *path; /* relative to the root of the cgroup file system */
};

/* TEXT_POKE: the kernel changed its code. Source: PERF_RECORD_TEXT_POKE. */
struct pdata_text_poke {
	uint64_t addr;		   /* address of the change */
	uint16_t old_len, new_len; /* count of bytes at @old_bytes, and at @new_bytes */
	const uint8_t *old_bytes;  /* code before the change; if @old_len is 0, the code is new */
	const uint8_t *new_bytes;  /* code after the change; if @new_len is 0, it was removed */
};

/*
 * AUX_OUTPUT_HW_ID: the id that the hardware uses for an event in AUX data. Source:
 * PERF_RECORD_AUX_OUTPUT_HW_ID.
 */
struct pdata_aux_output_hw_id {
	uint64_t hw_id; /* id that the hardware uses; pdata_sample_id tells the event */
};

/*
 * CALLCHAIN_DEFERRED: the user part of call chains of earlier samples, see deferred.h. Source:
 * PERF_RECORD_CALLCHAIN_DEFERRED, Linux 6.19.
 */
struct pdata_callchain_deferred {
	uint64_t cookie;       /* last entry of the incomplete call chains of these samples */
	uint64_t nr;	       /* number of entries */
	struct pdata_view ips; /* pdata_u64_at() */
};

/* Bytes of a user record that another function decodes. */
struct pdata_bytes {
	const uint8_t *data;
	uint64_t len;
	uint32_t swap; /* not 0: integers in the bytes are not in the host's byte order */
};

/* HEADER_ATTR: an event of a pipe. */
struct pdata_header_attr {
	struct pdata_bytes attr; /* for pdata_attr_decode() */
	struct pdata_view ids;	 /* the event's ids, pdata_u64_at() */
};

/* EVENT_TYPE: the name of an event; obsolete. */
struct pdata_event_type {
	uint64_t event_id; /* attr.config of the event */
	struct pdata_str name;
};

/*
 * TRACING_DATA: formats of tracepoints (tracing.h). @blob_size bytes of data follow the record;
 * read these bytes with pdata_reader_payload().
 */
struct pdata_tracing_data {
	uint32_t blob_size; /* bytes of the data */
	uint32_t pad;	    /* only in records of 16 bytes */
	/* the data if simpleperf put it into the record; no data follows such a record */
	struct pdata_bytes blob;
};

/* BUILD_ID: the build id of an object. */
struct pdata_build_id {
	int32_t pid;		 /* -1: the host; otherwise a guest machine */
	const uint8_t *build_id; /* PDATA_BUILD_ID_MAX bytes */
	uint8_t id_size;	 /* bytes of the build id, with PDATA_MISC_BUILD_ID_SIZE */
	uint8_t res1;		 /* reserved */
	uint16_t res2;		 /* reserved */
	const char *filename;	 /* name of the object as in MMAP records */
};

/* ID_INDEX: the ring buffer, CPU and thread of each id of an event. */
struct pdata_id_index {
	uint64_t nr;		   /* number of entries */
	struct pdata_view entries; /* pdata_id_entry_at() */
	/* pdata_id_guest_at(): one element for each entry; .nr is 0 if the record has none */
	struct pdata_view guests;
};

/* An id of an event. */
struct pdata_id_entry {
	uint64_t id;
	uint64_t idx; /* index of the ring buffer */
	uint64_t cpu; /* CPU number; ~0: any */
	uint64_t tid; /* thread; ~0: any */
};

/* The virtual machine of an id. */
struct pdata_id_guest {
	uint64_t machine_pid; /* pid of the virtual machine on the host; 0: the host itself */
	uint64_t vcpu;	      /* index of the virtual CPU in the virtual machine */
};

/* AUXTRACE_INFO: the kind of AUX data, and values that a decoder of this data needs. */
struct pdata_auxtrace_info {
	uint32_t type; /* 1 Intel PT, 2 BTS, 3 CoreSight, 4 SPE, 5 s390 sf, 6 HiSilicon PTT */
	uint32_t reserved;
	struct pdata_view priv; /* pdata_u64_at(): values whose meaning depends on @type */
};

/*
 * AUXTRACE: AUX data. @blob_size bytes of data follow the record; read these bytes with
 * pdata_reader_payload().
 */
struct pdata_auxtrace {
	uint64_t blob_size;
	uint64_t offset;    /* start of the data in the AUX area, as pdata_aux.aux_offset */
	uint64_t reference; /* value by which a decoder orders the AUX data of several records */
	uint32_t idx;	    /* index of the AUX area */
	uint32_t tid;	    /* thread of the AUX area; -1: any */
	uint32_t cpu;	    /* CPU of the AUX area; -1: any */
	uint32_t reserved;
};

/* AUXTRACE_ERROR: an error in AUX data; perf inject writes such records. */
struct pdata_auxtrace_error {
	uint32_t type;		    /* 1: instruction trace */
	uint32_t code;		    /* error code of the decoder */
	uint32_t cpu;		    /* CPU number */
	uint32_t pid;		    /* process */
	uint32_t tid;		    /* thread */
	uint32_t fmt;		    /* version of the layout, 0 to 2 */
	uint64_t ip;		    /* address that was decoded */
	uint64_t time;		    /* valid if @fmt is 1 or 2 */
	struct pdata_str msg;	    /* text of the error */
	uint32_t machine_pid, vcpu; /* virtual machine, and its CPU; valid if @fmt is 2 */
};

/* THREAD_MAP: the threads that perf stat counted. */
struct pdata_thread_map {
	uint64_t nr;		   /* number of entries */
	struct pdata_view entries; /* pdata_thread_entry_at() */
};

/* A thread of a THREAD_MAP. */
struct pdata_thread_entry {
	uint64_t tid;
	struct pdata_str comm; /* its name */
};

/*
 * CPU_MAP: the CPUs that perf stat counted, in one of three encodings. EVENT_UPDATE has the CPUs of
 * an event in the same encodings. Source: tools/lib/perf, struct perf_record_cpu_map_data.
 */
struct pdata_cpu_map {
	uint16_t type;		  /* PDATA_CPU_MAP_: the encoding; selects the members below */
	uint16_t nr;		  /* CPUS, MASK: number of elements of the view */
	uint16_t long_size;	  /* MASK: bytes of a word, 4 or 8 */
	struct pdata_view cpus;	  /* CPUS: CPU numbers, pdata_u16_at(); 0xffff is any CPU */
	struct pdata_view mask32; /* MASK, long_size 4: pdata_u32_at(); bit n is CPU n */
	struct pdata_view mask64; /* MASK, long_size 8: pdata_u64_at(); bit n is CPU n */
	/* RANGE: if not 0, the map has the entry "any CPU" (-1) besides the range */
	uint8_t any_cpu;
	uint8_t range_pad;	     /* RANGE: padding */
	uint16_t start_cpu, end_cpu; /* RANGE: first and last CPU number */
};

/* STAT_CONFIG: settings of perf stat. */
struct pdata_stat_config {
	uint64_t nr;		   /* number of entries */
	struct pdata_view entries; /* pdata_stat_config_entry_at() */
};

/* A setting of perf stat. */
struct pdata_stat_config_entry {
	uint64_t tag;	/* 0 aggr_mode, 1 interval in ms, 2 scale, 3 aggr_level */
	uint64_t value; /* value of the setting */
};

/* STAT: a count of perf stat. */
struct pdata_stat {
	uint64_t id;	   /* id of the event */
	uint32_t cpu;	   /* CPU number; -1: any */
	uint32_t thread;   /* index into the entries of THREAD_MAP */
	uint64_t val;	   /* the count */
	uint64_t ena, run; /* ns that the event was enabled; ns that it was on a counter */
};

/* STAT_ROUND: all counts of an interval have been written. */
struct pdata_stat_round {
	uint64_t type; /* 0 interval, 1 final */
	uint64_t time; /* ns since perf stat started */
};

/* EVENT_UPDATE: unit, scale, name or CPUs of an event of a pipe. */
struct pdata_event_update {
	uint64_t type;		   /* PDATA_EVENT_UPDATE_: selects one member below */
	uint64_t id;		   /* first id of the event */
	const char *text;	   /* UNIT: unit of counts; NAME: name; other types: NULL */
	uint64_t scale;		   /* SCALE: factor of counts, as the bits of a double */
	struct pdata_cpu_map cpus; /* CPUS: the CPUs of the event */
};

/*
 * TIME_CONV: how to convert the time stamp counter (TSC) to times. Source: perf_event.h,
 * struct perf_event_mmap_page, members of the same names.
 */
struct pdata_time_conv {
	uint64_t time_shift; /* time = time_zero + (tsc * time_mult >> time_shift) */
	uint64_t time_mult;  /* factor */
	uint64_t time_zero;  /* time of TSC 0 */
	/* base of a short TSC. Only Linux 5.9 and later records this member and those below */
	uint64_t time_cycles;
	uint64_t time_mask;	     /* mask of a short TSC */
	uint8_t cap_user_time_zero;  /* not 0: time_zero is valid */
	uint8_t cap_user_time_short; /* not 0: time_cycles and time_mask are valid */
};

/* HEADER_FEATURE: a header feature of a pipe; pdata_reader_feature() decodes it. */
struct pdata_header_feature {
	uint64_t feat_id; /* enum pdata_feature_bit */
	struct pdata_bytes data;
};

/* COMPRESSED: compressed records. */
struct pdata_compressed {
	/*
	 * next part of the zstd stream; the data of all COMPRESSED records together is the stream
	 */
	struct pdata_bytes data;
};

/* COMPRESSED2: compressed records as in COMPRESSED, padded to a multiple of 8 bytes. */
struct pdata_compressed2 {
	uint64_t data_size;	 /* count of bytes of @data without padding */
	struct pdata_bytes data; /* with padding */
};

/* BPF_METADATA: the variables of a BPF program that have names with the prefix bpf_metadata_. */
struct pdata_bpf_metadata {
	struct pdata_str prog_name; /* symbol of the program */
	uint64_t nr_entries;	    /* number of variables */
	struct pdata_view entries;  /* pdata_bpf_metadata_entry_at() */
};

/* A variable of BPF_METADATA. */
struct pdata_bpf_metadata_entry {
	struct pdata_str key;	/* name */
	struct pdata_str value; /* value as text */
};

/*
 * SCHEDSTAT_CPU: a "cpu" line of /proc/schedstat. Linux's Documentation/scheduler/sched-stats.rst
 * describes the counters; some depend on version.
 */
struct pdata_schedstat_cpu {
	uint64_t timestamp; /* jiffies, from the line "timestamp" */
	uint32_t cpu;	    /* CPU number */
	uint16_t version;   /* version of /proc/schedstat, from 15 on */
	uint16_t padding;
	/*
	 * counts, in this order: calls of sched_yield(); always 0; calls of schedule(); calls of
	 * schedule() after which the CPU was idle; calls of try_to_wake_up(); calls of
	 * try_to_wake_up() for a task on this CPU
	 */
	uint32_t yld_count, array_exp, sched_count, sched_goidle, ttwu_count, ttwu_local;
	/* ns that tasks ran, ns that tasks waited to run, and number of time slices */
	uint64_t rq_cpu_time, run_delay, pcount;
};

/* SCHEDSTAT_DOMAIN: a "domain" line of /proc/schedstat. */
struct pdata_schedstat_domain {
	uint64_t timestamp;	  /* jiffies, from the line "timestamp" */
	uint32_t cpu;		  /* CPU number */
	uint16_t version;	  /* version of /proc/schedstat, from 15 on */
	uint16_t domain;	  /* index of the scheduling domain */
	struct pdata_view counts; /* pdata_u32_at(); the meaning depends on version */
};

/*
 * SIMPLEPERF_KERNEL_SYMBOL: kernel symbols. Records of Android's simpleperf can be longer than
 * 65535 bytes: the reader then returns the header of the record, and the rest as its payload.
 * Source, for all structs with sp in their name: simpleperf, record.h and record.cpp.
 */
struct pdata_sp_kernel_symbol {
	struct pdata_str kallsyms; /* text of /proc/kallsyms */
};

/* SIMPLEPERF_DSO: an object that has symbols. */
struct pdata_sp_dso {
	uint64_t dso_type;  /* 0 kernel, 1 module, 2 ELF file, 3 dex file, 4 symbol map */
	uint64_t dso_id;    /* id of the object, as in SIMPLEPERF_SYMBOL */
	uint64_t min_vaddr; /* lowest virtual address of an executable segment */
	const char *name;   /* path */
};

/* SIMPLEPERF_SYMBOL: a symbol. */
struct pdata_sp_symbol {
	uint64_t addr;	  /* address in the object */
	uint64_t len;	  /* bytes */
	uint64_t dso_id;  /* pdata_sp_dso.dso_id of the object */
	const char *name; /* name of the symbol */
};

/*
 * SIMPLEPERF_SPLIT: a part of a long record. The joined data of all SPLIT records up to the next
 * SPLIT_END record is the complete long record with its header.
 */
struct pdata_sp_split {
	struct pdata_bytes data;
};

/* SIMPLEPERF_EVENT_ID: the ids of events. */
struct pdata_sp_event_id {
	uint64_t nr;		   /* number of entries */
	struct pdata_view entries; /* pdata_sp_event_id_entry_at() */
};

/* An id of an event. */
struct pdata_sp_event_id_entry {
	uint64_t attr_id;  /* index of the event in the file, from 0 */
	uint64_t event_id; /* id of the event */
};

/* SIMPLEPERF_CALLCHAIN: a user call chain that was unwound while recording. */
struct pdata_sp_callchain {
	uint32_t pid, tid;
	uint64_t chain_type;	    /* how the chain was made; values of simpleperf */
	uint64_t time;		    /* time of the sample */
	uint64_t nr;		    /* number of frames */
	struct pdata_view ips, sps; /* pdata_u64_at(): addresses, and stack pointers */
};

/*
 * SIMPLEPERF_UNWINDING_RESULT: the reason for which the unwinding of the next sample ended early.
 * Records of newer versions of simpleperf also have the registers and the stack that were used, and
 * the frames that were found.
 */
struct pdata_sp_unwinding_result {
	uint64_t time;	    /* time of the sample */
	uint64_t used_time; /* ns that unwinding took */
	/* reason of the stop: a value of simpleperf, or an error code of libunwindstack */
	uint64_t stop_reason;
	uint64_t stop_info;		 /* details; the meaning depends on stop_reason */
	uint64_t stack_start, stack_end; /* addresses of the copied stack */
	/*
	 * PDATA_REGS_ABI_. Records of older versions of simpleperf lack this member and all members
	 * below it
	 */
	uint64_t abi;
	uint64_t mask;		    /* mask of registers, unless abi is 0 */
	uint64_t nr_regs;	    /* number of bits in mask */
	struct pdata_view regs;	    /* registers in the order of the bits, pdata_u64_at() */
	uint64_t stack_size;	    /* count of bytes at @stack */
	const uint8_t *stack;	    /* copy of the stack; NULL if @stack_size is 0 */
	uint64_t dyn_size;	    /* count of the valid bytes at @stack */
	uint64_t nr;		    /* number of frames */
	struct pdata_view ips, sps; /* pdata_u64_at(): addresses, and stack pointers */
};

/* SIMPLEPERF_DEBUG: a message of simpleperf. */
struct pdata_sp_debug {
	uint64_t time;
	const char *text;
};

/* A branch of a branch stack. Source: perf_event.h, struct perf_branch_entry. */
struct pdata_branch {
	uint64_t from; /* address of the branch instruction */
	uint64_t to;   /* address of its target */
	/*
	 * bits, as on a little-endian machine: 0 mispred, 1 predicted, 2 in_tx, 3 abort, 4-19
	 * cycles since the previous branch, 20-23 type, 24-25 spec, 26-29 new_type, 30-32 priv
	 */
	uint64_t flags;
};

/* The branches before a sample (PDATA_SAMPLE_BRANCH_STACK), the latest one first. */
struct pdata_branch_stack {
	uint64_t nr; /* number of entries */
	/* index of the latest entry in the hardware's branch stack; ~0: unknown or not recorded */
	uint64_t hw_idx;
	struct pdata_view entries; /* pdata_branch_at() */
	/* pdata_u64_at(): event counters of each entry; .nr is 0 if they were not recorded */
	struct pdata_view counters;
};

/* Registers of a sample. */
struct pdata_regs {
	uint64_t abi;  /* PDATA_REGS_ABI_ of the task */
	uint64_t mask; /* bit mask of the registers, from the attr; see pdata_reg_name() */
	/* pdata_u64_at(): the registers, lowest bit of @mask first; .nr is 0 if @abi is 0 */
	struct pdata_view values;
};

/* A copy of the user stack of a sample. */
struct pdata_stack {
	uint64_t size;	     /* count of bytes at @data */
	uint64_t dyn_size;   /* count of the valid bytes at @data */
	const uint8_t *data; /* bytes from the stack pointer on; NULL if @size is 0 */
};

/*
 * A sample. The comment of each member begins with its PDATA_SAMPLE_ bit; members whose bit is not
 * set in @have are unspecified. Source: perf_event.h, PERF_RECORD_SAMPLE.
 */
struct pdata_sample {
	uint64_t have;		/* PDATA_SAMPLE_ bits of the members that were decoded */
	uint64_t identifier;	/* IDENTIFIER: id of the event */
	uint64_t ip;		/* IP: instruction pointer */
	uint32_t pid, tid;	/* TID: the task; 0: idle, -1: unknown */
	uint64_t time;		/* TIME */
	uint64_t addr;		/* ADDR: address of the data access, or as the event defines it */
	uint64_t id;		/* ID: id of the event; if inherited, id of its parent event */
	uint64_t stream_id;	/* STREAM_ID: the event's own id, also if it is inherited */
	uint32_t cpu, cpu_res;	/* CPU: CPU number, and a reserved word */
	uint64_t period;	/* PERIOD: events that this sample stands for */
	struct pdata_read read; /* READ: counter values */
	/* CALLCHAIN: count of entries, those with values PDATA_CONTEXT_ included */
	uint64_t nr_ips;
	struct pdata_view ips; /* CALLCHAIN: pdata_u64_at(), innermost frame first */
	uint32_t raw_size;     /* RAW: count of bytes at @raw */
	const uint8_t *raw;    /* RAW: tracepoint fields (tracing.h) or data of the PMU */
	struct pdata_branch_stack branch; /* BRANCH_STACK */
	struct pdata_regs regs_user;	  /* REGS_USER: registers of the user program */
	struct pdata_stack stack;	  /* STACK_USER: copy of the user stack */
	/*
	 * WEIGHT: one integer; WEIGHT_STRUCT: three integers of 32, 16 and 16 bits, the first one
	 * in the lowest bits
	 */
	uint64_t weight;
	/* DATA_SRC: kind of the access and source of the data, as a union perf_mem_data_src */
	uint64_t data_src;
	uint64_t transaction;	     /* TRANSACTION: PERF_TXN_ bits: how a transaction ended */
	struct pdata_regs regs_intr; /* REGS_INTR: registers at the interrupt */
	uint64_t phys_addr;	     /* PHYS_ADDR: physical address of @addr */
	uint64_t cgroup;	     /* CGROUP: id of the task's cgroup, as in CGROUP records */
	uint64_t data_page_size;     /* DATA_PAGE_SIZE: size in bytes of the page of @addr */
	uint64_t code_page_size;     /* CODE_PAGE_SIZE: size in bytes of the page of @ip */
	uint64_t aux_size;	     /* AUX: count of bytes at @aux */
	const uint8_t *aux;	     /* AUX: AUX data of the sample */
	uint64_t reserved[8];	     /* 0 in a sample to encode */
};

/*
 * The decoded fields of a record other than SAMPLE; pdata_record_decode() fills this struct. Each
 * member of @u has the name of its record type in lower case (sp_ stands for SIMPLEPERF_). Records
 * without fields (SWITCH, FINISHED_ROUND, FINISHED_INIT, SIMPLEPERF_SPLIT_END) have no member.
 */
struct pdata_value {
	struct pdata_sample_id id; /* fields after the record; @id.have is 0 if it has none */
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
		struct pdata_tracing_data tracing_data; /* SIMPLEPERF_TRACING_DATA, too */
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
		uint64_t reserved[40]; /* keeps the size of @u the same in later versions */
	} u;
};

#ifdef __cplusplus
}
#endif
#endif
