#define _GNU_SOURCE
#include "CSystem.h"

#include <fcntl.h>
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
