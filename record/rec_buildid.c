/* SPDX-License-Identifier: BSD-2-Clause */
#include "rec.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

#define NOTES_LIMIT 65536 /* bytes of a note segment that are looked at */

bool rec_build_id_notes(const uint8_t *notes, size_t len, size_t align, struct rec_build_id *id)
{
	uint32_t head[3]; /* bytes of name, bytes of content, type */

	id->size = 0;
	align = align == 8 ? 8 : 4;
	while (len >= sizeof(head)) {
		memcpy(head, notes, sizeof(head));
		notes += sizeof(head);
		len -= sizeof(head);
		size_t name = ((size_t)head[0] + align - 1) & ~(align - 1);
		size_t desc = ((size_t)head[1] + align - 1) & ~(align - 1);

		if (name > len || head[1] > len - name)
			return false;
		if (head[2] == NT_GNU_BUILD_ID && head[0] == 4 && !memcmp(notes, "GNU", 4) &&
		    head[1]) {
			id->size = (uint8_t)(head[1] < sizeof(id->id) ? head[1] : sizeof(id->id));
			memset(id->id, 0, sizeof(id->id));
			memcpy(id->id, notes + name, id->size);
			return true;
		}
		if (desc > len - name)
			return false;
		notes += name + desc;
		len -= name + desc;
	}
	return false;
}

struct segment {
	uint32_t type;
	uint64_t offset, size, align;
};

/* Program header @i of an ELF image of this machine's byte order. */
static bool segment_at(const uint8_t *head, size_t len, uint32_t i, bool wide, struct segment *s)
{
	if (wide) {
		Elf64_Ehdr e;
		Elf64_Phdr p;

		memcpy(&e, head, sizeof(e));
		if (i >= e.e_phnum || e.e_phentsize != sizeof(p) || e.e_phoff > len ||
		    (i + 1) * sizeof(p) > len - e.e_phoff)
			return false;
		memcpy(&p, head + e.e_phoff + i * sizeof(p), sizeof(p));
		*s = (struct segment){ p.p_type, p.p_offset, p.p_filesz, p.p_align };
		return true;
	}
	Elf32_Ehdr e;
	Elf32_Phdr p;

	memcpy(&e, head, sizeof(e));
	if (i >= e.e_phnum || e.e_phentsize != sizeof(p) || e.e_phoff > len ||
	    (i + 1) * sizeof(p) > len - e.e_phoff)
		return false;
	memcpy(&p, head + e.e_phoff + i * sizeof(p), sizeof(p));
	*s = (struct segment){ p.p_type, p.p_offset, p.p_filesz, p.p_align };
	return true;
}

static int elf_width(const uint8_t *head, size_t len)
{
	const uint16_t one = 1;
	const uint8_t order = *(const uint8_t *)&one ? ELFDATA2LSB : ELFDATA2MSB;

	if (len < sizeof(Elf64_Ehdr) || memcmp(head, ELFMAG, SELFMAG) || head[EI_DATA] != order)
		return 0;
	return head[EI_CLASS] == ELFCLASS64 ? 64 : head[EI_CLASS] == ELFCLASS32 ? 32 : 0;
}

static bool file_notes(int fd, const struct segment *s, struct rec_build_id *id)
{
	static uint8_t notes[NOTES_LIMIT];
	size_t want = s->size < sizeof(notes) ? (size_t)s->size : sizeof(notes);
	ssize_t n = s->offset <= INT64_MAX ? pread(fd, notes, want, (off_t)s->offset) : -1;

	return n > 0 && rec_build_id_notes(notes, (size_t)n, (size_t)s->align, id);
}

bool rec_build_id_file(const char *path, struct rec_build_id *id)
{
	uint8_t head[4096];
	struct segment s;
	/* A fifo or device that a process mapped must not hold us up. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

	id->size = 0;
	if (fd < 0)
		return false;
	ssize_t n = pread(fd, head, sizeof(head), 0);
	int width = n > 0 ? elf_width(head, (size_t)n) : 0;

	for (uint32_t i = 0; width && !id->size && segment_at(head, (size_t)n, i, width == 64, &s);
	     i++)
		if (s.type == PT_NOTE)
			file_notes(fd, &s, id);
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
	const uint8_t *image = (const uint8_t *)getauxval(AT_SYSINFO_EHDR);
	struct segment s;

	id->size = 0;
	if (!image)
		return false;
	/* Our own kernel made it and mapped at least a page of it. */
	size_t len = (size_t)sysconf(_SC_PAGESIZE);
	int width = elf_width(image, len);

	for (uint32_t i = 0; width && segment_at(image, len, i, width == 64, &s); i++)
		if (s.type == PT_NOTE && s.offset < len && s.size <= len - s.offset &&
		    rec_build_id_notes(image + s.offset, (size_t)s.size, (size_t)s.align, id))
			return true;
	return false;
}
