/* SPDX-License-Identifier: BSD-2-Clause */
/* Every allocation of writing a text in another mode fails once: no crash, no leak, and it is said. */

#define PD_FAULT
#include "base/alloc.h"
#include "test.h"

#include <pdata/text.h>

#include <stdio.h>
#include <string.h>

static const char text[] = "FILE mode=file order=le attr_size=144\n"
			   "IDS event=0 ids=[1]\n"
			   "ATTR attr={type=1 size=128 sample_type=IP|TID|TIME|CPU "
			   "flags=sample_id_all}\n"
			   "DATA\n"
			   "COMM pid=7 tid=7 comm=\"a\" sample_id={pid=7 tid=7 time=5 cpu=1}\n"
			   "SAMPLE misc=USER ip=0x400100 pid=7 tid=7 time=10 cpu=1\n"
			   "AUXTRACE blob_size=8\n"
			   "PAYLOAD data=0102030405060708\n"
			   "FEATURE_TABLE\n"
			   "FEATURE name=HOSTNAME str=\"target\"\n";

#ifdef HAVE_ZSTD
static const char compressed[] =
	"FILE mode=file order=le attr_size=144\n"
	"IDS event=0 ids=[1]\n"
	"ATTR attr={type=1 size=128 sample_type=IP|TID|TIME flags=sample_id_all}\n"
	"DATA\n"
	"COMPRESSED data=28b52ffd0058ec0000a8090000000200200000014000070a00000000000000020"
	"0bb14164802\n"
	"FEATURE_TABLE\n"
	"FEATURE name=COMPRESSED version=0 type=1 level=1 ratio=1 mmap_len=528384\n";
#endif

/* Fields whose bytes the assembler does not make from schema rows alone. */
static const char custom[] =
	"FILE mode=file order=le attr_size=144\n"
	"IDS event=0 ids=[1]\n"
	"IDS event=1 ids=[2]\n"
	"ATTR attr={type=2 size=128 config=300 sample_type=ID|RAW flags=sample_id_all}\n"
	"ATTR attr={type=1 size=128 sample_type=ID|STACK_USER flags=sample_id_all}\n"
	"DATA\n"
	"SAMPLE misc=KERNEL id=1 raw={n=42}\n"
	"SAMPLE misc=USER event=1 id=2 stack={dyn_size=8 data=0000000000000000ffffffffffffffff}\n"
	"RECORD type=99 data=0102030405060708010203040506070801020304050607080102030405060708010203"
	"04050607080102030405060708010203040506070801020304050607080102030405060708010203040506070"
	"801020304050607080102030405060708\n"
	"FEATURE_TABLE\n"
	"FEATURE name=TRACING_DATA magic=17084474726163696e67 version=\"0.6\" big_endian=0 "
	"long_size=8 page_size=4096 header_page_name=\"header_page\" header_page=\"p\" "
	"header_event_name=\"header_event\" header_event=\"e\" ftrace=[] systems=[{name=\"sys\" "
	"events=[{format=\"name: a\\nID: 300\\nformat:\\n\\tfield:int "
	"n;\\toffset:0;\\tsize:4;\\tsigned:1;\\n\"}]}] kallsyms=\"\" printk_formats=\"\"\n";

static void each_fails(const char *lines, const struct pdata_assemble_opts *o)
{
	char path[4300];
	long n, more = 1;

	snprintf(path, sizeof(path), "%s/out", test_dir());
	for (n = 0; more; n++) {
		int ret;

		pd_alloc_fail_after = n;
		ret = pdata_assemble(lines, strlen(lines), path, o, NULL);
		more = pd_alloc_fail_after < 0;
		pd_alloc_fail_after = -1;
		if (ret != (more ? PDATA_E_NOMEM : 0))
			test_fail(__FILE__, __LINE__, "mode %u, allocation %ld: %d",
				  o ? o->mode : 0, n, ret);
	}
	CHECK(n > 20);
}

static void each_fails_in(uint32_t mode, uint32_t compress)
{
	const struct pdata_assemble_opts o = { .size = sizeof(o),
					       .mode = mode,
					       .compress = compress };

	each_fails(text, &o);
}

TEST(every_allocation_of_assembling_custom_fields_may_fail)
{
	each_fails(custom, NULL);
}

TEST(every_allocation_of_assembling_in_another_mode_may_fail)
{
	each_fails_in(PDATA_TEXT_MODE_FILE, 0);
	each_fails_in(PDATA_TEXT_MODE_PIPE, 0);
}

TEST(every_allocation_of_assembling_a_directory_may_fail)
{
	each_fails_in(PDATA_TEXT_MODE_DIR, 0);
}

TEST(every_allocation_of_assembling_compressed_may_fail)
{
#ifdef HAVE_ZSTD
	each_fails_in(PDATA_TEXT_MODE_FILE, PDATA_TEXT_COMPRESS_ZSTD2);
#endif
}

TEST(every_allocation_of_converting_compressed_records_may_fail)
{
#ifdef HAVE_ZSTD
	const struct pdata_assemble_opts o = { .size = sizeof(o), .order = PDATA_TEXT_ORDER_BE };

	each_fails(compressed, &o);
#endif
}

#ifdef HAVE_XXHASH
static const char trailer[] = "FILE mode=file order=le attr_size=144\n"
			      "IDS event=0 ids=[1]\n"
			      "ATTR attr={type=1 size=128 sample_type=IP|TID|TIME "
			      "flags=sample_id_all}\n"
			      "DATA\n"
			      "SAMPLE misc=USER ip=0x400100 pid=7 tid=7 time=10\n"
			      "FEATURE_TABLE\n"
			      "FEATURE name=HOSTNAME str=\"target\"\n"
			      "ZERO n=4\n"
			      "BLOCK name=FILES mode=0 files=[{kind=2 id_size=20 "
			      "build_id=000102030405060708090a0b0c0d0e0f10111213 "
			      "name=\"[kernel.kallsyms]\" data=00}]\n"
			      "BLOCK type=300 data=010203\n"
			      "FOOTER\n";

/* The text of a dump. */
struct dumped {
	char text[4096];
	size_t len;
};

static int keep_text(void *ctx, const char *part, size_t len)
{
	struct dumped *d = ctx;

	if (len >= sizeof(d->text) - d->len)
		return 1;
	memcpy(d->text + d->len, part, len);
	d->len += len;
	d->text[d->len] = 0;
	return 0;
}
#endif

TEST(every_allocation_of_dumping_a_trailer_may_fail)
{
#ifdef HAVE_XXHASH
	struct dumped whole = { .len = 0 };
	char path[4300];
	long n, more = 1;

	snprintf(path, sizeof(path), "%s/dumped", test_dir());
	CHECK_I(pdata_assemble(trailer, sizeof(trailer) - 1, path, NULL, NULL), 0);
	CHECK_I(pdata_dump(path, -1, NULL, keep_text, &whole, NULL, NULL), 0);
	for (n = 0; more; n++) {
		struct dumped now = { .len = 0 };
		int ret;

		pd_alloc_fail_after = n;
		ret = pdata_dump(path, -1, NULL, keep_text, &now, NULL, NULL);
		more = pd_alloc_fail_after < 0;
		pd_alloc_fail_after = -1;
		if (!ret)
			CHECK_S(now.text, whole.text);
		else
			CHECK_I(ret, PDATA_E_NOMEM);
	}
	CHECK(n > 20);
#endif
}
