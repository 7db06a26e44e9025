#ifndef COMPASS_CSYSTEM_H
#define COMPASS_CSYSTEM_H

#include <stdint.h>

/* Calls of the system that Swift's Glibc module does not show. */

/// Lets two names change places in one step (renameat2(2), RENAME_EXCHANGE). Returns 0, or -1 with
/// `errno`.
int compass_exchange_names(const char *first, const char *second);

/// Opens a new file without a name in a folder (open(2), O_TMPFILE), for reading and writing. It is
/// gone when it is closed. Returns the descriptor, or -1 with `errno`.
int compass_open_unnamed(const char *folder);

/// Names the calling thread (prctl(2), PR_SET_NAME); the kernel keeps the first 15 bytes.
void compass_set_thread_name(const char *name);

/// Returns the bytes that were freed and not given back to the system (mallinfo2(3)).
uint64_t compass_freed_bytes(void);

/// Gives freed memory back to the system (malloc_trim(3)).
void compass_give_back_memory(void);

/// Keeps up to so many freed bytes of each thread for later, and takes blocks below that from the
/// memory that is kept (mallopt(3)).
void compass_keep_freed_memory(int bytes);

/// Creates a pipe whose ends no started program inherits (pipe2(2), O_CLOEXEC): `ends` gets that
/// for reading, then that for writing. Returns 0, or -1 with `errno`.
int compass_pipe(int *ends);

/// Starts a program (posix_spawn(3)) in a process group of its own, with the usual signals, and
/// with `descriptors` as its stdin, stdout and stderr; -1 for those of this process. It inherits no
/// other. The lists end with a null pointer. Returns 0, or the number of the error.
int compass_start(int32_t *process, const char *path, char *const *arguments,
                  char *const *variables, const int *descriptors);

#endif
