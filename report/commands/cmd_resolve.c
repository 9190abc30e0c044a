/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The command `pdata resolve`: names the object, symbol and source line of addresses that a
 * process of a recording had in memory.
 */
#include "base/out.h"
#include "base/out_json.h"
#include "console/command.h"
#include "console/progress_line.h"
#include "object/symbols/location.h"
#include "object/symbols/object_symbols.h"
#include "session/session.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

const struct rep_cmd cmd_resolve;

struct resolve_cmd {
	struct rep_input in;
	uint64_t pid;	  /* 0: resolve only kernel addresses */
	const char *time; /* NULL: the end of the recording */
	bool json;
	/* While printing: */
	struct rep_session s;
	struct resolve_ctx at;
};

#define OFF(member) offsetof(struct resolve_cmd, member)

static const struct rep_opt resolve_opts[] = {
	REP_SESSION_OPTS(struct resolve_cmd, in),
	{ "pid", 'p', REP_U64, OFF(pid), "PID",
	  "resolve addresses of this process, or of the process of this thread (default: of the "
	  "kernel)",
	  NULL },
	{ "time", 0, REP_STR, OFF(time), "SEC[.FRACTION]",
	  "use the memory maps of this time, in seconds as pdata script prints times (default: "
	  "the end of the recording)",
	  NULL },
	{ "json", 0, REP_FLAG, OFF(json), NULL, "print one JSON object for each address", NULL },
	{ 0 },
};

/* Convert seconds with at most nine decimals to nanoseconds. */
static bool parse_seconds(const char *text, uint64_t *ns)
{
	char *end;
	uint64_t sec, part = 0, unit = 1000000000u;

	errno = 0;
	sec = strtoull(text, &end, 10);
	if (errno || end == text || *text == '-' || sec >= UINT64_MAX / unit)
		return false;
	*ns = sec * unit;
	if (*end == '.')
		for (end++; *end >= '0' && *end <= '9' && unit > 1; end++)
			part += (uint64_t)(*end - '0') * (unit /= 10);
	*ns += part;
	return !*end;
}

static bool parse_address(const char *text, uint64_t *addr)
{
	char *end;

	errno = 0;
	*addr = strtoull(text, &end, 16);
	return !errno && end != text && !*end && *text != '-';
}

static void print_location_json(struct out *o, uint64_t addr, const struct location *l,
				const char *dso, const char *path, uint32_t line)
{
	struct pd_json j = out_json(o);

	pd_json_open(&j, NULL, '{');
	pd_json_addr(&j, "address", addr);
	if (dso) {
		pd_json_str(&j, "dso", dso);
		pd_json_addr(&j, "dso_address", l->addr);
	}
	if (l->sym) {
		pd_json_str(&j, "symbol", l->sym->name);
		pd_json_u64(&j, "offset", l->addr - l->sym->start);
	}
	if (path) {
		pd_json_str(&j, "file", path);
		pd_json_u64(&j, "line", line);
	}
	pd_json_close(&j, '}');
	out_char(o, '\n');
}

/*
 * An address that no map of the process covers is the kernel's if the kernel's map, or the upper
 * half of 64-bit addresses, contains it. Other addresses are not looked up in the kernel: that
 * would load its symbols for nothing.
 */
static uint32_t address_cpumode(const struct resolve_cmd *r, uint64_t addr)
{
	if (!r->pid)
		return PDATA_CPUMODE_KERNEL;
	if (resolve_recorded_map(r->s.tasks, &r->at, PDATA_CPUMODE_USER, addr))
		return PDATA_CPUMODE_USER;
	return addr >> 63 || resolve_recorded_map(r->s.tasks, &r->at, PDATA_CPUMODE_KERNEL, addr)
		       ? PDATA_CPUMODE_KERNEL
		       : PDATA_CPUMODE_USER;
}

