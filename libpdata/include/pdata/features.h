/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PDATA_FEATURES_H
#define PDATA_FEATURES_H

/*
 * Structs for the content of header features and of trailer blocks. types.h describes what all
 * structs of this kind have in common. Strings and arrays in these structs belong to the reader or
 * trailer that filled them: see pdata_reader_feature() and pdata_trailer_read(). A string is never
 * NULL unless its comment says so. An array with 0 elements may be NULL. "CPU list" is a text like
 * "0-3,8", as the kernel writes it in /sys.
 */

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A list of strings: CMDLINE, and parts of CPU_TOPOLOGY. */
struct pdata_strlist {
	uint32_t nr;	  /* number of strings */
	const char **str; /* the strings */
};

/* NRCPUS: the number of CPUs. */
struct pdata_nrcpus {
	uint32_t available, online; /* count of configured CPUs, count of CPUs online */
};

/* An event of EVENT_DESC. */
struct pdata_feat_event {
	struct pdata_attr attr; /* attr of the event */
	uint32_t nr_ids;	/* number of ids */
	const char *name;	/* name of the event as on the command line: "cycles:u" ... */
	const uint64_t *ids;	/* ids of the event, one for each CPU or thread */
};

/* EVENT_DESC: attrs and names of the events. */
struct pdata_event_desc {
	uint32_t nr;			 /* number of events */
	uint32_t attr_size;		 /* bytes of each attr in the file */
	struct pdata_feat_event *events; /* in the order of the attrs section */
};

/* Core and socket of a CPU. */
struct pdata_cpu_id {
	/* id of the core in its socket, id of the socket; each is -1 if unknown */
	uint32_t core_id, socket_id;
};

/*
 * CPU_TOPOLOGY: cores, sockets and dies. @nr_cpus is 0 in files of perf versions before 4.2, and
 * @nr_die_ids is 0 in files of perf versions before 5.2.
 */
struct pdata_cpu_topology {
	struct pdata_strlist cores;   /* a CPU list ("0-7") for each package */
	struct pdata_strlist threads; /* a CPU list for each core */
	uint32_t nr_cpus;	      /* number of elements of cpus: available CPUs */
	struct pdata_cpu_id *cpus;    /* core and socket of each CPU, by CPU number */
	struct pdata_strlist dies;    /* a CPU list for each die */
	uint32_t nr_die_ids;	      /* number of elements of die_ids: available CPUs, or 0 */
	uint32_t *die_ids;	      /* id of the die of each CPU, by CPU number */
};

/* A NUMA node. */
struct pdata_numa_node {
	uint32_t node;		      /* id of the node */
	uint64_t mem_total, mem_free; /* memory of the node, and free memory in it, in kB */
	const char *cpus;	      /* CPU list */
};

/* NUMA_TOPOLOGY: the NUMA nodes. */
struct pdata_numa_topology {
	uint32_t nr; /* number of nodes */
	struct pdata_numa_node *nodes;
};

/* A PMU. */
struct pdata_pmu_mapping {
	uint32_t type;	  /* value of attr.type for its events */
	const char *name; /* directory in /sys/bus/event_source/devices */
};

/* PMU_MAPPINGS: names of the values of attr.type. */
struct pdata_pmu_mappings {
	uint32_t nr; /* number of PMUs */
	struct pdata_pmu_mapping *pmus;
};

/* An event group. */
struct pdata_group {
	const char *name;    /* name of the group, or "" */
	uint32_t leader_idx; /* index of the leader in the attrs section, from 0 */
	/* count of the group's events; they follow each other in the attrs section, leader first */
	uint32_t nr_members;
};

/* GROUP_DESC: the event groups. */
struct pdata_group_desc {
	uint32_t nr; /* number of groups */
	struct pdata_group *groups;
};

