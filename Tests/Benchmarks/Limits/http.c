// The baseline for pages: libmicrohttpd that answers from memory, and the client that measures it.
// The same client measures compass-web.
//
//   http server BYTES                      answer each request with so many bytes; prints the port
//   http client PORT PATH FIELD CONNECTIONS COUNT
//                                          FIELD is a field of the head; each connection has
//                                          one request in flight; prints
//                                          p50_ns p99_ns requests_per_second body_bytes
#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { connections_max = 64, head_max = 16384, timeout_ms = 10000 };

static void fail(const char *what) {
    fprintf(stderr, "http: %s: %s\n", what, strerror(errno));
    exit(1);
}

static uint64_t now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

// MARK: The server

static enum MHD_Result answer(void *response, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *data,
                              size_t *size, void **state) {
    (void)url, (void)method, (void)version, (void)data, (void)size;
    // The head has come; an answer now would close the connection.
    static int seen;
    if (*state != &seen) {
        *state = &seen;
        return MHD_YES;
    }
    return MHD_queue_response(connection, MHD_HTTP_OK, response);
}

static void serve(size_t size) {
    struct sockaddr_in address = {.sin_family = AF_INET};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    struct MHD_Response *response =
        MHD_create_response_from_buffer(size, calloc(1, size), MHD_RESPMEM_MUST_FREE);
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD, 0, NULL, NULL, answer, response, MHD_OPTION_SOCK_ADDR,
        &address, MHD_OPTION_END);
    if (!daemon) fail("MHD_start_daemon");
    printf("%u\n", MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port);
    fflush(stdout);
    pause();
}

// MARK: The client

struct connection {
    int socket;
    uint64_t began;
    // The head so far, and then the bytes of the body that are missing.
    char head[head_max];
    size_t head_size;
    long missing;
};

static char request[4096];
static size_t request_size;

static int open_connection(int port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s < 0 || connect(s, (struct sockaddr *)&address, sizeof address) != 0) fail("connect");
    return s;
}

static void ask(struct connection *c) {
    c->head_size = 0;
    c->missing = -1;
    c->began = now_ns();
    if (send(c->socket, request, request_size, 0) != (ssize_t)request_size) fail("send");
}

// Takes the body's length from a complete head; returns whether the head is complete.
static int read_head(struct connection *c, long *body) {
    c->head[c->head_size] = 0;
    char *end = strstr(c->head, "\r\n\r\n");
    if (!end) return 0;
    if (strncmp(c->head, "HTTP/1.1 200", 12) != 0) {
        fprintf(stderr, "http: %.*s\n", (int)(strchr(c->head, '\r') - c->head), c->head);
        exit(1);
    }
    char *line = c->head;
    *body = -1;
    while (line < end) {
        if (strncasecmp(line, "content-length:", 15) == 0) *body = atol(line + 15);
        line = strstr(line, "\r\n") + 2;
    }
    if (*body < 0) { fprintf(stderr, "http: no Content-Length\n"); exit(1); }
    c->missing = *body - (long)(c->head_size - (size_t)(end + 4 - c->head));
    return 1;
}

// Reads what there is; returns whether the answer is complete.
static int take(struct connection *c, long *body) {
    static char rest[1 << 16];
    if (c->missing < 0) {
        ssize_t n = recv(c->socket, c->head + c->head_size, head_max - 1 - c->head_size, 0);
        if (n <= 0) fail("recv");
        c->head_size += (size_t)n;
        return read_head(c, body) && c->missing == 0;
    }
    ssize_t n = recv(c->socket, rest, sizeof rest, 0);
    if (n <= 0) fail("recv");
    c->missing -= n;
    return c->missing == 0;
}

static int ascending(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static void measure(int port, int connections, int count) {
    static struct connection all[connections_max];
    struct pollfd polled[connections_max];
    uint64_t *times = calloc((size_t)count, sizeof *times);
    long body = 0;
    int sent = 0, done = 0;
    for (int i = 0; i < connections; i++) {
        all[i].socket = open_connection(port);
        polled[i] = (struct pollfd){all[i].socket, POLLIN, 0};
    }
    uint64_t start = now_ns();
    for (; sent < connections; sent++) ask(&all[sent]);
    while (done < count) {
        if (poll(polled, (nfds_t)connections, timeout_ms) <= 0) fail("no answer");
        for (int i = 0; i < connections && done < count; i++) {
            if (!polled[i].revents || !take(&all[i], &body)) continue;
            times[done++] = now_ns() - all[i].began;
            if (sent < count) sent++, ask(&all[i]);
        }
    }
    double seconds = (double)(now_ns() - start) / 1e9;
    qsort(times, (size_t)count, sizeof *times, ascending);
    printf("%llu %llu %.0f %ld\n", (unsigned long long)times[count / 2],
           (unsigned long long)times[count * 99 / 100], count / seconds, body);
}

int main(int argc, char **argv) {
    if (argc == 3 && strcmp(argv[1], "server") == 0) serve((size_t)atol(argv[2]));
    if (argc == 7 && strcmp(argv[1], "client") == 0) {
        int connections = atoi(argv[5]);
        request_size = (size_t)snprintf(
            request, sizeof request, "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\n%s\r\n\r\n",
            argv[3], argv[2], argv[4]);
        if (connections < 1 || connections > connections_max || request_size >= sizeof request)
            return 2;
        measure(atoi(argv[2]), connections, atoi(argv[6]));
        return 0;
    }
    fprintf(stderr, "usage: http server|client …\n");
    return 2;
}
