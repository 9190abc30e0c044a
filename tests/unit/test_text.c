/* SPDX-License-Identifier: BSD-2-Clause */
/* What assemble makes of a text where only its exact end tells what is meant. */
#include "t_values.h"
#include "test.h"

#include <pdata/text.h>

#include <stdio.h>

/* Assemble with nothing readable behind the text, then look at the whole file's OSRELEASE. */
static int assemble(const char *text, struct pdata_error *err, char *release, size_t len)
{
	uint8_t *p = t_guarded(text, strlen(text));
	const struct pdata_feature *f;
	struct pdata_reader *r;
	char path[4200];
	int ret;

	snprintf(path, sizeof(path), "%s/data", test_dir());
	ret = pdata_assemble((const char *)p, strlen(text), path, NULL, err);
	t_unguard(p, strlen(text));
	if (ret)
		return ret;
	CHECK_I(pdata_reader_open(&r, path, NULL, NULL), 0);
	CHECK_I(pdata_reader_feature(r, PDATA_FEAT_OSRELEASE, &f, NULL), 0);
	snprintf(release, len, "%u:%s", (unsigned)f->len, f->u.str);
	pdata_reader_close(r);
	return 0;
}

#define FILE_LINES                                                                                 \
	"FILE mode=file order=le attr_size=144\n"                                                  \
	"ATTR attr={type=1 size=128 sample_type=IP}\n"                                             \
	"DATA\nSAMPLE ip=0x1\nFEATURE_TABLE\n"                                                     \
	"FEATURE name=OSRELEASE str=\"6.12\":"

TEST(the_width_of_a_string_ends_with_the_text)
{
	struct pdata_error err;
	char release[64];

	CHECK_I(assemble(FILE_LINES "5", &err, release, sizeof(release)), 0);
	CHECK_S(release, "9:6.12");
	CHECK_I(assemble(FILE_LINES "0x10", &err, release, sizeof(release)), 0);
	CHECK_S(release, "20:6.12");
}

TEST(a_width_that_is_no_number_is_said)
{
	static const char *const width[] = { "", "5x", "wide", "5:5" };

	for (unsigned i = 0; i < sizeof(width) / sizeof(width[0]); i++) {
		struct pdata_error err = { 0 };
		char text[512], release[64];

		snprintf(text, sizeof(text), "%s%s", FILE_LINES, width[i]);
		CHECK_I(assemble(text, &err, release, sizeof(release)), PDATA_E_TEXT);
		CHECK_U(err.off, 6);
		CHECK(strstr(err.text, "width"));
	}
}