/* Location of an AUXTRACE record. */
struct pdata_auxtrace_index_entry {
	uint64_t file_offset; /* file offset of the record */
	uint64_t size;	      /* count of bytes of the record and its AUX data together */
};

/* AUXTRACE: where the AUXTRACE records are. */
struct pdata_auxtrace_index {
	uint64_t nr; /* number of entries */
	struct pdata_auxtrace_index_entry *entries;
};

/* A cache of some CPUs. */
struct pdata_cache_level {
	/* level (1: L1), bytes in a cache line, count of sets, associativity */
	uint32_t level, line_size, sets, ways;
	const char *type; /* "Data", "Instruction", "Unified" */
	const char *size; /* "32K" */
	const char *map;  /* CPU list */
};

/* CACHE: the caches. */
struct pdata_cache {
	uint32_t version; /* version of the layout, 1 */
	uint32_t nr;	  /* number of caches */
	struct pdata_cache_level *caches;
};

/* SAMPLE_TIME: the time that the samples span. */
struct pdata_sample_time {
	uint64_t first, last; /* ns: times of the first and of the last sample */
};

/* The memory of a NUMA node. */
struct pdata_mem_node {
	uint64_t node;	   /* id of the node */
	uint64_t size;	   /* count of bits of @bits that are in use */
	uint64_t nbits;	   /* count of bits that the file has */
	uint64_t nr_words; /* number of elements of @bits */
	uint64_t *bits;	   /* bit n % 64 of word n / 64 is 1 if the node has memory block n */
};

/* MEM_TOPOLOGY: the memory blocks of each node. */
struct pdata_mem_topology {
	uint64_t version;    /* version of the layout, 1 */
	uint64_t block_size; /* bytes of a memory block */
	uint64_t nr;	     /* number of nodes */
	struct pdata_mem_node *nodes;
};

/* A BPF program. Source: tools/perf/util/bpf-utils.h, struct perf_bpil. */
struct pdata_bpf_prog {
	uint32_t info_len, data_len; /* count of bytes at @info, count of bytes at @data */
	uint64_t arrays;	     /* bit mask of the arrays at @data */
	const uint8_t *info;	     /* struct bpf_prog_info of the recorded kernel, not swapped */
	const uint8_t *data;	     /* the arrays that @info refers to, one after the other */
};

/* BPF_PROG_INFO: the BPF programs. */
struct pdata_bpf_prog_info {
	uint32_t nr; /* number of programs */
	struct pdata_bpf_prog *progs;
};

/* The BPF type format (BTF) of a BPF program. */
struct pdata_btf {
	/* id of the BTF object, as in bpf_prog_info.btf_id; count of bytes at @data */
	uint32_t id, size;
	const uint8_t *data; /* BTF in the recorded machine's byte order */
};

/* BPF_BTF: the BTF of BPF programs. */
struct pdata_bpf_btf {
	uint32_t nr; /* number of BTF objects */
	struct pdata_btf *btfs;
};

/* COMPRESSED: how the records are compressed. */
struct pdata_comp_info {
	uint32_t version;      /* version of the layout */
	uint32_t type;	       /* 1 zstd */
	uint32_t level, ratio; /* compression level; compression ratio of the data, rounded */
	/*
	 * maximum size of a decompressed record in bytes, as the recorder states it; the library
	 * does not rely on this value
	 */
	uint32_t mmap_len;
};

/* A pair of texts. */
struct pdata_cap {
	const char *name, *value;
};

/* CPU_PMU_CAPS: what the PMU "cpu" can do. */
struct pdata_cpu_pmu_caps {
	uint32_t nr; /* number of capabilities */
	struct pdata_cap *caps;
};

/* CLOCK_DATA: one moment on two clocks. Source: perf.data-file-format.txt. */
struct pdata_clock_data {
	uint32_t version;	  /* version of the layout, 1 */
	uint32_t clockid;	  /* attr.clockid */
	uint64_t wall_clock_ns;	  /* ns since 1970 on CLOCK_REALTIME */
	uint64_t clockid_time_ns; /* ns on clockid */
};

