/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PDATA_CONSTS_H
#define PDATA_CONSTS_H

/*
 * Constants of the perf.data format and of perf_event_open(2). Each has the name of perf's or the
 * kernel's constant with the prefix PDATA_ in place of PERF_; perf_event_open(2) describes the
 * constants of the kernel. The constants are values in files: they never change, and they do not
 * depend on the headers of the machine that compiles the library. Source: Linux,
 * include/uapi/linux/perf_event.h, tools/lib/perf/include/perf/event.h, tools/perf/util/header.h.
 */

#include <stdint.h>

/*
 * The first 8 bytes of a perf.data file (magic), as little-endian integers. A file of version 1
 * begins with the characters "PERFFILE", whatever its byte order is. A file of version 2 has the
 * integer PDATA_MAGIC2 in the recorder's byte order: "PERFILE2", or "2ELIFREP" if big-endian.
 */
#define PDATA_MAGIC1 0x454c494646524550ULL /* "PERFFILE": version 1 of perf.data */
#define PDATA_MAGIC2 0x32454c4946524550ULL /* "PERFILE2": version 2 of perf.data */

/* Sizes of parts of a perf.data file. */
#define PDATA_HEADER_SIZE 104u	   /* size in bytes of a file's header */
#define PDATA_HEADER_SIZE_OLD 72u  /* size in bytes of an old file's header (no feature bitmap) */
#define PDATA_PIPE_HEADER_SIZE 16u /* size in bytes of a pipe's header */
#define PDATA_RECORD_HEADER 8u	   /* record header size in bytes: u32 type, u16 misc, u16 size */
#define PDATA_NR_FEATURES 256u	   /* number of bits of the feature bitmap in the header */
#define PDATA_BUILD_ID_MAX 20u	   /* size in bytes of the field build_id in MMAP2 and BUILD_ID */
#define PDATA_BRANCH_ENTRY 24u	   /* size in bytes of one branch stack entry in a SAMPLE */

/*
 * Record types. Types 1 to 63 come from the kernel, 64 and above from the recorder ("user
 * records"). types.h describes each of them.
 */
enum pdata_record_type {
	PDATA_RECORD_MMAP = 1,
	PDATA_RECORD_LOST = 2,
	PDATA_RECORD_COMM = 3,
	PDATA_RECORD_EXIT = 4,
	PDATA_RECORD_THROTTLE = 5,
	PDATA_RECORD_UNTHROTTLE = 6,
	PDATA_RECORD_FORK = 7,
	PDATA_RECORD_READ = 8,
	PDATA_RECORD_SAMPLE = 9,
	PDATA_RECORD_MMAP2 = 10,
	PDATA_RECORD_AUX = 11,
	PDATA_RECORD_ITRACE_START = 12,
	PDATA_RECORD_LOST_SAMPLES = 13,
	PDATA_RECORD_SWITCH = 14,
	PDATA_RECORD_SWITCH_CPU_WIDE = 15,
	PDATA_RECORD_NAMESPACES = 16,
	PDATA_RECORD_KSYMBOL = 17,
	PDATA_RECORD_BPF_EVENT = 18,
	PDATA_RECORD_CGROUP = 19,
	PDATA_RECORD_TEXT_POKE = 20,
	PDATA_RECORD_AUX_OUTPUT_HW_ID = 21,
	PDATA_RECORD_CALLCHAIN_DEFERRED = 22,
	PDATA_RECORD_USER_START = 64,
	PDATA_RECORD_HEADER_ATTR = 64,
	PDATA_RECORD_EVENT_TYPE = 65,
	PDATA_RECORD_TRACING_DATA = 66,
	PDATA_RECORD_BUILD_ID = 67,
	PDATA_RECORD_FINISHED_ROUND = 68,
	PDATA_RECORD_ID_INDEX = 69,
	PDATA_RECORD_AUXTRACE_INFO = 70,
	PDATA_RECORD_AUXTRACE = 71,
	PDATA_RECORD_AUXTRACE_ERROR = 72,
	PDATA_RECORD_THREAD_MAP = 73,
	PDATA_RECORD_CPU_MAP = 74,
	PDATA_RECORD_STAT_CONFIG = 75,
	PDATA_RECORD_STAT = 76,
	PDATA_RECORD_STAT_ROUND = 77,
	PDATA_RECORD_EVENT_UPDATE = 78,
	PDATA_RECORD_TIME_CONV = 79,
	PDATA_RECORD_HEADER_FEATURE = 80,
	PDATA_RECORD_COMPRESSED = 81,
	PDATA_RECORD_FINISHED_INIT = 82,
	PDATA_RECORD_COMPRESSED2 = 83,
	PDATA_RECORD_BPF_METADATA = 84,
	PDATA_RECORD_SCHEDSTAT_CPU = 85,
	PDATA_RECORD_SCHEDSTAT_DOMAIN = 86,
	/* one above the last type that the library knows, types of simpleperf excluded */
	PDATA_RECORD_MAX,
	/*
	 * Types of Android's simpleperf. In records of a type above SIMPLEPERF_START, misc has the
	 * upper 16 bits of the size.
	 */
	PDATA_RECORD_SIMPLEPERF_START = 32768,
	PDATA_RECORD_SIMPLEPERF_KERNEL_SYMBOL = 32769,
	PDATA_RECORD_SIMPLEPERF_DSO = 32770,
	PDATA_RECORD_SIMPLEPERF_SYMBOL = 32771,
	PDATA_RECORD_SIMPLEPERF_SPLIT = 32772,
	PDATA_RECORD_SIMPLEPERF_SPLIT_END = 32773,
	PDATA_RECORD_SIMPLEPERF_EVENT_ID = 32774,
	PDATA_RECORD_SIMPLEPERF_CALLCHAIN = 32775,
	PDATA_RECORD_SIMPLEPERF_UNWINDING_RESULT = 32776,
	PDATA_RECORD_SIMPLEPERF_TRACING_DATA = 32777,
	PDATA_RECORD_SIMPLEPERF_DEBUG = 32778,
	PDATA_RECORD_SIMPLEPERF_MAX = 32779 /* one above the last type of simpleperf */
};

