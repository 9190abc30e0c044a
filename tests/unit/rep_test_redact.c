/* SPDX-License-Identifier: BSD-2-Clause */
/* Texts of a redacted page lose directories, arguments, host, users, build ids and addresses. */
#include "test.h"
#include "view/html/redact.h"

#include <stdbool.h>
#include <stdio.h>

static struct html_redact new_redact(enum html_redact_level level)
{
	struct html_redact r = { .level = level };

	out_open(&r.text[0], -1);
	out_open(&r.text[1], -1);
	html_redact_learn(&r, HTML_REDACT_HOST, "build7.example.org");
	html_redact_learn(&r, HTML_REDACT_ARGUMENT, "--token=hunter2");
	html_redact_learn(&r, HTML_REDACT_ARGUMENT, "record");
	html_redact_learn(&r, HTML_REDACT_PATH, "/home/alice/project/bin/app");
	html_redact_learn(&r, HTML_REDACT_PATH, "/srv/Top Secret (2)/lib.so");
	CHECK_I(r.err, 0);
	return r;
}

/* What no text of a page may have. */
static const char *const planted[] = { "alice",	    "/home",	  "project", "build7", "example",
				       "hunter2",   "--token",	  "Top",     "Secret", "/srv",
				       "7f12ab34c", "deadbeef01", "0x401136" };

static const char *find_secret(const char *text)
{
	for (size_t i = 0; text && i < sizeof(planted) / sizeof(planted[0]); i++)
		if (strstr(text, planted[i]))
			return planted[i];
	return NULL;
}

/* Names as a recording may have them, with what is left of them. */
static const struct {
	const char *name, *want;
} names[] = {
	{ "main", "main" },
	{ "std::vector<int>::push_back(int&&)", "std::vector<int>::push_back(int&&)" },
	{ "operator/(big const&, big const&)", "operator/(big const&, big const&)" },
	{ "big::operator/=(int)", "big::operator/=(int)" },
	{ "LazyCompile:~run /home/alice/project/app.js:12", "LazyCompile:~run app.js:12" },
	{ "eval at </srv/Top Secret (2)/x.js>", "eval at <x.js>" },
	{ "../project/src/a.c:main", "a.c:main" },
	{ "read /home/alice/", "read \xe2\x80\xa6/" },
	{ "alice's function", "user's function" },
	{ "malice", "malice" },
	{ "on_build7_x on build7", "on_build7_x on host" },
	{ "handler@build7.example.org", "handler@host" },
	{ "run --token=hunter2;x", "run \xe2\x80\xa6;x" },
	{ "sub_7f12ab34c0", "sub_\xe2\x80\xa6" },
	{ "bpf_prog_6deef7357e7b4530_f", "bpf_prog_\xe2\x80\xa6_f" },
	{ "at 0x401136", "at 0x\xe2\x80\xa6" },
	{ "core::fmt::h0123456789abcdef", "core::fmt::h\xe2\x80\xa6" },
	{ "deadbeef0123.so", "\xe2\x80\xa6.so" },
	{ "x86_64 0x10 abcdef facade", "x86_64 0x10 abcdef facade" },
};

TEST(names_lose_what_tells_about_the_machine)
{
	struct html_redact r = new_redact(HTML_REDACT);

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		CHECK_S(html_redact_function(&r, NULL, names[i].name), names[i].want);
	html_redact_free(&r);
}

/* In a text that was not redacted the search finds each secret, so the tests above can fail. */
TEST(a_planted_secret_is_found)
{
	struct html_redact r = new_redact(HTML_REDACT), none = new_redact(HTML_REDACT_NONE);
	char text[128];

	for (size_t i = 0; i < sizeof(planted) / sizeof(planted[0]); i++) {
		snprintf(text, sizeof(text), "a %s b", planted[i]);
		CHECK_S(find_secret(html_redact_text(&none, text)), planted[i]);
	}
	snprintf(text, sizeof(text),
		 "f /home/alice/project/0x401136 7f12ab34c00 deadbeef01 build7");
	CHECK(find_secret(text));
	CHECK_S(find_secret(html_redact_text(&r, text)), NULL);
	html_redact_free(&r);
	html_redact_free(&none);
}

TEST(events_and_threads_keep_slashes_that_are_no_paths)
{
	struct html_redact r = new_redact(HTML_REDACT);

	CHECK_S(html_redact_event(&r, "cpu/cycles,name=x/u"), "cpu/cycles,name=x/u");
	CHECK_S(html_redact_event(&r, "mem:0x7ffc0123abc0/4:rw"), "mem:0x\xe2\x80\xa6/4:rw");
	CHECK_S(html_redact_event(&r, "/home/alice/bpf.o"), "bpf.o");
	CHECK_S(html_redact_process(&r, "swapper/0"), "swapper/0");
	CHECK_S(html_redact_process(&r, "/home/alice/x"), "x");
	CHECK_S(html_redact_process(&r, NULL), NULL);
	html_redact_free(&r);
}

TEST(objects_and_files_are_their_last_components)
{
	struct html_redact r = new_redact(HTML_REDACT);

	CHECK_S(html_redact_object(&r, NULL, "/srv/Top Secret (2)/lib.so"), "lib.so");
	CHECK_S(html_redact_object(&r, NULL, "[kernel.kallsyms]"), "[kernel.kallsyms]");
	CHECK_S(html_redact_file(&r, NULL, "/a b/c d/e f.c"), "e f.c");
	html_redact_free(&r);
}

TEST(instructions_lose_addresses)
{
	struct html_redact r = new_redact(HTML_REDACT);

	CHECK_S(html_redact_insn(&r, "jne 0x1149", true), "jne");
	CHECK_S(html_redact_insn(&r, "cbz x0, #0x1149", true), "cbz x0,");
	CHECK_S(html_redact_insn(&r, "movl $0x10, %eax", false), "movl $0x10, %eax");
	CHECK_S(html_redact_insn(&r, "movl 0x404028, %eax", false), "movl 0x\xe2\x80\xa6, %eax");
	html_redact_free(&r);
}

/* With "all", only the system's objects keep names. */
TEST(names_outside_of_the_system_become_numbers)
{
	struct html_redact r = new_redact(HTML_REDACT_ALL);
	const struct pdata_object app = { .name = "/home/alice/project/bin/app",
					  .cpumode = PDATA_CPUMODE_USER };
	const struct pdata_object libc = { .name = "/usr/lib/x86_64-linux-gnu/libc.so.6",
					   .cpumode = PDATA_CPUMODE_USER };
	const struct pdata_object fake = { .name = "/usr/lib/../../home/alice/x",
					   .cpumode = PDATA_CPUMODE_USER };

	CHECK_S(html_redact_function(&r, &app, "launch_rocket"), "function 1");
	CHECK_S(html_redact_function(&r, &app, "land_rocket"), "function 2");
	CHECK_S(html_redact_function(&r, &fake, "launch_rocket"), "function 1");
	CHECK_S(html_redact_function(&r, NULL, "jitted"), "function 3");
	CHECK_S(html_redact_function(&r, &libc, "memcpy"), "memcpy");
	CHECK_S(html_redact_object(&r, &app, "app"), "object 1");
	CHECK_S(html_redact_object(&r, &libc, "libc.so.6"), "libc.so.6");
	CHECK_S(html_redact_process(&r, "rocket"), "process 1");
	CHECK_S(html_redact_file(&r, &app, "rocket.c"), NULL);
	CHECK(html_redact_hides(&r, &app) && html_redact_hides(&r, NULL));
	CHECK(!html_redact_hides(&r, &libc));
	html_redact_free(&r);
}
