/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shows what a command of pdata prints. The command runs in a child process of this program, so
 * that a long one can be left at any time, and no other program is run.
 */
#include "view/tui/text_view.h"

#include "console/child.h"
#include "console/command.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define TEXT_MAX (256u << 20) /* bytes that are kept of a command's output */
#define STEP_MS 20u	      /* between two looks at the keyboard */

struct running {
	pid_t pid;
	int fd;
};

/* A command, which runs in the child. */
struct command {
	tui_command_fn *fn;
	int argc;
	char **argv;
};

static int run_command_words(void *ctx)
{
	const struct command *c = ctx;

	return c->fn(c->argc, c->argv);
}

/* The command may sort its arguments, so it gets copies. */
static pid_t start_command(const struct tui *t, const char *const *words, int out, int err)
{
	struct command c = { .fn = t->start.run_command };
	pid_t pid;

	while (words[c.argc])
		c.argc++;
	c.argv = rep_alloc((size_t)c.argc + 1, sizeof(*c.argv));
	for (int i = 0; i < c.argc; i++)
		c.argv[i] = rep_strdup(words[i]);
	pid = rep_child_start(run_command_words, &c, out, err);
	for (int i = 0; i < c.argc; i++)
		free(c.argv[i]);
	free(c.argv);
	return pid;
}

/* ---- in a view --------------------------------------------------------------------------- */

static void end_command(struct tui_text *v)
{
	struct running *r = v->ctx;

	if (r->pid > 0) {
		kill(r->pid, SIGKILL);
		while (waitpid(r->pid, NULL, 0) < 0 && errno == EINTR)
			;
	}
	close(r->fd);
	free(r);
	v->ctx = NULL;
	v->stop = NULL;
	v->more = NULL;
}

/* Read what has come. Return: false at the end of the output. */
static bool read_some(struct tui_text *v, const struct running *r)
{
	struct pollfd p = { .fd = r->fd, .events = POLLIN };
	const uint64_t begun = tui_now_ms();
	char buf[65536];

	while (poll(&p, 1, 0) > 0 && tui_now_ms() - begun < STEP_MS) {
		const ssize_t n = read(r->fd, buf, sizeof(buf));

		if (n == 0 || (n < 0 && errno != EINTR))
			return false;
		if (n > 0)
			tui_text_add(v, buf, (size_t)n);
		if (v->text.len > TEXT_MAX)
			return false;
	}
	return true;
}

static void read_command(struct tui *t, struct tui_text *v)
{
	struct running *r = v->ctx;

	if (read_some(v, r))
		return;
	if (v->text.len > TEXT_MAX)
		tui_say(t, "the text is longer than %u MiB: the rest of the text is left out",
			TEXT_MAX >> 20);
	if (v->line_start < v->text.len)
		tui_text_add(v, "\n", 1);
	end_command(v);
	tui_text_growing(v, false);
}

static char *command_line(const char *const *words)
{
	struct out o;

	out_open(&o, -1);
	out_raw_str(&o, "pdata");
	for (; *words; words++) {
		out_char(&o, ' ');
		query_print_word(&o, *words);
	}
	out_char(&o, '\0');
	return o.buf;
}

void tui_show_command(struct tui *t, const char *const *words, uint32_t head)
{
	struct running *r = rep_alloc(1, sizeof(*r));
	char *title = command_line(words);
	struct tui_text *v;
	int fds[2];

	if (pipe2(fds, O_CLOEXEC)) {
		tui_say(t, "%s: %s", title, strerror(errno));
		free(title);
		free(r);
		return;
	}
	v = tui_text_new(title, head);
	free(title);
	r->pid = start_command(t, words, fds[1], fds[1]);
	r->fd = fds[0];
	close(fds[1]);
	v->ctx = r;
	v->more = read_command;
	v->stop = end_command;
	tui_text_growing(v, true);
	tui_push(t, &v->view);
}

/* ---- into a file, or into memory --------------------------------------------------------- */

static int wait_command(struct tui *t, pid_t pid, int fd, struct out *text)
{
	struct pollfd p[] = { { .fd = fd, .events = POLLIN },
			      { .fd = STDIN_FILENO, .events = POLLIN } };
	int status = 0;
	char buf[65536];

	for (;;) {
		if (poll(p, 2, -1) < 0 && errno != EINTR)
			break;
		if (p[0].revents) {
			const ssize_t n = read(fd, buf, sizeof(buf));

			if (n <= 0)
				break;
			if (text->len < TEXT_MAX)
				out_raw(text, buf, (size_t)n);
		}
		if (p[1].revents && tui_escape_typed(t)) {
			kill(pid, SIGKILL);
			p[1].fd = -1;
		}
	}
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Run a command whose messages, and whose output unless @fd is a file, go to @text. */
static int run_waited(struct tui *t, const char *const *words, int fd, struct out *text)
{
	int fds[2], status;
	char text_now[80];
	pid_t pid;

	if (pipe2(fds, O_CLOEXEC))
		return -1;
	/* views are not drawn here, as they may be between two reports */
	snprintf(text_now, sizeof(text_now), "pdata %s is running; ESC stops the command",
		 words[0]);
	if (t->screen.rows)
		tui_put_bar(t, t->screen.rows - 1, text_now, tui_hot_status);
	tui_flush(t);
	pid = start_command(t, words, fd >= 0 ? fd : fds[1], fds[1]);
	close(fds[1]);
	status = pid < 0 ? -1 : wait_command(t, pid, fds[0], text);
	close(fds[0]);
	return status;
}

int tui_command_text(struct tui *t, const char *const *words, struct out *text)
{
	return run_waited(t, words, -1, text);
}

int tui_command_file(struct tui *t, const char *const *words, int fd, struct out *said)
{
	return run_waited(t, words, fd, said);
}