/*
 * Bits of the misc field of a record. Bits 0 to 2 are an enum pdata_cpumode; the meaning of bits 12
 * to 15 depends on the record type.
 */
#define PDATA_MISC_CPUMODE 0x7u /* mask of the cpumode */
/*
 * MMAP, MMAP2: perf reached its time limit when it synthesised the maps of this process, so that
 * further maps of the process can be missing
 */
#define PDATA_MISC_PROC_MAP_TIMEOUT 0x1000u
#define PDATA_MISC_MMAP_DATA 0x2000u /* MMAP, MMAP2: the map is not executable */
#define PDATA_MISC_COMM_EXEC 0x2000u /* COMM: the thread got the name by exec(2) */
/* FORK: the record is synthesised, and the child has not inherited the maps of its parent */
#define PDATA_MISC_FORK_EXEC 0x2000u
#define PDATA_MISC_SWITCH_OUT 0x2000u /* SWITCH, SWITCH_CPU_WIDE: the task stops running */
/* SAMPLE: ip is exactly the address of the instruction that caused the event */
#define PDATA_MISC_EXACT_IP 0x4000u
/*
 * SWITCH, SWITCH_CPU_WIDE: the task was preempted and can still run. PDATA_MISC_SWITCH_OUT is set,
 * too.
 */
#define PDATA_MISC_SWITCH_OUT_PREEMPT 0x4000u
/* MMAP2: the record has the file's build id instead of device and inode */
#define PDATA_MISC_MMAP_BUILD_ID 0x4000u
/* BUILD_ID: the field id_size (size of the build id) is valid; without this bit the size is 20 */
#define PDATA_MISC_BUILD_ID_SIZE 0x8000u
#define PDATA_MISC_LOST_SAMPLES_BPF 0x8000u /* LOST_SAMPLES: a BPF filter dropped the samples */

/*
 * Bits 0 to 2 of a record's misc field: the mode in which the CPU was when the record was made. In
 * MMAP and MMAP2 records: the address space that the map belongs to.
 */
enum pdata_cpumode {
	PDATA_CPUMODE_UNKNOWN = 0,
	PDATA_CPUMODE_KERNEL = 1,
	PDATA_CPUMODE_USER = 2,
	PDATA_CPUMODE_HYPERVISOR = 3,
	PDATA_CPUMODE_GUEST_KERNEL = 4,
	PDATA_CPUMODE_GUEST_USER = 5
};

