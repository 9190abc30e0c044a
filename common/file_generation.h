/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The inode generation of an open file, which MMAP2 records also have. */

#include <linux/fs.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>

/*
 * Return whether the open file may have the inode generation @recorded. A file system may give a
 * new file the inode number of a deleted one, but with another generation. If @recorded is 0 (no
 * generation was recorded), or if the file system does not tell the generation (tmpfs, overlay),
 * return true.
 */
static inline bool pd_generation_may_be(int fd, uint32_t recorded)
{
	/* FS_IOC_GETVERSION is declared with the type long, but file systems write an int. */
	uint8_t space[sizeof(long)] = { 0 };
	uint32_t is;

	if (!recorded || ioctl(fd, FS_IOC_GETVERSION, space))
		return true;
	memcpy(&is, space, sizeof(is));
	return is == recorded;
}
