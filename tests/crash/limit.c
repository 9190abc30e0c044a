/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * limit quota DEVICE BYTES            so many more bytes may user 0 have on the file system of DEVICE
 * limit ERROR BYTES DIR COMMAND...    run it; a write to a file below DIR that has BYTES fails so: EIO, EDQUOT, ENOSPC
 *
 * A program started by the second is the only one whose writes fail: those of its children do not. Exit status: that of
 * COMMAND, 128 and its signal, 77: this machine cannot do it.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/quota.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define CANNOT 77

static int set_quota(const char *device, uint64_t bytes)
{
	struct dqblk q;

	if (quotactl(QCMD(Q_GETQUOTA, USRQUOTA), device, 0, (void *)&q)) {
		perror(device);
		return CANNOT;
	}
	q.dqb_valid = QIF_BLIMITS;
	q.dqb_bhardlimit = (q.dqb_curspace + bytes) / 1024;
	q.dqb_bsoftlimit = 0;
	if (quotactl(QCMD(Q_SETQUOTA, USRQUOTA), device, 0, (void *)&q)) {
		perror(device);
		return CANNOT;
	}
	return 0;
}

/* Only writes wait for an answer of this program. */
static int listener(void)
{
	struct sock_filter f[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_write, 3, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_writev, 2, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_pwrite64, 1, 0),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
	};
	struct sock_fprog prog = { sizeof(f) / sizeof(f[0]), f };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		return -1;
	return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER,
			    &prog);
}

static int send_fd(int to, int fd)
{
	char room[CMSG_SPACE(sizeof(int))] = { 0 }, byte = 0;
	struct iovec iov = { &byte, 1 };
	struct msghdr m = { .msg_iov = &iov,
			    .msg_iovlen = 1,
			    .msg_control = room,
			    .msg_controllen = sizeof(room) };
	struct cmsghdr *c = CMSG_FIRSTHDR(&m);

	c->cmsg_level = SOL_SOCKET;
	c->cmsg_type = SCM_RIGHTS;
	c->cmsg_len = CMSG_LEN(sizeof(int));
	memcpy(CMSG_DATA(c), &fd, sizeof(fd));
	return sendmsg(to, &m, 0) == 1 ? 0 : -1;
}

static int receive_fd(int from)
{
	char room[CMSG_SPACE(sizeof(int))], byte;
	struct iovec iov = { &byte, 1 };
	struct msghdr m = { .msg_iov = &iov,
			    .msg_iovlen = 1,
			    .msg_control = room,
			    .msg_controllen = sizeof(room) };
	struct cmsghdr *c;
	int fd = -1;

	if (recvmsg(from, &m, MSG_CMSG_CLOEXEC) != 1 || !(c = CMSG_FIRSTHDR(&m)))
		return -1;
	memcpy(&fd, CMSG_DATA(c), sizeof(fd));
	return fd;
}

/*
 * Execute the program; does not return. The descriptor @to is not watched before the listener was
 * sent, because this program's own write must not wait for an answer.
 */
static void become(char **argv, int to)
{
	const int fd = listener();

	if (fd < 0 || send_fd(to, fd))
		_exit(CANNOT);
	close(fd);
	close(to);
	execvp(argv[0], argv);
	_exit(127);
}

/* Whether this write goes beyond the limit. */
static int refuses(pid_t child, const struct seccomp_notif *n, const char *dir, uint64_t bytes)
{
	char proc[64], path[PATH_MAX];
	struct stat st;
	ssize_t len;

	snprintf(proc, sizeof(proc), "/proc/%d/task/%u", (int)child, n->pid);
	if (access(proc, F_OK))
		return 0; /* not the program, but a child of it */
	snprintf(proc, sizeof(proc), "/proc/%d/fd/%d", (int)child, (int)n->data.args[0]);
	len = readlink(proc, path, sizeof(path) - 1);
	if (len < 0 || strncmp(path, dir, strlen(dir)) || stat(proc, &st) || !S_ISREG(st.st_mode))
		return 0;
	/* Overwriting existing bytes needs no space. */
	if (n->data.nr == SYS_pwrite64 && n->data.args[3] < (uint64_t)st.st_size)
		return 0;
	return (uint64_t)st.st_size >= bytes;
}

static void answer(int fd, pid_t child, int error, const char *dir, uint64_t bytes)
{
	struct seccomp_notif n = { 0 };
	struct seccomp_notif_resp r = { 0 };

	if (ioctl(fd, SECCOMP_IOCTL_NOTIF_RECV, &n))
		return;
	r.id = n.id;
	if (refuses(child, &n, dir, bytes))
		r.error = -error;
	else
		r.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
	ioctl(fd, SECCOMP_IOCTL_NOTIF_SEND, &r);
}

static int run(char **argv, int error, uint64_t bytes, const char *dir)
{
	int way[2], fd, status;
	pid_t child;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, way))
		return CANNOT;
	child = fork();
	if (!child)
		become(argv, way[1]);
	close(way[1]);
	fd = child < 0 ? -1 : receive_fd(way[0]);
	if (fd < 0) {
		waitpid(child, &status, 0);
		return CANNOT;
	}
	while (!waitpid(child, &status, WNOHANG)) {
		struct pollfd p = { fd, POLLIN, 0 };

		if (poll(&p, 1, 20) > 0 && p.revents & POLLIN)
			answer(fd, child, error, dir, bytes);
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		int error;
	} known[] = { { "EIO", EIO }, { "EDQUOT", EDQUOT }, { "ENOSPC", ENOSPC } };

	if (argc == 4 && !strcmp(argv[1], "quota"))
		return set_quota(argv[2], strtoull(argv[3], NULL, 10));
	for (size_t i = 0; argc > 4 && i < sizeof(known) / sizeof(known[0]); i++)
		if (!strcmp(argv[1], known[i].name))
			return run(argv + 4, known[i].error, strtoull(argv[2], NULL, 10), argv[3]);
	fprintf(stderr, "usage: limit quota DEVICE BYTES | limit ERROR BYTES DIR COMMAND...\n");
	return 1;
}
