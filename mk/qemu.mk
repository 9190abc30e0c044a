# SPDX-License-Identifier: BSD-2-Clause
# The library on other hosts, under qemu-user: big-endian, 32-bit, and both.

$(T)/qemu/text: $(T)/qemu/text.o $(B)/libpdata.a $(O)/flags.link
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $< $(B)/libpdata.a $(CODEC_LIBS)

# The programs for one host. tests/qemu/run.sh builds them for each host, in a separate directory.
.PHONY: qemu-programs check-qemu
qemu-programs: $(T)/unit_lib $(T)/unit_fault $(T)/tools/gendata $(T)/qemu/text

# Tests of symbols of other hosts run here, too, because the compilers are installed.
QEMU_HOSTS ?= s390x armhf powerpc
check-qemu: all
	@sh mk/deps.sh qemu || echo "check-qemu: going on with what is installed"
	@+MAKE='$(MAKE)' CC='$(CC)' sh tests/check.sh $(foreach h,$(QEMU_HOSTS),'qemu-$(h)=sh tests/qemu/run.sh $(O) $(h)') \
		'foreign=bash tests/symbols/foreign.sh $(O)'
