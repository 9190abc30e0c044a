/* SPDX-License-Identifier: BSD-2-Clause */
#include "console/command.h"
#include "test.h"

#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

struct vals {
	bool header, header_only, verbose, quick;
	const char *input;
	uint64_t limit;
	double percent;
	const char *graph; /* argument of -g; "" when it went without */
	bool graph_unset;
	const char *trace;
	unsigned nr_trace;
};

static int set_graph(void *vals, const char *arg, bool unset)
{
	struct vals *v = vals;

	v->graph = arg ? arg : "";
	v->graph_unset = unset;
	return arg && !strcmp(arg, "bad") ? -1 : 0;
}

static int set_trace(void *vals, const char *arg, bool unset)
{
	struct vals *v = vals;

	(void)unset;
	v->trace = arg;
	v->nr_trace++;
	return 0;
}

static const struct rep_opt opts[] = {
	{ "header", 0, REP_FLAG, offsetof(struct vals, header), NULL, "", NULL },
	{ "header-only", 0, REP_FLAG, offsetof(struct vals, header_only), NULL, "", NULL },
	{ "verbose", 'v', REP_FLAG, offsetof(struct vals, verbose), NULL, "", NULL },
	{ "no-quick", 0, REP_FLAG, offsetof(struct vals, quick), NULL, "", NULL },
	{ "input", 'i', REP_STR, offsetof(struct vals, input), "FILE", "", NULL },
	{ "limit", 'n', REP_U64, offsetof(struct vals, limit), "COUNT", "", NULL },
	{ "percent", 0, REP_DBL, offsetof(struct vals, percent), "NUMBER", "", NULL },
	{ "call-graph", 'g', REP_CALL, 0, "[TYPE]", "", set_graph },
	{ "trace", 0, REP_CALL, 0, "[=WORDS]", "", set_trace },
	{ 0 },
};

static const struct rep_cmd cmd = { .name = "try", .help = "", .usage = "" };

/* Parse the words of @line; what is said goes to nowhere. */
static int parse(struct vals *v, const char *line, char **argv)
{
	static char words[512];
	int argc = 0, null = open("/dev/null", O_WRONLY), keep[2] = { dup(1), dup(2) }, rc;

	memset(v, 0, sizeof(*v));
	snprintf(words, sizeof(words), "try %s", line);
	for (char *w = strtok(words, " "); w && argc < 30; w = strtok(NULL, " "))
		argv[argc++] = w;
	argv[argc] = NULL;
	fflush(stdout);
	dup2(null, 1);
	dup2(null, 2);
	rc = rep_opts_parse(&cmd, opts, v, argc, argv);
	fflush(stdout);
	dup2(keep[0], 1);
	dup2(keep[1], 2);
	close(null);
	close(keep[0]);
	close(keep[1]);
	return rc;
}

#define BAD (-1 - REP_FAIL)

TEST(arguments_may_be_attached_or_the_next_word)
{
	static const char *const lines[] = { "-i a.data",      "-ia.data",     "--input a.data",
					     "--input=a.data", "--inp a.data", "-vi a.data",
					     "-via.data" };
	char *argv[32];
	struct vals v;

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		CHECK(parse(&v, lines[i], argv) > 0);
		CHECK_S(v.input, "a.data");
	}
	CHECK(v.verbose);
}

TEST(a_whole_name_wins_over_longer_ones)
{
	char *argv[32];
	struct vals v;

	CHECK(parse(&v, "--header", argv) > 0);
	CHECK(v.header && !v.header_only);
	CHECK(parse(&v, "--header-o", argv) > 0);
	CHECK(!v.header && v.header_only);
	CHECK_I(parse(&v, "--heade", argv), BAD);
}

TEST(no_unsets_and_a_name_without_its_no_unsets_too)
{
	char *argv[32];
	struct vals v;

	CHECK(parse(&v, "-v --no-verbose --input x --no-input", argv) > 0);
	CHECK(!v.verbose && !v.input);
	CHECK(parse(&v, "-v --no-verb", argv) > 0);
	CHECK(!v.verbose);
	CHECK(parse(&v, "--no-quick", argv) > 0);
	CHECK(v.quick);
	CHECK(parse(&v, "--no-quick --quick", argv) > 0);
	CHECK(!v.quick);
	CHECK(parse(&v, "--no-call-graph", argv) > 0);
	CHECK(v.graph_unset);
}

TEST(an_optional_argument_is_not_the_next_option)
{
	char *argv[32];
	struct vals v;

	CHECK(parse(&v, "-g none -v", argv) > 0);
	CHECK_S(v.graph, "none");
	CHECK(v.verbose);
	CHECK(parse(&v, "-g -v", argv) > 0);
	CHECK_S(v.graph, "");
	CHECK(v.verbose);
	CHECK(parse(&v, "-v -g", argv) > 0);
	CHECK_S(v.graph, "");
	CHECK(parse(&v, "--call-graph=caller", argv) > 0);
	CHECK_S(v.graph, "caller");
}

TEST(an_attached_argument_is_never_the_next_word)
{
	char *argv[32];
	struct vals v;
	int first = parse(&v, "--trace word --trace=i100us", argv);

	CHECK_S(v.trace, "i100us");
	CHECK_U(v.nr_trace, 2);
	CHECK_S(argv[first], "word");
}

TEST(operands_may_stand_anywhere_and_keep_their_order)
{
	char *argv[32];
	struct vals v;
	int first = parse(&v, "one -v two -n 7 three -- -v", argv);

	CHECK_I(first, 5);
	CHECK_S(argv[first], "one");
	CHECK_S(argv[first + 1], "two");
	CHECK_S(argv[first + 2], "three");
	CHECK_S(argv[first + 3], "-v");
	CHECK(argv[first + 4] == NULL);
	CHECK_U(v.limit, 7);
}

TEST(numbers_are_whole_or_refused)
{
	char *argv[32];
	struct vals v;

	CHECK(parse(&v, "-n 18446744073709551615 --percent 0.5", argv) > 0);
	CHECK_U(v.limit, UINT64_MAX);
	CHECK(v.percent == 0.5);
	CHECK(parse(&v, "-n 0x10", argv) > 0);
	CHECK_U(v.limit, 16);
	CHECK_I(parse(&v, "-n 18446744073709551616", argv), BAD);
	CHECK_I(parse(&v, "-n -1", argv), BAD);
	CHECK_I(parse(&v, "-n 12x", argv), BAD);
	CHECK_I(parse(&v, "--percent no", argv), BAD);
}

TEST(bad_options_end_with_status_one_and_help_with_zero)
{
	static const char *const bad[] = { "--nothing", "-z",	       "-vz",	 "--input",
					   "-i",	"--verbose=3", "-g bad", "--=x" };
	char *argv[32];
	struct vals v;

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		CHECK_I(parse(&v, bad[i], argv), BAD);
	CHECK_I(parse(&v, "-v --help", argv), -1 - REP_OK);
	CHECK_I(parse(&v, "-h", argv), -1 - REP_OK);
}
