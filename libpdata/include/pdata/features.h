/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PDATA_FEATURES_H
#define PDATA_FEATURES_H

/* Value structs of header features; types.h says what all value structs have in common. */

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Header features. Strings and arrays belong to whoever decoded them; see pdata_reader_feature().
 */
struct pdata_strlist {
	uint32_t nr;
	const char **str;
};

struct pdata_nrcpus {
	uint32_t available, online;
};

struct pdata_feat_event {
	struct pdata_attr attr;
	uint32_t nr_ids;
	const char *name;
	const uint64_t *ids;
};

struct pdata_event_desc {
	uint32_t nr;
	uint32_t attr_size;
	struct pdata_feat_event *events;
};

struct pdata_cpu_id {
	uint32_t core_id, socket_id;
};

/* nr_cpus and nr_dies are 0 in old files that end before those parts. */
struct pdata_cpu_topology {
	struct pdata_strlist cores;   /* cpu lists of each package, as "0-7" */
	struct pdata_strlist threads; /* cpu lists of each core */
	uint32_t nr_cpus;
	struct pdata_cpu_id *cpus;
	struct pdata_strlist dies;
	uint32_t nr_die_ids;
	uint32_t *die_ids;
};

struct pdata_numa_node {
	uint32_t node;
	uint64_t mem_total, mem_free; /* kB */
	const char *cpus;
};

struct pdata_numa_topology {
	uint32_t nr;
	struct pdata_numa_node *nodes;
};

struct pdata_pmu_mapping {
	uint32_t type;
	const char *name;
};

struct pdata_pmu_mappings {
	uint32_t nr;
	struct pdata_pmu_mapping *pmus;
};

struct pdata_group {
	const char *name;
	uint32_t leader_idx;
	uint32_t nr_members; /* with the leader */
};

struct pdata_group_desc {
	uint32_t nr;
	struct pdata_group *groups;
};

struct pdata_auxtrace_index_entry {
	uint64_t file_offset;
	uint64_t size;
};

struct pdata_auxtrace_index {
	uint64_t nr;
	struct pdata_auxtrace_index_entry *entries;
};

struct pdata_cache_level {
	uint32_t level, line_size, sets, ways;
	const char *type; /* "Data", "Instruction", "Unified" */
	const char *size; /* "32K" */
	const char *map;  /* cpu list */
};

struct pdata_cache {
	uint32_t version;
	uint32_t nr;
	struct pdata_cache_level *caches;
};

struct pdata_sample_time {
	uint64_t first, last;
};

struct pdata_mem_node {
	uint64_t node;
	uint64_t size; /* bits of the map */
	uint64_t nbits;
	uint64_t nr_words;
	uint64_t *bits; /* bit n: memory block n belongs to the node */
};

struct pdata_mem_topology {
	uint64_t version;
	uint64_t block_size; /* bytes */
	uint64_t nr;
	struct pdata_mem_node *nodes;
};

struct pdata_bpf_prog {
	uint32_t info_len, data_len;
	uint64_t arrays;
	const uint8_t *info;
	const uint8_t *data;
};

struct pdata_bpf_prog_info {
	uint32_t nr;
	struct pdata_bpf_prog *progs;
};

struct pdata_btf {
	uint32_t id, size;
	const uint8_t *data;
};

struct pdata_bpf_btf {
	uint32_t nr;
	struct pdata_btf *btfs;
};

struct pdata_comp_info {
	uint32_t version;
	uint32_t type; /* 1 zstd */
	uint32_t level, ratio;
	uint32_t mmap_len;
};

struct pdata_cap {
	const char *name, *value;
};

struct pdata_cpu_pmu_caps {
	uint32_t nr;
	struct pdata_cap *caps;
};

struct pdata_clock_data {
	uint32_t version;
	uint32_t clockid;
	uint64_t wall_clock_ns;
	uint64_t clockid_time_ns;
};

struct pdata_hybrid_node {
	const char *pmu_name, *cpus;
};