/* A PMU of a hybrid processor. */
struct pdata_hybrid_node {
	const char *pmu_name, *cpus; /* name of the PMU ("cpu_core"); CPU list */
};

/* HYBRID_TOPOLOGY: the core PMUs of a hybrid processor. */
struct pdata_hybrid_topology {
	uint32_t nr; /* number of PMUs */
	struct pdata_hybrid_node *nodes;
};

/* The capabilities of a PMU. */
struct pdata_pmu_caps_entry {
	uint32_t nr_caps; /* number of capabilities */
	struct pdata_cap *caps;
	const char *pmu_name;
};

/* PMU_CAPS: what the PMUs can do. */
struct pdata_pmu_caps {
	uint32_t nr; /* number of PMUs */
	struct pdata_pmu_caps_entry *pmus;
};

/* E_MACHINE: the machine, as ELF headers identify it. */
struct pdata_e_machine {
	uint32_t e_machine, e_flags; /* as in the ELF headers of the machine's programs */
};

/*
 * The format of a tracepoint: name, id, fields, print format. Source: tracefs,
 * events/SYSTEM/EVENT/format.
 */
struct pdata_event_format {
	struct pdata_str format; /* text of the file */
};

/* A group of tracepoints. */
struct pdata_event_system {
	const char *name;   /* "sched" */
	uint32_t nr_events; /* number of tracepoints */
	struct pdata_event_format *events;
};

/*
 * TRACING_DATA: the formats of tracepoints; tracing.h reads them. Source:
 * tools/perf/util/trace-event-info.c.
 */
struct pdata_tracing {
	const uint8_t *magic; /* 10 bytes: 17 08 44 "tracing"; NULL: no tracing data */
	const char *version;  /* "0.5", "0.6" */
	uint8_t big_endian;   /* not 0: tracing data and raw data of samples are big-endian */
	uint8_t long_size;    /* bytes of a long on the recorded machine */
	uint32_t page_size;   /* bytes */
	const char *header_page_name, *header_event_name; /* "header_page", "header_event" */
	/* text of the files events/header_page and events/header_event of tracefs */
	struct pdata_str header_page, header_event;
	uint32_t nr_ftrace;		   /* number of formats in ftrace */
	struct pdata_event_format *ftrace; /* formats of the function tracer */
	uint32_t nr_systems;		   /* number of systems */
	struct pdata_event_system *systems;
	/*
	 * text of /proc/kallsyms, and of the files printk_formats and saved_cmdlines of tracefs;
	 * .s is NULL if the tracing data does not have the text
	 */
	struct pdata_str kallsyms, printk_formats, saved_cmdlines;
	struct pdata_bytes padding; /* bytes after the last part */
};

/* A scheduling domain of a CPU. */
struct pdata_cpu_domain {
	uint32_t domain;	       /* index of the domain */
	const char *name;	       /* "SMT", "MC"; NULL before schedstat version 17 */
	const char *cpumask, *cpulist; /* CPUs of the domain: mask in hex, and CPU list */
};

/* The scheduling domains of a CPU. */
struct pdata_cpu_domains {
	uint32_t cpu;	     /* CPU number */
	uint32_t nr_domains; /* number of domains */
	struct pdata_cpu_domain *domains;
};

/* CPU_DOMAIN_INFO: the scheduling domains. */
struct pdata_cpu_domain_info {
	uint32_t version;     /* version of /proc/schedstat */
	uint32_t max_domains; /* maximum count of domains of a CPU */
	uint64_t nr;	      /* number of CPUs */
	struct pdata_cpu_domains *cpus;
};

/* A range of physical memory. Source: perf.data-file-format.txt. */
struct pdata_memory_range {
	uint64_t base, length;		     /* physical address, count of bytes */
	int32_t node;			     /* NUMA node */
	uint8_t local_region, remote_region; /* memory region for local and for remote accesses */
	uint16_t padding;		     /* only in elements of 24 bytes */
};

