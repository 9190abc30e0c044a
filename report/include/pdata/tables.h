/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PDATA_TABLES_H
#define PDATA_TABLES_H

/*
 * libpdata-names returns a recording as tables with names: samples, call stacks, functions, source
 * lines, threads, maps. spec/tables.md lists each table and column; the schema of a table has the
 * unit and the meaning of each column as metadata. Batches of rows are structs of the Arrow C Data
 * Interface, so that any implementation of Arrow can import them without a copy:
 * https://arrow.apache.org/docs/format/CDataInterface.html
 *
 * The rules of <pdata/pdata.h> hold here, too, with these differences:
 *
 * Threads: Only one thread at a time may use a handle. A call may start threads, which end before
 *          it returns.
 * Global:  If capstone is used, the library replaces capstone's memory functions for the whole
 *          process. If a debuginfod server is used, the library sets DEBUGINFOD_ variables in the
 *          environment of the process, because libdebuginfod takes its limits from there.
 * Needs:   elfutils (libelf, libdw). capstone and libdebuginfod are loaded when they are needed.
 */

#include <pdata/pdata.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

/* The type of a column or of a table, as the Arrow C Data Interface defines it. */
struct ArrowSchema {
	/*
	 * type: "l" int64, "L" uint64, "i" int32, "I" uint32, "b" truth value, "u" UTF-8 text,
	 * "+s" a table
	 */
	const char *format;
	const char *name; /* name of the column; "": the struct is the type of a table */
	/*
	 * for a column: pairs of key and value with the keys "unit" and "meaning", encoded as
	 * Arrow defines it; NULL for a table
	 */
	const char *metadata;
	int64_t flags; /* ARROW_FLAG_ bits */
	int64_t n_children;
	struct ArrowSchema **children; /* the @n_children columns of a table */
	struct ArrowSchema *dictionary;
	/* frees @schema and its children, and sets @release to NULL */
	void (*release)(struct ArrowSchema *schema);
	void *private_data;
};

/* The values of a column or of a table, as the Arrow C Data Interface defines them. */
struct ArrowArray {
	int64_t length;	    /* number of rows */
	int64_t null_count; /* number of rows without a value; -1: not counted */
	int64_t offset;	    /* number of rows to skip at the start of each buffer */
	int64_t n_buffers;
	int64_t n_children;
	/*
	 * buffers[0] has one bit for each row: 1 if the row has a value; buffers[0] is NULL if all
	 * rows have a value. buffers[1] has the values; for texts, it has the offsets of the texts
	 * in buffers[2], and buffers[2] has their bytes
	 */
	const void **buffers;
	struct ArrowArray **children; /* the @n_children columns of a table */
	struct ArrowArray *dictionary;
	/* frees @array and its children, and sets @release to NULL */
	void (*release)(struct ArrowArray *array);
	void *private_data;
};

#endif /* ARROW_C_DATA_INTERFACE */

/* An open recording whose tables can be read. */
struct pdata_tables;

/*
 * Options of pdata_tables_open(). Initialise them with PDATA_TABLES_OPTS_INIT, or with zeros and
 * @size. In each other member, NULL or 0 selects the default. @size lets programs that were built
 * with an older or newer version of this header work with this library: members that the program's
 * header lacks count as 0, and members that the library does not know must be 0 (otherwise
 * pdata_tables_open() fails with PDATA_E_ARG). Strings must be valid until pdata_tables_close().
 */
