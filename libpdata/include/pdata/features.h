/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PDATA_FEATURES_H
#define PDATA_FEATURES_H

/*
 * Structs for the content of header features, and for the content of the blocks of a trailer. A
 * trailer is at the end of a file; its blocks have an index, checksums and symbols (see
 * trailer.h). The rules at the start of types.h also hold for these structs. Strings and arrays in
 * these structs belong to the reader or trailer that filled them: see pdata_reader_feature() and
 * pdata_trailer_read(). A string is never NULL unless its comment says so. An array with 0
 * elements may be NULL. "CPU list" is a text like "0-3,8", as the kernel writes it in /sys.
 */

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A list of strings: content of the feature CMDLINE, and parts of CPU_TOPOLOGY. */
struct pdata_strlist {
	uint32_t nr;	  /* number of strings */
	const char **str; /* the strings, @nr elements */
};

/* Content of the feature NRCPUS: the number of CPUs of the recorded machine. */
struct pdata_nrcpus {
	uint32_t available, online; /* count of configured CPUs, and count of CPUs online */
};

/* An event in the feature EVENT_DESC. */
struct pdata_feat_event {
	struct pdata_attr attr; /* attr of the event */
	uint32_t nr_ids;	/* number of elements of @ids */
	const char *name;	/* name of the event as on perf's command line: "cycles:u" ... */
	const uint64_t *ids;	/* ids of the event, one for each CPU or thread */
};

/* Content of the feature EVENT_DESC: attrs, names and ids of the events. */
struct pdata_event_desc {
	uint32_t nr;			 /* number of events */
	uint32_t attr_size;		 /* size in bytes of each attr in the feature */
	struct pdata_feat_event *events; /* the events, in the order of the attrs section */
};

/* The core and the socket of a CPU, in the feature CPU_TOPOLOGY. */
struct pdata_cpu_id {
	/* id of the core in its socket, and id of the socket; each is UINT32_MAX if unknown */
	uint32_t core_id, socket_id;
};

/*
 * Content of the feature CPU_TOPOLOGY: cores, sockets and dies. @nr_cpus is 0 in files of perf
 * versions before 4.4, and @nr_die_ids is 0 in files of perf versions before 5.3. The feature does
 * not have the number of elements of @cpus and @die_ids: the reader takes it from the feature
 * NRCPUS. If the file lacks NRCPUS, the reader takes the number for which the fields fill the
 * feature exactly; if there is no such number, the feature counts as damaged.
 */
struct pdata_cpu_topology {
	struct pdata_strlist cores;   /* a CPU list ("0-7") for each package (socket) */
	struct pdata_strlist threads; /* a CPU list for each core: the threads of the core */
	/*
	 * number of elements of @cpus: the number of available CPUs, or 0 if the file does not have
	 * the ids of cores and sockets
	 */
	uint32_t nr_cpus;
	/* ids of core and socket of each CPU; the index of an element is the CPU number */
	struct pdata_cpu_id *cpus;
	struct pdata_strlist dies; /* a CPU list for each die */
	/*
	 * number of elements of @die_ids: the number of available CPUs, or 0 if the file does not
	 * have the die ids
	 */
	uint32_t nr_die_ids;
	/* id of the die of each CPU; the index of an element is the CPU number */
	uint32_t *die_ids;
};

/* A NUMA node in the feature NUMA_TOPOLOGY. */
struct pdata_numa_node {
	uint32_t node;		      /* number of the node */
	uint64_t mem_total, mem_free; /* memory of the node, and free memory in it, in kB */
	const char *cpus;	      /* CPU list ("0-7") of the CPUs that belong to the node */
};

/* Content of the feature NUMA_TOPOLOGY: the NUMA nodes of the recorded machine. */
struct pdata_numa_topology {
	uint32_t nr; /* number of elements of @nodes */
	struct pdata_numa_node *nodes;
};

/* A PMU in the feature PMU_MAPPINGS. */
struct pdata_pmu_mapping {
	uint32_t type;	  /* value of attr.type in the attrs of the PMU's events */
	const char *name; /* name of the PMU's directory in /sys/bus/event_source/devices */
};

/* Content of the feature PMU_MAPPINGS: the PMU for each value of attr.type. */
struct pdata_pmu_mappings {
	uint32_t nr; /* number of elements of @pmus */
	struct pdata_pmu_mapping *pmus;
};