/* MEMORY_RANGES: which memory belongs to which memory region of the hardware. */
struct pdata_memory_ranges {
	uint32_t nr;	       /* number of ranges */
	uint32_t element_size; /* bytes of an element in the file: 22, or 24 with padding */
	struct pdata_memory_range *ranges;
};

/* A symbol of simpleperf's FILE and FILE2. Source: simpleperf, record_file_format.h. */
struct pdata_sp_file_symbol {
	uint64_t vaddr;	  /* address in the file */
	uint32_t len;	  /* bytes */
	const char *name; /* name of the symbol */
};

/* A file of simpleperf's FILE and FILE2. */
struct pdata_sp_file {
	const char *path;
	uint32_t type;			      /* as pdata_sp_dso.dso_type */
	uint64_t min_vaddr;		      /* lowest virtual address of an executable segment */
	uint32_t nr_symbols;		      /* number of symbols */
	struct pdata_sp_file_symbol *symbols; /* its symbols */
	uint32_t nr_dex_offsets;	      /* dex files: number of offsets */
	uint64_t *dex_offsets;		      /* dex files: offsets of dex files in the file */
	/* ELF files: file offset of @min_vaddr; modules: memory offset of @min_vaddr; 0: unknown */
	uint64_t min_vaddr_offset;
};

/* Simpleperf's FILE and FILE2: the files that samples are in. */
struct pdata_sp_files {
	uint64_t nr; /* number of files */
	struct pdata_sp_file *files;
};

/* A file of simpleperf's DEBUG_UNWIND. */
struct pdata_sp_unwind_file {
	const char *path;
	uint64_t size; /* bytes of this file in DEBUG_UNWIND_FILE */
};

/*
 * Simpleperf's DEBUG_UNWIND: a list of files. The feature DEBUG_UNWIND_FILE has the bytes of these
 * files, one file after the other.
 */
struct pdata_sp_debug_unwind {
	uint64_t nr; /* number of files */
	struct pdata_sp_unwind_file *files;
};

/* A record of simpleperf's INIT_MAP. */
struct pdata_sp_init_record {
	uint32_t type; /* PDATA_RECORD_MMAP, _MMAP2 or _COMM */
	uint16_t misc; /* PDATA_MISC_ bits, as in a record */
	uint16_t size; /* bytes of the record with its header of 8 bytes */
	/* @size - 8 bytes: the record after its header, in the byte order of the file */
	const uint8_t *payload;
};

/*
 * Simpleperf's INIT_MAP: maps and names of the processes that ran when recording began. A file with
 * this feature has no records for these processes in its data section. Source: simpleperf,
 * record_file_format.h and record_file_reader.cpp.
 */
struct pdata_sp_init_map {
	uint64_t nr; /* number of records */
	struct pdata_sp_init_record *records;
};

/* Simpleperf's META_INFO: facts as pairs of texts. */
struct pdata_meta_info {
	uint64_t nr;		   /* number of pairs */
	struct pdata_cap *entries; /* pairs of key and value */
};

/* An entry of BUILD_ID. */
struct pdata_feat_build_id {
	uint16_t misc;			      /* cpumode and PDATA_MISC_BUILD_ID_SIZE */
	int32_t pid;			      /* -1: the host; otherwise a guest machine */
	uint8_t size;			      /* bytes of build_id in use, at most 20 */
	uint8_t build_id[PDATA_BUILD_ID_MAX]; /* the build id, padded with zeros */
	const char *filename;		      /* name of the object as in MMAP records */
};

/* BUILD_ID: the build ids of objects. */
struct pdata_build_ids {
	uint32_t nr; /* number of entries */
	struct pdata_feat_build_id *ids;
};

