#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>
#include <zmq.h>

/* Swift's Glibc module lacks eventfd, and its flags are macros over an enum. */
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

/* The same applies to timerfd. */
static inline int compass_timer_open(void) {
    return timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
}

/* Sets the timer to this time of CLOCK_MONOTONIC, in nanoseconds; 0 clears it. */
static inline int compass_timer_arm(int descriptor, uint64_t nanoseconds) {
    struct itimerspec setting = {{0, 0}, {0, 0}};
    setting.it_value.tv_sec = (time_t)(nanoseconds / 1000000000u);
    setting.it_value.tv_nsec = (long)(nanoseconds % 1000000000u);
    return timerfd_settime(descriptor, TFD_TIMER_ABSTIME, &setting, 0);
}

/* epoll's flags are macros over an enum, and its event is packed on some machines only. */
static inline int compass_epoll_open(void) {
    return epoll_create1(EPOLL_CLOEXEC);
}

/* Watches a descriptor or changes the watched directions; with neither, stops watching. */
static inline int compass_epoll_watch(int epoll, int descriptor, int is_new, int reads,
                                      int writes) {
    struct epoll_event event = {0, {0}};
    event.events = (reads ? EPOLLIN : 0u) | (writes ? EPOLLOUT : 0u);
    event.data.fd = descriptor;
    return epoll_ctl(epoll, is_new ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, descriptor, &event);
}

static inline int compass_epoll_forget(int epoll, int descriptor) {
    struct epoll_event event = {0, {0}};
    return epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, &event);
}

struct compass_event {
    int descriptor;
    int is_readable;
    int is_writable;
};

/* Waits for events, at most 64; an error or a hang-up counts as readable. */
static inline int compass_epoll_wait(int epoll, struct compass_event *events, int count,
                                     int milliseconds) {
    struct epoll_event raw[64];
    int found = epoll_wait(epoll, raw, count < 64 ? count : 64, milliseconds);
    for (int index = 0; index < found; index++) {
        events[index].descriptor = raw[index].data.fd;
        events[index].is_readable = (raw[index].events & (EPOLLIN | EPOLLHUP | EPOLLERR)) != 0;
        events[index].is_writable = (raw[index].events & EPOLLOUT) != 0;
    }
    return found;
}

/* Accepts a non-blocking, close-on-exec connection. accept4 is a GNU extension. */
static inline int compass_accept(int listener) {
    int descriptor = accept(listener, 0, 0);
    if (descriptor >= 0) {
        fcntl(descriptor, F_SETFD, FD_CLOEXEC);
        fcntl(descriptor, F_SETFL, O_NONBLOCK);
    }
    return descriptor;
}

/* The peer's user as reported by the kernel (unix(7)); -1 if it is unknown. The kernel's struct
   ucred is a GNU extension: process, user, group. */
static inline int64_t compass_peer_user(int descriptor) {
    uint32_t credentials[3] = {0, 0, 0};
    socklen_t size = sizeof credentials;
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, credentials, &size) != 0) return -1;
    return size == sizeof credentials ? (int64_t)credentials[1] : -1;
}
