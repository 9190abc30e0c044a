/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes the file that text is assembled into: its bytes, and the parts that are known only when
 * it is complete.
 */
#include "text/assemble_output.h"

#include "base/err.h"

#include <errno.h>
#include <unistd.h>

int pd_asm_write(int fd, const void *data, size_t n, uint64_t off)
{
	size_t done = 0;

	while (done < n) {
		ssize_t got = pwrite(fd, (const char *)data + done, n - done, (off_t)(off + done));

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return PDATA_E_SYS;
		done += (size_t)got;
	}
	return 0;
}

int pd_asm_flush(struct pd_asm_file *f)
{
	int ret = f->out.err;

	if (!ret && f->out.len)
		ret = pd_asm_write(f->fd, f->out.p, f->out.len, f->off);
	f->off += f->out.len;
	f->out.len = 0;
	return ret;
}

void pd_asm_put_range(struct pd_buf *b, const struct pd_asm_file *f, struct pd_asm_range computed,
		      struct pd_asm_range given)
{
	pd_buf_num(b, given.has_off ? given.off : computed.off, 8, f->swap);
	pd_buf_num(b, given.has_size ? given.size : computed.size, 8, f->swap);
}

int pd_asm_fill_header(struct pd_asm_file *f)
{
	struct pd_buf b = { 0 };
	int ret;

	if (f->version == 1)
		pd_buf_put(&b, "PERFFILE", 8);
	else
		pd_buf_num(&b, PDATA_MAGIC2, 8, f->swap);
	pd_buf_num(&b, f->pipe ? PDATA_PIPE_HEADER_SIZE : f->header_size, 8, f->swap);
	if (!f->pipe) {
		pd_buf_num(&b, f->header_attr_size, 8, f->swap);
		pd_asm_put_range(&b, f, f->attrs, f->attrs_override);
		pd_asm_put_range(&b, f, f->data, f->data_override);
		pd_asm_put_range(&b, f, f->event_types, f->event_types);
		if (f->header_size != PDATA_HEADER_SIZE_OLD)
			for (unsigned i = 0; i < PDATA_NR_FEATURES / 64; i++)
				pd_buf_num(&b, f->features[i], 8, f->swap);
	}
	ret = b.err ? b.err : pd_asm_write(f->fd, b.p, b.len, 0);
	pd_buf_free(&b);
	return ret;
}

int pd_asm_fill_table(struct pd_asm_file *f)
{
	struct pd_buf b = { 0 };
	int ret;

	for (unsigned bit = 0; bit < PDATA_NR_FEATURES; bit++)
		if (f->feats[bit].has_off)
			pd_asm_put_range(&b, f, f->feats[bit], f->feats[bit]);
	ret = b.err ? b.err : pd_asm_write(f->fd, b.p, b.len, f->table);
	pd_buf_free(&b);
	return ret;
}

void pd_asm_end_data(struct pd_asm_file *f)
{
	if (f->in_data)
		f->data.size = pd_asm_pos(f) - f->data.off;
	f->in_data = false;
}
