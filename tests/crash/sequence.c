/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * sequence run faults|calls LOG [PER_SECOND [CPU]] - cause numbered events, and note in LOG when each was over
 * sequence kill PID - end a process with SIGKILL; print the time of that, in ns
 * sequence now [FILE] - print the time, or that of the last write to FILE
 * sequence watch LOG - do nothing, but note how late this machine is
 * sequence stop LOG - end the program that writes it; print how late the machine was meanwhile, in ms
 * sequence front FILE LOG - is FILE whole, and are the events in it the first ones, each once? print the number of its samples
 * sequence check FILE LOG TIME KEPT_NS - are all events in FILE that were over KEPT_NS before TIME?
 *
 * The number of an event is the page of its fault, or the argument of its system call. Times are
 * those of CLOCK_MONOTONIC. Threads of "run" note how late a sleeper is woken on this machine, and how long
 * a write to the disk of LOG takes: by as much, and no more, a recorder may be late too.
 */
#include <pdata/pdata.h>

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define MAX_EVENTS (1u << 20)
#define PAGE 4096ul
#define WHENCE 0x5ead /* of an lseek(2) that counts */

struct log {
	uint64_t pid;
	uint64_t calls; /* or faults */
	uint64_t base;	/* address of the first page */
	struct watch {
		uint64_t late_ns;
		uint64_t up; /* when it last looked */
	} sleeper, writer;
	uint64_t nr;
	uint64_t over[MAX_EVENTS]; /* when */
};

