/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* perf_event_open(2), what is done with its descriptors, and what this process may do. */

#include <pdata/pdata.h>

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define REC_OPEN_CLOEXEC 8ul /* PERF_FLAG_FD_CLOEXEC */

int rec_sys_open(const struct pdata_attr *at, uint32_t *kernel_size, pid_t pid, int cpu,
		 int group_fd, unsigned long flags);
int rec_sys_enable(int fd, bool on);
int rec_sys_set_output(int fd, int to);
int rec_sys_pause(int fd, bool on); /* of what comes into the ring of @fd */
int rec_sys_id(int fd, uint64_t *id);
int rec_sys_set_filter(int fd, const char *filter);
int rec_sys_set_bpf(int fd, int prog); /* a program that runs when a tracepoint is reached */
int rec_sys_paranoid(void);
bool rec_sys_privileged(void); /* CAP_PERFMON or CAP_SYS_ADMIN */
int rec_sys_mount_tracefs(const char *dir);
bool rec_sys_may_lock(void); /* no limit on locked memory: CAP_IPC_LOCK or paranoid -1 */
int rec_sys_pin(const int *cpus, uint32_t nr); /* the calling thread; 0 or -1 */
