# SPDX-License-Identifier: BSD-2-Clause
# Compile and link. The sources of a program are the .c files of its folder, at most three levels deep.

VERSION_MAJOR := $(shell sed -n 's/^.define PDATA_VERSION_MAJOR //p' libpdata/include/pdata/pdata.h)
VERSION_MINOR := $(shell sed -n 's/^.define PDATA_VERSION_MINOR //p' libpdata/include/pdata/pdata.h)
VERSION := $(VERSION_MAJOR).$(VERSION_MINOR)
# Before 1.0 a minor version may change the ABI.
NAMES_SONAME := libpdata-names.so.$(if $(filter 0,$(VERSION_MAJOR)),$(VERSION),$(VERSION_MAJOR))
SONAME := libpdata.so.$(if $(filter 0,$(VERSION_MAJOR)),$(VERSION),$(VERSION_MAJOR))

sources = $(sort $(wildcard $(1)/*.c $(1)/*/*.c $(1)/*/*/*.c))
objs = $(patsubst %.c,$(B)/%.o,$(call sources,$(1)))
# common/ is linked into the library, cli/ into both programs.
LIB_OBJ := $(call objs,common) $(call objs,libpdata)
CLI_OBJ := $(call objs,cli)
# Rooms of report that neither print nor exit; libpdata-names is made of them.
NAMES_OBJ := $(filter $(B)/report/base/% $(B)/report/object/% $(B)/report/session/% $(B)/report/profile/%,$(call objs,report)) $(CLI_OBJ)
NAMES_EXPORTS := $(shell sed -n 's/^[[:space:]]*\(pdata_[a-z_]*\);.*/\1/p' report/names.map)
RECORD_OBJ := $(call objs,record)
# The script and style of `pdata html`'s page are C strings that join.sh makes of the files of viewer/.
VIEWER := report/view/html/viewer
VIEWER_FILES := $(addprefix $(VIEWER)/,join.sh modules style.css) $(wildcard $(VIEWER)/*.js)
VIEWER_OBJ := $(B)/report/view/html/viewer_files.o
# The program has no use for the interface of the library.
REPORT_OBJ := $(filter-out $(B)/report/profile/names/%,$(call objs,report)) $(VIEWER_OBJ)
FOLDERS := common libpdata cli record report

INC_public := -I. -Ilibpdata/include
INC_libpdata := $(INC_public) -Ilibpdata
CODEC_CFLAGS := $(sort $(ZLIB_CFLAGS) $(ZSTD_CFLAGS) $(XXHASH_CFLAGS))
CODEC_LIBS := $(ZLIB_LIBS) $(ZSTD_LIBS) $(XXHASH_LIBS)
RECORD_LIBS := $(ATOMIC_LIBS)
REPORT_CFLAGS := $(sort $(ELF_CFLAGS) $(DW_CFLAGS) $(LZMA_CFLAGS) $(DEFLATE_CFLAGS) $(CAPSTONE_CFLAGS))
# The program loads capstone with dlopen() when it prints instructions; a static program links it.
REPORT_LIBS := $(DW_LIBS) $(ELF_LIBS) $(LZMA_LIBS) $(DEFLATE_LIBS) $(if $(filter 1,$(STATIC)),$(CAPSTONE_LIBS)) $(IBERTY_LIBS) -ldl -lm

ROOM_common := -I.
ROOM_cli := $(INC_public)
ROOM_libpdata := $(INC_libpdata) $(CODEC_CFLAGS)
ROOM_record := $(INC_public) -Irecord
ROOM_report := $(INC_public) -Ireport -Ireport/include $(REPORT_CFLAGS) $(CODEC_CFLAGS) $(if $(filter 1,$(STATIC)),-DREP_STATIC)
ROOM_tests := $(INC_libpdata) -Irecord -Ireport -Ireport/include -Itests/unit $(CODEC_CFLAGS) $(REPORT_CFLAGS)

COMPILE = $(CC) $(PD_CFLAGS) -include $(B)/config.h $(ROOM_$(1)) $(CPPFLAGS) $(CFLAGS) -MMD -MP
LINK = $(CC) $(PD_LDFLAGS) $(CFLAGS) $(LDFLAGS)
STATIC_LDFLAGS := $(if $(filter 1,$(STATIC)),-static)

.PHONY: all lib names record report pdata pdata-record clean
ifeq ($(STATIC),1)
all: $(B)/libpdata.a $(O)/pdata-record
else
all: lib names $(if $(RECORD_OBJ),record) $(if $(REPORT_OBJ),report)
endif
lib: $(B)/libpdata.a $(if $(filter 1,$(STATIC)),,$(B)/libpdata.so)
names: $(if $(NAMES_OBJ),$(B)/libpdata-names.a $(B)/libpdata-names.so)
record pdata-record: $(O)/pdata-record
report pdata: $(O)/pdata
.DEFAULT_GOAL := all

ifeq ($(filter clean,$(MAKECMDGOALS)),)
# Objects and programs depend on their flags, which are known after the probes.
ifneq ($(wildcard $(B)/config.mk),)
$(call stamp,$(B)/flags.compile,$(CC) $(PD_CFLAGS) $(CPPFLAGS) $(CFLAGS) $(CODEC_CFLAGS) $(REPORT_CFLAGS))
$(call stamp,$(O)/flags.link,$(LINK) $(STATIC_LDFLAGS) $(CODEC_LIBS) $(RECORD_LIBS) $(REPORT_LIBS))
$(foreach r,$(FOLDERS) tests,$(call stamp,$(B)/$(r).list,$(call sources,$(r))))
endif

define room_rule
$(B)/$(1)/%.o: $(1)/%.c $(B)/flags.compile
	$$(call say,CC,$$<)
	@mkdir -p $$(@D)
	$$(Q)$$(call COMPILE,$(1)) -c $$< -o $$@
endef
$(foreach r,$(FOLDERS) tests,$(eval $(call room_rule,$(r))))

-include $(patsubst %.o,%.d,$(LIB_OBJ) $(CLI_OBJ) $(RECORD_OBJ) $(call objs,report) $(VIEWER_OBJ)) $(wildcard $(B)/tests/*/*.d)
endif