/* An event group in the feature GROUP_DESC. */
struct pdata_group {
	const char *name;    /* name of the group; "" if it has no name */
	uint32_t leader_idx; /* index of the group leader in the attrs section, from 0 */
	/*
	 * count of the group's events, the leader included; they follow each other in the attrs
	 * section, leader first
	 */
	uint32_t nr_members;
};

/* Content of the feature GROUP_DESC: the event groups of the recording. */
struct pdata_group_desc {
	uint32_t nr; /* number of elements of @groups */
	struct pdata_group *groups;
};

/* Location of an AUXTRACE record, in the feature AUXTRACE. */
struct pdata_auxtrace_index_entry {
	uint64_t file_offset; /* file offset of the record */
	/* size in bytes of the record (size in its header), without the AUX data that follows it */
	uint64_t size;
};

/* Content of the feature AUXTRACE: the locations of the AUXTRACE records in the file. */
struct pdata_auxtrace_index {
	uint64_t nr; /* number of elements of @entries */
	struct pdata_auxtrace_index_entry *entries;
};

/* A cache of the recorded machine, in the feature CACHE. */
struct pdata_cache_level {
	/* level (1: L1), size of a cache line in bytes, count of sets, associativity */
	uint32_t level, line_size, sets, ways;
	const char *type; /* "Data", "Instruction" or "Unified" */
	const char *size; /* size of the cache as text, for example "32K" */
	const char *map;  /* CPU list ("0-7") of the CPUs that share the cache */
};

/* Content of the feature CACHE: the caches of the recorded machine. */
struct pdata_cache {
	uint32_t version; /* version of the feature's layout, 1 */
	uint32_t nr;	  /* number of elements of @caches */
	struct pdata_cache_level *caches;
};

/* Content of the feature SAMPLE_TIME: the times between which the samples were taken. */
struct pdata_sample_time {
	/* times of the first sample and of the last sample, in ns of the recording's clock */
	uint64_t first, last;
};

/* The memory of a NUMA node, in the feature MEM_TOPOLOGY. */
struct pdata_mem_node {
	uint64_t node; /* number of the NUMA node */
	/* number of valid bits in @bits, from bit 0 on; perf writes the same value as in @nbits */
	uint64_t size;
	uint64_t nbits;	   /* length of the bitmap @bits in bits, as stated in the feature */
	uint64_t nr_words; /* number of elements of @bits: @nbits / 64, rounded up */
	uint64_t *bits;	   /* bit n % 64 of element n / 64 is 1 if memory block n is in the node */
};

/* Content of the feature MEM_TOPOLOGY: the memory blocks of each NUMA node. */
struct pdata_mem_topology {
	uint64_t version;    /* version of the feature's layout, 1 */
	uint64_t block_size; /* size of a memory block in bytes */
	uint64_t nr;	     /* number of elements of @nodes */
	struct pdata_mem_node *nodes;
};

/*
 * A BPF program in the feature BPF_PROG_INFO. Source: tools/perf/util/bpf-utils.h, struct
 * perf_bpil.
 */
struct pdata_bpf_prog {
	uint32_t info_len, data_len; /* count of bytes at @info, and count of bytes at @data */
	/* bit mask: bit n is set if @data has array n of perf's enum perf_bpil_array_types */
	uint64_t arrays;
	const uint8_t *info; /* struct bpf_prog_info in the recorded machine's byte order */
	const uint8_t *data; /* the arrays that @info refers to, one after the other */
};

/* Content of the feature BPF_PROG_INFO: the BPF programs that were loaded. */
struct pdata_bpf_prog_info {
	uint32_t nr; /* number of elements of @progs */
	struct pdata_bpf_prog *progs;
};

/* The BPF type format (BTF) of a BPF program, in the feature BPF_BTF. */
struct pdata_btf {
	/* @id: id of the BTF object, as in bpf_prog_info.btf_id; @size: count of bytes at @data */
	uint32_t id, size;
	const uint8_t *data; /* the BTF, in the recorded machine's byte order */
};

/* Content of the feature BPF_BTF: the BTF objects of BPF programs. */
struct pdata_bpf_btf {
	uint32_t nr; /* number of elements of @btfs */
	struct pdata_btf *btfs;
};

