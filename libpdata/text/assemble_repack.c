/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Assembles a text into a temporary recording first, and repacks that recording into the container
 * and compression that the caller asked for.
 */
#include "text/assemble_repack.h"

#include "base/dirlist.h"
#include "base/err.h"
#include "output/repack.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Remove a directory and the files in it. */
static void remove_dir(const char *path)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd >= 0) {
		pd_dir_remove_files(fd);
		close(fd);
	}
	rmdir(path);
}

static int again(const char *built, const char *path, const struct pdata_assemble_opts *o,
		 struct pdata_error *err)
{
	static const uint32_t modes[] = { [PDATA_CONTAINER_FILE] = PDATA_TEXT_MODE_FILE,
					  [PDATA_CONTAINER_PIPE] = PDATA_TEXT_MODE_PIPE,
					  [PDATA_CONTAINER_DIR] = PDATA_TEXT_MODE_DIR };
	struct pdata_assemble_opts how = *o;
	struct pdata_reader *r;
	int ret = pdata_reader_open(&r, built, NULL, err);

	if (ret)
		return ret;
	if (!how.mode)
		how.mode = modes[pdata_reader_info(r)->container];
	ret = pd_repack(r, path, &how, err);
	pdata_reader_close(r);
	return ret;
}

int pd_assemble_repack(const char *text, size_t len, const char *path,
		       const struct pdata_assemble_opts *o, pd_build_fn build,
		       struct pdata_error *err)
{
	const char *tmp = secure_getenv("TMPDIR");
	char dir[4096], built[4096 + 8];
	int n = snprintf(dir, sizeof(dir), "%s/pdata-XXXXXX", tmp && *tmp ? tmp : "/tmp"), ret;

	if (n < 0 || (size_t)n >= sizeof(dir))
		return pd_error_sys(err, ENAMETOOLONG, 0, "TMPDIR");
	if (!mkdtemp(dir))
		return pd_error_sys(err, errno, 0, dir);
	snprintf(built, sizeof(built), "%s/built", dir);
	ret = build(text, len, built, o, err);
	if (!ret)
		ret = again(built, path, o, err);
	if (unlink(built))
		remove_dir(built);
	rmdir(dir);
	return ret;
}
