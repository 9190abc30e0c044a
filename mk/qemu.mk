# SPDX-License-Identifier: BSD-2-Clause
# The library on other hosts, under qemu-user: big-endian, 32-bit, and both.

$(T)/qemu/text: $(T)/qemu/text.o $(B)/libpdata.a $(O)/flags.link
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $< $(B)/libpdata.a $(CODEC_LIBS)

# What one host needs. tests/qemu/run.sh makes it for each, in a directory of its own.
.PHONY: qemu-programs check-qemu
qemu-programs: $(T)/unit_lib $(T)/unit_fault $(T)/tools/gendata $(T)/qemu/text

# Symbols of other hosts, whose compilers are there then.
# QEMU_HOSTS="s390x armhf powerpc": some of them only.
check-qemu: all
	@sh mk/deps.sh qemu || echo "check-qemu: going on with what is installed"
	@+MAKE='$(MAKE)' CC='$(CC)' sh tests/check.sh 'qemu=sh tests/qemu/run.sh $(O) $(QEMU_HOSTS)' \
		'foreign=bash tests/symbols/foreign.sh $(O)'
