/* SPDX-License-Identifier: BSD-2-Clause */
/* Names of the kernel that were read before anybody asked for them. */
#include "object/elf/sym_table_priv.h"
#include "object/symbols/kernel_prefetch.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define ID "0123456789abcdef0123456789abcdef01234567"
#define TEXT 0xffffffff81000000

/* A cache of build ids with the names of one kernel. */
static void make_cache(void)
{
	static const char *const dirs[] = { "", "/[kernel.kallsyms]", "/[kernel.kallsyms]/" ID };
	char root[256], path[512];
	FILE *f;

	snprintf(root, sizeof(root), "%s/cache", test_dir());
	CHECK(!setenv("PERF_BUILDID_DIR", root, 1));
	for (size_t i = 0; i < sizeof(dirs) / sizeof(*dirs); i++) {
		snprintf(path, sizeof(path), "%s%s", root, dirs[i]);
		CHECK(!mkdir(path, 0700));
	}
	snprintf(path, sizeof(path), "%s%s/kallsyms", root, dirs[2]);
	f = fopen(path, "w");
	CHECK(f);
	fprintf(f, "%lx T _text\n%lx T first\n%lx T second\n", TEXT, TEXT + 0x40, TEXT + 0x80);
	CHECK(!fclose(f));
}

static struct sym_kernel kernel(void)
{
	struct sym_kernel k = { .ref = "_text", .ref_addr = TEXT };

	k.id.size = 20;
	for (unsigned i = 0; i < k.id.size; i++)
		sscanf(ID + 2 * i, "%2hhx", &k.id.data[i]);
	return k;
}

static void check_names(struct sym_table_priv *ahead, struct sym_kernel *k)
{
	struct sym_kernel own = kernel();
	struct sym_table_priv *t = sym_table_new();

	sym_kernel_load(&own, t);
	CHECK(ahead && t->pub.nr >= 3);
	CHECK_U(ahead->pub.nr, t->pub.nr);
	for (uint32_t i = 0; i < t->pub.nr; i++) {
		CHECK_U(ahead->pub.syms[i].start, t->pub.syms[i].start);
		CHECK_U(ahead->pub.syms[i].end, t->pub.syms[i].end);
		CHECK_S(ahead->pub.syms[i].name, t->pub.syms[i].name);
	}
	CHECK_S(ahead->pub.path, t->pub.path);
	CHECK(k->lists[0] && k->looked[0]);
	sym_table_free(t);
	sym_kernel_free(&own);
}

TEST(names_that_were_read_ahead_are_those_of_the_kernel)
{
	struct sym_kernel k;
	struct sym_table_priv *t;

	make_cache();
	k = kernel();
	t = kernel_prefetch_join(kernel_prefetch_start(&k), &k);
	if (t) /* one cpu: nothing is read ahead */
		check_names(t, &k);
	sym_table_free(t);
	sym_kernel_free(&k);
}

TEST(names_that_the_recording_carries_are_read_ahead_too)
{
	static char list[] = "ffffffff81000000 T _text\nffffffff81000040 T carried\n";
	struct pdata_bundle_file file = { .kind = PDATA_BUNDLE_KALLSYMS,
					  .data = (const uint8_t *)list,
					  .size = sizeof(list) - 1 };
	const struct pdata_bundle_files files = { .nr = 1, .files = &file };
	struct sym_kernel k = kernel();
	struct sym_table_priv *t;

	make_cache();
	k.embedded = &files;
	t = kernel_prefetch_join(kernel_prefetch_start(&k), &k);
	if (t) { /* one cpu: nothing is read ahead */
		CHECK_U(t->pub.nr, 2);
		CHECK_S(t->pub.syms[1].name, "carried");
		CHECK(k.lists[0] && k.lists[0] == k.lists[1]);
	}
	sym_table_free(t);
	sym_kernel_free(&k);
}

TEST(stored_names_end_where_the_list_says)
{
	static const char list[] = "ffffffff81000000 T first\nffffffff81000040 T _second\n"
				   "ffffffff81000040 T second\nffffffff81000080 t $end\n"
				   "ffffffff81001000 T third\nffffffff81001008 t $end\n"
				   "ffffffff81001008 T fourth\nffffffff81001010 t $end\n";
	static const uint64_t ends[] = { 0xffffffff81000040, 0xffffffff81000080, 0xffffffff81001008,
					 0xffffffff81001010 };
	struct sym_table_priv *t = sym_table_new();
	struct kallsyms *k = kallsyms_of_text(strdup(list), sizeof(list) - 1);

	CHECK(t && k);
	kallsyms_kernel(k, 0, t);
	CHECK_U(t->pub.nr, 4);
	for (unsigned i = 0; i < 4; i++)
		CHECK_U(t->pub.syms[i].end, ends[i]);
	CHECK(sym_table_find(&t->pub, 0xffffffff8100007f));
	CHECK(!sym_table_find(&t->pub, 0xffffffff81000080));
	CHECK(!sym_table_find(&t->pub, 0xffffffff81000fff));
	sym_table_free(t);
	kallsyms_free(k);
}

TEST(names_that_were_read_ahead_are_of_no_other_kernel)
{
	static const struct pdata_bundle_files none = { .nr = 0 };

	make_cache();
	for (unsigned i = 0; i < 9; i++) {
		struct sym_kernel like = kernel(), k = kernel();

		k.id.data[0] ^= i == 0;
		k.id.size -= i == 1;
		k.ref_addr += i == 2;
		k.ref = i == 3 ? "_stext" : k.ref;
		k.symfs = i == 4 ? test_dir() : NULL;
		k.kallsyms = i == 5 ? "/dev/null" : NULL;
		k.foreign = i == 6;
		k.looked[0] = i == 7;
		k.embedded = i == 8 ? &none : NULL;
		CHECK(!kernel_prefetch_join(kernel_prefetch_start(&like), &k));
		CHECK(!k.lists[0]);
	}
	kernel_prefetch_free(NULL);
	CHECK(!kernel_prefetch_join(NULL, NULL));
}
