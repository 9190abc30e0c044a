/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Reads the build ids of the kernel, its modules, the vdso and ELF files. */

#include <pdata/pdata.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rec_build_id {
	uint8_t size; /* number of bytes of @id in use; 0: there is no build id */
	uint8_t id[PDATA_BUILD_ID_MAX];
};

/*
 * Store the build id of a file, of the running kernel, of a loaded module or of the vdso in *@id,
 * and return true. If no build id is found, return false and set id->size to 0.
 * rec_build_id_notes() searches the @len bytes of ELF notes at @notes, aligned to @align.
 */
bool rec_build_id_notes(const uint8_t *notes, size_t len, size_t align, struct rec_build_id *id);
bool rec_build_id_file(const char *path, struct rec_build_id *id);
bool rec_build_id_kernel(struct rec_build_id *id);
bool rec_build_id_module(const char *name, struct rec_build_id *id);
bool rec_build_id_vdso(struct rec_build_id *id);
