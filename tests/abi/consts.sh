#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# consts.sh CONSTS_H PERF_EVENT_H - print a C program that compares libpdata's constants with the kernel's
#
# Only names that both headers have are compared; attr flag bits are compared by setting the
# kernel's bit-field and looking at the word. The program prints how many it compared.
set -eu

cat <<'EOT'
#include <pdata/consts.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>
static unsigned compared, wrong;
static void same(const char *name, unsigned long long ours, unsigned long long kernels)
{
	compared++;
	if (ours == kernels)
		return;
	wrong++;
	printf("%s is %llu, the kernel has %llu\n", name, ours, kernels);
}
int main(void)
{
	struct perf_event_attr a;
	unsigned long long w;
EOT
awk '
	function kernels(n) {
		sub(/^PDATA_/, "", n)
		if (n == "CPUMODE_UNKNOWN")
			return "PERF_RECORD_MISC_CPUMODE_UNKNOWN"
		if (n == "MISC_CPUMODE")
			return "PERF_RECORD_MISC_CPUMODE_MASK"
		if (n == "KSYMBOL_UNREGISTER")
			return "PERF_RECORD_KSYMBOL_FLAGS_UNREGISTER"
		sub(/^MISC_/, "RECORD_MISC_", n)
		sub(/^CPUMODE_/, "RECORD_MISC_", n)
		sub(/^BRANCH_/, "SAMPLE_BRANCH_", n)
		sub(/^REGS_/, "SAMPLE_REGS_", n)
		sub(/^KSYMBOL_/, "RECORD_KSYMBOL_TYPE_", n)
		sub(/TYPE_TYPE_/, "TYPE_", n)
		return "PERF_" n
	}
	FNR == NR {
		line = $0
		while (match(line, /PERF_[A-Z0-9_]+/)) {
			has[substr(line, RSTART, RLENGTH)] = 1
			line = substr(line, RSTART + RLENGTH)
		}
		# bit-fields of perf_event_attr: "	inherit        :  1,"
		if ($0 ~ /^[ \t]+(__u64[ \t]+)?[a-z_0-9]+[ \t]*:[ \t]*[0-9]+[,;]/) {
			line = $0
			sub(/^[ \t]+(__u64[ \t]+)?/, "", line)
			sub(/[ \t:].*/, "", line)
			field[line] = 1
		}
		next
	}
	{
		name = $1 == "#define" ? $2 : $1
		if (name !~ /^PDATA_[A-Z0-9_]+$/ || (name in done))
			next
		done[name] = 1
	}
	name ~ /^PDATA_ATTR_/ && name !~ /_SIZE_/ {
		bit = tolower(substr(name, 12))
		if (bit in field)
			printf "memset(&a, 0, sizeof(a)); a.%s = 1; memcpy(&w, (char *)&a + 40, 8); same(\"%s\", 1ull << %s, w);\n", bit, name, name
		next
	}
	kernels(name) in has {
		# PERF_RECORD_MAX and the like grow with the kernel.
		if (name !~ /_MAX$/ || name == "PDATA_CONTEXT_MAX")
			printf "same(\"%s\", %s, %s);\n", name, name, kernels(name)
	}
' "$2" "$1"
cat <<'EOT'
	printf("%u compared, %u wrong\n", compared, wrong);
	return wrong || compared < 120;
}
EOT
