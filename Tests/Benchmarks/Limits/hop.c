// The baseline for a brokered call: bare libzmq that passes Majordomo 0.2 frames through one hop,
// and the client that measures it. The same client measures compass-broker, so that both figures
// include the same costs outside the hop.
//
//   hop broker ENDPOINT
//   hop worker ENDPOINT REPLY_ENVELOPE_BYTES PAYLOAD_BYTES
//   hop client ENDPOINT SERVICE ENVELOPE_FILE PAYLOAD_FILE WINDOW COUNT
//                                   keep WINDOW calls in flight on one socket
//   hop sockets ENDPOINT SERVICE ENVELOPE_FILE PAYLOAD_FILE SOCKETS COUNT
//                                   keep one call in flight on each of so many sockets
//   hop ask ENDPOINT                connect, ask the broker about itself, and end
//
// The modes of the client print: p50_ns p99_ns calls_per_second reply_payload_bytes; the times are
// 0 unless one call is in flight.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zmq.h>

enum { request_id_offset = 15, frames_max = 16, timeout_ms = 10000 };

static void fail(const char *what) {
    fprintf(stderr, "hop: %s: %s\n", what, zmq_strerror(zmq_errno()));
    exit(1);
}

static uint64_t now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static int receive(void *socket, zmq_msg_t *frames, int flags) {
    int count = 0;
    do {
        if (count == frames_max) { fprintf(stderr, "hop: too many frames\n"); exit(1); }
        zmq_msg_init(&frames[count]);
        if (zmq_msg_recv(&frames[count], socket, count == 0 ? flags : 0) < 0) {
            if (zmq_errno() == EAGAIN && count == 0) return 0;
            fail("recv");
        }
    } while (zmq_msg_more(&frames[count++]));
    return count;
}

static void release(zmq_msg_t *frames, int count) {
    for (int i = 0; i < count; i++) zmq_msg_close(&frames[i]);
}

static void put(void *socket, const void *bytes, size_t count, int flags) {
    if (zmq_send(socket, bytes, count, flags) < 0) fail("send");
}

static void pass(void *socket, zmq_msg_t *frame, int flags) {
    if (zmq_msg_send(frame, socket, flags) < 0) fail("send");
}

static void *open_socket(void *context, int type, const char *endpoint, int binds) {
    void *socket = zmq_socket(context, type);
    int linger = 0, hwm = 10000, timeout = timeout_ms;
    zmq_setsockopt(socket, ZMQ_LINGER, &linger, sizeof linger);
    zmq_setsockopt(socket, ZMQ_SNDHWM, &hwm, sizeof hwm);
    zmq_setsockopt(socket, ZMQ_RCVHWM, &hwm, sizeof hwm);
    if (!binds) zmq_setsockopt(socket, ZMQ_SNDTIMEO, &timeout, sizeof timeout);
    if ((binds ? zmq_bind(socket, endpoint) : zmq_connect(socket, endpoint)) != 0) fail(endpoint);
    return socket;
}