/* Content of the feature COMPRESSED: how the records inside COMPRESSED records are compressed. */
struct pdata_comp_info {
	uint32_t version; /* version of the feature's layout */
	uint32_t type;	  /* kind of compression; 1: zstd */
	/*
	 * @level: compression level; @ratio: size before compression divided by size after
	 * compression, rounded to the nearest integer
	 */
	uint32_t level, ratio;
	/*
	 * maximum size in bytes of the decompressed content of one COMPRESSED record, as the
	 * recorder states it; the library does not rely on this value
	 */
	uint32_t mmap_len;
};

/*
 * A pair of texts: name and value of a capability of a PMU, or key and value of an entry of
 * simpleperf's feature META_INFO.
 */
struct pdata_cap {
	const char *name, *value;
};

/* Content of the feature CPU_PMU_CAPS: the capabilities of the PMU "cpu". */
struct pdata_cpu_pmu_caps {
	uint32_t nr; /* number of elements of @caps */
	struct pdata_cap *caps;
};

/*
 * Content of the feature CLOCK_DATA: two times that the recorder read at the same moment, one from
 * the recording's clock and one from CLOCK_REALTIME. Source: perf.data-file-format.txt.
 */
struct pdata_clock_data {
	uint32_t version; /* version of the feature's layout, 1 */
	uint32_t clockid; /* the recording's clock, as in attr.clockid */
	/*
	 * time of CLOCK_REALTIME in ns since 1970; the recorder read it at the same moment as
	 * @clockid_time_ns
	 */
	uint64_t wall_clock_ns;
	/*
	 * time of the clock @clockid in ns; the recorder read it at the same moment as
	 * @wall_clock_ns
	 */
	uint64_t clockid_time_ns;
};

/* A PMU of a hybrid processor, in the feature HYBRID_TOPOLOGY. */
struct pdata_hybrid_node {
	const char *pmu_name, *cpus; /* name of the PMU ("cpu_core"), and CPU list of its CPUs */
};

/* Content of the feature HYBRID_TOPOLOGY: the core PMUs of a hybrid processor. */
struct pdata_hybrid_topology {
	uint32_t nr; /* number of elements of @nodes */
	struct pdata_hybrid_node *nodes;
};

/* The capabilities of a PMU, in the feature PMU_CAPS. */
struct pdata_pmu_caps_entry {
	uint32_t nr_caps; /* number of elements of @caps */
	struct pdata_cap *caps;
	const char *pmu_name;
};

/* Content of the feature PMU_CAPS: the capabilities of each PMU. */
struct pdata_pmu_caps {
	uint32_t nr; /* number of elements of @pmus */
	struct pdata_pmu_caps_entry *pmus;
};

/* Content of the feature E_MACHINE: the kind of the recorded machine, as in ELF headers. */
struct pdata_e_machine {
	uint32_t e_machine, e_flags; /* as in the ELF headers of the machine's programs */
};

/*
 * The format of a tracepoint, in tracing data: its name, id, fields and print format. Source:
 * tracefs, events/SYSTEM/EVENT/format.
 */
struct pdata_event_format {
	struct pdata_str format; /* text of the file "format" of the tracepoint in tracefs */
};

/* A system (group) of tracepoints in tracing data. */
struct pdata_event_system {
	const char *name;   /* name of the group, for example "sched" */
	uint32_t nr_events; /* number of elements of @events: tracepoints of this group */
	struct pdata_event_format *events;
};

/*
 * Content of the feature TRACING_DATA (tracing data): the formats of tracepoints. The functions of
 * tracing.h parse them. Source: tools/perf/util/trace-event-info.c.
 */
struct pdata_tracing {
	const uint8_t *magic; /* the bytes 0x17 0x08 0x44 "tracing"; NULL: no tracing data */
	const char *version;  /* version of the layout of tracing data: "0.5", "0.6" */
	uint8_t big_endian;   /* not 0: tracing data and raw data of samples are big-endian */
	uint8_t long_size;    /* size in bytes of a C long on the recorded machine */
	uint32_t page_size;   /* size in bytes of a memory page of the recorded machine */
	const char *header_page_name, *header_event_name; /* "header_page", "header_event" */
	/* text of the files events/header_page and events/header_event of tracefs */
	struct pdata_str header_page, header_event;
	uint32_t nr_ftrace; /* number of elements of @ftrace */
	/* formats of the events of ftrace itself (events/ftrace in tracefs) */
	struct pdata_event_format *ftrace;
	uint32_t nr_systems; /* number of elements of @systems */
	struct pdata_event_system *systems;
	/*
	 * text of /proc/kallsyms, and of the files printk_formats and saved_cmdlines of tracefs;
	 * .s is NULL if the tracing data does not have the text
	 */
	struct pdata_str kallsyms, printk_formats, saved_cmdlines;
	struct pdata_bytes padding; /* bytes of the feature after the end of the tracing data */
};