/* The samples of one event in a chunk. */
struct pdata_chunk_count {
	uint32_t event;	     /* index of the event in the attrs section, from 0 */
	uint32_t nr_samples; /* number of samples */
};

/* Chunk flag: the chunk can be decompressed without the chunks before it. */
#define PDATA_CHUNK_ALONE 1u
/* Chunk flag: the chunk has compressed records. */
#define PDATA_CHUNK_COMPRESSED 2u

/*
 * A chunk: a part of the data section that consists of whole records, and of the bytes that follow
 * its last record (AUX data, tracing data).
 */
struct pdata_chunk {
	uint64_t off, len; /* file offset of the chunk, and count of its bytes */
	/*
	 * number of records; each record inside a COMPRESSED record is counted, the COMPRESSED
	 * record itself is not
	 */
	uint64_t nr_records;
	/* ns: lowest and highest time of a record of the chunk; 0 if no record has a time */
	uint64_t first_time, last_time;
	uint64_t xxh3;			  /* XXH3-64 checksum of the bytes of the chunk */
	uint32_t flags;			  /* PDATA_CHUNK_ */
	uint32_t nr_counts;		  /* number of elements of counts */
	struct pdata_chunk_count *counts; /* one for each event with samples in the chunk */
};

/* Block INDEX: the chunks, which fill the data section without gaps. */
struct pdata_index {
	/* file offset and size in bytes of the data section when the index was made */
	uint64_t data_off, data_size;
	uint32_t nr_chunks; /* number of chunks */
	uint32_t reserved;  /* 0 */
	struct pdata_chunk *chunks;
};

/* Adjacent side-band records. */
struct pdata_sideband_span {
	/* file offset of the first record, or of the COMPRESSED record that contains it */
	uint64_t off;
	uint32_t len;	     /* bytes */
	uint32_t nr_records; /* number of side-band records */
};

/*
 * Block SIDEBAND: the positions of the side-band records in the file.
 * pdata_record_is_sideband() tells which records are side-band records.
 */
struct pdata_sideband {
	uint32_t nr;	   /* number of spans */
	uint32_t reserved; /* 0 */
	struct pdata_sideband_span *spans;
};

/*
 * Block COPIES: the backup of side-band records, decompressed, so that a reader need not fetch
 * these records from the data section. COPIES has the records of the spans that the block SIDEBAND
 * lists, in the same order. The records of the last spans can be missing, because the size is
 * limited.
 */
struct pdata_copies {
	struct pdata_bytes records;
};

/* The samples of one event in a slice. */
struct pdata_slice_count {
	uint32_t event;	     /* index of the event in the attrs section, from 0 */
	uint64_t nr_samples; /* number of samples */
};

/* A slice of time. It starts at (pdata_times.base + slice) * pdata_times.width, in ns. */
struct pdata_slice {
	uint32_t slice;			  /* index of the slice, relative to pdata_times.base */
	uint32_t nr_counts;		  /* number of elements of counts */
	struct pdata_slice_count *counts; /* one for each event with samples in the slice */
};

/*
 * Blocks TIMES and ALL_TIMES: the number of samples over time (time histogram). Samples without a
 * time are not counted.
 */
struct pdata_times {
	/* ns: lowest and highest time of a sample; both 0 if no sample has a time */
	uint64_t first, last;
	uint64_t width; /* length of a slice in ns, a power of 10 */
	/* index of the first slice; the slice with index 0 starts at time 0 */
	uint64_t base;
	uint32_t nr;		    /* number of slices */
	uint32_t reserved;	    /* 0 */
	struct pdata_slice *slices; /* slices with samples, ascending */
};

/* A file "data.N" of a directory. */
struct pdata_member {
	struct pdata_str name; /* name of the file in the directory */
	uint64_t size;	       /* size of the file in bytes when the index was made */
};

/*
 * Block MEMBERS: the members of a directory, in the order of their names. pdata_block.member is the
 * position of a member in this block; the first position is 1.
 */
