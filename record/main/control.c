/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads and executes the commands of --control fd:CTL[,ACK] or fifo:CTL[,ACK]. */
#include "base/recorder.h"
#include "cli/numbers.h"
#include "event/aux_opts.h"
#include "main/loop.h"
#include "ring/open_events.h"

#include <errno.h>
#include <fcntl.h>
#include <pdata/text.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

static int parse_control_fd(struct rec_arena *a, const char *s, size_t len, int *fd)
{
	uint64_t v;

	if (cli_parse_u64(rec_strndup(a, s, len), 10, &v) || v > INT32_MAX ||
	    fcntl((int)v, F_GETFD) < 0)
		return rec_error("--control: %.*s is not an open file descriptor", (int)len, s);
	*fd = (int)v;
	return 0;
}

static int fifo(struct rec_arena *a, const char *s, size_t len, int *fd)
{
	const char *path = rec_strndup(a, s, len);

	/*
	 * Open it for reading and writing: then open(2) does not wait for the other side, and there
	 * is no end of file when the other side closes it.
	 */
	*fd = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
	return *fd < 0 ? rec_error("--control: %s: %s", path, strerror(errno)) : 0;
}

/*
 * Check that epoll(7) can wait for commands in @fd: regular files and some devices are refused.
 * @text: the first @len bytes are the user's text for @fd, such as "fd:7". Return: 0, or -1 after
 * printing an error.
 */
static int check_pollable(int fd, const char *text, size_t len)
{
	struct epoll_event ev = { .events = EPOLLIN };
	const int epoll = epoll_create1(EPOLL_CLOEXEC);
	const bool refused = epoll >= 0 && epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &ev) &&
			     errno == EPERM;

	if (epoll >= 0)
		close(epoll); /* another error, such as too few descriptors, recurs in the loop */
	return refused ? rec_error("--control %.*s: this is not a FIFO, and the recorder cannot "
				   "wait for commands in it; make a FIFO with mkfifo(1)",
				   (int)len, text)
		       : 0;
}

int rec_control_open(struct rec_control *c, const char *text, struct rec_arena *a)
{
	int (*open_one)(struct rec_arena *, const char *, size_t, int *) =
		!strncmp(text, "fd:", 3)     ? parse_control_fd
		: !strncmp(text, "fifo:", 5) ? fifo
					     : NULL;

	if (!open_one)
		return rec_error("--control %s: expected fd:CTL[,ACK] or fifo:CTL[,ACK]", text);
	const char *ctl = strchr(text, ':') + 1;
	size_t len = strcspn(ctl, ",");

	if (open_one(a, ctl, len, &c->ctl) ||
	    check_pollable(c->ctl, text, (size_t)(ctl - text) + len))
		return -1;
	return ctl[len] ? open_one(a, ctl + len + 1, strlen(ctl + len + 1), &c->ack) : 0;
}

/* Write a reply, but never wait for room, because the rings would not be drained meanwhile. */
static bool write_ack(int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLOUT };
	const ssize_t n = poll(&p, 1, 0) > 0 ? write(fd, "ack\n", 4) : 0;

	if (n >= 0 && n != 4)
		errno = EAGAIN;
	return n == 4;
}

static void acknowledge(struct rec_control *c)
{
	if (c->ack < 0 || write_ack(c->ack) || c->ack_error == errno)
		return;
	c->ack_error = errno;
	rec_warn("--control: cannot write \"ack\" after a command%s: %s",
		 errno == EAGAIN ? ", because no program reads the replies" : "", strerror(errno));
}

static const char *group_text(const struct rec *r, uint32_t leader, struct rec_arena *a)
{
	const struct rec_event *e = &r->ev.ev[leader];
	const char *text = e->name;

	for (uint32_t i = leader + 1; i < r->ev.nr; i++)
		if (r->ev.ev[i].leader == leader)
			text = rec_printf(a, "%s,%s", text, r->ev.ev[i].name);
	return e->nr_members > 1 ? rec_printf(a, "%s{%s}", e->group_name ? e->group_name : "", text)
				 : text;
}

