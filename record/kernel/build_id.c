/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads build ids of the running kernel and its modules from sysfs notes, of the vdso from memory,
 * and of ELF files.
 */
#include "kernel/build_id.h"
#include "base/util.h"

#include <pdata/elf.h>

#include <stdio.h>
#include <sys/auxv.h>
#include <unistd.h>

bool rec_build_id_notes(const uint8_t *notes, size_t len, size_t align, struct rec_build_id *id)
{
	id->size = (uint8_t)pdata_elf_note_build_id(notes, len, align, 0, id->id);
	return id->size > 0;
}

bool rec_build_id_file(const char *path, struct rec_build_id *id)
{
	int fd = rec_open_regular(path, 0);
	struct pdata_elf *e;

	id->size = 0;
	if (fd < 0)
		return false;
	if (!pdata_elf_open_fd(&e, fd, NULL)) {
		id->size = (uint8_t)pdata_elf_build_id(e, id->id);
		pdata_elf_close(e);
	}
	close(fd);
	return id->size > 0;
}

static bool sysfs_notes(const char *path, struct rec_build_id *id)
{
	char notes[8192];
	ssize_t n = rec_read_file(path, notes, sizeof(notes));

	id->size = 0;
	return n > 0 && rec_build_id_notes((const uint8_t *)notes, (size_t)n, 4, id);
}

bool rec_build_id_kernel(struct rec_build_id *id)
{
	return sysfs_notes("/sys/kernel/notes", id);
}

bool rec_build_id_module(const char *name, struct rec_build_id *id)
{
	char path[256];

	snprintf(path, sizeof(path), "/sys/module/%s/notes/.note.gnu.build-id", name);
	return sysfs_notes(path, id);
}

bool rec_build_id_vdso(struct rec_build_id *id)
{
	const void *image = (const void *)getauxval(AT_SYSINFO_EHDR);
	struct pdata_elf *e;

	id->size = 0;
	/* The running kernel made the image and mapped at least one page of it. */
	if (!image || pdata_elf_open_mem(&e, image, (size_t)sysconf(_SC_PAGESIZE), NULL))
		return false;
	id->size = (uint8_t)pdata_elf_build_id(e, id->id);
	pdata_elf_close(e);
	return id->size > 0;
}