/* A scheduling domain of a CPU, in the feature CPU_DOMAIN_INFO. */
struct pdata_cpu_domain {
	uint32_t domain;  /* index of the domain, as in the lines "domainN" of /proc/schedstat */
	const char *name; /* name of the domain ("SMT", "MC"); NULL before schedstat version 17 */
	/* CPUs of the domain as a mask in hexadecimal, and as a CPU list ("0-7") */
	const char *cpumask, *cpulist;
};

/* The scheduling domains of a CPU, in the feature CPU_DOMAIN_INFO. */
struct pdata_cpu_domains {
	uint32_t cpu;	     /* CPU number */
	uint32_t nr_domains; /* number of elements of @domains */
	struct pdata_cpu_domain *domains;
};

/* Content of the feature CPU_DOMAIN_INFO: the scheduling domains of each CPU. */
struct pdata_cpu_domain_info {
	uint32_t version;     /* version of /proc/schedstat on the recorded machine */
	uint32_t max_domains; /* maximum count of domains that a CPU has */
	uint64_t nr;	      /* number of elements of @cpus */
	struct pdata_cpu_domains *cpus;
};

/*
 * A range of physical memory, in the feature MEMORY_RANGES. Source: perf.data-file-format.txt.
 */
struct pdata_memory_range {
	uint64_t base, length; /* physical address of the range, and its size in bytes */
	int32_t node;	       /* number of the NUMA node that has the memory */
	/*
	 * numbers of the hardware memory regions to which the range belongs: @local_region for
	 * local accesses, @remote_region for remote accesses
	 */
	uint8_t local_region, remote_region;
	/*
	 * if the file stores a range in 24 bytes: the last 2 of these bytes, which are padding; if
	 * it stores a range in 22 bytes, without padding: 0
	 */
	uint16_t padding;
};

/*
 * Content of the feature MEMORY_RANGES: a list of ranges of physical memory. Each element has a
 * range, and the numbers of the hardware memory regions to which this range belongs: one number for
 * local accesses and one for remote accesses.
 */
struct pdata_memory_ranges {
	uint32_t nr; /* number of elements of @ranges */
	/*
	 * 24: each element in the file has 24 bytes, 2 bytes of padding at its end included; 0:
	 * each element in the file has 22 bytes, without padding
	 */
	uint32_t element_size;
	struct pdata_memory_range *ranges;
};

/* A symbol in simpleperf's features FILE and FILE2. Source: simpleperf, record_file_format.h. */
struct pdata_sp_file_symbol {
	uint64_t vaddr;	  /* virtual address of the symbol in the file */
	uint32_t len;	  /* size of the symbol in bytes */
	const char *name; /* name of the symbol */
};

/*
 * A file in simpleperf's features FILE and FILE2: an object (an ELF file, the kernel, a module
 * ...) that contains addresses of samples.
 */
struct pdata_sp_file {
	const char *path;
	uint32_t type;			      /* kind of the file, as pdata_sp_dso.dso_type */
	uint64_t min_vaddr;		      /* lowest virtual address of an executable segment */
	uint32_t nr_symbols;		      /* number of elements of @symbols */
	struct pdata_sp_file_symbol *symbols; /* symbols of the file */
	uint32_t nr_dex_offsets;	      /* number of elements of @dex_offsets */
	/* if @type is 3 (file that contains dex files): offsets at which the dex files start */
	uint64_t *dex_offsets;
	/*
	 * ELF file: file offset of @min_vaddr. Kernel module: offset of @min_vaddr from the address
	 * at which the module starts in memory. 0 for all other files, and if the offset is
	 * unknown.
	 */
	uint64_t min_vaddr_offset;
};

/*
 * Content of simpleperf's features FILE and FILE2: the objects (ELF files, the kernel, modules
 * ...) that contain the addresses of samples.
 */
struct pdata_sp_files {
	uint64_t nr; /* number of elements of @files */
	struct pdata_sp_file *files;
};

