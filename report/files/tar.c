/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes a tar archive in the POSIX ustar format from front to back: headers of files and links,
 * data, padding and the end mark.
 */
#include "files/tar.h"

#include <stdio.h>
#include <string.h>

/* Source: POSIX.1-2017, pax, ustar interchange format. Numbers are octal text. */
struct tar_header {
	char name[100], mode[8], uid[8], gid[8], size[12], mtime[12], chksum[8], type, link[100],
		magic[6], version[2], user[32], group[32], major[8], minor[8], prefix[155], pad[12];
};
_Static_assert(sizeof(struct tar_header) == TAR_BLOCK, "a header is a block");

/*
 * Store the name. A name over 100 bytes is split at a '/', and its front goes into the prefix.
 * Return: false if it is too long.
 */
static bool set_tar_name(struct tar_header *h, const char *name)
{
	size_t len = strlen(name), cut = 0;

	if (len > sizeof(h->name)) {
		for (size_t i = 1; i < len && i <= sizeof(h->prefix); i++)
			if (name[i] == '/' && len - i - 1 <= sizeof(h->name) && len - i > 1) {
				cut = i;
				break;
			}
		if (!cut)
			return false;
		memcpy(h->prefix, name, cut);
		cut++;
	}
	memcpy(h->name, name + cut, len - cut);
	return true;
}

static void write_tar_header(struct out *o, struct tar_header *h, uint64_t size)
{
	const unsigned char *p = (const unsigned char *)h;
	unsigned sum = 0;

	memcpy(h->mode, h->type == '2' ? "0000777" : "0000644", 8);
	memcpy(h->uid, "0000000", 8);
	memcpy(h->gid, "0000000", 8);
	memcpy(h->mtime, "00000000000", 12);
	memcpy(h->magic, "ustar", 6);
	memcpy(h->version, "00", 2);
	snprintf(h->size, sizeof(h->size), "%011llo", (unsigned long long)size & TAR_MAX);
	memset(h->chksum, ' ', sizeof(h->chksum));
	for (size_t i = 0; i < sizeof(*h); i++)
		sum += p[i];
	snprintf(h->chksum, sizeof(h->chksum), "%06o", sum & 0777777);
	out_raw(o, h, sizeof(*h));
}

bool tar_file(struct out *o, const char *name, uint64_t size)
{
	struct tar_header h = { .type = '0' };

	if (size > TAR_MAX || !set_tar_name(&h, name))
		return false;
	write_tar_header(o, &h, size);
	return true;
}

bool tar_link(struct out *o, const char *name, const char *target)
{
	struct tar_header h = { .type = '2' };
	size_t len = strlen(target);

	if (len > sizeof(h.link) || !set_tar_name(&h, name))
		return false;
	memcpy(h.link, target, len);
	write_tar_header(o, &h, 0);
	return true;
}

void tar_data(struct out *o, const void *data, size_t len)
{
	out_raw(o, data, len);
}

void tar_pad(struct out *o, uint64_t size)
{
	static const char zeros[TAR_BLOCK];

	if (size % TAR_BLOCK)
		out_raw(o, zeros, TAR_BLOCK - size % TAR_BLOCK);
}

void tar_end(struct out *o)
{
	static const char zeros[2 * TAR_BLOCK];

	out_raw(o, zeros, sizeof(zeros));
}