struct pdata_hybrid_topology {
	uint32_t nr;
	struct pdata_hybrid_node *nodes;
};

struct pdata_pmu_caps_entry {
	uint32_t nr_caps;
	struct pdata_cap *caps;
	const char *pmu_name;
};

struct pdata_pmu_caps {
	uint32_t nr;
	struct pdata_pmu_caps_entry *pmus;
};

struct pdata_e_machine {
	uint32_t e_machine, e_flags;
};

/* Text of one event: name, fields, print format. Source: tracefs, events/SYSTEM/EVENT/format. */
struct pdata_event_format {
	struct pdata_str format;
};

struct pdata_event_system {
	const char *name;
	uint32_t nr_events;
	struct pdata_event_format *events;
};

/* What tracepoints of a recording look like. Source: tools/perf/util/trace-event-info.c. */
struct pdata_tracing {
	const uint8_t *magic; /* 10 bytes: 17 08 44 "tracing" */
	const char *version;  /* "0.5", "0.6" */
	uint8_t big_endian;   /* byte order of this blob and of raw payloads */
	uint8_t long_size;    /* bytes of a long on the recorded machine */
	uint32_t page_size;   /* bytes */
	const char *header_page_name, *header_event_name; /* "header_page", "header_event" */
	struct pdata_str header_page, header_event;
	uint32_t nr_ftrace;
	struct pdata_event_format *ftrace;
	uint32_t nr_systems;
	struct pdata_event_system *systems;
	struct pdata_str kallsyms, printk_formats, saved_cmdlines;
	struct pdata_bytes padding;
};

struct pdata_cpu_domain {
	uint32_t domain;
	const char *name; /* NULL before version 17 */
	const char *cpumask, *cpulist;
};

struct pdata_cpu_domains {
	uint32_t cpu;
	uint32_t nr_domains;
	struct pdata_cpu_domain *domains;
};

struct pdata_cpu_domain_info {
	uint32_t version; /* of /proc/schedstat */
	uint32_t max_domains;
	uint64_t nr;
	struct pdata_cpu_domains *cpus;
};

/* Memory that belongs to regions of a part of the hardware. Source: perf.data-file-format.txt. */
struct pdata_memory_range {
	uint64_t base, length; /* bytes */
	int32_t node;
	uint8_t local_region, remote_region;
	uint16_t padding; /* only in elements of 24 bytes */
};

struct pdata_memory_ranges {
	uint32_t nr;
	uint32_t element_size; /* bytes: 22, or 24 with padding */
	struct pdata_memory_range *ranges;
};

/* simpleperf: a file of the recording and its symbols. Source: simpleperf, record_file_format.h. */
struct pdata_sp_file_symbol {
	uint64_t vaddr;
	uint32_t len;
	const char *name;
};

struct pdata_sp_file {
	const char *path;
	uint32_t type; /* as pdata_sp_dso.dso_type */
	uint64_t min_vaddr;
	uint32_t nr_symbols;
	struct pdata_sp_file_symbol *symbols;
	uint32_t nr_dex_offsets; /* dex files */
	uint64_t *dex_offsets;
	uint64_t min_vaddr_offset; /* of ELF files in the file, of modules in memory; 0: not told */
};

struct pdata_sp_files {
	uint64_t nr;
	struct pdata_sp_file *files;
};

/* simpleperf: files that the bytes of DEBUG_UNWIND_FILE are, one after the other. */
struct pdata_sp_unwind_file {
	const char *path;
	uint64_t size; /* bytes */
};

struct pdata_sp_debug_unwind {
	uint64_t nr;
	struct pdata_sp_unwind_file *files;
};

struct pdata_meta_info {
	uint64_t nr;
	struct pdata_cap *entries;
};

/* One entry of the BUILD_ID section. */
struct pdata_feat_build_id {
	uint16_t misc;
	int32_t pid;
	uint8_t size; /* bytes of build_id that count, at most PDATA_BUILD_ID_MAX */
	uint8_t build_id[PDATA_BUILD_ID_MAX];
	const char *filename;
};