/* A file in the list of simpleperf's feature DEBUG_UNWIND. */
struct pdata_sp_unwind_file {
	const char *path;
	/*
	 * size in bytes of the file @path; simpleperf's feature DEBUG_UNWIND_FILE has a copy of
	 * these bytes
	 */
	uint64_t size;
};

/*
 * Content of simpleperf's feature DEBUG_UNWIND: a list of files. The feature DEBUG_UNWIND_FILE has
 * the bytes of these files, one file after the other.
 */
struct pdata_sp_debug_unwind {
	uint64_t nr; /* number of elements of @files */
	struct pdata_sp_unwind_file *files;
};

/* A record in simpleperf's feature INIT_MAP. */
struct pdata_sp_init_record {
	uint32_t type; /* PDATA_RECORD_MMAP, PDATA_RECORD_MMAP2 or PDATA_RECORD_COMM */
	uint16_t misc; /* PDATA_MISC_ bits, as in the header of a record */
	uint16_t size; /* size of the record in bytes, its header of 8 bytes included */
	/* the @size - 8 bytes of the record after its header, in the file's byte order */
	const uint8_t *payload;
};

/*
 * Content of simpleperf's feature INIT_MAP: maps and names of the processes that ran when recording
 * began. If a file has this feature, its data section lacks the MMAP and COMM records for the state
 * of these processes at the start of the recording; it has their samples and their later MMAP and
 * COMM records as usual. Source: simpleperf, record_file_format.h and record_file_reader.cpp.
 */
struct pdata_sp_init_map {
	uint64_t nr; /* number of elements of @records */
	struct pdata_sp_init_record *records;
};

/* Content of simpleperf's feature META_INFO: facts about the recording as pairs of texts. */
struct pdata_meta_info {
	uint64_t nr;		   /* number of elements of @entries */
	struct pdata_cap *entries; /* pairs of key (@name) and value (@value) */
};

/* An entry of the feature BUILD_ID: the build id of an object (a mapped file or the kernel). */
struct pdata_feat_build_id {
	uint16_t misc; /* cpumode of the object; the bit PDATA_MISC_BUILD_ID_SIZE may be set, too */
	/* -1: the host uses the object; other values: pid of the virtual machine that uses it */
	int32_t pid;
	uint8_t size;			      /* size of the build id in bytes, at most 20 */
	uint8_t build_id[PDATA_BUILD_ID_MAX]; /* build id: the first @size bytes */
	const char *filename;		      /* name of the object as in MMAP records */
};

/* Content of the feature BUILD_ID: the build ids of objects. */
struct pdata_build_ids {
	uint32_t nr; /* number of elements of @ids */
	struct pdata_feat_build_id *ids;
};

/* The number of samples of one event in a chunk (a part of the data section). */
struct pdata_chunk_count {
	uint32_t event; /* index of the event in the attrs section, from 0 */
	/* number of SAMPLE records of the event in the chunk (a part of the data section) */
	uint32_t nr_samples;
};

/*
 * Bit of pdata_chunk.flags: a reader can decompress the chunk (a part of the data section) without
 * the chunks before it.
 */
#define PDATA_CHUNK_ALONE 1u
/*
 * Bit of pdata_chunk.flags: the chunk (a part of the data section) has COMPRESSED or COMPRESSED2
 * records.
 */
#define PDATA_CHUNK_COMPRESSED 2u

/*
 * A chunk: a part of the data section that consists of complete records, each with the bytes that
 * follow it (AUX data after AUXTRACE, tracing data after TRACING_DATA).
 */
struct pdata_chunk {
	uint64_t off, len; /* file offset of the chunk, and its size in bytes */
	/*
	 * number of records in the chunk; each record inside a COMPRESSED record is counted, the
	 * COMPRESSED record itself is not
	 */
	uint64_t nr_records;
	/*
	 * lowest time and highest time of the chunk's records, in ns of the recording's clock;
	 * both 0 if no record has a time
	 */
	uint64_t first_time, last_time;
	uint64_t xxh3;	    /* XXH3-64 checksum of the @len bytes of the chunk in the file */
	uint32_t flags;	    /* PDATA_CHUNK_ bits */
	uint32_t nr_counts; /* number of elements of @counts */
	/* one element for each event that has samples in the chunk */
	struct pdata_chunk_count *counts;
};