$(VIEWER_OBJ:.o=.c): $(VIEWER_FILES)
	$(call say,JOIN,$@)
	@mkdir -p $(@D)
	$(Q)sh $(VIEWER)/join.sh $(VIEWER) >$@

$(VIEWER_OBJ): $(VIEWER_OBJ:.o=.c) $(B)/flags.compile
	$(call say,CC,$<)
	$(Q)$(call COMPILE,report) -c $< -o $@

$(B)/report/view/export/flame_script.o: report/view/export/flame.js

# The lists of sources cause an archive or program to be rebuilt when a source is removed.
$(B)/libpdata.a: $(LIB_OBJ) $(B)/common.list $(B)/libpdata.list
	$(call say,AR,$@)
	$(Q)rm -f $@ && $(AR) rcsD $@ $(LIB_OBJ)

$(B)/libpdata.so: $(LIB_OBJ) libpdata/pdata.map $(O)/flags.link $(B)/common.list $(B)/libpdata.list
	$(call say,LINK,$@)
	$(Q)$(LINK) -shared -Wl,-soname,$(SONAME) -Wl,--version-script=libpdata/pdata.map -Wl,-z,defs \
		-o $(B)/$(SONAME) $(LIB_OBJ) $(CODEC_LIBS)
	$(Q)ln -sf $(SONAME) $@

# The objects of these rooms that <pdata/tables.h> needs, and libiberty's, as one object, in which all other names are
# local: a program sees no others, and its own xmalloc() stays its own.
$(B)/names.o: $(NAMES_OBJ) report/names.map $(B)/report.list
	$(Q)rm -f $(B)/names.rooms.a && $(AR) rcsD $(B)/names.rooms.a $(NAMES_OBJ)
	$(Q)$(CC) -r -nostdlib -o $@.all $(addprefix -u ,$(NAMES_EXPORTS) xmalloc) $(B)/names.rooms.a $(IBERTY_LIBS)
	$(Q)$(OBJCOPY) $(addprefix --keep-global-symbol=,$(NAMES_EXPORTS)) $@.all $@ && rm -f $@.all

$(B)/libpdata-names.a: $(B)/names.o
	$(call say,AR,$@)
	$(Q)rm -f $@ && $(AR) rcsD $@ $<

# The shared library has the objects of common/ once more, as libpdata.so does not export them. It uses libpdata.so.
$(B)/libpdata-names.so: $(B)/names.o $(call objs,common) $(B)/libpdata.so report/names.map $(O)/flags.link $(B)/common.list
	$(call say,LINK,$@)
	$(Q)$(LINK) -shared -Wl,-soname,$(NAMES_SONAME) -Wl,--version-script=report/names.map -Wl,-z,defs \
		-o $(B)/$(NAMES_SONAME) $< $(call objs,common) -L$(B) -lpdata $(CODEC_LIBS) $(REPORT_LIBS)
	$(Q)ln -sf $(NAMES_SONAME) $@

$(O)/pdata-record: $(RECORD_OBJ) $(CLI_OBJ) $(B)/libpdata.a $(O)/flags.link $(B)/cli.list $(B)/record.list
	$(call say,LINK,$@)
	$(Q)$(LINK) $(STATIC_LDFLAGS) -o $@ $(RECORD_OBJ) $(CLI_OBJ) $(B)/libpdata.a $(CODEC_LIBS) $(RECORD_LIBS)

$(O)/pdata: $(REPORT_OBJ) $(CLI_OBJ) $(B)/libpdata.a $(O)/flags.link $(B)/cli.list $(B)/report.list
	$(call say,LINK,$@)
	$(Q)$(LINK) $(STATIC_LDFLAGS) -o $@ $(REPORT_OBJ) $(CLI_OBJ) $(B)/libpdata.a $(CODEC_LIBS) $(REPORT_LIBS)

clean:
	rm -rf $(O)
