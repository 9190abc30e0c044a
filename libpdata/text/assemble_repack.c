/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Assembles a text into a temporary recording first, and repacks that recording into the container,
 * compression and byte order that the caller asked for.
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

/* Remove a file, or a directory and the files in it. */
static void remove_built(const char *path)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	unlink(path);
	if (fd >= 0) {
		pd_dir_remove_files(fd);
		close(fd);
	}
	rmdir(path);
}

/* The mode of @o, or the container of the recording that @r reads if @o has none. */
static uint32_t mode_for(const struct pdata_reader *r, const struct pdata_assemble_opts *o)
{
	static const uint32_t modes[] = { [PDATA_CONTAINER_FILE] = PDATA_TEXT_MODE_FILE,
					  [PDATA_CONTAINER_PIPE] = PDATA_TEXT_MODE_PIPE,
					  [PDATA_CONTAINER_DIR] = PDATA_TEXT_MODE_DIR };

	return o->mode ? o->mode : modes[pdata_reader_info(r)->container];
}

static int again(const char *built, const char *path, const struct pdata_assemble_opts *o,
		 struct pdata_error *err)
{
	struct pdata_assemble_opts how = *o;
	struct pdata_reader *r;
	int ret = pdata_reader_open(&r, built, NULL, err);

	if (ret)
		return ret;
	how.mode = mode_for(r, o);
	ret = pd_repack(r, path, &how, err);
	pdata_reader_close(r);
	return ret;
}

/* Append a part of a dump to the buffer @ctx. */
static int keep_text(void *ctx, const char *text, size_t len)
{
	struct pd_buf *b = ctx;

	pd_buf_put(b, text, len);
	return b->err;
}

/*
 * Write the recording @built, which @r reads, to @plain without compression, and build @built again
 * from the text of @plain, in the byte order of @o.
 */
static int convert_order(const char *built, const char *plain, struct pdata_reader *r,
			 const struct pdata_assemble_opts *o, pd_build_fn build,
			 struct pdata_error *err)
{
	struct pdata_assemble_opts how = { .mode = PDATA_TEXT_MODE_GIVEN };
	struct pd_buf text = { 0 };
	int ret;

	how.mode = mode_for(r, &how);
	ret = pd_repack(r, plain, &how, err);
	if (!ret)
		ret = pdata_dump(plain, -1, NULL, keep_text, &text, NULL, err);
	if (text.err)
		ret = pd_error(err, text.err, 0, 0, "", "text of the recording");
	remove_built(built);
	if (!ret)
		ret = build(text.p, text.len, built, o, err);
	remove_built(plain);
	pd_buf_free(&text);
	return ret;
}

/*
 * Build @built again in the byte order of @how. how->compress: set to the compression of @built if
 * the caller has requested neither a mode nor a compression. Return: 0; 1 if @built has that order
 * already; or an error.
 */
static int order_built(const char *built, const char *plain, struct pdata_assemble_opts *how,
		       pd_build_fn build, struct pdata_error *err)
{
	const struct pdata_file_info *info;
	struct pdata_reader *r;
	int ret = pdata_reader_open(&r, built, NULL, err);

	if (ret)
		return ret;
	info = pdata_reader_info(r);
	ret = !info->big_endian == (how->order == PDATA_TEXT_ORDER_LE)
		      ? 1
		      : convert_order(built, plain, r, how, build, err);
	if (!how->mode && !how->compress)
		how->compress = info->nr_compressed2  ? PDATA_TEXT_COMPRESS_ZSTD2
				: info->nr_compressed ? PDATA_TEXT_COMPRESS_ZSTD
						      : PDATA_TEXT_COMPRESS_GIVEN;
	pdata_reader_close(r);
	return ret;
}

int pd_assemble_repack(const char *text, size_t len, const char *path,
		       const struct pdata_assemble_opts *o, bool reorder, pd_build_fn build,
		       struct pdata_error *err)
{
	const char *tmp = secure_getenv("TMPDIR");
	char dir[4096], built[4096 + 8], plain[4096 + 8];
	int n = snprintf(dir, sizeof(dir), "%s/pdata-XXXXXX", tmp && *tmp ? tmp : "/tmp"), ret;
	struct pdata_assemble_opts first = *o, how = *o;

	if (n < 0 || (size_t)n >= sizeof(dir))
		return pd_error_sys(err, ENAMETOOLONG, 0, "TMPDIR");
	if (!mkdtemp(dir))
		return pd_error_sys(err, errno, 0, dir);
	snprintf(built, sizeof(built), "%s/built", dir);
	snprintf(plain, sizeof(plain), "%s/plain", dir);
	if (reorder)
		first.order = PDATA_TEXT_ORDER_GIVEN;
	ret = build(text, len, built, &first, err);
	if (!ret && reorder)
		ret = order_built(built, plain, &how, build, err);
	if (ret == 1 && !o->mode && !o->compress)
		ret = build(text, len, path, o, err);
	else if (ret >= 0)
		ret = again(built, path, &how, err);
	remove_built(built);
	rmdir(dir);
	return ret;
}
