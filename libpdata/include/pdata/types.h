/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PDATA_TYPES_H
#define PDATA_TYPES_H

/*
 * Structs for the fields of attrs, records and samples, named as in the format. The comments of
 * the structs have the meaning of the fields; the files in libpdata/schema have the layouts
 * (order, width and condition of each field). Integers are in host byte order. Pointers and views
 * point into the bytes that were decoded and are valid as long as these bytes are valid; the
 * comment of the function that fills the struct says how long. A decoded string is not NULL unless
 * the comment of the member says so. Members that a record does not have are 0.
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
 * An array whose elements are still in the byte order of the file. Read an element with
 * pdata_u64_at(), or with another function pdata_<element>_at(). The comment of each member that
 * has this type says which function to use.
 */
struct pdata_view {
	const uint8_t *data; /* bytes of the elements; their address need not be aligned */
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
 * An event: what it counts, and which fields its records have. If the perf_event_attr of the file
 * is shorter than this struct, the members that it lacks are 0. Source: perf_event.h, struct
 * perf_event_attr.
 */
struct pdata_attr {
	/* enum pdata_pmu_type, or the type of a PMU in the feature PMU_MAPPINGS */
	uint32_t type;
	/*
	 * size in bytes of the perf_event_attr in the file; can be more than PDATA_ATTR_SIZE_MAX
	 */
	uint32_t size;
	uint64_t config; /* selects the event of the PMU; the values depend on @type */
	/*
	 * number of events from one sample to the next; if PDATA_ATTR_FREQ is set, number of
	 * samples per second
	 */
	uint64_t sample_period;
	uint64_t sample_type; /* PDATA_SAMPLE_ bits of the fields that samples have */
	/* PDATA_FORMAT_ bits of the fields that READ records, and counters in samples, have */
	uint64_t read_format;
	/*
	 * flags of one bit each (PDATA_ATTR_PRECISE_IP has two bits). enum pdata_attr_bit has the
	 * positions of the bits, which are the same for files of both byte orders
	 */
	uint64_t flags;
	/*
	 * number of samples after which the kernel wakes up the recorder; if PDATA_ATTR_WATERMARK
	 * is set, number of bytes in the ring buffer after which the kernel wakes it up
	 */
	uint32_t wakeup_events;
	/*
	 * if @type is PDATA_TYPE_BREAKPOINT: accesses to count, as bits: 1 read, 2 write, 4
	 * execute
	 */
	uint32_t bp_type;
	/* if @type is PDATA_TYPE_BREAKPOINT: address of the breakpoint; otherwise config1 */
	uint64_t bp_addr;
	/*
	 * if @type is PDATA_TYPE_BREAKPOINT: number of bytes that the breakpoint covers; otherwise
	 * config2
	 */
	uint64_t bp_len;
	/* PDATA_BRANCH_ bits: kinds of branches to record, and fields that branch stacks have */
	uint64_t branch_sample_type;
	/*
	 * bit mask of the user registers that are stored in samples; pdata_reg_name() gets the name
	 * of the register of a bit
	 */
	uint64_t sample_regs_user;
	uint32_t sample_stack_user; /* bytes of the user stack to copy into each sample */
	/*
	 * if PDATA_ATTR_USE_CLOCKID is set: clock of the times in records, a clockid_t as in
	 * clock_gettime(2)
	 */
	int32_t clockid;
	/* bit mask of the registers whose values at the interrupt are stored in samples */
	uint64_t sample_regs_intr;
	/* bytes of AUX data after which the kernel wakes up the recorder */
	uint32_t aux_watermark;
	/*
	 * maximum number of entries of a call chain; 0: the limit is the sysctl
	 * kernel.perf_event_max_stack
	 */
	uint16_t sample_max_stack;
	uint16_t reserved_2;
	uint32_t aux_sample_size; /* bytes of AUX data to store in each sample */
	/*
	 * Bit 0: the tracing into the AUX area starts paused. Bit 1: a sample of this event pauses
	 * the tracing. Bit 2: a sample of this event resumes the tracing. The bits have these
	 * positions for files of both byte orders: the library moves the bits of a big-endian file.
	 */
	uint32_t aux_action;
	/* with PDATA_ATTR_SIGTRAP: value that the signal has in siginfo.si_perf_data */
	uint64_t sig_data;
	uint64_t config3; /* configuration value of the PMU, in addition to config1 and config2 */
	/* configuration value of the PMU, in addition to config1 to config3 */
	uint64_t config4;
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
 * The fields at the end of a kernel record (type below 64) other than SAMPLE, if
 * PDATA_ATTR_SAMPLE_ID_ALL is set: task, time, event and CPU of the record. perf-record(1) also
 * synthesises kernel records. All of these fields are 0 in its MMAP, COMM, FORK and similar records
 * about the state at the start of the recording. Only the id is set in its LOST_SAMPLES records.
 * Source: perf_event.h, struct sample_id.
 */
struct pdata_sample_id {
	uint64_t have; /* PDATA_SAMPLE_ bits of the members that the record has */
	/*
	 * process and thread that were running. The record has these fields if attr.sample_type
	 * has PDATA_SAMPLE_TID.
	 */
	uint32_t pid, tid;
	/* time of the record in ns, if attr.sample_type has PDATA_SAMPLE_TIME */
	uint64_t time;
	/*
	 * id of the event; for an inherited event, the id of its parent event. The record has this
	 * field if attr.sample_type has PDATA_SAMPLE_ID.
	 */
	uint64_t id;
	/* id of the event itself, even if the event is inherited; with PDATA_SAMPLE_STREAM_ID */
	uint64_t stream_id;
	uint32_t cpu, cpu_res; /* CPU number and a reserved word, with PDATA_SAMPLE_CPU */
	/*
	 * with PDATA_SAMPLE_IDENTIFIER: id of the event, the same value that @id has with
	 * PDATA_SAMPLE_ID; a record can have this member and not @id
	 */
	uint64_t identifier;
};

/* The counter value of one event, in a READ record or a sample. */
struct pdata_read_entry {
	uint64_t value; /* count of the event since it was opened */
	uint64_t id;	/* id of the event; valid if read_format has PDATA_FORMAT_ID */
	/* number of lost samples of the event; valid if read_format has PDATA_FORMAT_LOST */
	uint64_t lost;
};

/*
 * Counter values of a READ record, or of a sample with PDATA_SAMPLE_READ. pdata_read_entry_at()
 * gets the entries. Source: perf_event.h, read_format.
 */
struct pdata_read {
	/* attr.read_format of the event: PDATA_FORMAT_ bits of the fields that are present */
	uint64_t format;
	/*
	 * number of entries: one for each event of the group if @format has PDATA_FORMAT_GROUP;
	 * otherwise 1
	 */
	uint64_t nr;
	/* ns that the event was enabled; with PDATA_FORMAT_TOTAL_TIME_ENABLED */
	uint64_t time_enabled;
	/* ns that the event was on a hardware counter; with PDATA_FORMAT_TOTAL_TIME_RUNNING */
	uint64_t time_running;
	struct pdata_read_entry single; /* the only entry, if @format lacks PDATA_FORMAT_GROUP */
	/*
	 * If @format has PDATA_FORMAT_GROUP: one entry for each event of the group, the entry of
	 * the group leader first. If @format lacks PDATA_FORMAT_GROUP: this array is empty, and
	 * the only entry is in @single instead.
	 */
	struct pdata_view entries;
};

/*
 * MMAP: a process mapped a file or executable memory. The maps of the kernel and of its modules
 * have pid -1. Source: perf_event.h, PERF_RECORD_MMAP.
 */
struct pdata_mmap {
	uint32_t pid, tid; /* process and thread that called mmap(2) */
	uint64_t addr;	   /* first address of the map */
	uint64_t len;	   /* size of the map in bytes */
	/*
	 * offset in the file at which the map starts; for the map of the kernel itself: address of
	 * the kernel's reference symbol, such as _text
	 */
	uint64_t pgoff;
	const char *filename; /* path, or "[vdso]", "//anon", "[kernel.kallsyms]_text" ... */
};

/*
 * MMAP2: a process mapped a file or executable memory. In addition to the fields of MMAP, the
 * record has the protection of the map and the identity of the file. The identity is a build id if
 * PDATA_MISC_MMAP_BUILD_ID is set in misc, otherwise device and inode. Source: PERF_RECORD_MMAP2.
 */
struct pdata_mmap2 {
	uint32_t pid, tid; /* process and thread that called mmap(2) */
	uint64_t addr;	   /* first address of the map */
	uint64_t len;	   /* size of the map in bytes */
	/* as in struct pdata_mmap: offset in the file at which the map starts */
	uint64_t pgoff;
	uint8_t build_id_size;	/* size of the build id in bytes; values above 20 are invalid */
	uint8_t build_id_res1;	/* reserved */
	uint16_t build_id_res2; /* reserved */
	/*
	 * PDATA_BUILD_ID_MAX bytes, of which the first @build_id_size bytes are the build id; NULL
	 * if the record has no build id
	 */
	const uint8_t *build_id;
	uint32_t maj, min; /* device of the file; valid only if the record has no build id */
	/*
	 * inode number and inode generation of the file; valid only if the record has no build id
	 */
	uint64_t ino, ino_generation;
	uint32_t prot, flags; /* PROT_ and MAP_ values of the recorded machine's mmap(2) */
	const char *filename; /* as in struct pdata_mmap */
};

/* LOST: records were lost because the ring buffer was full. Source: PERF_RECORD_LOST. */
struct pdata_lost {
	uint64_t id;   /* id of the event whose record was the first one after the lost records */
	uint64_t lost; /* number of lost records, of all events that write to this ring buffer */
};

/*
 * COMM: a thread got a new name, by exec if PDATA_MISC_COMM_EXEC is set in misc. Source:
 * PERF_RECORD_COMM.
 */
struct pdata_comm {
	uint32_t pid, tid;
	const char *comm; /* new name; a name from the kernel has at most 15 bytes */
};

/*
 * FORK: a process or thread started. EXIT: a process or thread ended. Source: PERF_RECORD_FORK and
 * PERF_RECORD_EXIT, which have the same layout.
 */
struct pdata_task {
	/*
	 * @pid: process that started or ended, or process of the thread that started or ended;
	 * @ppid: parent process of @pid, or @pid itself if the record is a FORK of a new thread
	 */
	uint32_t pid, ppid;
	uint32_t tid, ptid; /* @tid: thread that started or ended; @ptid: its parent thread */
	/*
	 * time of the fork or exit in ns. The kernel reads the clock again for
	 * pdata_sample_id.time, so that the two times can differ slightly
	 */
	uint64_t time;
};

/*
 * THROTTLE: the kernel stopped an event because it caused too many interrupts. UNTHROTTLE: the
 * kernel started the event again.
 */
struct pdata_throttle {
	uint64_t time;
	uint64_t id;	    /* id of the event; if it is inherited, id of its parent event */
	uint64_t stream_id; /* id of the event; an inherited event has an id of its own */
};

/*
 * READ: final counter values of an inherited event, written when the task of this event ends.
 * Source: PERF_RECORD_READ.
 */
struct pdata_read_record {
	uint32_t pid, tid;	/* process and thread that the event counted */
	struct pdata_read read; /* counter values of the event */
};

/* AUX: the AUX area has new data. Source: PERF_RECORD_AUX. */
struct pdata_aux {
	/*
	 * offset in bytes of the new data in the AUX area. The offset is not reset when the area
	 * wraps around: take it modulo the size of the area
	 */
	uint64_t aux_offset;
	uint64_t aux_size; /* size of the new data in bytes */
	/*
	 * bits: 0x01 truncated, 0x02 overwrite, 0x04 partial, 0x08 collision; mask 0xff00: format
	 * of the data
	 */
	uint64_t flags;
};

/* ITRACE_START: the instruction trace of a task starts. Source: PERF_RECORD_ITRACE_START. */
struct pdata_itrace_start {
	uint32_t pid, tid;
};

/*
 * LOST_SAMPLES: samples were dropped. If PDATA_MISC_LOST_SAMPLES_BPF is set in misc, a BPF filter
 * dropped them. Otherwise there are two cases: the hardware dropped them; or the kernel dropped
 * them because the ring buffer was full, and the recorder made this record from the event's number
 * of lost samples, which it has read with PDATA_FORMAT_LOST. Source: PERF_RECORD_LOST_SAMPLES.
 */
struct pdata_lost_samples {
	uint64_t lost; /* number of samples that were dropped */
};

/*
 * SWITCH_CPU_WIDE: a CPU switched from one task to another. If PDATA_MISC_SWITCH_OUT is set in
 * misc, the task in pdata_sample_id stops running, otherwise it starts running. A SWITCH record
 * has the same meaning and no fields of its own.
 */
struct pdata_switch_cpu_wide {
	/*
	 * if the task in pdata_sample_id starts running: process and thread that ran before it; if
	 * it stops running: process and thread that run next
	 */
	uint32_t next_prev_pid, next_prev_tid;
};

/* NAMESPACES: the namespaces of a task. Source: PERF_RECORD_NAMESPACES. */
struct pdata_namespaces {
	uint32_t pid, tid;
	uint64_t nr_namespaces; /* number of elements of @links */
	/*
	 * namespaces of the task in the order net uts ipc pid user mnt cgroup; pdata_link_at()
	 * gets an element
	 */
	struct pdata_view links;
};

/* A namespace, identified by its file in /proc/PID/ns. */
struct pdata_link {
	uint64_t dev; /* device of the file */
	uint64_t ino; /* inode number of the file */
};

/*
 * KSYMBOL: kernel code (a BPF program, a trampoline) was added or removed at run time. Source:
 * PERF_RECORD_KSYMBOL.
 */
struct pdata_ksymbol {
	uint64_t addr;	    /* first address of the code */
	uint32_t len;	    /* size of the code in bytes */
	uint16_t ksym_type; /* kind of the code: a PDATA_KSYMBOL_TYPE_ value */
	uint16_t flags;	    /* PDATA_KSYMBOL_UNREGISTER: the code was removed; 0: it was added */
	const char *name;   /* name of the symbol of the code */
};

/* BPF_EVENT: a BPF program was loaded or unloaded. Source: PERF_RECORD_BPF_EVENT. */
struct pdata_bpf_event {
	uint16_t type;	    /* what happened: a PDATA_BPF_EVENT_ value */
	uint16_t flags;	    /* flags of the record; no flag is defined */
	uint32_t id;	    /* id of the BPF program, as in bpf(2) */
	const uint8_t *tag; /* 8 bytes: tag of the program, a hash of its instructions */
};

/* CGROUP: the path of the cgroup that has a given id. Source: PERF_RECORD_CGROUP. */
struct pdata_cgroup {
	uint64_t id;	  /* id of the cgroup, as in pdata_sample.cgroup */
	const char *path; /* path, relative to the root of the cgroup file system */
};

/* TEXT_POKE: the kernel changed its own code at run time. Source: PERF_RECORD_TEXT_POKE. */
struct pdata_text_poke {
	uint64_t addr; /* address of the first changed byte */
	/* @old_len: count of bytes at @old_bytes; @new_len: count of bytes at @new_bytes */
	uint16_t old_len, new_len;
	const uint8_t *old_bytes; /* code before the change; if @old_len is 0, the code is new */
	/* code after the change; if @new_len is 0, the code was removed */
	const uint8_t *new_bytes;
};

/*
 * AUX_OUTPUT_HW_ID: the id that the hardware uses for an event in AUX data. Source:
 * PERF_RECORD_AUX_OUTPUT_HW_ID.
 */
struct pdata_aux_output_hw_id {
	/* id that the hardware uses in AUX data for the event to which the record belongs */
	uint64_t hw_id;
};

/*
 * CALLCHAIN_DEFERRED: the user part of the call chains of one or more earlier samples. The
 * functions of deferred.h join this part to the samples. Source: PERF_RECORD_CALLCHAIN_DEFERRED,
 * Linux 6.19.
 */
struct pdata_callchain_deferred {
	/*
	 * value that is also the last entry of the call chain in each of the samples to which this
	 * record belongs
	 */
	uint64_t cookie;
	uint64_t nr; /* number of entries */
	/*
	 * entries of the user call chain: user addresses, innermost frame first. The marker
	 * PDATA_CONTEXT_USER can be before the addresses. pdata_u64_at() gets an entry
	 */
	struct pdata_view ips;
};

/*
 * Bytes of a record or feature that the library returns without decoding them. The comment of the
 * struct or member that has these bytes says what they contain, and names the function, if any,
 * that decodes them.
 */
struct pdata_bytes {
	const uint8_t *data;
	uint64_t len;
	uint32_t swap; /* not 0: integers at @data are not in the host's byte order */
};

/* HEADER_ATTR: the attr and the ids of an event of a pipe. */
struct pdata_header_attr {
	struct pdata_bytes attr; /* perf_event_attr of the event; pdata_attr_decode() decodes it */
	struct pdata_view ids;	 /* ids of the event; pdata_u64_at() gets one */
};

/* EVENT_TYPE: the name of an event. Current versions of perf do not write this record. */
struct pdata_event_type {
	uint64_t event_id; /* attr.config of the event */
	struct pdata_str name;
};

/*
 * TRACING_DATA: the formats of tracepoints, for pdata_tracepoints_new() (tracing.h). @blob_size
 * bytes of this data follow the record; read them with pdata_reader_payload().
 */
struct pdata_tracing_data {
	uint32_t blob_size; /* size of the tracing data in bytes */
	/* padding, in a record of 16 bytes; 0 if the record has 12 bytes and no padding */
	uint32_t pad;
	/*
	 * the tracing data, if simpleperf stored it inside the record; no data then follows the
	 * record. .len is 0 if the data follows the record
	 */
	struct pdata_bytes blob;
};

/* BUILD_ID: the build id of an object. */
struct pdata_build_id {
	/* -1: the host has loaded the object; otherwise pid of the guest that has loaded it */
	int32_t pid;
	const uint8_t *build_id; /* PDATA_BUILD_ID_MAX bytes, which begin with the build id */
	/* size of the build id in bytes; valid only if PDATA_MISC_BUILD_ID_SIZE is set in misc */
	uint8_t id_size;
	uint8_t res1;	      /* reserved */
	uint16_t res2;	      /* reserved */
	const char *filename; /* name of the object as in MMAP records */
};

/* ID_INDEX: ids of events, and the ring buffer, the CPU and the thread of each id. */
struct pdata_id_index {
	uint64_t nr;		   /* number of entries */
	struct pdata_view entries; /* ids; pdata_id_entry_at() gets one */
	/*
	 * element i tells to which machine (a virtual machine or the host) the event of element i
	 * of @entries belongs; pdata_id_guest_at() gets an element. guests.nr is 0 if the record
	 * names no virtual machines
	 */
	struct pdata_view guests;
};

/* An id of an event, with its ring buffer, CPU and thread; element of pdata_id_index.entries. */
struct pdata_id_entry {
	uint64_t id;
	uint64_t idx; /* index of the ring buffer of the event */
	uint64_t cpu; /* number of the CPU of the event; ~0: any CPU */
	uint64_t tid; /* thread of the event; ~0: any thread */
};

/*
 * The machine (a virtual machine or the host) to which the event with a given id belongs; element
 * of pdata_id_index.guests.
 */
struct pdata_id_guest {
	/*
	 * pid of the virtual machine's process on the host; 0: the event is an event of the host
	 * itself
	 */
	uint64_t machine_pid;
	uint64_t vcpu; /* index of the virtual CPU in the virtual machine */
};

/* AUXTRACE_INFO: the kind of AUX data, and values that a decoder of this data needs. */
struct pdata_auxtrace_info {
	/*
	 * kind of AUX data, as in perf's enum auxtrace_type: 1 Intel PT, 2 Intel BTS, 3 CoreSight,
	 * 4 Arm SPE, 5 s390 CPU-MF sampling, 6 HiSilicon PTT, 7 powerpc VPA DTL; perf may add
	 * values
	 */
	uint32_t type;
	uint32_t reserved;
	/* values whose meaning depends on @type; pdata_u64_at() gets one */
	struct pdata_view priv;
};

/*
 * AUXTRACE: AUX data. @blob_size bytes of data follow the record; read these bytes with
 * pdata_reader_payload().
 */
struct pdata_auxtrace {
	uint64_t blob_size;
	/* offset in bytes of the data in the AUX area, as in pdata_aux.aux_offset */
	uint64_t offset;
	uint64_t reference; /* value by which a decoder orders the AUX data of several records */
	uint32_t idx;	    /* index of the AUX area */
	uint32_t tid;	    /* thread whose AUX data is in the area @idx; -1: any thread */
	uint32_t cpu;	    /* CPU whose AUX data is in the area @idx; UINT32_MAX: any */
	uint32_t reserved;
};

/* AUXTRACE_ERROR: an error that a decoder found in AUX data; perf inject writes such records. */
struct pdata_auxtrace_error {
	uint32_t type;	      /* kind of the error; 1: error in an instruction trace */
	uint32_t code;	      /* error code of the decoder */
	uint32_t cpu;	      /* CPU number */
	uint32_t pid;	      /* process */
	uint32_t tid;	      /* thread */
	uint32_t fmt;	      /* version of the layout of this record, 0 to 2 */
	uint64_t ip;	      /* address of the code that was being decoded */
	uint64_t time;	      /* time of the error in ns; valid if @fmt is 1 or 2 */
	struct pdata_str msg; /* text of the error */
	/*
	 * @machine_pid: pid of the virtual machine's process on the host; @vcpu: index of the
	 * virtual CPU in the virtual machine; both are valid only if @fmt is 2
	 */
	uint32_t machine_pid, vcpu;
};

/* THREAD_MAP: the threads whose events perf counted. */
struct pdata_thread_map {
	uint64_t nr;		   /* number of entries */
	struct pdata_view entries; /* threads; pdata_thread_entry_at() gets one */
};

/* A thread of a THREAD_MAP. */
struct pdata_thread_entry {
	uint64_t tid;
	struct pdata_str comm; /* name of the thread */
};

/*
 * CPU_MAP: the CPUs on which perf counted events, in one of three encodings. EVENT_UPDATE has the
 * CPUs of an event in the same encodings. Source: tools/lib/perf, struct perf_record_cpu_map_data.
 */
struct pdata_cpu_map {
	/* encoding, a PDATA_CPU_MAP_ value; it selects the members below that are set */
	uint16_t type;
	/*
	 * encoding CPUS: number of elements of @cpus; encoding MASK: number of elements of @mask32
	 * or @mask64
	 */
	uint16_t nr;
	/* encoding MASK: size in bytes of an element of the mask, 4 or 8 */
	uint16_t long_size;
	/* encoding CPUS: CPU numbers; pdata_u16_at() gets one. 0xffff means any CPU */
	struct pdata_view cpus;
	/*
	 * encoding MASK with @long_size 4: bit mask of CPUs; bit n of element i, which
	 * pdata_u32_at() gets, is CPU 32 * i + n
	 */
	struct pdata_view mask32;
	/*
	 * encoding MASK with @long_size 8: bit mask of CPUs. pdata_u64_at() gets an element. Bit n
	 * of element i is CPU 64 * i + n.
	 */
	struct pdata_view mask64;
	/* encoding RANGE: not 0: the map also has the entry "any CPU" (-1), besides the range */
	uint8_t any_cpu;
	uint8_t range_pad;	     /* encoding RANGE: padding */
	uint16_t start_cpu, end_cpu; /* encoding RANGE: first and last CPU number of the range */
};

/* STAT_CONFIG: settings of perf stat. */
struct pdata_stat_config {
	uint64_t nr;		   /* number of entries */
	struct pdata_view entries; /* settings; pdata_stat_config_entry_at() gets one */
};

/* A setting of perf stat. */
struct pdata_stat_config_entry {
	uint64_t tag;	/* which setting: 0 aggr_mode, 1 interval in ms, 2 scale, 3 aggr_level */
	uint64_t value; /* value of the setting */
};

/* STAT: a count of perf stat. */
struct pdata_stat {
	uint64_t id;	 /* id of the event */
	uint32_t cpu;	 /* CPU number; -1: any */
	uint32_t thread; /* index of the thread in the entries of THREAD_MAP */
	uint64_t val;	 /* the count */
	/* @ena: ns that the event was enabled; @run: ns that it was on a hardware counter */
	uint64_t ena, run;
};

/* STAT_ROUND: perf stat has written all counts of an interval. */
struct pdata_stat_round {
	/* 0: the counts of an interval are complete; 1: perf stat has written its final counts */
	uint64_t type;
	uint64_t time; /* ns since perf stat started */
};

/* EVENT_UPDATE: unit, scale, name or CPUs of an event of a pipe. */
struct pdata_event_update {
	/*
	 * what the record has: a PDATA_EVENT_UPDATE_ value, which selects @text, @scale or @cpus
	 */
	uint64_t type;
	uint64_t id; /* id of the event: the first one of its ids */
	/*
	 * if @type is PDATA_EVENT_UPDATE_UNIT: unit of the counts; if it is
	 * PDATA_EVENT_UPDATE_NAME: name of the event; otherwise NULL
	 */
	const char *text;
	/* if @type is PDATA_EVENT_UPDATE_SCALE: factor of the counts, as the bits of a double */
	uint64_t scale;
	struct pdata_cpu_map cpus; /* if @type is PDATA_EVENT_UPDATE_CPUS: the CPUs of the event */
};

/*
 * TIME_CONV: how to convert the time stamp counter (TSC) to times. Source: perf_event.h,
 * struct perf_event_mmap_page, members of the same names.
 */
struct pdata_time_conv {
	/* shift in this formula: time in ns = time_zero + (tsc * time_mult >> time_shift) */
	uint64_t time_shift;
	/* factor in this formula: time in ns = time_zero + (tsc * time_mult >> time_shift) */
	uint64_t time_mult;
	uint64_t time_zero; /* time in ns at which the TSC was 0 */
	/*
	 * if the TSC has less than 64 bits: base in this formula, which extends a TSC value to 64
	 * bits: tsc = time_cycles + ((tsc - time_cycles) & time_mask). Records of perf versions
	 * before 5.10 lack this member and the members below it, which are then 0
	 */
	uint64_t time_cycles;
	uint64_t time_mask;	     /* if the TSC has less than 64 bits: mask of its valid bits */
	uint8_t cap_user_time_zero;  /* not 0: @time_zero is valid */
	uint8_t cap_user_time_short; /* not 0: @time_cycles and @time_mask are valid */
};

/*
 * HEADER_FEATURE: a header feature of a pipe. After the reader has read this record,
 * pdata_reader_feature() returns the decoded feature.
 */
struct pdata_header_feature {
	uint64_t feat_id; /* number of the feature: enum pdata_feature_bit */
	struct pdata_bytes data;
};

/* COMPRESSED: a part of a zstd stream that decompresses to records. */
struct pdata_compressed {
	/*
	 * compressed bytes. The data of all COMPRESSED and COMPRESSED2 records of the file, joined
	 * in file order and without padding, is one zstd stream
	 */
	struct pdata_bytes data;
};

/* COMPRESSED2: a part of a zstd stream as in COMPRESSED, padded to a multiple of 8 bytes. */
struct pdata_compressed2 {
	uint64_t data_size;	 /* count of bytes at the start of @data that are not padding */
	struct pdata_bytes data; /* compressed bytes as in pdata_compressed.data, then padding */
};

/* BPF_METADATA: those variables of a BPF program that have a name beginning with bpf_metadata_. */
struct pdata_bpf_metadata {
	struct pdata_str prog_name; /* name of the program as in its KSYMBOL record */
	uint64_t nr_entries;	    /* number of variables */
	struct pdata_view entries;  /* variables; pdata_bpf_metadata_entry_at() gets one */
};

/* A variable of BPF_METADATA. */
struct pdata_bpf_metadata_entry {
	struct pdata_str key;	/* name */
	struct pdata_str value; /* value as text */
};

/*
 * SCHEDSTAT_CPU: a "cpu" line of /proc/schedstat. Linux's Documentation/scheduler/sched-stats.rst
 * describes the counters; the meaning of some of them depends on @version.
 */
struct pdata_schedstat_cpu {
	uint64_t timestamp; /* time in jiffies, from the line "timestamp" of /proc/schedstat */
	uint32_t cpu;	    /* CPU number */
	uint16_t version;   /* version of /proc/schedstat, from 15 on */
	uint16_t padding;
	/*
	 * @yld_count: number of calls of sched_yield(); @array_exp: always 0; @sched_count: calls
	 * of schedule(); @sched_goidle: calls of schedule() after which the CPU was idle;
	 * @ttwu_count: calls of try_to_wake_up(); @ttwu_local: calls of try_to_wake_up() for a
	 * task on this CPU
	 */
	uint32_t yld_count, array_exp, sched_count, sched_goidle, ttwu_count, ttwu_local;
	/*
	 * @rq_cpu_time: ns that tasks ran on this CPU; @run_delay: ns that tasks waited to run on
	 * it; @pcount: number of time slices
	 */
	uint64_t rq_cpu_time, run_delay, pcount;
};

/* SCHEDSTAT_DOMAIN: a line "domainN" of /proc/schedstat, with counters of a scheduling domain. */
struct pdata_schedstat_domain {
	/* time in jiffies, from the line "timestamp" of /proc/schedstat */
	uint64_t timestamp;
	uint32_t cpu;	  /* CPU number */
	uint16_t version; /* version of /proc/schedstat, from 15 on */
	uint16_t domain;  /* index of the scheduling domain of this CPU */
	/*
	 * counters of the scheduling domain, from its line "domainN" in /proc/schedstat;
	 * pdata_u32_at() gets one. Their number, order and meaning depend on @version
	 */
	struct pdata_view counts;
};

/*
 * SIMPLEPERF_KERNEL_SYMBOL: kernel symbols. A record of Android's simpleperf can be longer than
 * 65535 bytes: pdata_reader_next() then returns only the header of the record, and
 * pdata_reader_payload() returns the rest. Source, for all structs with sp in their name:
 * simpleperf, record.h and record.cpp.
 */
struct pdata_sp_kernel_symbol {
	struct pdata_str kallsyms; /* kernel symbols in the text format of /proc/kallsyms */
};

/* SIMPLEPERF_DSO: a file or other object that has symbols. */
struct pdata_sp_dso {
	uint64_t dso_type;  /* kind: 0 kernel, 1 module, 2 ELF file, 3 dex file, 4 symbol map */
	uint64_t dso_id;    /* id of this object, to which SIMPLEPERF_SYMBOL records refer */
	uint64_t min_vaddr; /* lowest virtual address of an executable segment of the object */
	const char *name;   /* path of the object */
};

/* SIMPLEPERF_SYMBOL: a symbol of an object that a SIMPLEPERF_DSO record describes. */
struct pdata_sp_symbol {
	uint64_t addr;	  /* virtual address of the symbol in the object */
	uint64_t len;	  /* size of the symbol in bytes */
	uint64_t dso_id;  /* pdata_sp_dso.dso_id of the object */
	const char *name; /* name of the symbol */
};

/*
 * SIMPLEPERF_SPLIT: a piece of a long record. If the size of a record does not fit the size field
 * of a record header, simpleperf stores the record in several SPLIT records. The joined data of all
 * SPLIT records up to the next SPLIT_END record is the long record with its header.
 */
struct pdata_sp_split {
	struct pdata_bytes data;
};

/* SIMPLEPERF_EVENT_ID: which ids belong to which event. */
struct pdata_sp_event_id {
	uint64_t nr; /* number of entries */
	/* pairs of event and id; pdata_sp_event_id_entry_at() gets one */
	struct pdata_view entries;
};

/* An event and one of its ids, in SIMPLEPERF_EVENT_ID. */
struct pdata_sp_event_id_entry {
	uint64_t attr_id;  /* index of the event in the attrs section, from 0 */
	uint64_t event_id; /* id of the event */
};

/* SIMPLEPERF_CALLCHAIN: a user call chain that was unwound while recording. */
struct pdata_sp_callchain {
	uint32_t pid, tid;
	/* how simpleperf made the call chain; a number that simpleperf's source defines */
	uint64_t chain_type;
	uint64_t time; /* time in ns of the sample that the call chain belongs to */
	uint64_t nr;   /* number of frames */
	/*
	 * @ips: addresses of the frames; @sps: stack pointers of the frames; pdata_u64_at() gets
	 * an element
	 */
	struct pdata_view ips, sps;
};

/*
 * SIMPLEPERF_UNWINDING_RESULT: why simpleperf stopped early when it unwound the stack of the next
 * sample. Records of newer versions of simpleperf also have the input of the unwinding (registers
 * and stack) and the frames that simpleperf found.
 */
struct pdata_sp_unwinding_result {
	uint64_t time;	    /* time of the sample in ns */
	uint64_t used_time; /* ns that the unwinding took */
	/*
	 * reason for which the unwinding ended, as the recorder stored it; depending on the version
	 * of simpleperf, this is a number that simpleperf defines or an error code of
	 * libunwindstack
	 */
	uint64_t stop_reason;
	/*
	 * details of the reason for which the unwinding ended; their meaning depends on
	 * @stop_reason
	 */
	uint64_t stop_info;
	/* first address of the copied stack, and address after the last one */
	uint64_t stack_start, stack_end;
	/*
	 * PDATA_REGS_ABI_ value. Records of older versions of simpleperf lack this member and all
	 * members below it, which are then 0
	 */
	uint64_t abi;
	uint64_t mask;	  /* bit mask of the registers in @regs; 0 if @abi is 0 */
	uint64_t nr_regs; /* number of bits that are set in @mask */
	/*
	 * values of the registers in the order of the bits in @mask, lowest bit first;
	 * pdata_u64_at() gets one
	 */
	struct pdata_view regs;
	uint64_t stack_size;  /* count of bytes at @stack */
	const uint8_t *stack; /* copy of the stack; NULL if @stack_size is 0 */
	/* count of the bytes at @stack that are valid, from the first one on */
	uint64_t dyn_size;
	uint64_t nr; /* number of elements of @ips, and of @sps */
	/*
	 * @ips: addresses of the frames; @sps: stack pointers of the frames; pdata_u64_at() gets
	 * an element
	 */
	struct pdata_view ips, sps;
};

/* SIMPLEPERF_DEBUG: a debug message that simpleperf wrote. */
struct pdata_sp_debug {
	uint64_t time;
	const char *text;
};

/* One branch of a branch stack. Source: perf_event.h, struct perf_branch_entry. */
struct pdata_branch {
	uint64_t from; /* address of the branch instruction */
	uint64_t to;   /* address of the target of the branch */
	/*
	 * bit fields, at the positions that they have on a little-endian machine: bit 0 mispred, 1
	 * predicted, 2 in_tx, 3 abort, 4-19 cycles since the previous branch, 20-23 type, 24-25
	 * spec, 26-29 new_type, 30-32 priv
	 */
	uint64_t flags;
};

/* The last branches before a sample (PDATA_SAMPLE_BRANCH_STACK), the latest one first. */
struct pdata_branch_stack {
	uint64_t nr; /* number of elements of @entries */
	/*
	 * index of the latest branch in the hardware's branch stack; ~0: unknown or not recorded
	 */
	uint64_t hw_idx;
	struct pdata_view entries; /* branches; pdata_branch_at() gets one */
	/*
	 * event counters, one integer for each element of @entries; pdata_u64_at() gets one. .nr
	 * is 0 if they were not recorded
	 */
	struct pdata_view counters;
};

/* User registers, or registers at the interrupt, of a sample. */
struct pdata_regs {
	uint64_t abi; /* PDATA_REGS_ABI_ value of the task; 0: the sample has no registers */
	/*
	 * bit mask of the registers, from the attr of the event; pdata_reg_name() gets the name of
	 * the register of a bit
	 */
	uint64_t mask;
	/*
	 * values of the registers in the order of the bits in @mask, lowest bit first;
	 * pdata_u64_at() gets one. .nr is 0 if @abi is 0
	 */
	struct pdata_view values;
};

/* A copy of the user stack of a sample. */
struct pdata_stack {
	uint64_t size; /* count of bytes at @data */
	/* the first @dyn_size bytes at @data are valid */
	uint64_t dyn_size;
	const uint8_t *data; /* bytes from the stack pointer on; NULL if @size is 0 */
};

/*
 * A sample. The comment of each member begins with the name of its PDATA_SAMPLE_ bit; a member
 * whose bit is not set in @have has no meaning. Source: perf_event.h, PERF_RECORD_SAMPLE.
 */
struct pdata_sample {
	uint64_t have;	     /* PDATA_SAMPLE_ bits of the members that were decoded */
	uint64_t identifier; /* IDENTIFIER: id of the event */
	uint64_t ip;	     /* IP: instruction pointer */
	/* TID: process and thread; both 0: the idle task; UINT32_MAX: unknown */
	uint32_t pid, tid;
	uint64_t time; /* TIME: time of the sample in ns */
	uint64_t addr; /* ADDR: address of the data access, or as the event defines it */
	uint64_t id;   /* ID: id of the event; if inherited, id of its parent event */
	/*
	 * STREAM_ID: id of the event that made the sample. If this event is the copy that a child
	 * task inherited, @stream_id is the id of the copy, and @id is the id of the event that was
	 * opened
	 */
	uint64_t stream_id;
	uint32_t cpu, cpu_res;	/* CPU: CPU number, and a reserved word */
	uint64_t period;	/* PERIOD: number of events that this sample stands for */
	struct pdata_read read; /* READ: counter values of the event or its group */
	/* CALLCHAIN: number of elements of @ips, including the PDATA_CONTEXT_ values among them */
	uint64_t nr_ips;
	/*
	 * CALLCHAIN: addresses, innermost frame first, with PDATA_CONTEXT_ values between them;
	 * pdata_u64_at() gets an element
	 */
	struct pdata_view ips;
	uint32_t raw_size;  /* RAW: count of bytes at @raw */
	const uint8_t *raw; /* RAW: fields of the tracepoint (tracing.h), or data of the PMU */
	struct pdata_branch_stack branch; /* BRANCH_STACK: branches before the sample */
	struct pdata_regs regs_user;	  /* REGS_USER: registers of the user program */
	struct pdata_stack stack;	  /* STACK_USER: copy of the user stack */
	/*
	 * WEIGHT: weight of the event, such as a latency, as one integer. WEIGHT_STRUCT: three
	 * weights of 32, 16 and 16 bits, the first one in the lowest bits
	 */
	uint64_t weight;
	/*
	 * DATA_SRC: kind of the memory access and source of its data, as in union
	 * perf_mem_data_src
	 */
	uint64_t data_src;
	/* TRANSACTION: PERF_TXN_ bits that say how a transaction ended */
	uint64_t transaction;
	struct pdata_regs regs_intr; /* REGS_INTR: registers at the interrupt */
	uint64_t phys_addr;	     /* PHYS_ADDR: physical address of @addr */
	uint64_t cgroup;	     /* CGROUP: id of the task's cgroup, as in CGROUP records */
	uint64_t data_page_size;     /* DATA_PAGE_SIZE: size in bytes of the page of @addr */
	uint64_t code_page_size;     /* CODE_PAGE_SIZE: size in bytes of the page of @ip */
	uint64_t aux_size;	     /* AUX: count of bytes at @aux */
	const uint8_t *aux;	     /* AUX: AUX data of the sample */
	uint64_t reserved[8];	     /* must be 0 in a sample for pdata_sample_encode() */
};

/*
 * The decoded fields of a record other than SAMPLE; pdata_record_decode() fills this struct. Each
 * member of @u has the name of its record type in lower case (sp_ stands for SIMPLEPERF_). Records
 * without fields (SWITCH, FINISHED_ROUND, FINISHED_INIT, SIMPLEPERF_SPLIT_END) have no member.
 */
struct pdata_value {
	/* sample_id fields at the end of the record; id.have is 0 if the record has none */
	struct pdata_sample_id id;
	union {
		struct pdata_mmap mmap;
		struct pdata_lost lost;
		struct pdata_comm comm;
		struct pdata_task task;		/* member for FORK and EXIT */
		struct pdata_throttle throttle; /* member for THROTTLE and UNTHROTTLE */
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
		/* also member for SIMPLEPERF_TRACING_DATA */
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
		uint64_t reserved[40]; /* keeps the size of @u the same in later versions */
	} u;
};

#ifdef __cplusplus
}
#endif
#endif
