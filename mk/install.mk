# SPDX-License-Identifier: BSD-2-Clause
# install and uninstall, with the usual DESTDIR and prefix.

prefix ?= $(or $(PREFIX),/usr/local)
bindir ?= $(prefix)/bin
libdir ?= $(prefix)/lib
includedir ?= $(prefix)/include
mandir ?= $(prefix)/share/man
bashdir ?= $(prefix)/share/bash-completion/completions
zshdir ?= $(prefix)/share/zsh/site-functions
fishdir ?= $(prefix)/share/fish/vendor_completions.d
INSTALL ?= install

D := $(DESTDIR)
PUBLIC_HEADERS := $(wildcard libpdata/include/pdata/*.h libpdata/include/pdata/*.def)
NAMES_HEADERS := $(wildcard report/include/pdata/*.h)
MAN1 := $(patsubst man/%.in,$(B)/man/%,$(wildcard man/*.1.in))
MAN3 := $(patsubst man/%.in,$(B)/man/%,$(wildcard man/*.3.in)) \
	$(patsubst %,$(B)/man/%.3,$(shell awk -F '\t' '$$1 !~ /^\043/ { print $$2 }' man/functions.tsv))

# All installed paths; uninstall removes them.
INSTALLED = $(bindir)/pdata $(bindir)/pdata-record $(libdir)/libpdata.a $(libdir)/$(SONAME) \
	    $(libdir)/libpdata.so $(libdir)/pkgconfig/pdata.pc \
	    $(PUBLIC_HEADERS:libpdata/include/%=$(includedir)/%) \
	    $(libdir)/libpdata-names.a $(libdir)/$(NAMES_SONAME) $(libdir)/libpdata-names.so \
	    $(libdir)/pkgconfig/libpdata-names.pc $(NAMES_HEADERS:report/include/%=$(includedir)/%) \
	    $(MAN1:$(B)/man/%=$(mandir)/man1/%) $(MAN3:$(B)/man/%=$(mandir)/man3/%) \
	    $(bashdir)/pdata $(bashdir)/pdata-record $(zshdir)/_pdata $(fishdir)/pdata.fish $(fishdir)/pdata-record.fish

.PHONY: install install-lib install-names install-bin install-man install-completions uninstall
install: install-lib install-names install-bin install-man install-completions

$(B)/pdata.pc: libpdata/pdata.pc.in $(B)/config.mk libpdata/include/pdata/pdata.h FORCE
	$(Q)sed -e 's|@prefix@|$(prefix)|' -e 's|@libdir@|$(libdir)|' -e 's|@includedir@|$(includedir)|' \
		-e 's|@version@|$(VERSION)|' -e 's|@private@|$(CODEC_LIBS)|' $< > $@

install-lib: lib $(B)/pdata.pc
	$(INSTALL) -d $(D)$(libdir)/pkgconfig $(D)$(includedir)/pdata
	$(INSTALL) -m 644 $(PUBLIC_HEADERS) $(D)$(includedir)/pdata
	$(INSTALL) -m 644 $(B)/libpdata.a $(D)$(libdir)
	$(INSTALL) -m 755 $(B)/$(SONAME) $(D)$(libdir)
	ln -sf $(SONAME) $(D)$(libdir)/libpdata.so
	$(INSTALL) -m 644 $(B)/pdata.pc $(D)$(libdir)/pkgconfig

$(B)/libpdata-names.pc: report/libpdata-names.pc.in $(B)/config.mk libpdata/include/pdata/pdata.h FORCE
	$(Q)sed -e 's|@prefix@|$(prefix)|' -e 's|@libdir@|$(libdir)|' -e 's|@includedir@|$(includedir)|' \
		-e 's|@version@|$(VERSION)|' -e 's|@private@|$(REPORT_LIBS)|' $< > $@

install-names: names $(B)/libpdata-names.pc
	$(INSTALL) -d $(D)$(libdir)/pkgconfig $(D)$(includedir)/pdata
	$(INSTALL) -m 644 $(NAMES_HEADERS) $(D)$(includedir)/pdata
	$(INSTALL) -m 644 $(B)/libpdata-names.a $(D)$(libdir)
	$(INSTALL) -m 755 $(B)/$(NAMES_SONAME) $(D)$(libdir)
	ln -sf $(NAMES_SONAME) $(D)$(libdir)/libpdata-names.so
	$(INSTALL) -m 644 $(B)/libpdata-names.pc $(D)$(libdir)/pkgconfig

install-bin: $(if $(RECORD_OBJ),$(O)/pdata-record) $(if $(REPORT_OBJ),$(O)/pdata)
	$(INSTALL) -d $(D)$(bindir)
	$(INSTALL) -m 755 $^ $(D)$(bindir)

# The option lists of the pages are the programs' --help; pages of functions are made from the headers.
.PHONY: man
$(B)/man/made: man/make.sh $(wildcard man/*.awk man/*.tsv) man/date $(PUBLIC_HEADERS) $(NAMES_HEADERS) $(wildcard man/*.in) $(patsubst %,tests/abi/%.c,example chains write) $(O)/pdata $(O)/pdata-record
	$(call say,MAN,$(B)/man)
	$(Q)sh man/make.sh $(O)
	$(Q)touch $@
man: $(B)/man/made

install-man: $(B)/man/made
	$(INSTALL) -d $(D)$(mandir)/man1 $(D)$(mandir)/man3
	$(INSTALL) -m 644 $(MAN1) $(D)$(mandir)/man1
	$(INSTALL) -m 644 $(MAN3) $(D)$(mandir)/man3

# bash and fish search a file with the program's name.
install-completions:
	$(INSTALL) -d $(D)$(bashdir) $(D)$(zshdir) $(D)$(fishdir)
	$(INSTALL) -m 644 completions/pdata.bash $(D)$(bashdir)/pdata
	ln -sf pdata $(D)$(bashdir)/pdata-record
	$(INSTALL) -m 644 completions/_pdata $(D)$(zshdir)
	$(INSTALL) -m 644 completions/pdata.fish $(D)$(fishdir)
	ln -sf pdata.fish $(D)$(fishdir)/pdata-record.fish

uninstall:
	rm -f $(addprefix $(D),$(INSTALLED))
	-rmdir $(D)$(includedir)/pdata 2>/dev/null

.PHONY: FORCE
FORCE:
