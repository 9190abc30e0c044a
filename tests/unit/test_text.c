/* SPDX-License-Identifier: BSD-2-Clause */
/* What assemble makes of a text where only its exact end tells what is meant. */
#include "t_values.h"
#include "test.h"

#include <fcntl.h>
#include <pdata/text.h>

#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

/* Assemble with nothing readable after the text, then look at the whole file's OSRELEASE. */
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

/* Assemble @text into a new file, which no test reads. */
static int build(const char *text, const struct pdata_assemble_opts *o, struct pdata_error *err)
{
	static unsigned nr;
	char path[4200];

	snprintf(path, sizeof(path), "%s/built.%u", test_dir(), nr++);
	return pdata_assemble(text, strlen(text), path, o, err);
}

#define EVENT "ATTR attr={type=1 size=128 sample_type=IP}\n"

TEST(unknown_field_is_an_error_with_its_line)
{
	static const struct {
		const char *text, *says;
		unsigned line;
	} bad[] = {
		{ "DIRECTORY nam=1\n", "nam: this DIRECTORY", 1 },
		{ "DIRECTORY\nMEMBER name=\"data\" nr=1\n", "nr: this MEMBER", 2 },
		{ "FILE mode=file ordr=le\n", "ordr: this FILE", 1 },
		{ "FILE mode=file\nIDS event=0 id=[1]\n", "id: this IDS", 2 },
		{ "FILE mode=file\nATTR attr={type=1 size=128 sample_typ=IP}\n",
		  "sample_typ: this ATTR", 2 },
		{ "FILE mode=file\n" EVENT "DATA\nSAMPLE ip=1 time=5\n", "time: this SAMPLE", 4 },
		{ "FILE mode=file\n" EVENT "DATA\nSAMPLE ip=1 ip=2\n", "ip: this SAMPLE", 4 },
		{ "FILE mode=file\n" EVENT "DATA\nCOMM pid=1 com=\"a\"\n", "com: this COMM", 4 },
		{ "FILE mode=file\nFEATURE name=NRCPUS onlin=1\n", "onlin: this FEATURE", 2 },
		{ "FILE mode=file\nHEX data=00 n=2\n", "n: this HEX", 2 },
		{ "FILE mode=file\nZERO m=2\n", "m: this ZERO", 2 },
	};

	for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct pdata_error err = { 0 };

		CHECK_I(build(bad[i].text, NULL, &err), PDATA_E_TEXT);
		CHECK_U(err.off, bad[i].line);
		CHECK(strstr(err.text, bad[i].says));
	}
}

TEST(zeros_of_all_lines_are_as_many_as_the_caller_allows)
{
	struct pdata_assemble_opts o = { .size = sizeof(o) };
	struct pdata_error err = { 0 };

	CHECK_I(build("FILE mode=file\nZERO n=1073741825\n", NULL, &err), PDATA_E_TEXT);
	CHECK_U(err.off, 2);
	CHECK(strstr(err.text, "1073741824"));
	o.max_zeros = 100;
	CHECK_I(build("FILE mode=file\nZERO n=60\nZERO n=40\n", &o, &err), 0);
	CHECK_I(build("FILE mode=file\nZERO n=60\nZERO n=41\n", &o, &err), PDATA_E_TEXT);
	CHECK_U(err.off, 3);
	/* A caller of a library that had no such option. */
	o.size = offsetof(struct pdata_assemble_opts, max_zeros);
	CHECK_I(build("FILE mode=file\nZERO n=101\n", &o, &err), 0);
}

#define EVENTS 10000u

/* Write a file of many events, with as many samples, which are all of the event @sampled. */
static void make_file_of_many_events(const char *path, uint64_t sampled)
{
	const struct pdata_attr attr = { .size = PDATA_ATTR_SIZE_VER0,
					 .sample_type = PDATA_SAMPLE_ID };
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
	struct pdata_writer *w;

	CHECK_I(pdata_writer_open_fd(&w, fd, NULL), 0);
	for (uint64_t id = 1; id <= EVENTS; id++)
		CHECK_I(pdata_writer_event(w, &attr, NULL, &id, 1), 0);
	CHECK_I(pdata_writer_begin(w), 0);
	for (unsigned i = 0; i < EVENTS; i++) {
		const struct pdata_sample s = { .id = sampled + 1 };
		uint8_t record[16];

		CHECK_I(pdata_sample_encode(0, &s, &attr, 0, record, sizeof(record)), 16);
		CHECK_I(pdata_writer_raw(w, record, sizeof(record)), 0);
	}
	CHECK_I(pdata_writer_finish(w), 0);
	pdata_writer_close(w);
	close(fd);
}

/* Count the samples of a part of the text. One that is in two parts is not counted. */
static int count_samples(void *ctx, const char *text, size_t len)
{
	unsigned *nr = ctx;

	for (const char *at = text; (at = memmem(at, len - (size_t)(at - text), "\nSAMPLE", 7));
	     at++)
		++*nr;
	return 0;
}

/* Return the CPU time in seconds that a dump of such a file takes. */
static double dump_many_events(uint64_t sampled)
{
	double begun;
	unsigned nr = 0;
	char path[4200];

	snprintf(path, sizeof(path), "%s/data", test_dir());
	make_file_of_many_events(path, sampled);
	begun = test_cpu_seconds();
	CHECK_I(pdata_dump(path, -1, NULL, count_samples, &nr, NULL, NULL), 0);
	CHECK(nr >= EVENTS - 100);
	return test_cpu_seconds() - begun;
}

TEST(a_dump_takes_no_longer_for_samples_of_a_late_event)
{
	const double first = dump_many_events(0), last = dump_many_events(EVENTS - 1);

	if (last > 2 * first)
		test_fail(__FILE__, __LINE__, "%.2f s, but %.2f s for the first event", last,
			  first);
}
