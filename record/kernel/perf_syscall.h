/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Calls perf_event_open(2) and the ioctls of its descriptors, and checks this process's rights. */

#include <pdata/pdata.h>

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define REC_OPEN_CLOEXEC 8ul /* PERF_FLAG_FD_CLOEXEC */

/*
 * As perf_event_open(2). If it fails with E2BIG, *@kernel_size is set to the size of attr that the
 * kernel knows; @kernel_size may be NULL.
 */
int rec_sys_open(const struct pdata_attr *at, uint32_t *kernel_size, pid_t pid, int cpu,
		 int group_fd, unsigned long flags);
int rec_sys_enable(int fd, bool on);
int rec_sys_set_output(int fd, int to);
int rec_sys_pause(int fd, bool on); /* @on: the kernel writes no more into the ring of @fd */
int rec_sys_id(int fd, uint64_t *id);
int rec_sys_set_filter(int fd, const char *filter);
int rec_sys_set_bpf(int fd, int prog); /* @prog runs whenever the tracepoint of @fd is hit */
int rec_sys_paranoid(void);
bool rec_sys_privileged(void); /* CAP_PERFMON or CAP_SYS_ADMIN */
int rec_sys_mount_tracefs(const char *dir);
/* Return whether locked memory has no limit: CAP_IPC_LOCK, or perf_event_paranoid is negative. */
bool rec_sys_may_lock(void);
/* Bind the calling thread to @cpus. Return: 0 or -1. */
int rec_sys_pin(const int *cpus, uint32_t nr);
