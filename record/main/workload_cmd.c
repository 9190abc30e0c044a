/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Starts the workload in a child that stops before exec until the events are open, reports a
 * failed exec, and reaps the child.
 */
#include "main/workload_cmd.h"
#include "base/output_opts.h"
#include "base/recorder.h"
#include "kernel/target_opts.h"
#include "main/output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* In the child: wait for a byte in @go, then execute the command. Does not return. */
static void run_command(struct rec *r, int go, int err_fd)
{
	char byte;
	ssize_t n;

	/* Samples of the child before exec get this comm, not the recorder's. */
	prctl(PR_SET_NAME, "pdata-exec");
	sigprocmask(SIG_SETMASK, &r->old_mask, NULL);
	if (r->ignored_sigchld)
		signal(SIGCHLD, SIG_IGN);
	while ((n = read(go, &byte, 1)) < 0 && errno == EINTR)
		;
	if (n != 1)
		_exit(1); /* the recorder has closed the pipe, because it failed */
	if (r->o.out->pipe && !r->o.out->discard)
		dup2(STDERR_FILENO, STDOUT_FILENO); /* the recording goes to standard output */
	execvp(r->o.target->argv[0], r->o.target->argv);
	int err = errno;

	if (write(err_fd, &err, sizeof(err)) < 0)
		_exit(1);
	_exit(err == ENOENT ? 127 : 126);
}

/* Return 0 if @path is an executable file by its mode, else the errno that execvp() would set. */
static int error_of(const char *path)
{
	struct stat st;

	if (stat(path, &st) || (S_ISREG(st.st_mode) && access(path, X_OK)))
		return errno;
	return S_ISREG(st.st_mode) ? 0 : EACCES;
}

/* As error_of() for a command that is searched in $PATH, as execvp() does. */
static int error_of_command(const char *name)
{
	const char *path = getenv("PATH"), *dir = path ? path : "/bin:/usr/bin";
	char full[PATH_MAX];
	int err = ENOENT;

	if (!name[0] || strchr(name, '/'))
		return error_of(name);
	for (;; dir++) {
		const size_t len = strcspn(dir, ":");
		const int n = snprintf(full, sizeof(full), "%.*s%s%s", (int)len, dir,
				       len ? "/" : "", name);

		const int e = n > 0 && (size_t)n < sizeof(full) ? error_of(full) : ENOENT;

		if (!e)
			return 0;
		if (e == EACCES)
			err = e;
		dir += len;
		if (!*dir)
			return err;
	}
}

int rec_workload_prepare(struct rec *r)
{
	int go[2], err[2];

	/*
	 * Check the command before the output is opened: an output that needs its name at once
	 * replaces an older file.
	 */
	const int missing = error_of_command(r->o.target->argv[0]);

	if (missing)
		return rec_error("%s: %s", r->o.target->argv[0][0] ? r->o.target->argv[0] : "''",
				 strerror(missing));
	if (pipe2(go, O_CLOEXEC))
		return rec_error("cannot make a pipe for starting the command: %s",
				 strerror(errno));
	if (pipe2(err, O_CLOEXEC)) {
		close(go[0]);
		close(go[1]);
		return rec_error("cannot make a pipe for starting the command: %s",
				 strerror(errno));
	}
	r->child = fork();
	if (r->child < 0)
		return rec_error("cannot start a process for the command: %s", strerror(errno));
	if (!r->child) {
		close(go[1]);
		close(err[0]);
		run_command(r, go[0], err[1]);
	}
	close(go[0]);
	close(err[1]);
	r->child_go = go[1];
	r->child_err = err[0];
	if (r->t.command_only)
		r->t.threads[0] = r->child;
	return 0;
}

int rec_workload_start(struct rec *r)
{
	if (write(r->child_go, "", 1) != 1)
		return rec_error("the child process that was to run the command ended before it "
				 "executed the command");
	close(r->child_go);
	r->child_go = -1;
	return 0;
}

int rec_workload_started(struct rec *r)
{
	int err = 0;
	/* A successful exec has closed the pipe (O_CLOEXEC): then there is nothing to read. */
	ssize_t n = read(r->child_err, &err, sizeof(err));

	close(r->child_err);
	r->child_err = -1;
	if (n == (ssize_t)sizeof(err))
		return rec_error("%s: %s", r->o.target->argv[0], strerror(err));
	return rec_output_name(r);
}

void rec_workload_reap(struct rec *r, bool kill_it)
{
	if (r->child <= 0 || r->child_reaped)
		return;
	if (r->child_go > 0)
		close(r->child_go);
	r->child_go = -1;
	if (kill_it)
		kill(r->child, SIGTERM);
	while (waitpid(r->child, &r->child_status, 0) < 0 && errno == EINTR)
		;
	r->child_reaped = true;
}