// Frames in: [peer][protocol][command][service or client] …, out to the other side; all moved.
static void run_broker(const char *endpoint) {
    void *socket = open_socket(zmq_ctx_new(), ZMQ_ROUTER, endpoint, 1);
    unsigned char worker[256];
    size_t worker_size = 0;
    puts("ready");
    fflush(stdout);
    zmq_msg_t f[frames_max];
    for (;;) {
        int n = receive(socket, f, 0);
        const char *protocol = zmq_msg_data(&f[1]);
        if (n >= 3 && memcmp(protocol, "MDPW02", 6) == 0) {
            unsigned char command = *(unsigned char *)zmq_msg_data(&f[2]);
            if (command == 1) {
                worker_size = zmq_msg_size(&f[0]);
                memcpy(worker, zmq_msg_data(&f[0]), worker_size);
            } else if (command == 4 && n >= 5) {
                pass(socket, &f[3], ZMQ_SNDMORE);
                put(socket, "MDPC02", 6, ZMQ_SNDMORE);
                put(socket, "\x03", 1, ZMQ_SNDMORE);
                put(socket, "bench", 5, ZMQ_SNDMORE);
                for (int i = 5; i < n; i++) pass(socket, &f[i], i + 1 < n ? ZMQ_SNDMORE : 0);
            }
        } else if (n >= 5 && worker_size > 0) {
            put(socket, worker, worker_size, ZMQ_SNDMORE);
            put(socket, "MDPW02", 6, ZMQ_SNDMORE);
            put(socket, "\x02", 1, ZMQ_SNDMORE);
            pass(socket, &f[0], ZMQ_SNDMORE);
            put(socket, "", 0, ZMQ_SNDMORE);
            for (int i = 4; i < n; i++) pass(socket, &f[i], i + 1 < n ? ZMQ_SNDMORE : 0);
        }
        release(f, n);
    }
}

static void run_worker(const char *endpoint, size_t envelope, size_t payload) {
    void *socket = open_socket(zmq_ctx_new(), ZMQ_DEALER, endpoint, 0);
    put(socket, "MDPW02", 6, ZMQ_SNDMORE);
    put(socket, "\x01", 1, ZMQ_SNDMORE);
    put(socket, "bench", 5, 0);
    puts("ready");
    fflush(stdout);
    char *filler = calloc(1, envelope > payload ? envelope : payload);
    zmq_msg_t f[frames_max];
    for (;;) {
        int n = receive(socket, f, 0);
        put(socket, "MDPW02", 6, ZMQ_SNDMORE);
        put(socket, "\x04", 1, ZMQ_SNDMORE);
        pass(socket, &f[2], ZMQ_SNDMORE);
        put(socket, "", 0, ZMQ_SNDMORE);
        put(socket, filler, envelope, ZMQ_SNDMORE);
        put(socket, filler, payload, 0);
        release(f, n);
    }
}

static size_t read_file(const char *path, unsigned char *bytes, size_t max) {
    FILE *file = fopen(path, "rb");
    if (!file) { perror(path); exit(1); }
    size_t count = fread(bytes, 1, max, file);
    fclose(file);
    return count;
}

