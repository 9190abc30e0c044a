/* SPDX-License-Identifier: BSD-2-Clause */
/* --html: when the recording is finished, lets `pdata html` write it as a page. */
#include "main/record_html.h"
#include "base/output_opts.h"
#include "base/recorder.h"
#include "file/sink.h"
#include "options/run_opts.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define PROGRAM "pdata"

int rec_page_check(const struct rec *r)
{
	if (!r->o.run->html)
		return 0;
	if (r->o.out->pipe)
		return rec_error("--html needs an output file, not a pipe or /dev/null");
	if (r->o.out->sw.enabled)
		return rec_error("--html and --switch-output exclude each other");
	return 0;
}

/* Execute pdata from the directory of this program, or from PATH. */
static void execute_writer(char **argv)
{
	char path[4096];
	const ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - sizeof(PROGRAM));
	char *slash;

	if (n > 0) {
		path[n] = '\0';
		slash = strrchr(path, '/');
		if (slash) {
			memcpy(slash + 1, PROGRAM, sizeof(PROGRAM));
			execv(path, argv);
		}
	}
	execvp(PROGRAM, argv);
}

int rec_page_write(const struct rec *r)
{
	const char *page = r->o.run->html;
	char program[] = PROGRAM, command[] = "html", input[] = "-i", output[] = "-o";
	char *argv[] = { program, command,
			 input,	  (char *)(uintptr_t)rec_sink_path(r),
			 output,  (char *)(uintptr_t)page,
			 NULL };
	int status = 0;
	pid_t pid;

	if (!page)
		return 0;
	if (r->last_name)
		argv[3] = (char *)(uintptr_t)r->last_name;
	fflush(NULL);
	pid = fork();
	if (pid == 0) {
		/* The recorder's own priority and signals are not for other programs. */
		if (!r->o.run->realtime)
			setpriority(PRIO_PROCESS, 0, 0);
		signal(SIGINT, SIG_DFL);
		signal(SIGTERM, SIG_DFL);
		sigprocmask(SIG_SETMASK, &r->old_mask, NULL);
		execute_writer(argv);
		rec_error("--html: cannot start %s: %s; install it beside pdata-record or in a "
			  "directory of PATH",
			  PROGRAM, strerror(errno));
		_exit(127);
	}
	while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (pid < 0)
		return rec_error("--html: %s", strerror(errno));
	/* 2: the page shows what could be read. */
	if (!WIFEXITED(status) || (WEXITSTATUS(status) && WEXITSTATUS(status) != 2))
		return rec_error("--html: no page was written; the recording is complete, and "
				 "\"pdata html -i %s\" writes the page",
				 argv[3]);
	rec_result("wrote the page %s", page);
	return 0;
}
