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

/* Type of a column or of a table, as the Arrow C Data Interface defines it. */
struct ArrowSchema {
	const char *format;   /* "l": int64, "L": uint64, "I": uint32, "u": UTF-8, "+s": a table */
	const char *name;     /* name of the column */
	const char *metadata; /* pairs of keys and values: "unit", "meaning" */
	int64_t flags;	      /* ARROW_FLAG_ bits */
	int64_t n_children;
	struct ArrowSchema **children; /* columns of a table */
	struct ArrowSchema *dictionary;
	void (*release)(
		struct ArrowSchema
			*schema); /* frees the schema and its children; NULL: they are released */
	void *private_data;
};

/* Values of a column or of a table, as the Arrow C Data Interface defines them. */
struct ArrowArray {
	int64_t length;	    /* rows */
	int64_t null_count; /* count of rows without a value; -1: not counted */
	int64_t offset;	    /* count of rows to skip at the start of each buffer */
	int64_t n_buffers;
	int64_t n_children;
	const void **buffers; /* [0]: validity bits or NULL; [1]: values, or offsets of texts */
	struct ArrowArray **children; /* columns of a table */
	struct ArrowArray *dictionary;
	void (*release)(
		struct ArrowArray
			*array); /* frees the array and its children; NULL: they are released */
	void *private_data;
};

#endif /* ARROW_C_DATA_INTERFACE */

/* An open recording and its tables. */
struct pdata_tables;

/*
 * Options of pdata_tables_open(). Initialise them with PDATA_TABLES_OPTS_INIT, or with zeros and
 * @size. NULL and 0 select the defaults. Strings have to be valid until pdata_tables_close().
 */
struct pdata_tables_opts {
	size_t size; /* sizeof(struct pdata_tables_opts) */
	/* The five members below are the places where names are looked up. */
	const char *symfs;	/* directory that has the files of the recorded machine */
	const char *kallsyms;	/* file with the symbols of the recorded kernel */
	const char *vmlinux;	/* the recorded kernel */
	const char *modules;	/* directory of the modules of the recorded kernel */
	const char *debuginfod; /* URLs of servers; "": as in DEBUGINFOD_URLS; NULL: no servers */
	/*
	 * Filters: only samples that match all of them are read; NULL: no filter. The texts have
	 * the syntax of the options --time, --comms, --cpu, --pid and --tid of pdata-script(1).
	 */
	const char *time, *comms, *cpus, *pids, *tids;
	const char *events;   /* names of events, separated by commas */
	uint32_t no_inline;   /* not 0: no inlined functions in call stacks */
	uint32_t no_demangle; /* not 0: names are not demangled */
	uint32_t lines;	      /* not 0: frames have source files and lines */
	uint32_t file_order;  /* not 0: samples are in file order instead of time order */
	uint32_t jobs;	      /* count of threads that look up names; 0: one for each CPU */
	uint32_t batch_rows;  /* maximum count of rows of a batch; 0: 8192 */
	/* Called with each message about missing data or names (one line); NULL: no calls. */
	void (*message)(void *ctx, const char *line);
	void *message_ctx;
};

/* The default options, for C and C++: struct pdata_tables_opts o = PDATA_TABLES_OPTS_INIT; */
#define PDATA_TABLES_OPTS_INIT                                                                     \
	{                                                                                          \
		sizeof(struct pdata_tables_opts), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,  \
			NULL, NULL, NULL, 0, 0, 0, 0, 0, 0, NULL, NULL                             \
	}

/**
 * pdata_tables_open - open a recording as tables
 * @out: receives the tables; free them with pdata_tables_close()
 * @path: the recording; "-" is standard input
 * @o: options; NULL: the defaults
 *
 * Return: 0; PDATA_E_ARG (an option has an invalid value), PDATA_E_NOMEM, or the error that
 * prevents reading the file. @err->text is the line that is passed to @o->message().
 */
PDATA_API int pdata_tables_open(struct pdata_tables **out, const char *path,
				const struct pdata_tables_opts *o, struct pdata_error *err);

/**
 * pdata_tables_close - close a recording and free its tables
 * @t: the tables; NULL is allowed
 *
 * Batches and schemas stay valid until they are released.
 */
PDATA_API void pdata_tables_close(struct pdata_tables *t);