/*
 * Content of the trailer block INDEX: the chunks (parts of the data section), which fill the data
 * section without gaps.
 */
struct pdata_index {
	/* file offset and size in bytes that the data section had when the trailer was written */
	uint64_t data_off, data_size;
	uint32_t nr_chunks; /* number of elements of @chunks */
	uint32_t reserved;  /* 0 */
	struct pdata_chunk *chunks;
};

/*
 * A span: a group of side-band records, either adjacent ones in the file or those inside one
 * COMPRESSED record. The block SIDEBAND lists the spans.
 */
struct pdata_sideband_span {
	/*
	 * file offset of the first side-band record that this element describes; if the records are
	 * inside a COMPRESSED record, file offset of the COMPRESSED record
	 */
	uint64_t off;
	/*
	 * total size in bytes of the side-band records that this element describes; if the records
	 * are inside a COMPRESSED record, size of the COMPRESSED record
	 */
	uint32_t len;
	uint32_t nr_records; /* number of side-band records that this element describes */
};

/*
 * Content of the trailer block SIDEBAND: the locations of the side-band records in the file. Each
 * element of @spans describes a group of records that are adjacent or inside one COMPRESSED record.
 * pdata_record_is_sideband() tells which records are side-band records.
 */
struct pdata_sideband {
	uint32_t nr;	   /* number of elements of @spans */
	uint32_t reserved; /* 0 */
	struct pdata_sideband_span *spans;
};

/*
 * Content of the trailer block COPIES: decompressed copies of side-band records, so that a reader
 * need not read these records from the data section. Each element of the block SIDEBAND describes a
 * group of records, and COPIES has these groups in the order of the elements. The size of COPIES is
 * limited, so the groups of the last elements can be missing.
 */
struct pdata_copies {
	struct pdata_bytes records;
};

/*
 * The number of samples of one event in a slice (one of the equal intervals of time) of a time
 * histogram.
 */
struct pdata_slice_count {
	uint32_t event;	     /* index of the event in the attrs section, from 0 */
	uint64_t nr_samples; /* number of SAMPLE records of the event in this interval of time */
};

/*
 * A slice of a time histogram: one of the equal intervals into which the histogram divides time.
 * The slice starts at the time (pdata_times.base + @slice) * pdata_times.width, in ns of the
 * recording's clock, and is pdata_times.width ns long.
 */
struct pdata_slice {
	/*
	 * index of this interval of time; the interval that contains the first sample has the
	 * index 0. pdata_times.base is the number of intervals between time 0 and that interval
	 */
	uint32_t slice;
	uint32_t nr_counts; /* number of elements of @counts */
	/* one element for each event that has samples in this interval of time */
	struct pdata_slice_count *counts;
};

/*
 * Content of the trailer blocks TIMES and ALL_TIMES: a time histogram. It divides time into equal
 * intervals (slices) and has the number of samples of each event in each of them. Samples without a
 * time are not counted.
 */
struct pdata_times {
	/*
	 * time of the earliest sample and of the latest sample, in ns of the recording's clock;
	 * both are 0 if no sample has a time
	 */
	uint64_t first, last;
	/* length in ns of a slice (one of the equal intervals of time); a power of 10 */
	uint64_t width;
	/*
	 * number of the slice (interval of time) that contains @first: @first divided by @width,
	 * rounded down. Slice 0 starts at time 0.
	 */
	uint64_t base;
	uint32_t nr;	   /* number of elements of @slices */
	uint32_t reserved; /* 0 */
	/* the slices (intervals of time) that have samples, in ascending order of time */
	struct pdata_slice *slices;
};

/* A file "data.N" of a directory, in the trailer block MEMBERS. */
struct pdata_member {
	struct pdata_str name; /* name of the file in the directory */
	uint64_t size;	       /* size of the file in bytes when the trailer was written */
};

/*
 * Content of the trailer block MEMBERS: the files "data.N" of a directory (its members), in the
 * order of strverscmp(3). pdata_block.member is the position of a member in this block; the first
 * position is 1.
 */
struct pdata_members {
	uint32_t nr;	   /* number of elements of @members */
	uint32_t reserved; /* 0 */
	struct pdata_member *members;
};