struct pdata_tables_opts {
	size_t size; /* sizeof(struct pdata_tables_opts) */
	/*
	 * The five members below tell where the library looks for the symbols and the debugging
	 * information from which it gets function names and source lines.
	 */
	/* root directory below which the files of the recorded machine are */
	const char *symfs;
	/* file with the symbols of the recorded kernel, in the format of /proc/kallsyms */
	const char *kallsyms;
	const char *vmlinux; /* ELF file vmlinux of the recorded kernel */
	const char *modules; /* directory that has the modules of the recorded kernel */
	/*
	 * URLs of debuginfod servers; "": the URLs in the environment variable DEBUGINFOD_URLS;
	 * NULL: no servers
	 */
	const char *debuginfod;
	/*
	 * Filters: the tables have only samples that match all of them; NULL: no filter. The texts
	 * have the syntax of the options --time, --comms, --cpu, --pid and --tid of
	 * pdata-script(1).
	 */
	const char *time, *comms, *cpus, *pids, *tids;
	/* names of the events whose samples are read, separated by commas; NULL: all events */
	const char *events;
	uint32_t no_inline;   /* not 0: call stacks do not show inlined functions */
	uint32_t no_demangle; /* not 0: names of functions are not demangled */
	uint32_t lines;	      /* not 0: frames of call stacks have source files and lines */
	uint32_t file_order;  /* not 0: tables have samples in file order; 0: in time order */
	uint32_t jobs;	      /* number of threads that look up names; 0: one for each CPU */
	/* maximum number of rows that pdata_tables_next() returns; 0: 8192 */
	uint32_t batch_rows;
	/*
	 * The library calls this function with each message about missing data or names. The
	 * argument @ctx has the value of the member @message_ctx; @line is one line of text, valid
	 * during the call. NULL: the library does not pass on the messages.
	 */
	void (*message)(void *ctx, const char *line);
	void *message_ctx;
	/*
	 * maximum number of frames of a call stack: frames beyond the limit, which are the
	 * outermost callers, are left out, and a message gives the number of samples with such
	 * stacks. 0: 127
	 */
	uint32_t max_stack;
	uint32_t reserved; /* 0 */
};

/* The default options, for C and C++: struct pdata_tables_opts o = PDATA_TABLES_OPTS_INIT; */
#define PDATA_TABLES_OPTS_INIT                                                                     \
	{                                                                                          \
		sizeof(struct pdata_tables_opts), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,  \
			NULL, NULL, NULL, 0, 0, 0, 0, 0, 0, NULL, NULL, 0, 0                       \
	}

/**
 * pdata_tables_open - open a recording to read its tables
 * @out: receives the open recording; free it with pdata_tables_close()
 * @path: file or directory of the recording; "-" is standard input
 * @o: options; NULL: the defaults
 *
 * Return: 0; PDATA_E_ARG if @path is empty, if an option has an invalid value, if @o->size is below
 * sizeof(size_t) or above 4096, or if an option that the library does not know is not 0;
 * PDATA_E_NOMEM; or the error that prevents reading the recording. @err->text is the last line that
 * was passed to @o->message(), or says that the size is wrong or the path empty.
 */
PDATA_API int pdata_tables_open(struct pdata_tables **out, const char *path,
				const struct pdata_tables_opts *o, struct pdata_error *err);

/**
 * pdata_tables_close - close a recording that pdata_tables_open() has opened
 * @t: the open recording; NULL is allowed
 *
 * Batches and schemas that were returned stay valid until they are released.
 */
PDATA_API void pdata_tables_close(struct pdata_tables *t);

/**
 * pdata_tables_name - get the name of a table by its index
 * @i: index of the table, from 0
 *
 * Besides the tables with an index, each tracepoint of a recording has a table. A table of a
 * tracepoint has the name of the event, for example "sched:sched_switch", and no index.
 *
 * Return: a static string; NULL if there is no table with this index.
 * Threads: any.
 */
PDATA_API const char *pdata_tables_name(uint32_t i);

/**
 * pdata_tables_begin - choose a table, and start at its first row
 * @t: the open recording
 * @table: name of the table, from pdata_tables_name(), or name of a tracepoint
 * @schema: receives the type of the table with its columns; the caller releases it. NULL: the
 *          caller does not need it
 *
 * For the tables "samples", "branches", "sideband" and "thread_states", and for the table of a
 * tracepoint, pdata_tables_next() reads the rows from the recording. All other tables need ids
 * that the library knows only after it has read the complete recording. For these tables,
 * pdata_tables_begin() reads the complete recording, unless an earlier call has done so.
 *
 * Return: 0; PDATA_E_ARG if there is no table with this name; PDATA_E_NOMEM; or an error from
 * reading the recording.
 */
PDATA_API int pdata_tables_begin(struct pdata_tables *t, const char *table,
				 struct ArrowSchema *schema, struct pdata_error *err);

