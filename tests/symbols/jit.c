/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs code in anonymous memory and writes a perf-PID.map for it, with overlapping lines as JIT
 * compilers write them. With an argument, it then waits for a signal. With the argument "dump", it
 * writes a jit-PID.dump instead of the perf map.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { FUNCTIONS = 64, SIZE = 256, LINES = 300, ROUNDS = 60 };

#if defined(__x86_64__)
/* mov ecx, 50000; again: dec ecx; jnz again; ret */
static const unsigned char loop[] = { 0xb9, 0x50, 0xc3, 0, 0, 0xff, 0xc9, 0x75, 0xfc, 0xc3 };
enum { STEP = 1 };
#elif defined(__aarch64__)
/* mov w0, 50000; again: subs w0, w0, 1; b.ne again; ret */
static const unsigned char loop[] = { 0x00, 0x6a, 0x98, 0x52, 0x00, 0x04, 0x00, 0x71,
				      0xe1, 0xff, 0xff, 0x54, 0xc0, 0x03, 0x5f, 0xd6 };
enum { STEP = 4 };
#else
static const unsigned char loop[] = { 0 };
enum { STEP = 0 };
#endif

static int write_map(const unsigned char *code)
{
	char name[64];
	FILE *f;

	snprintf(name, sizeof(name), "/tmp/perf-%d.map", (int)getpid());
	f = fopen(name, "w");
	if (!f)
		return -1;
	srand(3);
	for (int i = 0; i < LINES; i++) {
		int k = rand() % FUNCTIONS;

		fprintf(f, "%lx %x compiled %d<%d>\n",
			(unsigned long)code + (unsigned long)(k * SIZE) +
				(unsigned long)(rand() % 8),
			(unsigned)rand() % 300, k, i);
	}
	fprintf(f, "%lx 10 the last line has no end", (unsigned long)code + 20);
	return fclose(f);
}

/* Write a jitdump with a record JIT_CODE_LOAD for each function, and map it as compilers do. */
static int write_dump(const unsigned char *code)
{
	const struct {
		uint32_t magic, version, size, machine, pad, pid;
		uint64_t time, flags;
	} head = { 0x4a695444, 1, sizeof(head), 0, 0, (uint32_t)getpid(), 0, 0 };
	char name[64];
	int fd;

	snprintf(name, sizeof(name), "/tmp/jit-%d.dump", (int)getpid());
	fd = open(name, O_RDWR | O_CREAT | O_TRUNC, 0644);
	if (fd < 0 || write(fd, &head, sizeof(head)) != sizeof(head) ||
	    mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0) == MAP_FAILED)
		return -1;
	for (int i = 0; i < FUNCTIONS; i++) {
		struct {
			uint32_t type, size;
			uint64_t time;
			uint32_t pid, tid;
			uint64_t vma, addr, code_size, index;
			char name[16];
			unsigned char code[SIZE];
		} load = { 0, sizeof(load), 0, head.pid, head.pid, 0, 0, SIZE, (uint64_t)i, "", "" };

		load.vma = load.addr = (uint64_t)(uintptr_t)(code + i * SIZE);
		snprintf(load.name, sizeof(load.name), "dumped %8d", i);
		memcpy(load.code, code + i * SIZE, SIZE);
		if (write(fd, &load, sizeof(load)) != sizeof(load))
			return -1;
	}
	return close(fd);
}

int main(int argc, char **argv)
{
	unsigned char *code = mmap(NULL, FUNCTIONS * SIZE, PROT_READ | PROT_WRITE | PROT_EXEC,
				   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (code == MAP_FAILED || !STEP)
		return 2;
	for (int i = 0; i < FUNCTIONS; i++)
		memcpy(code + i * SIZE, loop, sizeof(loop));
	__builtin___clear_cache((char *)code, (char *)code + FUNCTIONS * SIZE);
	if (argc > 1 && !strcmp(argv[1], "dump") ? write_dump(code) : write_map(code))
		return 2;
	for (int r = 0; r < ROUNDS; r++)
		for (int i = 0; i < FUNCTIONS; i++) {
			void (*run)(void);
			unsigned char *at = code + i * SIZE;

			memcpy(&run, &at, sizeof(run));
			run();
		}
	printf("/tmp/perf-%d.map\n", (int)getpid());
	return argc > 1 ? pause() : 0;
}
