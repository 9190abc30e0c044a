# SPDX-License-Identifier: BSD-2-Clause
# The source as a tarball, and what packagers rely on.

# A tarball that was unpacked has no git: it packs what it holds, without builds.
DIST := pdata-$(VERSION)
DIST_FILES = $(shell git ls-files --error-unmatch Makefile >/dev/null 2>&1 && git ls-files || \
	find . \( -path ./build -o -path './build-*' -o -path ./.git -o -path './$(O)' \) -prune -o ! -type d -print | sed 's,^\./,,')
# The time of each file in it: SOURCE_DATE_EPOCH, or the date of the manual, which is the same in each copy.
DIST_TIME = $(or $(SOURCE_DATE_EPOCH),$(shell date -u -d "$$(cat man/date)" +%s))

# Sorted, owned by nobody, of one time, with permissions that no umask changes: the same bytes in every copy.
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

# Two folders in which the tarball is unpacked and built give the same bytes. make check looks for traces of the folder.
.PHONY: dist-test
dist-test: all
	@MAKE='$(MAKE)' bash tests/packaging/run.sh $(O) full