/**
 * pdata_tables_name - get the name of a table
 * @i: index of the table, from 0
 *
 * Each tracepoint has a table, too. This table has the name of the event, for example
 * "sched:sched_switch", and no index.
 *
 * Return: a static string; NULL if there is no table with this index.
 * Threads: any.
 */
PDATA_API const char *pdata_tables_name(uint32_t i);

/**
 * pdata_tables_begin - choose a table and start at its first row
 * @t: the tables
 * @table: name of the table
 * @schema: receives the columns of the table; the caller releases it. NULL is allowed
 *
 * A table of samples, records or states is read from the recording while pdata_tables_next() is
 * called. All other tables need ids that are known only after a complete pass over the recording.
 * This function makes the pass, unless an earlier call made it.
 *
 * Return: 0; PDATA_E_ARG (there is no table with this name), PDATA_E_NOMEM, or an error of the
 * recording.
 */
PDATA_API int pdata_tables_begin(struct pdata_tables *t, const char *table,
				 struct ArrowSchema *schema, struct pdata_error *err);

/**
 * pdata_tables_next - get the next rows of the table
 * @t: the tables, after pdata_tables_begin()
 * @batch: receives the rows, one child for each column; the caller releases it
 *
 * Texts are valid UTF-8; a name that is not valid UTF-8 is read as Latin-1.
 *
 * Return: 1 if @batch has rows; 0 if there are no more rows, in which case @batch is not set;
 * PDATA_E_NOMEM, or an error of the recording.
 */
PDATA_API int pdata_tables_next(struct pdata_tables *t, struct ArrowArray *batch,
				struct pdata_error *err);

/**
 * pdata_tables_partial - tell whether some of the recording could not be read
 * @t: the tables
 *
 * The table "meta" has counts of the missing data. The result is final after the last row of a
 * table.
 *
 * Return: 1 if rows or names may be missing because the recording is damaged; otherwise 0.
 */
PDATA_API int pdata_tables_partial(const struct pdata_tables *t);

/**
 * pdata_tables_column - find a column of a batch
 * @schema: the schema of the table
 * @name: name of the column
 *
 * Return: the index of the column in the children of a batch; -1 if the table has no such column.
 * Check the result before it is used as an index.
 * Threads: any.
 */
PDATA_API int64_t pdata_tables_column(const struct ArrowSchema *schema, const char *name);

/**
 * pdata_tables_number - get an integer or truth value of a batch
 * @column: a child of a batch, of any type except TEXT
 * @schema: the child of the schema with the same index
 * @row: index of the row, from 0, less than column->length
 *
 * Return: the value, extended to 64 bits; 0 if the row has no value (null).
 * Threads: any.
 */
PDATA_API int64_t pdata_tables_number(const struct ArrowArray *column,
				      const struct ArrowSchema *schema, int64_t row);

/**
 * pdata_tables_text - get a text of a batch
 * @column: a child of a batch, of type TEXT
 * @row: index of the row, from 0, less than column->length
 * @len: receives the length in bytes
 *
 * Return: the bytes, without a NUL at the end; NULL if the row has no value (null).
 * Threads: any.
 */
PDATA_API const char *pdata_tables_text(const struct ArrowArray *column, int64_t row, size_t *len);

/* An address in the memory of a thread, at a point in time. */
struct pdata_tables_address {
	uint32_t pid, tid;
	uint64_t time;	  /* ns; UINT64_MAX: the end of the recording */
	uint32_t cpumode; /* PDATA_CPUMODE_USER or PDATA_CPUMODE_KERNEL */
	uint32_t reserved;
	uint64_t address; /* address in memory */
};

/*
 * The object, function and source line at an address. Texts are valid until the tables are closed.
 */
struct pdata_tables_location {
	const char *object;   /* name of the mapped object; NULL: nothing is mapped there */
	const char *function; /* NULL: no symbol covers the address */
	const char *file;     /* source file as the compiler had it; NULL: not known */
	uint32_t line;	      /* 0: not known */
	uint32_t reserved;
	/* address as in the object's symbol table; if no map covers it, address in memory */
	uint64_t address;
	uint64_t offset; /* bytes from the start of the function */
};

/**
 * pdata_tables_locate - find the function and source line of an address
 * @t: the tables
 * @address: the address, with its thread and time
 * @out: receives the result
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
