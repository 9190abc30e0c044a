/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Calls perf_event_open(2) and ioctls on its descriptors, and checks the rights of this process. */

#include <pdata/pdata.h>

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define REC_OPEN_CLOEXEC 8ul /* PERF_FLAG_FD_CLOEXEC */

/*
 * Call perf_event_open(2) with the attr @at. If @kernel_size is not NULL, *@kernel_size becomes
 * at->size; after the error E2BIG, it becomes the size of struct perf_event_attr in the running
 * kernel instead. Return: a descriptor, or -1 with errno. Exception: if libpdata cannot encode
 * @at, the function does not call the kernel, sets errno to EINVAL, and leaves *@kernel_size
 * unchanged.
 */
int rec_sys_open(const struct pdata_attr *at, uint32_t *kernel_size, pid_t pid, int cpu,
		 int group_fd, unsigned long flags);
int rec_sys_enable(int fd, bool on);
int rec_sys_set_output(int fd, int to);
int rec_sys_pause(int fd, bool on); /* if @on is true, the kernel stops writing to the ring */
int rec_sys_id(int fd, uint64_t *id);
int rec_sys_set_filter(int fd, const char *filter);
/*
 * makes the kernel run the BPF program @prog (a descriptor) at each hit of the tracepoint event
 * @fd
 */
int rec_sys_set_bpf(int fd, int prog);
int rec_sys_paranoid(void);
bool rec_sys_privileged(void); /* whether this process has CAP_PERFMON or CAP_SYS_ADMIN */
int rec_sys_mount_tracefs(const char *dir);
/*
 * Return whether rings may lock any amount of memory: the process has CAP_IPC_LOCK, or
 * kernel.perf_event_paranoid is negative.
 */
bool rec_sys_may_lock(void);
/* Bind the calling thread to the @nr CPUs @cpus. Return: 0, or -1 with errno. */
int rec_sys_pin(const int *cpus, uint32_t nr);