static const char *freq_text(const struct rec_event *e, struct rec_arena *a)
{
	return rec_printf(a, "%s: sample_%s=%llu", e->name,
			  pdata_attr_flag(&e->attr, PDATA_ATTR_FREQ) ? "freq" : "period",
			  (unsigned long long)e->attr.sample_period);
}

/*
 * Print the events on standard error, as perf does for "evlist" and its options -F and -g. The
 * fields of -v are not printed: their names would need much room in a small recorder.
 */
static void list_events(const struct rec *r, const char *option)
{
	struct rec_arena a = { 0 };
	const bool freq = !strcmp(option, "-F"), groups = !strcmp(option, "-g");

	if (!strcmp(option, "-v"))
		rec_warn("--control: evlist -v: the recorder prints only the names of the events; "
			 "\"pdata evlist -v\" prints all fields of the events in the recording");
	else if (*option && !freq && !groups)
		rec_warn("--control: evlist %s: expected -v, -g or -F, or no option", option);
	for (uint32_t i = 0; i < r->ev.nr; i++) {
		const struct rec_event *e = &r->ev.ev[i];

		if (groups && e->leader != i)
			continue;
		const char *text = groups ? group_text(r, i, &a)
				   : freq ? freq_text(e, &a)
					  : e->name;
		char *line = rec_strdup(&a, text);

		pdata_text_printable(line, strlen(line), 0);
		fprintf(stderr, "%s\n", line);
	}
	rec_arena_free(&a);
}

/* Return: 0, or -1 after printing an error, or if a write has failed. */
static int snapshot(const struct rec *r, const struct rec_control_loop *loop)
{
	if (r->o.aux->aux_snapshot || r->has_backward)
		return loop->snapshot(loop->arg);
	rec_warn("--control: snapshot has no effect without -S or --overwrite: it writes only the "
		 "data that these options keep");
	return 0;
}

/*
 * Execute a command: "enable" or "disable", with or without EVENT, "evlist", with or without an
 * option, "ping", "snapshot" or "stop". As in perf, every known command is acknowledged.
 */
static int obey(struct rec *r, char *line, struct rec_control_loop *loop)
{
	char *name = line + strcspn(line, " ");

	if (*name)
		*name++ = '\0';
	if (!strcmp(line, "enable") || !strcmp(line, "disable")) {
		const int err = rec_enable_named(r, line[0] == 'e', *name ? name : NULL);

		if (err < 0)
			return -1;
		if (err)
			rec_warn("--control: %s '%s' has no effect: no event and no group leader "
				 "has this name",
				 line, name);
	} else if (!strcmp(line, "stop")) {
		loop->stop = true;
	} else if (!strcmp(line, "evlist")) {
		list_events(r, name);
	} else if (!strcmp(line, "snapshot")) {
		if (snapshot(r, loop))
			return -1;
	} else if (strcmp(line, "ping")) {
		rec_warn("--control: unknown command '%s': expected enable, disable, evlist, ping, "
			 "snapshot or stop",
			 line);
		return 0;
	}
	acknowledge(&r->control);
	return 0;
}

/* Return the first byte that ends a command, '\n' or '\0'; NULL: there is none. */
static char *end_of_command(struct rec_control *c)
{
	for (size_t i = 0; i < c->len; i++)
		if (c->line[i] == '\n' || !c->line[i])
			return &c->line[i];
	return NULL;
}

int rec_control_read(struct rec *r, struct rec_control_loop *loop)
{
	struct rec_control *c = &r->control;
	ssize_t n = read(c->ctl, c->line + c->len, sizeof(c->line) - 1 - c->len);

	if (n < 0)
		return errno == EAGAIN || errno == EINTR ? 0 : 1;
	if (!n)
		return 1; /* the other side has closed its end */
	c->len += (size_t)n;
	for (;;) {
		char *end = end_of_command(c);

		if (!end)
			break;
		size_t used = (size_t)(end + 1 - c->line);

		*end = '\0';
		/* The command is empty if a program for perf writes "enable\n" with its NUL. */
		if (*c->line && obey(r, c->line, loop))
			return -1;
		c->len -= used;
		memmove(c->line, c->line + used, c->len);
	}
	if (c->len == sizeof(c->line) - 1)
		c->len = 0; /* drop a line that is longer than any command */
	return 0;
}