/* The checksum of a part of the file outside of the data section. */
struct pdata_region_sum {
	uint64_t off;  /* file offset of the bytes from which @xxh3 is computed */
	uint64_t len;  /* number of these bytes */
	uint64_t xxh3; /* XXH3-64 checksum of these bytes */
};

/*
 * Content of the trailer block SUMS: checksums of all bytes before the data section and of all
 * bytes between the data section and the trailer. In a sparse file, holes of 1 MiB or more
 * after the data section have no checksum.
 */
struct pdata_sums {
	uint32_t nr;	   /* number of elements of @regions */
	uint32_t reserved; /* 0 */
	struct pdata_region_sum *regions;
};

/* A symbol (function or variable) in the trailer block SYMBOLS. */
struct pdata_bundle_sym {
	/*
	 * First address of the symbol, and the address after its last one. File offsets if the
	 * object is a mapped file; offsets from the start of the object's map if it is a kernel
	 * module, code from a KSYMBOL record or the vdso; addresses in the recorded machine's
	 * memory if it is the kernel or memory without a file.
	 */
	uint64_t start, end;
	/*
	 * binding of the symbol as a letter: 'g' global, 'l' local, 'w' weak; if the symbol is a
	 * variable, 256 is added to the letter
	 */
	uint32_t kind;
	struct pdata_str name; /* demangled name of the symbol */
};

/*
 * An object with symbols in the trailer block SYMBOLS: a mapped file, the kernel, a module, or
 * memory without a file. It is the object that the MMAP records with the same cpumode, build id
 * and name map.
 */
struct pdata_bundle_object {
	uint32_t cpumode; /* enum pdata_cpumode of the MMAP records */
	int32_t pid;	  /* memory without a file: pid of its process; other objects: 0 */
	uint32_t id_size; /* size of the build id in bytes; 0: no build id */
	/* 20 bytes, of which the first @id_size bytes are the build id of the object */
	const uint8_t *build_id;
	/*
	 * @name: name of the object as in MMAP records; @path: path of the file from which the
	 * symbols were read, or "" if there is no such file
	 */
	struct pdata_str name, path;
	uint32_t nr_syms;	       /* number of elements of @syms */
	struct pdata_bundle_sym *syms; /* the symbols, ascending by start */
};

/* Content of the trailer block SYMBOLS: symbols of objects, for use on other machines. */
struct pdata_symbols {
	uint32_t nr; /* number of elements of @objects */
	/*
	 * 1: the block has all symbols of each object; 0: it has only the symbols that cover an
	 * address in a sample
	 */
	uint32_t whole;
	struct pdata_bundle_object *objects;
};

/* Which parts of files the trailer block FILES contains. */
enum pdata_bundle_mode {
	PDATA_BUNDLE_HIT = 0,  /* only the symbols that cover an address in a sample */
	PDATA_BUNDLE_FULL = 1, /* all symbols of the files */
	/* all symbols, and call frame information and debugging information */
	PDATA_BUNDLE_DEBUG = 2,
};

/*
 * Name of a line in stored kallsyms (PDATA_BUNDLE_KALLSYMS): the symbol before it ends at the
 * address of the line, and the addresses from there to the next line have no name, because their
 * symbols are not stored. A reader that does not know the name takes the line for a mapping symbol,
 * which it ignores (pdata_kallsym.is_symbol is 0).
 */
#define PDATA_KALLSYMS_END "$end"

/* The kind of a file in the trailer block FILES. */
enum pdata_bundle_kind {
	/* a program, a library, a debug file or the vdso, reduced by pdata_elf_cut() */
	PDATA_BUNDLE_ELF = 1,
	/*
	 * lines of /proc/kallsyms of the recorded machine, and added lines that have the string
	 * PDATA_KALLSYMS_END in place of a symbol's name
	 */
	PDATA_BUNDLE_KALLSYMS = 2,
	PDATA_BUNDLE_PERF_MAP = 3, /* lines of a perf-PID.map */
	PDATA_BUNDLE_JITDUMP = 4,  /* a jitdump file without the code in its CODE_LOAD records */
};

/*
 * A file in the trailer block FILES: a copy of those parts of a file of the recorded machine that
 * are needed to find the symbols of addresses.
 */
struct pdata_bundle_file {
	uint32_t kind;	   /* enum pdata_bundle_kind */
	int32_t pid;	   /* PERF_MAP and JITDUMP: pid of the process; other kinds: 0 */
	uint32_t maj, min; /* device of the file as in MMAP2 records; 0: not recorded */
	uint64_t ino;	   /* inode number of the file as in MMAP2 records; 0: not recorded */
	/*
	 * inode number of the mount namespace in which the file was found; 0: the mount namespace
	 * of the recorder
	 */
	uint64_t mntns;
	uint32_t id_size; /* size of the build id in bytes; 0: no build id */
	/* 20 bytes, of which the first @id_size bytes are the build id of the mapped file */
	const uint8_t *build_id;
	struct pdata_str name; /* name of the mapped file as in MMAP records */
	uint64_t size;	       /* count of bytes at @data */
	const uint8_t *data;   /* content of the reduced file */
};

/*
 * Content of the trailer block FILES: copies of the files that have the symbols of the addresses in
 * the recording (object files, kallsyms, perf maps, jitdump files).
 */
struct pdata_bundle_files {
	uint32_t nr; /* number of elements of @files */
	/* enum pdata_bundle_mode: which parts of each object file the recording contains */
	uint32_t mode;
	struct pdata_bundle_file *files;
};

/*
 * Types of trailer blocks (trailer.h); pdata_feature.bit can be one of them. The comment of each
 * type names the struct for the content of the block.
 */
enum pdata_block_type {
	PDATA_BLOCK_INDEX = 257,    /* struct pdata_index */
	PDATA_BLOCK_SIDEBAND = 258, /* struct pdata_sideband */
	PDATA_BLOCK_SUMS = 259,	    /* struct pdata_sums */
	PDATA_BLOCK_SYMBOLS = 260,  /* struct pdata_symbols */
	/* struct pdata_times: numbers of samples over time; a directory has ALL_TIMES instead */
	PDATA_BLOCK_TIMES = 261,
	PDATA_BLOCK_COPIES = 262,  /* struct pdata_copies */
	PDATA_BLOCK_FILES = 263,   /* struct pdata_bundle_files */
	PDATA_BLOCK_MEMBERS = 264, /* struct pdata_members */
	/*
	 * struct pdata_times: numbers of samples over time in all files of a directory with files
	 * "data.N"; such a recording has this block instead of TIMES
	 */
	PDATA_BLOCK_ALL_TIMES = 265,
};

/*
 * A header feature or trailer block: its bytes (of a trailer block, the decompressed payload), and
 * its decoded content. @bit selects the member of @u. If the library does not know the layout of a
 * feature, all members of @u are 0 and only the bytes at @data are set.
 */
struct pdata_feature {
	/*
	 * number of the header feature (enum pdata_feature_bit) or of the trailer block (enum
	 * pdata_block_type); no number is in both enums. The library may not know the number.
	 */
	uint32_t bit;
	/*
	 * file offset of the bytes at @data; for a trailer block that is compressed in the file,
	 * file offset of the compressed bytes. Exception: for the feature BUILD_ID, @offset is 0 if
	 * the recording has BUILD_ID records, because @data then consists of bytes from several
	 * places
	 */
	uint64_t offset;
	uint64_t len; /* count of bytes at @data */
	/* bytes of the feature, or decompressed bytes of the block, in the file's byte order */
	const uint8_t *data;
	union {
		const char *str; /* HOSTNAME, OSRELEASE, VERSION, ARCH, CPUDESC and CPUID */
		struct pdata_build_ids build_ids;
		struct pdata_nrcpus nrcpus;
		uint64_t total_mem; /* TOTAL_MEM: memory of the recorded machine in kB */
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
		uint64_t clockid_res; /* CLOCKID: resolution in ns of the clock attr.clockid */
		uint64_t dir_format;  /* DIR_FORMAT: version of the layout of the directory, 1 */
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
		struct pdata_sp_files sp_files;		      /* simpleperf: FILE and FILE2 */
		struct pdata_sp_debug_unwind sp_debug_unwind; /* simpleperf: DEBUG_UNWIND */
		struct pdata_meta_info meta_info;	      /* simpleperf: META_INFO */
		struct pdata_sp_init_map sp_init_map;	      /* simpleperf: INIT_MAP */
		uint32_t cln_size; /* CLN_SIZE: size of a cache line in bytes */
		struct pdata_index index;
		struct pdata_sideband sideband;
		struct pdata_sums sums;
		struct pdata_symbols symbols;
		struct pdata_times times; /* blocks TIMES and ALL_TIMES */
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