struct pdata_build_ids {
	uint32_t nr;
	struct pdata_feat_build_id *ids;
};

/* Samples of one event in a chunk. */
struct pdata_chunk_count {
	uint32_t event; /* its place in the attrs section */
	uint32_t nr_samples;
};

/* The chunk can be decompressed without those before it. */
#define PDATA_CHUNK_ALONE 1u
/* Some of it is compressed. */
#define PDATA_CHUNK_COMPRESSED 2u

/* A run of whole records of the data section, with the bytes that follow them. */
struct pdata_chunk {
	uint64_t off, len;   /* in the file */
	uint64_t nr_records; /* decompressed ones too, COMPRESSED records not */
	uint64_t first_time,
		last_time; /* ns: least and greatest of its records, 0 when none has one */
	uint64_t xxh3;	   /* XXH3-64 of its bytes */
	uint32_t flags;	   /* PDATA_CHUNK_ */
	uint32_t nr_counts;
	struct pdata_chunk_count *counts;
};

/* What is where in the data section. Chunks lie without gaps from data_off on. */
struct pdata_index {
	uint64_t data_off, data_size; /* of the section when the index was made */
	uint32_t nr_chunks;
	uint32_t reserved; /* 0 */
	struct pdata_chunk *chunks;
};

/* Side-band records that lie side by side. */
struct pdata_sideband_span {
	uint64_t off; /* in the file; of the COMPRESSED record that holds them */
	uint32_t len; /* bytes */
	uint32_t nr_records;
};

/* Where the records are that say what samples mean: every one but samples and their like. */
struct pdata_sideband {
	uint32_t nr;
	uint32_t reserved; /* 0 */
	struct pdata_sideband_span *spans;
};

/*
 * Side-band records once more, those of the first spans in their order, so that nobody has to
 * fetch them.
 */
struct pdata_copies {
	struct pdata_bytes records;
};

struct pdata_slice_count {
	uint32_t event; /* its place in the attrs section */
	uint64_t nr_samples;
};

struct pdata_slice {
	uint32_t slice; /* it begins at (pdata_times.base + slice) * width */
	uint32_t nr_counts;
	struct pdata_slice_count *counts; /* of events that have samples in it */
};

/* How many samples of which event there are over time. Those without a time are not in it. */
struct pdata_times {
	uint64_t first, last; /* ns: of the samples; 0 when none has a time */
	uint64_t width;	      /* ns of a slice, a power of 10 */
	uint64_t base;
	uint32_t nr;
	uint32_t reserved;	    /* 0 */
	struct pdata_slice *slices; /* those with samples, ascending */
};

/* A file with records beside the first one of a directory. */
struct pdata_member {
	struct pdata_str name; /* in the directory */
	uint64_t size;	       /* bytes that it had when the index was made */
};

/*
 * Members that blocks of the trailer speak of by number, the first of them is 1; in the order of
 * names.
 */
struct pdata_members {
	uint32_t nr;
	uint32_t reserved; /* 0 */
	struct pdata_member *members;
};

/* A part of the file that is no data. */
struct pdata_region_sum {
	uint64_t off, len;
	uint64_t xxh3; /* XXH3-64 of its bytes */
};

struct pdata_sums {
	uint32_t nr;
	uint32_t reserved; /* 0 */
	struct pdata_region_sum *regions;
};

/* A function or variable. */
struct pdata_bundle_sym {
	uint64_t start,
		end;   /* in the object's own numbers: file offsets; of the kernel: addresses */
	uint32_t kind; /* its binding as a letter, 'g', 'l' or 'w'; 256 added: data */
	struct pdata_str name; /* demangled */
};

