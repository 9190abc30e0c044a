/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/util.h"
#include "kernel/open_errors.h"
#include "test.h"

#include <errno.h>
#include <stdbool.h>

/* Those of the manual page of perf_event_open(2), and what else the kernel is known to return. */
static const int numbers[] = { E2BIG,  EACCES, EBADF,  EBUSY,  EFAULT,	   EINVAL,    EMFILE,
			       ENODEV, ENOENT, ENOSPC, ENOSYS, EOPNOTSUPP, EOVERFLOW, EPERM,
			       ESRCH,  ENXIO,  EINTR,  ENFILE, ENOMEM };

TEST(every_errno_of_perf_event_open_has_words_for_every_kind_of_event)
{
	struct rec_arena a = { 0 };

	for (size_t i = 0; i < REC_NR(numbers); i++)
		for (uint32_t kind = 1; kind <= REC_ERR_LAST_KIND; kind <<= 1)
			for (int paranoid = -1; paranoid <= 4; paranoid++) {
				const struct rec_error_at at = { .err = numbers[i],
								 .kind = kind,
								 .paranoid = paranoid };
				const char *words = rec_error_words(&a, &at);

				CHECK(rec_error_row(&at) >= 0);
				CHECK(strlen(words) > 10);
				CHECK(strcmp(words, strerror(numbers[i])));
				CHECK(!strchr(words, '%'));
				CHECK(!strchr(words, '\n'));
			}
	rec_arena_free(&a);
}

TEST(every_row_of_the_table_is_said_of_something)
{
	static const int more[] = { EADDRNOTAVAIL, EILSEQ, EIO };
	static bool said[1000];
	const int nr = rec_error_rows();

	CHECK(nr < (int)REC_NR(said));
	for (size_t i = 0; i < REC_NR(numbers) + REC_NR(more); i++)
		for (uint32_t kind = 1; kind <= REC_ERR_LAST_KIND; kind <<= 1)
			for (uint32_t conditions = 0; conditions <= REC_ERR_LAST_CONDITION;
			     conditions = conditions ? conditions << 1 : 1)
				for (int paranoid = -1; paranoid <= 4; paranoid++) {
					const struct rec_error_at at = {
						i < REC_NR(numbers) ? numbers[i]
								    : more[i - REC_NR(numbers)],
						kind, conditions, paranoid
					};
					int row = rec_error_row(&at);

					if (row >= 0)
						said[row] = true;
				}
	for (int i = 0; i < nr; i++)
		if (!said[i])
			CHECK_I(i, -1); /* the first row that nothing leads to */
}

TEST(words_name_the_setting_that_stands_in_the_way)
{
	static const struct {
		struct rec_error_at at;
		const char *part;
	} cases[] = {
		{ { EACCES, REC_ERR_TRACEPOINT, 0, 2 }, "perf_event_paranoid=-1 (now 2)" },
		{ { EACCES, REC_ERR_SOFTWARE, REC_ERR_WIDE, 1 },
		  "perf_event_paranoid=0 or less (now 1)" },
		{ { EPERM, REC_ERR_SOFTWARE, REC_ERR_WIDE, 2 },
		  "perf_event_paranoid=0 or less (now 2)" },
		{ { EACCES, REC_ERR_HARDWARE, REC_ERR_ATTACHED, 2 }, "CAP_SYS_PTRACE" },
		{ { EACCES, REC_ERR_HARDWARE, 0, 3 }, "perf_event_paranoid=3 lets no user record" },
		{ { EACCES, REC_ERR_HARDWARE, 0, -1 }, "seccomp" },
		{ { EACCES, REC_ERR_PROBE, 0, -1 }, "CAP_PERFMON" },
		{ { EOVERFLOW, REC_ERR_SOFTWARE, 0, 2 }, "kernel.perf_event_max_stack" },
		{ { EMFILE, REC_ERR_SOFTWARE, 0, 2 }, "ulimit -n" },
		{ { ENOENT, REC_ERR_HARDWARE, 0, 2 }, "cpu-clock" },
		{ { ENOSYS, REC_ERR_SOFTWARE, REC_ERR_STACK, 2 }, "--call-graph fp" },
		{ { EBADF, REC_ERR_SOFTWARE, REC_ERR_CGROUP, 2 }, "cgroup" },
	};
	struct rec_arena a = { 0 };

	for (size_t i = 0; i < REC_NR(cases); i++) {
		const char *words = rec_error_words(&a, &cases[i].at);

		if (!strstr(words, cases[i].part))
			CHECK_S(words, cases[i].part);
	}
	rec_arena_free(&a);
}

TEST(settings_of_the_kernel_are_known_by_name_and_have_their_default)
{
	for (int i = 0; i < REC_SYSCTL_NR; i++) {
		CHECK(rec_sysctl(i)->name);
		CHECK(!strncmp(rec_sysctl(i)->name, "perf_", 5));
		CHECK(rec_sysctl_value(i) >= -1);
	}
}
