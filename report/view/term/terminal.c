/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Raw mode, signals and restoration of the user's terminal. The handlers call only functions that
 * signal-safety(7) allows.
 */
#include "view/term/terminal.h"

#include "base/array.h"

#include <errno.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

/*
 * Alternate screen, no automatic line wrap, mouse clicks and wheel as SGR sequences, bracketed
 * paste, no cursor.
 */
#define ENTER "\033[?1049h\033[?7l\033[?1000h\033[?1006h\033[?2004h\033[?25l\033[2J"
#define LEAVE "\033[0m\033[?2004l\033[?1006l\033[?1000l\033[?7h\033[?25h\033[?1049l"

#define CRASH_STACK 65536u /* bytes of the stack for the handler of a stack overflow */

static const int fatal[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTERM, SIGQUIT, SIGHUP };

static struct termios before; /* the settings to restore */
static volatile sig_atomic_t is_open, changed, end_asked, waiting;
static struct sigaction old_fatal[REP_NR(fatal)], old_int, old_tstp, old_cont, old_winch;
static void *crash_stack;

/* ---- raw mode ---------------------------------------------------------------------------- */

static void write_all(const char *buf, size_t len)
{
	while (len) {
		const ssize_t n = write(STDOUT_FILENO, buf, len);

		if (n > 0) {
			buf += n;
			len -= (size_t)n;
		} else if (n < 0 && errno == EAGAIN) {
			struct pollfd p = { .fd = STDOUT_FILENO, .events = POLLOUT };

			if (poll(&p, 1, 1000) <= 0)
				return;
		} else if (n == 0 || errno != EINTR) {
			return;
		}
	}
}

/* Signals of the keyboard stay on, so that the user can end a long calculation. */
static int enter_raw_mode(void)
{
	struct termios raw = before;

	raw.c_iflag &= ~(tcflag_t)(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON);
	raw.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | IEXTEN);
	raw.c_lflag |= ISIG;
	raw.c_cflag |= CS8;
	raw.c_cc[VMIN] = 1;
	raw.c_cc[VTIME] = 0;
	if (tcsetattr(STDIN_FILENO, TCSANOW, &raw))
		return -errno;
	write_all(ENTER, sizeof(ENTER) - 1);
	return 0;
}

static void leave_raw_mode(void)
{
	write_all(LEAVE, sizeof(LEAVE) - 1);
	tcsetattr(STDIN_FILENO, TCSADRAIN, &before);
}

/* ---- signals ----------------------------------------------------------------------------- */

static void handle_fatal(int sig)
{
	const int was = errno;

	if (is_open) {
		is_open = 0;
		leave_raw_mode();
	}
	for (unsigned i = 0; i < REP_NR(fatal); i++)
		if (fatal[i] == sig)
			sigaction(sig, &old_fatal[i], NULL);
	errno = was;
	raise(sig); /* delivered when the handler returns */
}

/* Between two keys the program ends as by the key q; during a calculation it ends at once. */
static void handle_interrupt(int sig)
{
	if (waiting) {
		end_asked = 1;
		return;
	}
	if (is_open) {
		is_open = 0;
		leave_raw_mode();
	}
	sigaction(sig, &old_int, NULL);
	raise(sig);
}

static void handle_stop(int sig)
{
	const int was = errno;
	struct sigaction mine;
	sigset_t set, old;

	if (is_open)
		leave_raw_mode();
	sigaction(sig, &old_tstp, &mine);
	sigemptyset(&set);
	sigaddset(&set, sig);
	raise(sig);
	sigprocmask(SIG_UNBLOCK, &set, &old); /* the program stops here */
	sigprocmask(SIG_SETMASK, &old, NULL);
	sigaction(sig, &mine, NULL);
	if (is_open)
		enter_raw_mode();
	changed = 1;
	errno = was;
}

/* The shell may have used the terminal while the program was stopped by another signal. */
static void handle_continue(int sig)
{
	const int was = errno;

	(void)sig;
	if (is_open)
		enter_raw_mode();
	changed = 1;
	errno = was;
}

static void handle_resize(int sig)
{
	(void)sig;
	changed = 1;
}

static void set_handler(int sig, void (*fn)(int), int flags, struct sigaction *old)
{
	struct sigaction sa = { .sa_flags = flags };

	sa.sa_handler = fn;
	sigemptyset(&sa.sa_mask);
	sigaction(sig, &sa, old);
}

static void set_handlers(void)
{
	stack_t stack = { .ss_size = CRASH_STACK };

	crash_stack = malloc(CRASH_STACK);
	stack.ss_sp = crash_stack;
	if (crash_stack)
		sigaltstack(&stack, NULL);
	/* A signal that the parent ignores (nohup, background job) stays ignored. */
	for (unsigned i = 0; i < REP_NR(fatal); i++) {
		set_handler(fatal[i], handle_fatal, SA_ONSTACK, &old_fatal[i]);
		if (old_fatal[i].sa_handler == SIG_IGN)
			sigaction(fatal[i], &old_fatal[i], NULL);
	}
	set_handler(SIGINT, handle_interrupt, 0, &old_int);
	set_handler(SIGTSTP, handle_stop, SA_RESTART, &old_tstp);
	set_handler(SIGCONT, handle_continue, SA_RESTART, &old_cont);
	set_handler(SIGWINCH, handle_resize, 0, &old_winch);
}