struct pdata_members {
	uint32_t nr;	   /* number of members */
	uint32_t reserved; /* 0 */
	struct pdata_member *members;
};

/* The checksum of a part of the file outside of the data section. */
struct pdata_region_sum {
	uint64_t off, len; /* file offset of the part, and count of its bytes */
	uint64_t xxh3;	   /* XXH3-64 checksum of these bytes */
};

/* Block SUMS: checksums of the file outside of the data section. */
struct pdata_sums {
	uint32_t nr;	   /* number of regions */
	uint32_t reserved; /* 0 */
	struct pdata_region_sum *regions;
};

/* A function or variable of a bundle. */
struct pdata_bundle_sym {
	/*
	 * First address, and the address after the last one. For an ELF file both are file offsets;
	 * for a module both are offsets from the module's start; for the kernel and for memory
	 * without a file both are addresses in memory.
	 */
	uint64_t start, end;
	/*
	 * binding of the symbol as a letter: 'g' global, 'l' local, 'w' weak; for a data symbol,
	 * 256 is added to the letter
	 */
	uint32_t kind;
	struct pdata_str name; /* demangled */
};

/* An object of the recording, identified as in its MMAP records. */
struct pdata_bundle_object {
	uint32_t cpumode;	       /* enum pdata_cpumode */
	int32_t pid;		       /* memory without a file: its process; otherwise 0 */
	uint32_t id_size;	       /* count of bytes of @build_id in use; 0: no build id */
	const uint8_t *build_id;       /* 20 bytes */
	struct pdata_str name, path;   /* name as recorded; path of the file with the symbols */
	uint32_t nr_syms;	       /* number of symbols */
	struct pdata_bundle_sym *syms; /* ascending by start */
};

/* Block SYMBOLS: symbols that the recording carries. */
struct pdata_symbols {
	uint32_t nr;	/* number of objects */
	uint32_t whole; /* 1: all symbols of each object; 0: only symbols that samples hit */
	struct pdata_bundle_object *objects;
};

/* How much a bundle has. */
enum pdata_bundle_mode {
	PDATA_BUNDLE_HIT = 0,	/* symbols of the addresses in samples */
	PDATA_BUNDLE_FULL = 1,	/* all symbols */
	PDATA_BUNDLE_DEBUG = 2, /* also call frame information and debugging information */
};

/* The kind of a file in a bundle. */
enum pdata_bundle_kind {
	PDATA_BUNDLE_ELF = 1,	   /* program, library or vdso, see pdata_elf_cut() */
	PDATA_BUNDLE_KALLSYMS = 2, /* lines of /proc/kallsyms */
	PDATA_BUNDLE_PERF_MAP = 3, /* lines of a perf-PID.map */
	PDATA_BUNDLE_JITDUMP = 4,  /* jitdump file without the code in its CODE_LOAD records */
};

/*
 * A file in a bundle: a copy of those parts of a file of the recorded machine that are needed to
 * find the names of addresses.
 */
struct pdata_bundle_file {
	uint32_t kind;	   /* enum pdata_bundle_kind */
	int32_t pid;	   /* process of PERF_MAP and JITDUMP; otherwise 0 */
	uint32_t maj, min; /* device as in MMAP records, or 0 */
	uint64_t ino;	   /* inode number as in MMAP records, or 0 */
	/*
	 * inode number of the mount namespace in which the file was found; 0: the mount namespace
	 * of the recorder
	 */
	uint64_t mntns;
	uint32_t id_size;	 /* count of bytes of @build_id in use; 0: no build id */
	const uint8_t *build_id; /* 20 bytes */
	struct pdata_str name;	 /* name as in MMAP records */
	uint64_t size;		 /* count of bytes at @data */
	const uint8_t *data;	 /* content */
};