static void print_location(struct resolve_cmd *r, struct out *o, uint64_t addr)
{
	const char *dso = NULL, *path = NULL;
	char buf[4096];
	struct location l;
	uint32_t line = 0;

	resolve_address(r->s.syms, &r->at, address_cpumode(r, addr), addr, &l);
	if (l.map) {
		dso = symbols_dso_long(r->s.syms, l.map->object);
		if (!symbols_line(r->s.syms, l.map->object, l.addr, &path, &line))
			path = NULL;
		if (path)
			path = symbols_line_path(r->s.syms, l.map->object, l.addr, path, true, buf,
						 sizeof(buf));
	}
	if (r->json) {
		print_location_json(o, addr, &l, dso, path, line);
		return;
	}
	out_hex_w(o, addr, 16);
	out_char(o, ' ');
	out_str(o, l.sym ? l.sym->name : "[unknown]");
	if (l.sym)
		out_printf(o, "+0x%llx", (unsigned long long)(l.addr - l.sym->start));
	out_printf(o, " (%s)", dso ? dso : "[unknown]");
	if (path)
		out_printf(o, " %s:%u", path, line);
	out_char(o, '\n');
}

/*
 * Set r->at.maps to the maps of the process r->pid. If r->pid is the id of a thread, but not of a
 * process, the thread's process is looked up at the end of the recording, because the thread may
 * not have begun at r->at.time.
 */
static void find_process(struct resolve_cmd *r)
{
	const uint32_t tid = (uint32_t)r->pid;
	struct pdata_thread_at thread;

	pdata_tasks_at(r->s.tasks, tid, tid, UINT64_MAX, UINT64_MAX, &thread);
	pdata_tasks_at(r->s.tasks, thread.pid, tid, r->at.time, r->at.seq, &thread);
	r->at.maps = thread.maps;
	if (thread.comm_index != UINT32_MAX)
		return;
	r->s.status = REP_PART;
	rep_err("%s: --pid %llu: no record is about this process; 'pdata report --tasks' lists the "
		"processes",
		r->s.path, (unsigned long long)r->pid);
}

static int resolve_run(int argc, char **argv)
{
	struct resolve_cmd r = { .at = { .time = UINT64_MAX, .seq = UINT64_MAX } };
	int first = rep_opts_parse(&cmd_resolve, resolve_opts, &r, argc, argv), status;
	struct out out;
	uint64_t addr;

	if (first < 0)
		return -1 - first;
	if (r.time && !parse_seconds(r.time, &r.at.time))
		return rep_err("%s: --time %s: expected a time in seconds", cmd_resolve.name,
			       r.time),
		       REP_FAIL;
	if (first == argc || r.pid > INT32_MAX)
		return rep_err(first == argc ? "%s: no address: give addresses in hexadecimal"
					     : "%s: --pid: a process id is at most 2147483647",
			       cmd_resolve.name),
		       REP_FAIL;
	for (int i = first; i < argc; i++)
		if (!parse_address(argv[i], &addr))
			return rep_err("%s: %s: expected a hexadecimal address", cmd_resolve.name,
				       argv[i]),
			       REP_FAIL;
	r.in.lines = true;
	r.in.progress = progress_line;
	status = rep_session_open(&r.s, &r.in);
	if (status)
		return status;
	rep_out_open(&out, STDOUT_FILENO);
	if (!rep_session_tasks(&r.s) && !rep_session_symbols(&r.s, &r.in)) {
		if (r.pid)
			find_process(&r);
		for (int i = first; i < argc; i++)
			if (parse_address(argv[i], &addr))
				print_location(&r, &out, addr);
	}
	if (session_err(&r.s))
		out.len = 0;
	status = rep_session_close(&r.s);
	return rep_out_close(&out, status);
}

const struct rep_cmd cmd_resolve = {
	.name = "resolve",
	.help = "print object, symbol and source line of addresses",
	.usage = "ADDRESS...",
	.run = resolve_run,
};
