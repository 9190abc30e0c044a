/* SPDX-License-Identifier: BSD-2-Clause */
#include "commands.h"

#include "harm.h"

#include <stdio.h>
#include <string.h>

/* %i: the input, which also stands at the end where it is not named. %o: a file to write. %k, %b, %m: a
 * key of any report, of branches, of memory accesses. %f: a field of script. */
static const char *const commands[] = {
	"report --branch-history",
	"report --branch-history -g caller,address --no-children",
	"report --branch-history -s symbol,srcline --full-source-path",
	"report --branch-history -F "
	"overhead,callchain_branch_predicted,callchain_branch_abort,callchain_branch_cycles,symbol",
	"report --hierarchy -s comm,dso,symbol",
	"report --hierarchy -s {comm,dso},symbol --json",
	"report --hierarchy --group -s pid,cpu,symbol --percent-limit 1",
	"report --total-cycles",
	"report --total-cycles --json",
	"report --mem-mode",
	"report --mem-mode -s mem,snoop,tlb,locked,blocked,dcacheline,symbol_daddr,dso_daddr",
	"report --mem-mode --json -F overhead,sample,%m,%m",
	"report --mem-mode --hierarchy -s %m,%k",
	"html -o %o",
	"html -o %o %i %i",
	"html -o %o --samples 3 --lines --time 10%-50%",
	"html -o %o --annotate 5 --source . --redact",
	"html -o %o --annotate 100 --samples 3 -M intel --redact=all",
	"flame -o %o",
	"flame -o %o --max-stack 5 --reverse --icicle --root pid,event --weight period --minwidth "
	"0",
	"flame -o %o --differential %i",
	"export folded --all",
	"export pprof -o %o",
	"export pprof -o %o --no-inline --time 10%-50%",
	"export firefox -o %o",
	"export speedscope -o %o --root tid",
	"export chrome -o %o",
	"export callgrind -o %o",
	"export cpuprofile -o %o --weight period",
	"export csv samples",
	"export jsonl stacks",
	"export csv frames -o %o",
	"export jsonl sideband --file-order",
	"export csv thread_states",
	"export csv branches",
	"report --group",
	"report --group --group-sort-idx 1 --json",
	"report --group --group-sort-idx 200 -n --show-total-period",
	"report -g graph,0,3,callee,function,percent",
	"report -g flat,0,caller,count --no-children",
	"report -g fractal,0.1,caller,address,period",
	"report -g folded,0,count --no-children",
	"report -g caller,srcline --max-stack 5",
	"report -G --inline-all -g graph,0,branch",
	"report --children --ignore-callees . -s comm,symbol",
	"report -x -p . -s parent,symbol --no-children",
	"report --json -g none",
	"report --json -s comm,dso,symbol,srcline --children",
	"report --time 10%-50%",
	"report --time 10%/2,30%/3 -s time,comm --time-quantum 1us",
	"report --time 0,18446744073",
	"report --filter (period>10||comm=~\"a\")&&!(sym==\"x\")&&cpu<70000",
	"report --filter time>=0.5&&(addr>0x100||phys_addr>1||weight>=1||dso!~\"libc\")",
	"report --switch-on cpu-clock --switch-off cpu-clock",
	"report --switch-on sched:sched_switch --show-on-off-events",
	"report --show-ref-call-graph",
	"report --parallelism 1-4 -s parallelism,comm",
	"report --latency -s %k",
	"report --socket-filter 0 -s socket,cpu",
	"report --tasks",
	"report --mmaps",
	"report --threads",
	"report --threads --pretty raw",
	"report --unnamed",
	"report --header -I --stats",
	"report --raw-trace -s trace,trace_fields",
	"report -s trace_fields --hierarchy",
	"report -b",
	"report -b -s symbol_from,symbol_to,dso_from,dso_to,cycles,mispredict,in_tx,abort",
	"report -b -F overhead,%b,%b,%b",
	"report -s %k",
	"report -F overhead,%k,%k -t ,",
	"report -F overhead,sample,period,%k -w 5,6,7,8",
	"report -s %k,%k,%k --json",
	"report -U --percentage relative -S main,a -c a,b",
	"report -j 4 -s comm,pid,tid,symbol",
	"script -F +%f",
	"script -F %f",
	"script -F %f,%f,ip,sym --ns",
	"script -F comm,tid,time,event,ip,sym,symoff,dso,srcline,%f",
	"script --json",
	"script --json -F %f,%f,%f",
	"script -D",
	"report -D",
	"annotate -D",
	"annotate --group -l",
	"script --dump-unsorted-raw-trace",
	"script --show-task-events --show-mmap-events --show-switch-events --show-lost-events "
	"--show-namespace-events --show-cgroup-events --show-bpf-events --show-text-poke-events",
	"script --show-round-events --deltatime -L",
	"script --reltime --time 20%-60% --max-stack 3",
	"script -F ip,brstackinsn,brstackinsnlen,insn,insnlen,ipc --max-blocks 9",
	"script -F ip,sym,srcline,srccode --inline-all --full-source-path",
	"script --switch-on cpu-clock -S main,0x400000 --addr-range 4096",
	"script --header -I -G",
	"annotate",
	"annotate --json",
	"annotate --asm-raw -l -P -n",
	"annotate -M intel --percent-type global-hits --no-source",
	"diff %i %i",
	"diff -c ratio -p -F %i %i %i",
	"diff -c wdiff:1,2 -s comm,dso %i %i",
	"evlist -F",
	"evlist -g --late",
	"evlist --trace-fields",
	"buildid-list",
	"archive -a -o %o -i %i",
	"cut --time 10%-60% -o %o -i %i",
	"cut --cpu 0-1 -z -o %o -i %i",
	"merge -o %o %i %i",
	"repair -o %o %i",
	"repair --keep-chunks -o %o %i",
	"check %i",
	"check --json %i",
	"timeline",
	"timeline --json --slices 1000000",
	"timeline --interval 1",
	"dump --json",
};