/* Values of attr.type that do not depend on the machine. */
enum pdata_pmu_type {
	PDATA_TYPE_HARDWARE = 0,
	PDATA_TYPE_SOFTWARE = 1,
	PDATA_TYPE_TRACEPOINT = 2,
	PDATA_TYPE_HW_CACHE = 3,
	PDATA_TYPE_RAW = 4,
	PDATA_TYPE_BREAKPOINT = 5
};

/* Values of attr.config (low 32 bits) for PDATA_TYPE_HARDWARE. */
enum pdata_hw_id {
	PDATA_COUNT_HW_CPU_CYCLES = 0,
	PDATA_COUNT_HW_INSTRUCTIONS = 1,
	PDATA_COUNT_HW_CACHE_REFERENCES = 2,
	PDATA_COUNT_HW_CACHE_MISSES = 3,
	PDATA_COUNT_HW_BRANCH_INSTRUCTIONS = 4,
	PDATA_COUNT_HW_BRANCH_MISSES = 5,
	PDATA_COUNT_HW_BUS_CYCLES = 6,
	PDATA_COUNT_HW_STALLED_CYCLES_FRONTEND = 7,
	PDATA_COUNT_HW_STALLED_CYCLES_BACKEND = 8,
	PDATA_COUNT_HW_REF_CPU_CYCLES = 9
};

/* Values of attr.config for PDATA_TYPE_SOFTWARE. */
enum pdata_sw_id {
	PDATA_COUNT_SW_CPU_CLOCK = 0,
	PDATA_COUNT_SW_TASK_CLOCK = 1,
	PDATA_COUNT_SW_PAGE_FAULTS = 2,
	PDATA_COUNT_SW_CONTEXT_SWITCHES = 3,
	PDATA_COUNT_SW_CPU_MIGRATIONS = 4,
	PDATA_COUNT_SW_PAGE_FAULTS_MIN = 5,
	PDATA_COUNT_SW_PAGE_FAULTS_MAJ = 6,
	PDATA_COUNT_SW_ALIGNMENT_FAULTS = 7,
	PDATA_COUNT_SW_EMULATION_FAULTS = 8,
	PDATA_COUNT_SW_DUMMY = 9,
	PDATA_COUNT_SW_BPF_OUTPUT = 10,
	PDATA_COUNT_SW_CGROUP_SWITCHES = 11
};

/* Bits of attr.sample_type; struct pdata_sample has a member for the field of each bit. */
#define PDATA_SAMPLE_IP (1ull << 0)
#define PDATA_SAMPLE_TID (1ull << 1)
#define PDATA_SAMPLE_TIME (1ull << 2)
#define PDATA_SAMPLE_ADDR (1ull << 3)
#define PDATA_SAMPLE_READ (1ull << 4)
#define PDATA_SAMPLE_CALLCHAIN (1ull << 5)
#define PDATA_SAMPLE_ID (1ull << 6)
#define PDATA_SAMPLE_CPU (1ull << 7)
#define PDATA_SAMPLE_PERIOD (1ull << 8)
#define PDATA_SAMPLE_STREAM_ID (1ull << 9)
#define PDATA_SAMPLE_RAW (1ull << 10)
#define PDATA_SAMPLE_BRANCH_STACK (1ull << 11)
#define PDATA_SAMPLE_REGS_USER (1ull << 12)
#define PDATA_SAMPLE_STACK_USER (1ull << 13)
#define PDATA_SAMPLE_WEIGHT (1ull << 14)
#define PDATA_SAMPLE_DATA_SRC (1ull << 15)
#define PDATA_SAMPLE_IDENTIFIER (1ull << 16)
#define PDATA_SAMPLE_TRANSACTION (1ull << 17)
#define PDATA_SAMPLE_REGS_INTR (1ull << 18)
#define PDATA_SAMPLE_PHYS_ADDR (1ull << 19)
#define PDATA_SAMPLE_AUX (1ull << 20)
#define PDATA_SAMPLE_CGROUP (1ull << 21)
#define PDATA_SAMPLE_DATA_PAGE_SIZE (1ull << 22)
#define PDATA_SAMPLE_CODE_PAGE_SIZE (1ull << 23)
#define PDATA_SAMPLE_WEIGHT_STRUCT (1ull << 24)
#define PDATA_SAMPLE_KNOWN ((1ull << 25) - 1) /* mask of all PDATA_SAMPLE_ bits above */