static uint64_t in_ns(struct timespec t)
{
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static uint64_t clock_ns(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return in_ns(t);
}

static uint64_t now_ns(void)
{
	return clock_ns(CLOCK_MONOTONIC);
}

static int print_now(const char *path)
{
	uint64_t now = now_ns();
	struct stat st;

	if (path && stat(path, &st)) {
		perror(path);
		return 1;
	}
	if (path)
		now -= clock_ns(CLOCK_REALTIME) - in_ns(st.st_mtim);
	printf("%llu\n", (unsigned long long)now);
	return 0;
}

static struct log *map_log(const char *path, int flags)
{
	int fd = open(path, flags, 0600);
	void *p = MAP_FAILED;

	if (fd >= 0 && (!(flags & O_CREAT) || !ftruncate(fd, sizeof(struct log))))
		p = mmap(NULL, sizeof(struct log), PROT_READ | (flags & O_CREAT ? PROT_WRITE : 0),
			 MAP_SHARED, fd, 0);
	if (p == MAP_FAILED) {
		perror(path);
		exit(1);
	}
	return p;
}

static void nap(uint64_t ns)
{
	struct timespec t = { 0, (long)ns };

	nanosleep(&t, NULL);
}

static void note(struct watch *w, uint64_t since)
{
	uint64_t now = now_ns();

	if (now > since && now - since > w->late_ns)
		w->late_ns = now - since;
	__atomic_store_n(&w->up, now, __ATOMIC_RELEASE);
}

static void *watch_sleep(void *arg)
{
	struct log *l = arg;
	const uint64_t ns = 2000000;

	for (;;) {
		uint64_t from = now_ns();

		nap(ns);
		note(&l->sleeper, from + ns);
	}
	return NULL;
}

static int disk = -1; /* a file beside the log */

static void *watch_disk(void *arg)
{
	static const char bytes[65536];
	struct log *l = arg;

	for (;;) {
		uint64_t from = now_ns();

		if (pwrite(disk, bytes, sizeof(bytes), 0) < 0) {
			__atomic_store_n(&l->writer.up, UINT64_MAX,
					 __ATOMIC_RELEASE); /* full: nobody waits for it */
			return NULL;
		}
		note(&l->writer, from);
		nap(20000000);
	}
	return NULL;
}

static int start_watching(struct log *l, const char *path)
{
	pthread_t thread;
	char name[4096];

	snprintf(name, sizeof(name), "%s.disk", path);
	disk = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (disk < 0) {
		perror(name);
		return -1;
	}
	return pthread_create(&thread, NULL, watch_sleep, l) ||
	       pthread_create(&thread, NULL, watch_disk, l);
}

/* How late a recorder may be that wakes up late, and then has to wait for the disk. */
static uint64_t late_ns(const struct log *l)
{
	return l->sleeper.late_ns + l->writer.late_ns;
}

static int watch(const char *path)
{
	struct log *l = map_log(path, O_RDWR | O_CREAT | O_TRUNC);

	l->pid = (uint64_t)getpid();
	if (start_watching(l, path))
		return 1;
	for (;;)
		pause();
}

/* Wait until a present delay of the machine is over, because its length is unknown before. */
static int stop(const char *path)
{
	const struct log *l = map_log(path, O_RDONLY);
	uint64_t now = now_ns();

	if (!l->pid)
		return 1;
	for (unsigned i = 0; i < 5000 && !kill((pid_t)l->pid, 0); i++) {
		if (__atomic_load_n(&l->sleeper.up, __ATOMIC_ACQUIRE) > now &&
		    __atomic_load_n(&l->writer.up, __ATOMIC_ACQUIRE) > now)
			break;
		nap(2000000);
	}
	printf("%llu\n", (unsigned long long)late_ns(l) / 1000000);
	return kill((pid_t)l->pid, SIGKILL) != 0;
}

static void cause(struct log *l, volatile char *pages)
{
	uint64_t i = l->nr;

	if (l->calls)
		syscall(SYS_lseek, -1L, (long)i, (long)WHENCE);
	else
		pages[i * PAGE] = 1;
	l->over[i] = now_ns();
	__atomic_store_n(&l->nr, i + 1, __ATOMIC_RELEASE);
	/* Free the pages again, because many events would take gigabytes. */
	if (!l->calls && i % 4096 == 4095)
		madvise((char *)(uintptr_t)(pages + (i - 4095) * PAGE), 4096 * PAGE, MADV_DONTNEED);
}

/*
 * On one CPU all events go into one ring. The log may be larger than the file size limit of the
 * recorder.
 */
static void stay_on(const char *cpu)
{
	struct rlimit l;
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET((unsigned)atoi(cpu), &set);
	sched_setaffinity(0, sizeof(set), &set);
	if (getrlimit(RLIMIT_FSIZE, &l))
		return;
	l.rlim_cur = l.rlim_max;
	setrlimit(RLIMIT_FSIZE, &l);
}

static int run(const char *kind, const char *path, uint64_t per_second)
{
	struct log *l = map_log(path, O_RDWR | O_CREAT | O_TRUNC);
	uint64_t from = now_ns();
	char *pages = mmap(NULL, MAX_EVENTS * PAGE, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (pages == MAP_FAILED) {
		perror("mmap");
		return 1;
	}
	madvise(pages, MAX_EVENTS * PAGE, MADV_NOHUGEPAGE);
	l->pid = (uint64_t)getpid();
	l->calls = !strcmp(kind, "calls");
	l->base = (uintptr_t)pages;
	if (start_watching(l, path))
		return 1;
	while (l->nr < MAX_EVENTS) {
		uint64_t due = (now_ns() - from) / 1000 * per_second / 1000000;

		while (l->nr < due && l->nr < MAX_EVENTS)
			cause(l, pages);
		nap(2000000);
	}
	return 0;
}

/* Return the number of the event that a sample records; MAX_EVENTS: not a numbered event. */
static uint64_t number_of(const struct log *l, const struct pdata_sample *s)
{
	uint64_t i = MAX_EVENTS, args[3];

	if (!l->calls)
		i = s->addr >= l->base ? (s->addr - l->base) / PAGE : MAX_EVENTS;
	else if (s->raw_size >= 16 + sizeof(args)) {
		memcpy(args, s->raw + 16,
		       sizeof(args)); /* after the common fields and the number */
		i = args[0] == UINT64_MAX && args[2] == WHENCE ? args[1] : MAX_EVENTS;
	}
	return i < MAX_EVENTS ? i : MAX_EVENTS;
}

struct found {
	uint8_t *has;
	uint64_t samples, twice, lost;
};

static int collect(struct pdata_reader *r, const struct log *l, struct found *f)
{
	struct pdata_record rec;
	struct pdata_sample s;
	struct pdata_value v;
	int ret;

	while ((ret = pdata_reader_next(r, &rec)) == 1) {
		if (rec.type == PDATA_RECORD_LOST && !pdata_record_decode(&rec, &v, NULL))
			f->lost += v.u.lost.lost;
		if (rec.type != PDATA_RECORD_SAMPLE)
			continue;
		if (pdata_sample_decode(&rec, ~0ull, &s, NULL))
			return -1;
		f->samples++;
		uint64_t i = number_of(l, &s);

		if (i < MAX_EVENTS && f->has[i]++)
			f->twice++;
	}
	return ret;
}

/*
 * Check that only the latest events are missing: samples that were in the file before must stay
 * there.
 */
static int front(const char *path, const char *log)
{
	const struct log *l = map_log(log, O_RDONLY);
	struct found f = { .has = calloc(MAX_EVENTS, 1) };
	uint64_t first = 0, holes = 0, all = 0;
	struct pdata_reader *r;
	struct pdata_error err;
	char line[256];

	if (!f.has)
		return 1;
	if (pdata_reader_open(&r, path, NULL, &err)) {
		pdata_error_format(&err, line, sizeof(line));
		fprintf(stderr, "%s: %s\n", path, line);
		return 1;
	}
	int ret = collect(r, l, &f);

	for (uint64_t i = 0; i < MAX_EVENTS; i++) {
		all += f.has[i];
		if (f.has[i]) {
			holes += i - first;
			first = i + 1;
		}
	}
	printf("%llu\n", (unsigned long long)f.samples);
	fprintf(stderr, "%llu samples, %llu of them numbered, %llu holes, lost %llu, %llu twice\n",
		(unsigned long long)f.samples, (unsigned long long)all, (unsigned long long)holes,
		(unsigned long long)f.lost, (unsigned long long)f.twice);
	/* The last event may have happened without an entry in the log. */
	ret = ret || f.twice || holes > f.lost || first > l->nr + 1;
	pdata_reader_close(r);
	free(f.has);
	return ret;
}

static int check(const char *path, const char *log, uint64_t time, uint64_t kept)
{
	struct log *l = map_log(log, O_RDONLY);
	struct found f = { .has = calloc(MAX_EVENTS, 1) };
	uint64_t missing = 0, all = 0, old = 0, oldest = 0;
	struct pdata_reader *r;
	struct pdata_error err;
	char line[256];

	if (!f.has)
		return 1;
	if (pdata_reader_open(&r, path, NULL, &err)) {
		pdata_error_format(&err, line, sizeof(line));
		fprintf(stderr, "%s: %s\n", path, line);
		return 1;
	}
	int ret = collect(r, l, &f);
	const struct pdata_damage *d = pdata_reader_damage(r);

	for (uint64_t i = 0; i < l->nr; i++) {
		all += f.has[i] != 0;
		if (f.has[i] || l->over[i] + kept + late_ns(l) >= time)
			continue;
		missing++;
		if (!oldest)
			oldest = time - l->over[i];
	}
	for (uint64_t i = 0; i < l->nr; i++)
		old += l->over[i] + kept < time;
	printf("%llu events, %llu older than %llu ms, %llu found, lost %llu, late %.1f ms\n",
	       (unsigned long long)l->nr, (unsigned long long)old,
	       (unsigned long long)kept / 1000000, (unsigned long long)all,
	       (unsigned long long)f.lost, (double)late_ns(l) / 1e6);
	if (ret || d->nr || f.twice) {
		printf("reading ends with %d, %llu damaged places, %llu events twice\n", ret,
		       (unsigned long long)d->nr, (unsigned long long)f.twice);
		return 1;
	}
	if (missing > f.lost) {
		printf("%llu events are missing, the first %.1f ms old\n",
		       (unsigned long long)missing, (double)oldest / 1e6);
		return 1;
	}
	pdata_reader_close(r);
	free(f.has);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc > 5 && !strcmp(argv[1], "run"))
		stay_on(argv[5]);
	if (argc >= 4 && !strcmp(argv[1], "run"))
		return run(argv[2], argv[3], argc > 4 ? strtoull(argv[4], NULL, 10) : 20000);
	if (argc == 3 && !strcmp(argv[1], "kill")) {
		printf("%llu\n", (unsigned long long)now_ns());
		return kill(atoi(argv[2]), SIGKILL) != 0;
	}
	if (argc >= 2 && !strcmp(argv[1], "now"))
		return print_now(argv[2]);
	if (argc == 3 && !strcmp(argv[1], "watch"))
		return watch(argv[2]);
	if (argc == 3 && !strcmp(argv[1], "stop"))
		return stop(argv[2]);
	if (argc == 4 && !strcmp(argv[1], "front"))
		return front(argv[2], argv[3]);
	if (argc == 6 && !strcmp(argv[1], "check"))
		return check(argv[2], argv[3], strtoull(argv[4], NULL, 10),
			     strtoull(argv[5], NULL, 10));
	fprintf(stderr, "usage: sequence run faults|calls LOG [PER_SECOND [CPU]] | kill PID | now "
			"[FILE] "
			"| watch LOG | stop LOG | front FILE LOG | "
			"check FILE LOG TIME KEPT_NS\n");
	return 1;
}