/* An object of the recording, by the name and id that it has there. */
struct pdata_bundle_object {
	uint32_t cpumode;	     /* PDATA_CPUMODE_ */
	int32_t pid;		     /* whose memory it is, or 0 */
	uint32_t id_size;	     /* bytes of build_id that count, 0 for none */
	const uint8_t *build_id;     /* 20 bytes */
	struct pdata_str name, path; /* as recorded; the file that the names are from */
	uint32_t nr_syms;
	struct pdata_bundle_sym *syms; /* ascending by start */
};

/* Names that go with a recording. */
struct pdata_symbols {
	uint32_t nr;
	uint32_t whole; /* 1: all symbols of each object; 0: those that occur */
	struct pdata_bundle_object *objects;
};

enum pdata_bundle_mode {
	PDATA_BUNDLE_HIT = 0,	/* what names the addresses of samples */
	PDATA_BUNDLE_FULL = 1,	/* all names */
	PDATA_BUNDLE_DEBUG = 2, /* and what user stacks are unwound by, and source lines */
};

enum pdata_bundle_kind {
	PDATA_BUNDLE_ELF = 1,	   /* a program, library, or the vdso: see pdata_elf_cut() */
	PDATA_BUNDLE_KALLSYMS = 2, /* lines of /proc/kallsyms */
	PDATA_BUNDLE_PERF_MAP = 3, /* lines of a perf-PID.map */
	PDATA_BUNDLE_JITDUMP = 4,  /* a jitdump file, without the code itself */
};

/* A file of the recorded machine, or what names need of it. */
struct pdata_bundle_file {
	uint32_t kind;	   /* enum pdata_bundle_kind */
	int32_t pid;	   /* of PERF_MAP and JITDUMP; else 0 */
	uint32_t maj, min; /* device and inode that map records give it, or 0 */
	uint64_t ino;
	uint64_t mntns;	  /* inode of the mount namespace it was found in; 0: the recorder's own */
	uint32_t id_size; /* bytes of build_id that count, 0 for none */
	const uint8_t *build_id; /* 20 bytes */
	struct pdata_str name;	 /* as map records have it */
	uint64_t size;
	const uint8_t *data;
};

/* Files that names are from. */
struct pdata_bundle_files {
	uint32_t nr;
	uint32_t mode; /* enum pdata_bundle_mode */
	struct pdata_bundle_file *files;
};

/* Blocks of a trailer (trailer.h) as the bit of struct pdata_feature: 256 + their type. */
enum pdata_block_type {
	PDATA_BLOCK_INDEX = 257,
	PDATA_BLOCK_SIDEBAND = 258,
	PDATA_BLOCK_SUMS = 259,
	PDATA_BLOCK_SYMBOLS = 260,
	PDATA_BLOCK_TIMES = 261,
	PDATA_BLOCK_COPIES = 262,
	PDATA_BLOCK_FILES = 263,
	PDATA_BLOCK_MEMBERS = 264,
	PDATA_BLOCK_ALL_TIMES = 265,
};

/*
 * A header feature or a block of a trailer: its bytes as they are in the file, and what they say.
 */
struct pdata_feature {
	uint32_t bit;	 /* enum pdata_feature_bit or pdata_block_type; others have bytes only */
	uint64_t offset; /* of @data in the file */
	uint64_t len;
	const uint8_t *data;
	union {
		const char *str; /* HOSTNAME OSRELEASE VERSION ARCH CPUDESC CPUID */
		struct pdata_build_ids build_ids;
		struct pdata_nrcpus nrcpus;
		uint64_t total_mem; /* kB */
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
		uint64_t clockid_res; /* ns */
		uint64_t dir_format;
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
		uint32_t cln_size;
		struct pdata_index index;
		struct pdata_sideband sideband;
		struct pdata_sums sums;
		struct pdata_symbols symbols;
		struct pdata_times times; /* TIMES ALL_TIMES */
		struct pdata_copies copies;
		struct pdata_bundle_files files;
		struct pdata_members members;
		uint64_t reserved[40]; /* the size of all of them, now and later */
	} u;
};

#ifdef __cplusplus
}
#endif
#endif