/*
 * The bits of attr.sample_type whose fields are also at the end of kernel records other than
 * SAMPLE, see struct pdata_sample_id.
 */
#define PDATA_SAMPLE_ID_BITS                                                                       \
	(PDATA_SAMPLE_TID | PDATA_SAMPLE_TIME | PDATA_SAMPLE_ID | PDATA_SAMPLE_STREAM_ID |         \
	 PDATA_SAMPLE_CPU | PDATA_SAMPLE_IDENTIFIER)

/*
 * Bits of attr.read_format. They select the counter values that SAMPLE and READ records have.
 * PDATA_FORMAT_GROUP selects the values of all events of a group; each other bit selects one
 * value, for which struct pdata_read or struct pdata_read_entry has a member.
 */
#define PDATA_FORMAT_TOTAL_TIME_ENABLED (1ull << 0)
#define PDATA_FORMAT_TOTAL_TIME_RUNNING (1ull << 1)
#define PDATA_FORMAT_ID (1ull << 2)
#define PDATA_FORMAT_GROUP (1ull << 3)
#define PDATA_FORMAT_LOST (1ull << 4)
#define PDATA_FORMAT_KNOWN ((1ull << 5) - 1) /* mask of all PDATA_FORMAT_ bits above */

/*
 * Bits of attr.branch_sample_type. They select which branches are recorded, and which facts about
 * each branch.
 */
#define PDATA_BRANCH_USER (1ull << 0)
#define PDATA_BRANCH_KERNEL (1ull << 1)
#define PDATA_BRANCH_HV (1ull << 2)
#define PDATA_BRANCH_ANY (1ull << 3)
#define PDATA_BRANCH_ANY_CALL (1ull << 4)
#define PDATA_BRANCH_ANY_RETURN (1ull << 5)
#define PDATA_BRANCH_IND_CALL (1ull << 6)
#define PDATA_BRANCH_ABORT_TX (1ull << 7)
#define PDATA_BRANCH_IN_TX (1ull << 8)
#define PDATA_BRANCH_NO_TX (1ull << 9)
#define PDATA_BRANCH_COND (1ull << 10)
#define PDATA_BRANCH_CALL_STACK (1ull << 11)
#define PDATA_BRANCH_IND_JUMP (1ull << 12)
#define PDATA_BRANCH_CALL (1ull << 13)
#define PDATA_BRANCH_NO_FLAGS (1ull << 14)
#define PDATA_BRANCH_NO_CYCLES (1ull << 15)
#define PDATA_BRANCH_TYPE_SAVE (1ull << 16)
#define PDATA_BRANCH_HW_INDEX (1ull << 17)
#define PDATA_BRANCH_PRIV_SAVE (1ull << 18)
#define PDATA_BRANCH_COUNTERS (1ull << 19)

/*
 * Positions of bits in attr.flags. These positions are those of the C bit-fields on a
 * little-endian machine; the library puts the bits at these positions whatever the byte order of
 * the file is. PRECISE_IP has two bits: (flags >> PDATA_ATTR_PRECISE_IP) & 3.
 */