/**
 * pdata_tables_next - get the next rows of the table
 * @t: the open recording, after pdata_tables_begin()
 * @batch: receives a table with the rows: one child for each column. The caller releases it
 *
 * Texts are valid UTF-8; a name in the recording that is not valid UTF-8 is converted as if it
 * were Latin-1. If the recording cannot be read further, the table ends: pdata_tables_partial()
 * then returns 1.
 *
 * Return: 1 if @batch has rows; 0 if there are no more rows, in which case @batch is not set;
 * PDATA_E_NOMEM; PDATA_E_ARG if pdata_tables_begin() was not called.
 */
PDATA_API int pdata_tables_next(struct pdata_tables *t, struct ArrowArray *batch,
				struct pdata_error *err);

/**
 * pdata_tables_partial - tell whether some of the recording could not be read
 * @t: the open recording
 *
 * The result is final after pdata_tables_next() has returned the last row of a table. The table
 * "meta" tells how much is missing.
 *
 * Return: 1 if rows or names may be missing because the recording is damaged or could not be read
 * completely; otherwise 0.
 */
PDATA_API int pdata_tables_partial(const struct pdata_tables *t);

/**
 * pdata_tables_column - find a column of a table by its name
 * @schema: the schema of the table, from pdata_tables_begin()
 * @name: name of the column
 *
 * Return: index of the column in the array schema->children and in the array children of each
 * batch; -1 if the table has no such column. Check the result before it is used as an index.
 * Threads: any.
 */
PDATA_API int64_t pdata_tables_column(const struct ArrowSchema *schema, const char *name);

/**
 * pdata_tables_number - get an integer or truth value from a batch
 * @column: a child of a batch from pdata_tables_next(), of any type except text ("u")
 * @schema: the child of the schema that has the same index as @column
 * @row: index of the row, from 0, less than column->length; the function does not check it
 *
 * Return: the value, extended to 64 bits; 0 if the row has no value (null).
 * Threads: any.
 */
PDATA_API int64_t pdata_tables_number(const struct ArrowArray *column,
				      const struct ArrowSchema *schema, int64_t row);

/**
 * pdata_tables_text - get a text from a batch
 * @column: a child of a batch from pdata_tables_next(), of type text ("u")
 * @row: index of the row, from 0, less than column->length; the function does not check it
 * @len: receives the length of the text in bytes
 *
 * Return: the bytes of the text, without a NUL at the end, valid until the batch is released; NULL
 * if the row has no value (null).
 * Threads: any.
 */
PDATA_API const char *pdata_tables_text(const struct ArrowArray *column, int64_t row, size_t *len);

/* An address in the memory of a thread at a point in time; input of pdata_tables_locate(). */
struct pdata_tables_address {
	uint32_t pid, tid;
	uint64_t time;	  /* time in ns; UINT64_MAX: the end of the recording */
	uint32_t cpumode; /* PDATA_CPUMODE_USER or PDATA_CPUMODE_KERNEL */
	uint32_t reserved;
	uint64_t address; /* virtual address in the memory of the thread or of the kernel */
};

/*
 * The object, function and source line at an address; result of pdata_tables_locate(). Its texts
 * are valid until pdata_tables_close().
 */
struct pdata_tables_location {
	/* name of the object that is mapped at the address; NULL: no object is mapped there */
	const char *object;
	const char *function; /* name of the function; NULL: no symbol covers the address */
	/* path of the source file as in the debugging information; NULL: not known */
	const char *file;
	uint32_t line; /* number of the source line; 0: not known */
	uint32_t reserved;
	/*
	 * the address that the caller looked up, converted to a virtual address as in the symbol
	 * table of the object; if no object is mapped at the address, the address as it is
	 */
	uint64_t address;
	/* offset in bytes of the address from the start of the function; 0 if @function is NULL */
	uint64_t offset;
};

/**
 * pdata_tables_locate - find the object, function and source line of an address
 * @t: the open recording
 * @address: the address, with its thread and time
 * @out: receives the result; members that are not known are NULL or 0
 *
 * Return: 0; PDATA_E_NOMEM.
 */
PDATA_API int pdata_tables_locate(struct pdata_tables *t,
				  const struct pdata_tables_address *address,
				  struct pdata_tables_location *out);

#ifdef __cplusplus
}
#endif

#endif
