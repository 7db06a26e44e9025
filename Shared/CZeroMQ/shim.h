#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <zmq.h>

/* Glibc's module for Swift leaves out eventfd, and its flags are macros over an enum. */
static inline int compass_eventfd_open(void) {
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

static inline int compass_eventfd_signal(int descriptor) {
    return eventfd_write(descriptor, 1);
}

static inline int compass_eventfd_clear(int descriptor) {
    eventfd_t count;
    return eventfd_read(descriptor, &count);
}

/* prctl is variadic, which Swift cannot call. */
static inline void compass_thread_set_name(const char *name) {
    prctl(PR_SET_NAME, name, 0, 0, 0);
}
