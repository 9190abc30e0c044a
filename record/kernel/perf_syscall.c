/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Wrappers of perf_event_open(2) and the event ioctls, and the checks of privileges:
 * perf_event_paranoid, capabilities and the memlock limit.
 */
#include "kernel/perf_syscall.h"
#include "base/util.h"
#include "kernel/open_errors.h"

#include <errno.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <unistd.h>

/*
 * The ioctls of perf_event_open(2) as numbers, so that no kernel header is needed to build this.
 * Source: perf_event.h, asm-generic/ioctl.h, and the ioctl.h of architectures that encode the
 * direction in their own way.
 */
#if defined(__powerpc__) || defined(__mips__) || defined(__sparc__)
#define IOC_NONE 1u
#define IOC_READ 2u
#define IOC_WRITE 4u
#define IOC_DIR_SHIFT 29
#else
#define IOC_NONE 0u
#define IOC_WRITE 1u
#define IOC_READ 2u
#define IOC_DIR_SHIFT 30
#endif
#define IOC(dir, nr, size)                                                                         \
	((unsigned long)((dir) << IOC_DIR_SHIFT | (unsigned int)(size) << 16 | 0x2400u | (nr)))

#define IOC_ENABLE IOC(IOC_NONE, 0, 0)
#define IOC_DISABLE IOC(IOC_NONE, 1, 0)
#define IOC_SET_OUTPUT IOC(IOC_NONE, 5, 0)
#define IOC_SET_FILTER IOC(IOC_WRITE, 6, sizeof(char *))
#define IOC_PAUSE_OUTPUT IOC(IOC_WRITE, 9, sizeof(uint32_t))
#define IOC_SET_BPF IOC(IOC_WRITE, 8, sizeof(uint32_t))
#define IOC_ID IOC(IOC_READ, 7, sizeof(uint64_t *))

int rec_sys_open(const struct pdata_attr *at, uint32_t *kernel_size, pid_t pid, int cpu,
		 int group_fd, unsigned long flags)
{
	uint8_t image[PDATA_ATTR_SIZE_MAX];

	if (pdata_attr_encode(at, image, sizeof(image), 0) < 0) {
		errno = EINVAL;
		return -1;
	}
	int fd = (int)syscall(SYS_perf_event_open, image, pid, cpu, group_fd, flags);

	/* On E2BIG the kernel writes the size of attr that it knows to attr.size, at offset 4. */
	if (kernel_size)
		__builtin_memcpy(kernel_size, image + 4, sizeof(*kernel_size));
	return fd;
}

/* ioctl()'s parameter for the request is int in some C libraries and unsigned long in others. */
#ifdef __GLIBC__
#define REQUEST(x) (x)
#else
#define REQUEST(x) ((int)(x))
#endif

int rec_sys_enable(int fd, bool on)
{
	return ioctl(fd, REQUEST(on ? IOC_ENABLE : IOC_DISABLE), 0);
}

int rec_sys_set_output(int fd, int to)
{
	return ioctl(fd, REQUEST(IOC_SET_OUTPUT), to);
}

int rec_sys_pause(int fd, bool on)
{
	return ioctl(fd, REQUEST(IOC_PAUSE_OUTPUT), on);
}

int rec_sys_id(int fd, uint64_t *id)
{
	return ioctl(fd, REQUEST(IOC_ID), id);
}

int rec_sys_set_filter(int fd, const char *filter)
{
	return ioctl(fd, REQUEST(IOC_SET_FILTER), filter);
}

int rec_sys_set_bpf(int fd, int prog)
{
	return ioctl(fd, REQUEST(IOC_SET_BPF), prog);
}

int rec_sys_pin(const int *cpus, uint32_t nr)
{
	static const size_t bits = 8 * sizeof(unsigned long);
	unsigned long mask[65536 / (8 * sizeof(unsigned long))] = { 0 };

	for (uint32_t i = 0; i < nr; i++)
		if (cpus[i] >= 0 && (size_t)cpus[i] < REC_NR(mask) * bits)
			mask[(size_t)cpus[i] / bits] |= 1ul << (size_t)cpus[i] % bits;
	return syscall(SYS_sched_setaffinity, 0, sizeof(mask), mask) < 0 ? -1 : 0;
}

int rec_sys_paranoid(void)
{
	return (int)rec_sysctl_value(REC_SYSCTL_PARANOID);
}

static bool has_capability(unsigned int cap)
{
	struct {
		uint32_t version;
		int pid;
	} head = { 0x20080522, 0 }; /* _LINUX_CAPABILITY_VERSION_3 */
	struct {
		uint32_t effective, permitted, inheritable;
	} data[2] = { { 0, 0, 0 }, { 0, 0, 0 } };

	if (syscall(SYS_capget, &head, data))
		return false;
	return data[cap / 32].effective >> cap % 32 & 1;
}

bool rec_sys_privileged(void)
{
	return has_capability(38) || has_capability(21); /* CAP_PERFMON, CAP_SYS_ADMIN */
}

int rec_sys_mount_tracefs(const char *dir)
{
	return has_capability(21) ? mount("nodev", dir, "tracefs", 0, NULL)
				  : -1; /* CAP_SYS_ADMIN */
}

bool rec_sys_may_lock(void)
{
	return has_capability(14) || rec_sys_paranoid() < 0; /* CAP_IPC_LOCK */
}
