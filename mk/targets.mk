# SPDX-License-Identifier: BSD-2-Clause
# The recorder where it is used: killed, measured, read by others, built for other machines.

SEQUENCE := $(B)/tests/crash/sequence
$(SEQUENCE): $(B)/tests/crash/sequence.o $(B)/libpdata.a $(O)/flags.link
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $< $(B)/libpdata.a $(CODEC_LIBS)

LIMIT := $(B)/tests/crash/limit
$(LIMIT): $(B)/tests/crash/limit.o $(O)/flags.link
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $<

# FULL=N: as many disks of random sizes that are full.
# KILLS=N SEED=N KEEP=DIR: how many recorders are killed, when, and where files that fail go.
.PHONY: check-crash
check-crash: all $(SEQUENCE) $(LIMIT)
	@sh tests/check.sh 'crash=bash tests/crash/run.sh $(O) $(or $(KILLS),100) $(SEED)' \
		'full=bash tests/crash/full.sh $(O) $(or $(FULL),50) $(SEED)'

# make check has a short version of what is quick enough.
RUN_targets = 'crash=bash tests/crash/run.sh $(O) 10' 'full=bash tests/crash/full.sh $(O) 5' 'interop=bash tests/interop/run.sh $(O) short' 'syscall=sh tests/syscall/run.sh $(O)'
check: $(SEQUENCE) $(LIMIT)

# What recording costs beside perf. RUNS=N.
$(B)/tests/bench/counts: $(B)/tests/bench/counts.o $(B)/libpdata.a $(O)/flags.link
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $< $(B)/libpdata.a $(CODEC_LIBS)

.PHONY: bench-record
bench-record: all $(addprefix $(B)/tests/bench/,work timed load counts)
	@bash tests/bench/record.sh $(O)

# CROSS="aarch64 riscv64": some of the machines only.
.PHONY: cross
cross:
	@sh mk/deps.sh cross || echo "cross: going on with what is installed"
	@+MAKE='$(MAKE)' sh tests/cross/run.sh $(O) $(CROSS)

# What other readers find in our recordings, and other tools in the text of script; their packages are installed for it.
.PHONY: interop
interop: all $(B)/tests/demo/workload
	@sh mk/deps.sh interop || echo "interop: going on with what is installed"
	@sh tests/check.sh 'interop=bash tests/interop/run.sh $(O)' 'fold=bash tests/interop/fold.sh $(O)' \
		'speedscope=bash tests/interop/speedscope.sh $(O)'

# What perf_event_open(2) offers, and what uses it.
.PHONY: coverage-of-syscall
coverage-of-syscall:
	@sh tests/syscall/run.sh $(O) print
