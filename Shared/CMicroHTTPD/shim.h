#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <microhttpd.h>

/* What a daemon is started with. libmicrohttpd takes its options as variadic arguments, which
   Swift cannot pass. */
struct compass_http_settings {
    const struct sockaddr *address;
    const char *certificate;
    const char *key;
    const char *priorities;
    unsigned int connections;
    unsigned int connections_per_address;
    unsigned int idle_seconds;
    unsigned int backlog;
    size_t connection_memory;
    void *context;
    MHD_AccessHandlerCallback handle;
    MHD_NotifyConnectionCallback connection_changed;
    MHD_RequestCompletedCallback request_completed;
    void *(*line_received)(void *context, const char *target, struct MHD_Connection *connection);
    size_t (*unescape)(void *context, struct MHD_Connection *connection, char *text);
};

/* A daemon without a thread of its own: the caller runs it when its epoll descriptor is ready.
   MHD_USE_PEDANTIC_CHECKS is left out: version 0.9.75 answers what it refuses twice. */
static inline struct MHD_Daemon *
compass_http_start(const struct compass_http_settings *settings) {
    unsigned int flags = MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME;
    if (settings->address->sa_family == AF_INET6) flags |= MHD_USE_IPv6;
    struct MHD_OptionItem tls[] = {
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)settings->certificate},
        {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)settings->key},
        {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)settings->priorities},
        {MHD_OPTION_END, 0, 0},
    };
    struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, 0}};
    if (settings->certificate) flags |= MHD_USE_TLS;
    return MHD_start_daemon(
        flags, 0, NULL, NULL, settings->handle, settings->context,
        MHD_OPTION_SOCK_ADDR, settings->address,
        MHD_OPTION_LISTEN_BACKLOG_SIZE, settings->backlog,
        MHD_OPTION_CONNECTION_LIMIT, settings->connections,
        MHD_OPTION_PER_IP_CONNECTION_LIMIT, settings->connections_per_address,
        MHD_OPTION_CONNECTION_TIMEOUT, settings->idle_seconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, settings->connection_memory,
        MHD_OPTION_NOTIFY_CONNECTION, settings->connection_changed, settings->context,
        MHD_OPTION_NOTIFY_COMPLETED, settings->request_completed, settings->context,
        MHD_OPTION_URI_LOG_CALLBACK, settings->line_received, settings->context,
        MHD_OPTION_UNESCAPE_CALLBACK, settings->unescape, settings->context,
        MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1,
        MHD_OPTION_ARRAY, settings->certificate ? tls : none,
        MHD_OPTION_END);
}

/* The descriptor that is readable when the daemon has work. */
static inline int compass_http_epoll(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return info ? info->epoll_fd : -1;
}

/* The port that the daemon listens on; 0 if it is unknown. */
static inline uint16_t compass_http_port(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    return info ? info->port : 0;
}

static inline int compass_http_descriptor(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

/* The length of the request's head in bytes, from the method to the empty line. */
static inline size_t compass_http_head_size(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info ? info->header_size : 0;
}

/* Writes the peer's address as text; at least INET6_ADDRSTRLEN bytes. Returns 0 on failure. */
static inline int compass_http_peer(struct MHD_Connection *connection, char *text, size_t size) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    if (!info || !info->client_addr) return 0;
    const void *bytes = &((const struct sockaddr_in *)info->client_addr)->sin_addr;
    if (info->client_addr->sa_family == AF_INET6)
        bytes = &((const struct sockaddr_in6 *)info->client_addr)->sin6_addr;
    return inet_ntop(info->client_addr->sa_family, bytes, text, (socklen_t)size) != NULL;
}

/* Fills in a socket address from an IPv4 or IPv6 address as text. Returns 0 if it is neither. */
static inline int compass_http_address(const char *text, uint16_t port,
                                       struct sockaddr_storage *address) {
    struct sockaddr_in *four = (struct sockaddr_in *)address;
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)address;
    memset(address, 0, sizeof *address);
    if (inet_pton(AF_INET, text, &four->sin_addr) == 1) {
        four->sin_family = AF_INET;
        four->sin_port = htons(port);
        return 1;
    }
    if (inet_pton(AF_INET6, text, &six->sin6_addr) == 1) {
        six->sin6_family = AF_INET6;
        six->sin6_port = htons(port);
        return 1;
    }
    return 0;
}

/* Swift's Glibc module lacks eventfd, and its flags are macros over an enum. */
static inline int compass_http_wake_open(void) {
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

static inline int compass_http_wake(int descriptor) {
    return eventfd_write(descriptor, 1);
}

static inline int compass_http_wake_clear(int descriptor) {
    eventfd_t count;
    return eventfd_read(descriptor, &count);
}

/* epoll's flags are macros over an enum, and its event is packed on some machines only. */
static inline int compass_http_poll_open(void) {
    return epoll_create1(EPOLL_CLOEXEC);
}

/* Watches for input. */
static inline int compass_http_poll_input(int epoll, int descriptor, uint64_t number) {
    struct epoll_event event = {EPOLLIN, {0}};
    event.data.u64 = number;
    return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event);
}

/* Watches for the end of the peer's data only, and reports it once. */
static inline int compass_http_poll_hangup(int epoll, int descriptor, uint64_t number) {
    struct epoll_event event = {EPOLLRDHUP | EPOLLET, {0}};
    event.data.u64 = number;
    return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event);
}

static inline int compass_http_poll_forget(int epoll, int descriptor) {
    struct epoll_event event = {0, {0}};
    return epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, &event);
}

/* Waits and writes the numbers of what is ready, at most 64. */
static inline int compass_http_poll_wait(int epoll, uint64_t *numbers, int milliseconds) {
    struct epoll_event raw[64];
    int found = epoll_wait(epoll, raw, 64, milliseconds);
    for (int index = 0; index < found; index++) numbers[index] = raw[index].data.u64;
    return found;
}
