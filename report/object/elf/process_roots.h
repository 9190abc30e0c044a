/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Finds files in the root directories of recorded processes that still run. A process in a
 * container has a mount namespace or a root directory of its own; other processes reach the root
 * directory of the process PID at the path /proc/PID/root.
 */

#include "object/elf/symbol_sources.h"

#include <pdata/tasks.h>

struct sym_processes;

/*
 * Create a struct sym_processes for the processes of @tasks. @tasks must outlive the struct. The
 * function looks for no process yet. Return: the struct, which sym_processes_free() frees; NULL:
 * memory is exhausted.
 */
struct sym_processes *sym_processes_new(const struct pdata_tasks *tasks);
void sym_processes_free(struct sym_processes *p);

/*
 * Find a running process whose root directory contains the file of the object @w. The object has
 * the pdata_object.index @w->object. The process must have mapped the object at the end of the
 * recording, and must have another mount namespace or root directory than this process. The file
 * must have the recorded path and the recorded build id; if no build id was recorded,
 * sym_file_compare() must return SYM_FILE_SAME for the file. The first call reads the list of
 * running processes. Several threads may call the function at the same time. Return: the path of
 * the root directory, such as "/proc/42/root", which is valid until sym_processes_free(); NULL:
 * there is no such process, or memory is exhausted.
 */
const char *sym_processes_find(struct sym_processes *p, const struct sym_wanted *w);
/*
 * Return: the path that an earlier call of sym_processes_find() has found for the object with the
 * pdata_object.index @object; NULL: none.
 */
const char *sym_processes_known(struct sym_processes *p, uint32_t object);
/*
 * Write the path of the file @name of the running process @pid to @path, as this process reaches
 * it: below "/proc/42/root" for process 42.
 * @recorded_ns: time at which the recording was complete, in ns since 1970; 0: not known. Return:
 * true; false if the process is not running, was started later, or has the mount namespace and root
 * directory of this process. The file may not exist.
 */
bool sym_process_file_path(uint32_t pid, uint64_t recorded_ns, const char *name,
			   char path[SYM_PATH_MAX]);
/*
 * As sym_process_file_path(), for the perf map of the process: tmp/perf-7.map below
 * "/proc/42/root", if 7 is the number of process 42 in its container.
 */
bool sym_process_map_path(uint32_t pid, uint64_t recorded_ns, char path[SYM_PATH_MAX]);