static const char *const keys[] = {
	"pid",		 "comm",	"dso",	       "symbol",      "parent",
	"cpu",		 "socket",	"srcline",     "srcfile",     "local_weight",
	"weight",	 "transaction", "trace",       "symbol_size", "dso_size",
	"cgroup",	 "cgroup_id",	"ipc_null",    "time",	      "code_page_size",
	"local_ins_lat", "ins_lat",	"p_stage_cyc", "addr",	      "tgid",
	"comm_nodigit",	 "symoff",	"parallelism", "retire_lat",  "local_retire_lat",
	"type",		 "typeoff",	"typecln",     "latency",     "weight1",
	"pcomm",
};

static const char *const branch_keys[] = {
	"dso_from", "dso_to",	    "symbol_from", "symbol_to", "mispredict", "in_tx",	 "abort",
	"cycles",   "srcline_from", "srcline_to",  "ipc_lbr",	"addr_from",  "addr_to",
};

static const char *const mem_keys[] = {
	"symbol_daddr", "symbol_iaddr", "dso_daddr",  "locked",		"tlb",	   "mem",
	"snoop",	"dcacheline",	"phys_daddr", "data_page_size", "blocked", "local_weight",
};

static const char *const fields[] = {
	"comm",
	"pid",
	"tid",
	"cpu",
	"misc",
	"tod",
	"time",
	"period",
	"event",
	"trace",
	"synth",
	"addr",
	"data_src",
	"weight",
	"ins_lat",
	"ip",
	"sym",
	"symoff",
	"dso",
	"srcline",
	"iregs",
	"uregs",
	"brstack",
	"brstacksym",
	"brstackoff",
	"bpf-output",
	"insnlen",
	"insn",
	"brstackinsn",
	"brstackinsnlen",
	"phys_addr",
	"data_page_size",
	"code_page_size",
	"callindent",
	"srccode",
	"ipc",
	"machine_pid",
	"vcpu",
	"flags",
	"cgroup",
	"retire_lat",
	"dsoff",
	"disasm",
	"pcomm",
};

#define SOME(list, rng) (list)[harm_random(rng) % (sizeof(list) / sizeof((list)[0]))]

unsigned command_count(void)
{
	return sizeof(commands) / sizeof(commands[0]);
}

/* Return the text that replaces "%" and @letter. */
static const char *stands_for(char letter, const char *in, const char *out, uint64_t *rng)
{
	switch (letter) {
	case 'i':
		return in;
	case 'o':
		return out;
	case 'k':
		return SOME(keys, rng);
	case 'b':
		return SOME(branch_keys, rng);
	case 'm':
		return SOME(mem_keys, rng);
	case 'f':
		return SOME(fields, rng);
	default:
		return NULL;
	}
}

void command_make(struct command *c, unsigned n, const char *in, const char *out, uint64_t *rng)
{
	const char *from = commands[n], *what;
	size_t len = 0, nr = 0;
	char *rest, *word;

	c->writes = strstr(from, "%o") != NULL;
	while (*from && len < sizeof(c->text)) {
		what = *from == '%' ? stands_for(from[1], in, out, rng) : NULL;
		len += (size_t)snprintf(c->text + len, sizeof(c->text) - len, "%.*s",
					what ? (int)strlen(what) : 1, what ? what : from);
		from += what ? 2 : 1;
	}
	if (!strstr(commands[n], "%i") && len < sizeof(c->text))
		snprintf(c->text + len, sizeof(c->text) - len, " -i %s", in);
	for (word = strtok_r(c->text, " ", &rest); word && nr < COMMAND_WORDS;
	     word = strtok_r(NULL, " ", &rest))
		c->argv[nr++] = word;
	c->argv[nr] = NULL;
}