static int ascending(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

struct call {
    const char *service;
    unsigned char envelope[2048], payload[1 << 16];
    size_t envelope_size, payload_size;
};

// Each call has its own request id: a counter in the first bytes of the envelope's id field.
static void send_call(void *socket, struct call *call, uint64_t number) {
    memcpy(call->envelope + request_id_offset, &number, sizeof number);
    put(socket, "MDPC02", 6, ZMQ_SNDMORE);
    put(socket, "\x01", 1, ZMQ_SNDMORE);
    put(socket, call->service, strlen(call->service), ZMQ_SNDMORE);
    put(socket, call->envelope, call->envelope_size, ZMQ_SNDMORE);
    put(socket, call->payload, call->payload_size, 0);
}

static size_t await_reply(void *socket) {
    zmq_pollitem_t item = {socket, 0, ZMQ_POLLIN, 0};
    zmq_msg_t f[frames_max];
    if (zmq_poll(&item, 1, timeout_ms) != 1) { fprintf(stderr, "hop: no reply\n"); exit(1); }
    int n = receive(socket, f, 0);
    size_t size = n >= 5 ? zmq_msg_size(&f[n - 1]) : 0;
    release(f, n);
    return size;
}

static void run_client(const char *endpoint, struct call *call, int window, int count) {
    void *socket = open_socket(zmq_ctx_new(), ZMQ_DEALER, endpoint, 0);
    uint64_t *latencies = calloc((size_t)count, sizeof *latencies);
    uint64_t sent = 0;
    size_t size = 0;
    for (int i = 0; i < 200; i++) { send_call(socket, call, ++sent); await_reply(socket); }
    uint64_t start = now_ns();
    if (window == 1) {
        for (int i = 0; i < count; i++) {
            uint64_t began = now_ns();
            send_call(socket, call, ++sent);
            size = await_reply(socket);
            latencies[i] = now_ns() - began;
        }
    } else {
        for (int i = 0; i < window; i++) send_call(socket, call, ++sent);
        for (int i = 0; i < count; i++) {
            size = await_reply(socket);
            if (i + window < count) send_call(socket, call, ++sent);
        }
    }
    double seconds = (double)(now_ns() - start) / 1e9;
    qsort(latencies, (size_t)count, sizeof *latencies, ascending);
    printf("%llu %llu %.0f %zu\n", (unsigned long long)latencies[count / 2],
           (unsigned long long)latencies[count * 99 / 100], count / seconds, size);
}

static void run_sockets(const char *endpoint, struct call *call, int sockets, int count) {
    void *context = zmq_ctx_new();
    zmq_pollitem_t *items = calloc((size_t)sockets, sizeof *items);
    uint64_t sent = 0;
    size_t size = 0;
    for (int i = 0; i < sockets; i++) {
        items[i].socket = open_socket(context, ZMQ_DEALER, endpoint, 0);
        items[i].events = ZMQ_POLLIN;
        send_call(items[i].socket, call, ++sent);
        await_reply(items[i].socket);
    }
    uint64_t start = now_ns();
    for (int i = 0; i < sockets; i++) send_call(items[i].socket, call, ++sent);
    for (int answered = 0; answered < count;) {
        if (zmq_poll(items, sockets, timeout_ms) < 1) {
            fprintf(stderr, "hop: no reply\n");
            exit(1);
        }
        for (int i = 0; i < sockets; i++) {
            if (!(items[i].revents & ZMQ_POLLIN)) continue;
            zmq_msg_t f[frames_max];
            int n = receive(items[i].socket, f, 0);
            size = n >= 5 ? zmq_msg_size(&f[n - 1]) : 0;
            release(f, n);
            if (++answered + sockets <= count) send_call(items[i].socket, call, ++sent);
        }
    }
    printf("0 0 %.0f %zu\n", count / ((double)(now_ns() - start) / 1e9), size);
}

static void ask(const char *endpoint) {
    void *socket = open_socket(zmq_ctx_new(), ZMQ_DEALER, endpoint, 0);
    put(socket, "MDPC02", 6, ZMQ_SNDMORE);
    put(socket, "\x01", 1, ZMQ_SNDMORE);
    put(socket, "mmi.broker", 10, ZMQ_SNDMORE);
    put(socket, "", 0, 0);
    zmq_msg_t f[frames_max];
    int n = receive(socket, f, 0);
    if (n != 4) { fprintf(stderr, "hop: %d frames\n", n); exit(1); }
    release(f, n);
    zmq_close(socket);
}

int main(int argc, char **argv) {
    if (argc == 3 && strcmp(argv[1], "broker") == 0) run_broker(argv[2]);
    if (argc == 3 && strcmp(argv[1], "ask") == 0) {
        ask(argv[2]);
        return 0;
    }
    if (argc == 5 && strcmp(argv[1], "worker") == 0)
        run_worker(argv[2], strtoul(argv[3], NULL, 10), strtoul(argv[4], NULL, 10));
    int sockets = argc == 8 && strcmp(argv[1], "sockets") == 0;
    if (sockets || (argc == 8 && strcmp(argv[1], "client") == 0)) {
        static struct call call;
        call.service = argv[3];
        call.envelope_size = read_file(argv[4], call.envelope, sizeof call.envelope);
        call.payload_size = read_file(argv[5], call.payload, sizeof call.payload);
        (sockets ? run_sockets : run_client)(argv[2], &call, atoi(argv[6]), atoi(argv[7]));
        return 0;
    }
    fprintf(stderr, "usage: hop broker|worker|client|sockets|ask …\n");
    return 2;
}