enum pdata_attr_bit {
	PDATA_ATTR_DISABLED = 0,
	PDATA_ATTR_INHERIT = 1,
	PDATA_ATTR_PINNED = 2,
	PDATA_ATTR_EXCLUSIVE = 3,
	PDATA_ATTR_EXCLUDE_USER = 4,
	PDATA_ATTR_EXCLUDE_KERNEL = 5,
	PDATA_ATTR_EXCLUDE_HV = 6,
	PDATA_ATTR_EXCLUDE_IDLE = 7,
	PDATA_ATTR_MMAP = 8,
	PDATA_ATTR_COMM = 9,
	PDATA_ATTR_FREQ = 10,
	PDATA_ATTR_INHERIT_STAT = 11,
	PDATA_ATTR_ENABLE_ON_EXEC = 12,
	PDATA_ATTR_TASK = 13,
	PDATA_ATTR_WATERMARK = 14,
	PDATA_ATTR_PRECISE_IP = 15,
	PDATA_ATTR_MMAP_DATA = 17,
	PDATA_ATTR_SAMPLE_ID_ALL = 18,
	PDATA_ATTR_EXCLUDE_HOST = 19,
	PDATA_ATTR_EXCLUDE_GUEST = 20,
	PDATA_ATTR_EXCLUDE_CALLCHAIN_KERNEL = 21,
	PDATA_ATTR_EXCLUDE_CALLCHAIN_USER = 22,
	PDATA_ATTR_MMAP2 = 23,
	PDATA_ATTR_COMM_EXEC = 24,
	PDATA_ATTR_USE_CLOCKID = 25,
	PDATA_ATTR_CONTEXT_SWITCH = 26,
	PDATA_ATTR_WRITE_BACKWARD = 27,
	PDATA_ATTR_NAMESPACES = 28,
	PDATA_ATTR_KSYMBOL = 29,
	PDATA_ATTR_BPF_EVENT = 30,
	PDATA_ATTR_AUX_OUTPUT = 31,
	PDATA_ATTR_CGROUP = 32,
	PDATA_ATTR_TEXT_POKE = 33,
	PDATA_ATTR_BUILD_ID = 34,
	PDATA_ATTR_INHERIT_THREAD = 35,
	PDATA_ATTR_REMOVE_ON_EXEC = 36,
	PDATA_ATTR_SIGTRAP = 37,
	PDATA_ATTR_DEFER_CALLCHAIN = 38,
	PDATA_ATTR_DEFER_OUTPUT = 39
};

/* Sizes in bytes of struct perf_event_attr in versions of the kernel's perf_event.h. */
#define PDATA_ATTR_SIZE_VER0 64u
#define PDATA_ATTR_SIZE_VER5 112u
#define PDATA_ATTR_SIZE_VER7 128u
#define PDATA_ATTR_SIZE_VER8 136u
#define PDATA_ATTR_SIZE_VER9 144u
#define PDATA_ATTR_SIZE_MAX PDATA_ATTR_SIZE_VER9 /* the largest size that the library knows */

/*
 * Context marks. An entry of a call chain whose value is PDATA_CONTEXT_MAX or greater is not an
 * address: it tells the context (kernel, user ...) of the entries that follow it. The entry after
 * PDATA_CONTEXT_USER_DEFERRED is no address either, but a cookie: a number that identifies
 * the CALLCHAIN_DEFERRED record with the rest of the call chain (deferred.h).
 */
#define PDATA_CONTEXT_MAX ((uint64_t)-4095)
#define PDATA_CONTEXT_HV ((uint64_t)-32)
#define PDATA_CONTEXT_KERNEL ((uint64_t)-128)
#define PDATA_CONTEXT_USER ((uint64_t)-512)
#define PDATA_CONTEXT_USER_DEFERRED ((uint64_t)-640)
#define PDATA_CONTEXT_GUEST ((uint64_t)-2048)
#define PDATA_CONTEXT_GUEST_KERNEL ((uint64_t)-2176)
#define PDATA_CONTEXT_GUEST_USER ((uint64_t)-2560)

/*
 * Header features: positions of bits in the feature bitmap, and values of feat_id in HEADER_FEATURE
 * records. features.h describes each of them.
 */
