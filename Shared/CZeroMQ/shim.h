#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/timerfd.h>
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

/* The same holds for timerfd. */
static inline int compass_timer_open(void) {
    return timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
}

/* Makes the descriptor readable at this time of CLOCK_MONOTONIC, in nanoseconds; 0 disarms it. */
static inline int compass_timer_arm(int descriptor, uint64_t nanoseconds) {
    struct itimerspec setting = {{0, 0}, {0, 0}};
    setting.it_value.tv_sec = (time_t)(nanoseconds / 1000000000u);
    setting.it_value.tv_nsec = (long)(nanoseconds % 1000000000u);
    return timerfd_settime(descriptor, TFD_TIMER_ABSTIME, &setting, 0);
}

/* prctl is variadic, which Swift cannot call. */
static inline void compass_thread_set_name(const char *name) {
    prctl(PR_SET_NAME, name, 0, 0, 0);
}