/* Block FILES: the files from which the names of addresses can be read. */
struct pdata_bundle_files {
	uint32_t nr;   /* number of files */
	uint32_t mode; /* enum pdata_bundle_mode */
	struct pdata_bundle_file *files;
};

/* Types of trailer blocks (trailer.h). pdata_feature.bit can be one of them. */
enum pdata_block_type {
	PDATA_BLOCK_INDEX = 257,     /* struct pdata_index */
	PDATA_BLOCK_SIDEBAND = 258,  /* struct pdata_sideband */
	PDATA_BLOCK_SUMS = 259,	     /* struct pdata_sums */
	PDATA_BLOCK_SYMBOLS = 260,   /* struct pdata_symbols */
	PDATA_BLOCK_TIMES = 261,     /* struct pdata_times */
	PDATA_BLOCK_COPIES = 262,    /* struct pdata_copies */
	PDATA_BLOCK_FILES = 263,     /* struct pdata_bundle_files */
	PDATA_BLOCK_MEMBERS = 264,   /* struct pdata_members */
	PDATA_BLOCK_ALL_TIMES = 265, /* struct pdata_times, of all members of a directory */
};

/*
 * A header feature or trailer block: its bytes as in the file, and its decoded content. @bit
 * selects the member of @u; if the library has no layout of a feature, only its bytes are given.
 */
struct pdata_feature {
	uint32_t bit;	     /* enum pdata_feature_bit or pdata_block_type */
	uint64_t offset;     /* file offset of @data; 0 for build ids that came from records */
	uint64_t len;	     /* count of bytes at @data */
	const uint8_t *data; /* the bytes in the file's byte order */
	union {
		const char *str; /* HOSTNAME OSRELEASE VERSION ARCH CPUDESC CPUID */
		struct pdata_build_ids build_ids;
		struct pdata_nrcpus nrcpus;
		uint64_t total_mem; /* memory of the machine in kB */
		struct pdata_strlist cmdline;
		struct pdata_event_desc event_desc;
		struct pdata_cpu_topology cpu_topology;
		struct pdata_numa_topology numa_topology;
		struct pdata_pmu_mappings pmu_mappings;
		struct pdata_group_desc group_desc;
		struct pdata_auxtrace_index auxtrace;
		struct pdata_cache cache;
		struct pdata_sample_time sample_time;
		struct pdata_mem_topology mem_topology;
		uint64_t clockid_res; /* CLOCKID: resolution of attr.clockid in ns */
		uint64_t dir_format;  /* version of the layout of a directory, 1 */
		struct pdata_bpf_prog_info bpf_prog_info;
		struct pdata_bpf_btf bpf_btf;
		struct pdata_comp_info compressed;
		struct pdata_cpu_pmu_caps cpu_pmu_caps;
		struct pdata_clock_data clock_data;
		struct pdata_hybrid_topology hybrid_topology;
		struct pdata_pmu_caps pmu_caps;
		struct pdata_e_machine e_machine;
		struct pdata_tracing tracing;
		struct pdata_cpu_domain_info cpu_domain_info;
		struct pdata_memory_ranges memory_ranges;
		struct pdata_sp_files sp_files;		      /* simpleperf: FILE, FILE2 */
		struct pdata_sp_debug_unwind sp_debug_unwind; /* simpleperf */
		struct pdata_meta_info meta_info;	      /* simpleperf */
		struct pdata_sp_init_map sp_init_map;	      /* simpleperf */
		uint32_t cln_size;			      /* bytes of a cache line */
		struct pdata_index index;
		struct pdata_sideband sideband;
		struct pdata_sums sums;
		struct pdata_symbols symbols;
		struct pdata_times times; /* TIMES ALL_TIMES */
		struct pdata_copies copies;
		struct pdata_bundle_files files;
		struct pdata_members members;
		uint64_t reserved[40]; /* keeps the size of @u the same in later versions */
	} u;
};

#ifdef __cplusplus
}
#endif
#endif
