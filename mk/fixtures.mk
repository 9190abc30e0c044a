# SPDX-License-Identifier: BSD-2-Clause
# Binary files of fixtures/, their tests and coverage, and the page of spec/ that is generated from the schema.

LAYOUT := $(T)/fixtures/layout
HEXSHARE := $(T)/fixtures/hexshare
$(LAYOUT) $(HEXSHARE): $(T)/fixtures/%: $(T)/fixtures/%.o $(B)/libpdata.a $(O)/flags.link
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $< $(B)/libpdata.a $(CODEC_LIBS)

.PHONY: fixtures fixtures-test fixtures-set coverage-of-format spec spec-check

# Assemble each fixture in both byte orders: $(O)/fixtures/{text,bad}/NAME.{le,be}.data.
fixtures: report
	@sh tests/fixtures/build.sh $(O) $(O)/fixtures

# TEST=text: fixtures with text in their names. fixtures-set writes pdata's present answers as the expected ones.
fixtures-test: report
	@bash tests/fixtures/run.sh $(O) $(TEST)

# Limit the share of hexadecimal bytes in dumps. CORPUS=DIR: also for the recordings there.
.PHONY: hexshare-test
hexshare-test: $(HEXSHARE)
	@sh tests/fixtures/hexshare.sh $(HEXSHARE) $(CORPUS)

# The answers must be the same in every mode: file, pipe, directory, compressed.
.PHONY: modes-test
modes-test: report
	@bash tests/fixtures/modes.sh $(O) $(TEST)

# Compare pdata with a Python parser that was written from spec/ alone. FILES='A B': these files instead of the fixtures.
.PHONY: spec-test
spec-test: report
	@sh tests/spec/run.sh $(O) $(FILES)

fixtures-set: report
	@bash tests/fixtures/run.sh --set $(O)

coverage-of-format:
	@sh tests/fixtures/coverage.sh

spec: $(LAYOUT)
	$(Q)$< >spec/layout.md
	$(Q)awk -f spec/tables.awk report/profile/tables/tables.def >spec/tables.md

spec-check: $(LAYOUT)
	@$< | diff -u spec/layout.md - >&2 || { echo "spec/layout.md is not what the schema says: make spec"; exit 1; }

RUN_fixtures = 'fixtures=bash tests/fixtures/run.sh $(O)' 'modes=bash tests/fixtures/modes.sh $(O)' 'hexshare=sh tests/fixtures/hexshare.sh $(HEXSHARE)' 'spec=sh tests/fixtures/spec.sh $(LAYOUT) $(O)' 'spec-reader=sh tests/spec/run.sh $(O)'