static void reset_handlers(void)
{
	stack_t none = { .ss_flags = SS_DISABLE };

	for (unsigned i = 0; i < REP_NR(fatal); i++)
		sigaction(fatal[i], &old_fatal[i], NULL);
	sigaction(SIGINT, &old_int, NULL);
	sigaction(SIGTSTP, &old_tstp, NULL);
	sigaction(SIGCONT, &old_cont, NULL);
	sigaction(SIGWINCH, &old_winch, NULL);
	if (crash_stack)
		sigaltstack(&none, NULL);
	free(crash_stack);
	crash_stack = NULL;
}

/* ---- what the terminal can do ------------------------------------------------------------ */

static const char *variable(const char *name)
{
	const char *value = getenv(name);

	return value ? value : "";
}

bool terminal_can_browse(void)
{
	const char *term = variable("TERM");

	return *term && strcmp(term, "dumb") && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

static enum terminal_colours find_colours(void)
{
	const char *term = variable("TERM"), *more = variable("COLORTERM");

	if (*variable("NO_COLOR") || !strncmp(term, "vt1", 3) || !strncmp(term, "vt2", 3))
		return TERMINAL_MONO;
	if (!strcmp(more, "truecolor") || !strcmp(more, "24bit"))
		return TERMINAL_TRUE;
	return strstr(term, "256") ? TERMINAL_256 : TERMINAL_16;
}

static bool is_utf8_locale(void)
{
	const char *name = variable("LC_ALL");

	if (!*name)
		name = variable("LC_CTYPE");
	if (!*name)
		name = variable("LANG");
	return strcasestr(name, "utf-8") || strcasestr(name, "utf8");
}

/* A terminal that does not tell its size has 24 rows of 80 columns. */
static void find_size(struct terminal *t)
{
	struct winsize w = { .ws_row = 0 };

	ioctl(STDOUT_FILENO, TIOCGWINSZ, &w);
	t->rows = w.ws_row ? w.ws_row : 24;
	t->cols = w.ws_col ? w.ws_col : 80;
}

/* ---- interface --------------------------------------------------------------------------- */

int terminal_open(struct terminal *t)
{
	static bool at_exit;

	if (tcgetattr(STDIN_FILENO, &before))
		return -errno;
	t->colours = find_colours();
	t->utf8 = is_utf8_locale();
	find_size(t);
	if (!at_exit)
		atexit(terminal_close);
	at_exit = true;
	changed = end_asked = waiting = 0;
	set_handlers();
	is_open = 1;
	return enter_raw_mode();
}

void terminal_close(void)
{
	if (!is_open)
		return;
	is_open = 0;
	leave_raw_mode();
	reset_handlers();
}

/*
 * Signals are blocked but for the wait itself, so that one that comes just before it ends the wait
 * too.
 */
static int poll_input(int timeout_ms, short *got)
{
	struct pollfd p = { .fd = STDIN_FILENO, .events = POLLIN };
	const struct timespec limit = { .tv_sec = timeout_ms / 1000,
					.tv_nsec = (long)(timeout_ms % 1000) * 1000000 };
	sigset_t block, old;
	int rc = 0;

	sigemptyset(&block);
	sigaddset(&block, SIGINT);
	sigaddset(&block, SIGWINCH);
	sigaddset(&block, SIGCONT);
	sigaddset(&block, SIGTSTP);
	sigprocmask(SIG_BLOCK, &block, &old);
	waiting = 1;
	if (!changed && !end_asked)
		rc = ppoll(&p, 1, timeout_ms < 0 ? NULL : &limit, &old);
	sigprocmask(SIG_SETMASK, &old, NULL);
	waiting = 0;
	*got = p.revents;
	return rc;
}

enum terminal_event terminal_wait(struct terminal *t, int timeout_ms)
{
	short got;
	const int rc = poll_input(timeout_ms, &got);

	if (end_asked)
		return TERMINAL_END;
	if (changed) {
		changed = 0;
		find_size(t);
		return TERMINAL_CHANGED;
	}
	if (rc > 0)
		return got & POLLIN ? TERMINAL_INPUT : TERMINAL_END;
	return TERMINAL_TIMEOUT;
}

bool terminal_has_input(void)
{
	struct pollfd p = { .fd = STDIN_FILENO, .events = POLLIN };

	return end_asked || poll(&p, 1, 0) > 0;
}

size_t terminal_read(char *buf, size_t size)
{
	const ssize_t n = read(STDIN_FILENO, buf, size);

	if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN))
		end_asked = 1;
	return n > 0 ? (size_t)n : 0;
}

void terminal_write(const char *buf, size_t len)
{
	write_all(buf, len);
}
