#define _GNU_SOURCE
#include "CSystem.h"

#include <fcntl.h>
#include <malloc.h>
#include <stdio.h>
#include <sys/prctl.h>

int compass_exchange_names(const char *first, const char *second) {
    return renameat2(AT_FDCWD, first, AT_FDCWD, second, RENAME_EXCHANGE);
}

int compass_open_unnamed(const char *folder) {
    return open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
}

void compass_set_thread_name(const char *name) {
    prctl(PR_SET_NAME, name, 0, 0, 0);
}

uint64_t compass_freed_bytes(void) { return mallinfo2().fordblks; }

void compass_give_back_memory(void) { malloc_trim(0); }

void compass_keep_freed_memory(int bytes) {
    mallopt(M_TRIM_THRESHOLD, bytes);
    mallopt(M_MMAP_THRESHOLD, bytes);
}
