# SPDX-License-Identifier: BSD-2-Clause
# The source tarball, make help, and the test that builds are reproducible.

# An unpacked tarball has no git, so it packs all its files except builds.
DIST := pdata-$(VERSION)
DIST_FILES = $(shell git ls-files --error-unmatch Makefile >/dev/null 2>&1 && git ls-files || \
	find . \( -path ./build -o -path './build-*' -o -path ./.git -o -path './$(O)' \) -prune -o ! -type d -print | sed 's,^\./,,')
# The time of each packed file is SOURCE_DATE_EPOCH or the date of the manual, which is the same in each copy.
DIST_TIME = $(or $(SOURCE_DATE_EPOCH),$(shell date -u -d "$$(cat man/date)" +%s))

# Order, owner, time and permissions are fixed, so that every copy gives the same bytes.
.PHONY: dist
dist:
	@mkdir -p $(O)
	$(call say,DIST,$(O)/$(DIST).tar.gz)
	$(Q)printf '%s\n' $(DIST_FILES) | LC_ALL=C sort | tar --create --format=ustar --no-recursion --files-from=- \
		--owner=0 --group=0 --numeric-owner --mode=u+rw,go+r,go-w,a+X,u-s,g-s --mtime=@$(DIST_TIME) \
		--transform='flags=r;s,^,$(DIST)/,' | gzip -9n >$(O)/$(DIST).tar.gz.new
	$(Q)mv $(O)/$(DIST).tar.gz.new $(O)/$(DIST).tar.gz

# The table at the top of the Makefile.
.PHONY: help
help:
	@sed -n 's/^## \{0,1\}//p' Makefile

# Unpack and build the tarball in two folders; the results must be equal. make check searches for traces of the folder.
.PHONY: dist-test
dist-test: all
	@MAKE='$(MAKE)' bash tests/packaging/run.sh $(O) full
