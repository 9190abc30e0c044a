/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Creates BPF maps, loads programs and asks about loaded ones with bpf(2), without libbpf. Programs
 * are assembled instruction by instruction, without a compiler or BTF.
 */
#include "base/bpf.h"

#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PROG_TRACEPOINT 5u
#define PSEUDO_MAP_FD 1
#define LD_IMM64 0x18

enum command {
	MAP_CREATE = 0,
	MAP_LOOKUP = 1,
	MAP_UPDATE = 2,
	MAP_NEXT = 4,
	PROG_LOAD = 5,
	PROG_NEXT_ID = 11,
	PROG_OPEN = 13,
	INFO_OF_FD = 15,
	BTF_OPEN = 19
};

/* Layouts of union bpf_attr; pointers take 8 bytes on any machine. */
struct map_create {
	uint32_t type, key_size, value_size, max_entries, flags;
};

struct map_elem {
	uint32_t fd, unused;
	uint64_t key, value, flags;
};

struct prog_load {
	uint32_t type, nr;
	uint64_t insns, licence;
	uint32_t log_level, log_size;
	uint64_t log;
	uint32_t kernel_version, flags;
};

struct object_id {
	uint32_t id, next_id, flags;
};

struct info_of_fd {
	uint32_t fd, size;
	uint64_t info;
};

static int bpf(enum command cmd, void *attr, size_t len)
{
#ifdef SYS_bpf
	return (int)syscall(SYS_bpf, cmd, attr, len);
#else
	(void)cmd;
	(void)attr;
	(void)len;
	errno = ENOSYS;
	return -1;
#endif
}

/* ---- programs ---- */

static uint8_t registers(int dst, int src)
{
	const uint16_t one = 1;

	/* dst and src are bit fields, whose order depends on the byte order of the machine. */
	return (uint8_t)(*(const uint8_t *)&one ? src << 4 | dst : dst << 4 | src);
}

void rec_bpf_emit(struct rec_bpf_prog *p, enum rec_bpf_op op, int dst, int src, int off, int imm)
{
	if (p->nr == REC_BPF_INSNS) {
		p->full = true;
		return;
	}
	p->insns[p->nr++] =
		(struct rec_bpf_insn){ (uint8_t)op, registers(dst, src), (int16_t)off, imm };
}

void rec_bpf_call(struct rec_bpf_prog *p, enum rec_bpf_helper helper)
{
	rec_bpf_emit(p, REC_BPF_CALL, 0, 0, 0, (int)helper);
}

void rec_bpf_jump(struct rec_bpf_prog *p, enum rec_bpf_op op, int dst, int imm, uint32_t label)
{
	if (p->nr_jumps == REC_BPF_JUMPS) {
		p->full = true;
		return;
	}
	p->jumps[p->nr_jumps].at = p->nr;
	p->jumps[p->nr_jumps++].label = label;
	rec_bpf_emit(p, op, dst, 0, 0, imm);
}

void rec_bpf_label(struct rec_bpf_prog *p, uint32_t label)
{
	p->labels[label] = p->nr;
}

void rec_bpf_map(struct rec_bpf_prog *p, int dst, int fd)
{
	rec_bpf_emit(p, LD_IMM64, dst, PSEUDO_MAP_FD, 0, fd);
	rec_bpf_emit(p, 0, 0, 0, 0, 0);
}

int rec_bpf_load(struct rec_bpf_prog *p, const char *licence)
{
	if (p->full) {
		errno = E2BIG;
		return -1;
	}
	for (uint32_t i = 0; i < p->nr_jumps; i++)
		p->insns[p->jumps[i].at].off =
			(int16_t)((int)p->labels[p->jumps[i].label] - (int)p->jumps[i].at - 1);
	struct prog_load a = { .type = PROG_TRACEPOINT,
			       .nr = p->nr,
			       .insns = rec_bpf_pointer(p->insns),
			       .licence = rec_bpf_pointer(licence) };

	return bpf(PROG_LOAD, &a, sizeof(a));
}

/* ---- maps ---- */

int rec_bpf_map_new(enum rec_bpf_map_type type, uint32_t key_size, uint32_t value_size,
		    uint32_t max_entries)
{
	struct map_create a = { type, key_size, value_size, max_entries, 0 };

	return bpf(MAP_CREATE, &a, sizeof(a));
}

static int bpf_map_element(enum command cmd, int map, const void *key, const void *value)
{
	struct map_elem a = { .fd = (uint32_t)map,
			      .key = rec_bpf_pointer(key),
			      .value = rec_bpf_pointer(value) };

	return bpf(cmd, &a, sizeof(a));
}

int rec_bpf_lookup(int map, const void *key, void *value)
{
	return bpf_map_element(MAP_LOOKUP, map, key, value);
}

int rec_bpf_update(int map, const void *key, const void *value)
{
	return bpf_map_element(MAP_UPDATE, map, key, value);
}

int rec_bpf_next(int map, const void *key, void *next)
{
	return bpf_map_element(MAP_NEXT, map, key, next);
}

/* ---- loaded programs ---- */

int rec_bpf_next_prog(uint32_t *id)
{
	struct object_id a = { .id = *id };

	if (bpf(PROG_NEXT_ID, &a, sizeof(a)))
		return -1;
	*id = a.next_id;
	return 0;
}

static int open_by_id(enum command cmd, uint32_t id)
{
	struct object_id a = { .id = id };

	return bpf(cmd, &a, sizeof(a));
}

int rec_bpf_open_prog(uint32_t id)
{
	return open_by_id(PROG_OPEN, id);
}

int rec_bpf_open_btf(uint32_t id)
{
	return open_by_id(BTF_OPEN, id);
}

int rec_bpf_info(int fd, void *info, uint32_t size)
{
	struct info_of_fd a = { .fd = (uint32_t)fd, .size = size, .info = rec_bpf_pointer(info) };

	return bpf(INFO_OF_FD, &a, sizeof(a));
}