enum pdata_feature_bit {
	PDATA_FEAT_TRACING_DATA = 1,
	PDATA_FEAT_BUILD_ID = 2,
	PDATA_FEAT_HOSTNAME = 3,
	PDATA_FEAT_OSRELEASE = 4,
	PDATA_FEAT_VERSION = 5,
	PDATA_FEAT_ARCH = 6,
	PDATA_FEAT_NRCPUS = 7,
	PDATA_FEAT_CPUDESC = 8,
	PDATA_FEAT_CPUID = 9,
	PDATA_FEAT_TOTAL_MEM = 10,
	PDATA_FEAT_CMDLINE = 11,
	PDATA_FEAT_EVENT_DESC = 12,
	PDATA_FEAT_CPU_TOPOLOGY = 13,
	PDATA_FEAT_NUMA_TOPOLOGY = 14,
	PDATA_FEAT_BRANCH_STACK = 15,
	PDATA_FEAT_PMU_MAPPINGS = 16,
	PDATA_FEAT_GROUP_DESC = 17,
	PDATA_FEAT_AUXTRACE = 18,
	PDATA_FEAT_STAT = 19,
	PDATA_FEAT_CACHE = 20,
	PDATA_FEAT_SAMPLE_TIME = 21,
	PDATA_FEAT_MEM_TOPOLOGY = 22,
	PDATA_FEAT_CLOCKID = 23,
	PDATA_FEAT_DIR_FORMAT = 24,
	PDATA_FEAT_BPF_PROG_INFO = 25,
	PDATA_FEAT_BPF_BTF = 26,
	PDATA_FEAT_COMPRESSED = 27,
	PDATA_FEAT_CPU_PMU_CAPS = 28,
	PDATA_FEAT_CLOCK_DATA = 29,
	PDATA_FEAT_HYBRID_TOPOLOGY = 30,
	PDATA_FEAT_PMU_CAPS = 31,
	PDATA_FEAT_CPU_DOMAIN_INFO = 32,
	PDATA_FEAT_E_MACHINE = 33,
	PDATA_FEAT_CLN_SIZE = 34,
	PDATA_FEAT_MEMORY_RANGES = 35,
	/* one above the last feature that the library knows, features of simpleperf excluded */
	PDATA_FEAT_MAX,
	PDATA_FEAT_SIMPLEPERF_FILE = 128,
	PDATA_FEAT_SIMPLEPERF_META_INFO = 129,
	PDATA_FEAT_SIMPLEPERF_DEBUG_UNWIND = 130,
	PDATA_FEAT_SIMPLEPERF_DEBUG_UNWIND_FILE = 131,
	PDATA_FEAT_SIMPLEPERF_FILE2 = 132,
	PDATA_FEAT_SIMPLEPERF_INIT_MAP = 134
};

/*
 * Constants of KSYMBOL and BPF_EVENT records. The constants PDATA_KSYMBOL_TYPE_ are values of
 * pdata_ksymbol.ksym_type, PDATA_KSYMBOL_UNREGISTER is a bit of pdata_ksymbol.flags, and the
 * constants PDATA_BPF_EVENT_ are values of pdata_bpf_event.type.
 */
#define PDATA_KSYMBOL_TYPE_BPF 1u /* the code is a BPF program */
#define PDATA_KSYMBOL_TYPE_OOL 2u /* the code was generated by kprobes or ftrace */
/* the code was removed; without this bit, the code was added */
#define PDATA_KSYMBOL_UNREGISTER 1u
#define PDATA_BPF_EVENT_PROG_LOAD 1u
#define PDATA_BPF_EVENT_PROG_UNLOAD 2u

/*
 * Values of pdata_event_update.type: each value stands for the property of the event that the
 * EVENT_UPDATE record changes.
 */
#define PDATA_EVENT_UPDATE_UNIT 0u
#define PDATA_EVENT_UPDATE_SCALE 1u
#define PDATA_EVENT_UPDATE_NAME 2u
#define PDATA_EVENT_UPDATE_CPUS 3u

/* Values of pdata_cpu_map.type: the encoding of the set of CPUs. */
#define PDATA_CPU_MAP_CPUS 0u
#define PDATA_CPU_MAP_MASK 1u
#define PDATA_CPU_MAP_RANGE 2u

/* Values of pdata_regs.abi: the ABI of the task whose registers are in a sample. */
#define PDATA_REGS_ABI_NONE 0u /* the sample has no registers, as for kernel threads */
#define PDATA_REGS_ABI_32 1u   /* the registers are those of a 32-bit task */
#define PDATA_REGS_ABI_64 2u   /* the registers are those of a 64-bit task */

/*
 * The lowest time in ns of the samples that perf record --off-cpu writes. At the end of the
 * recording, perf writes one such sample for each pair of a task and a stack; its period is the sum
 * of the sleeps of this task with this stack. The first of these samples has this time, and each
 * further one has a higher time. So these times are higher than all others, but do not tell when
 * something happened. Source: perf, util/bpf_off_cpu.c, OFF_CPU_TIMESTAMP.
 */
#define PDATA_TIME_OFF_CPU 0xffffffff00000000ull

#endif
