#include <curl/curl.h>
#include <netinet/in.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>

/* A POST request. libcurl takes its options as variadic arguments, which Swift cannot pass. */
struct compass_post {
    const char *address;
    const char *protocols;
    const struct curl_slist *fields;
    const unsigned char *body;
    size_t body_bytes;
    long connect_milliseconds;
    long milliseconds;
    size_t answer_bytes_max;
    /* The file of the authorities that are trusted; NULL for those of the system. */
    const char *authorities;
    /* Whether a connection to this address of 4 or 16 bytes may be opened. */
    int (*admits)(const unsigned char *bytes, size_t count);
    /* Whether the request may go on. */
    int (*goes_on)(void *context);
    void *context;

    /* What is found out. */
    size_t answer_bytes;
    int was_refused;
    int was_too_long;
};

static inline size_t compass_post_count(struct compass_post *post, size_t bytes) {
    post->answer_bytes += bytes;
    if (post->answer_bytes <= post->answer_bytes_max) return bytes;
    post->was_too_long = 1;
    return 0;
}

static size_t compass_post_take(char *bytes, size_t size, size_t count, void *context) {
    (void)bytes;
    return compass_post_count((struct compass_post *)context, size * count);
}

/* The address is checked where the socket is made, whatever a name resolved to before. */
static curl_socket_t compass_post_open(
    void *context, curlsocktype purpose, struct curl_sockaddr *address) {
    struct compass_post *post = (struct compass_post *)context;
    unsigned char bytes[16];
    size_t count = 0;
    if (purpose == CURLSOCKTYPE_IPCXN && address->family == AF_INET
        && address->addrlen >= sizeof(struct sockaddr_in)) {
        struct sockaddr_in in;
        memcpy(&in, &address->addr, sizeof in);
        count = sizeof in.sin_addr;
        memcpy(bytes, &in.sin_addr, count);
    } else if (purpose == CURLSOCKTYPE_IPCXN && address->family == AF_INET6
        && address->addrlen >= sizeof(struct sockaddr_in6)) {
        struct sockaddr_in6 in;
        memcpy(&in, &address->addr, sizeof in);
        count = sizeof in.sin6_addr;
        memcpy(bytes, &in.sin6_addr, count);
    }
    if (!count || !post->admits(bytes, count)) {
        post->was_refused = 1;
        return CURL_SOCKET_BAD;
    }
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static int compass_post_progress(
    void *context, curl_off_t to, curl_off_t got, curl_off_t send, curl_off_t sent) {
    struct compass_post *post = (struct compass_post *)context;
    (void)to, (void)got, (void)send, (void)sent;
    return !post->goes_on(post->context);
}

static inline int compass_curl_begin(void) {
    return curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

/* Sends the request; returns libcurl's code and sets the status of the answer, 0 for none. No
   proxy, no redirection, no other protocol, no credentials of files. */
static inline int compass_curl_post(struct compass_post *post, long *status) {
    CURL *curl = curl_easy_init();
    CURLcode code;
    *status = 0;
    if (!curl) return CURLE_OUT_OF_MEMORY;
    code = curl_easy_setopt(curl, CURLOPT_URL, post->address);
    if (!code) code = curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, post->protocols);
    if (!code) code = curl_easy_setopt(curl, CURLOPT_POST, 1L);
    if (!code) code = curl_easy_setopt(curl, CURLOPT_POSTFIELDS, (const char *)post->body);
    if (!code)
        code = curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)post->body_bytes);
    if (!code) code = curl_easy_setopt(curl, CURLOPT_HTTPHEADER, post->fields);
    if (!code) code = curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
    if (!code) code = curl_easy_setopt(curl, CURLOPT_PROXY, "");
    if (!code) code = curl_easy_setopt(curl, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
    if (!code) code = curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 1L);
    if (!code) code = curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 2L);
    if (!code && post->authorities)
        code = curl_easy_setopt(curl, CURLOPT_CAINFO, post->authorities);
    if (!code && post->authorities) code = curl_easy_setopt(curl, CURLOPT_CAPATH, NULL);
    if (!code) code = curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    if (!code) code = curl_easy_setopt(curl, CURLOPT_FRESH_CONNECT, 1L);
    if (!code) code = curl_easy_setopt(curl, CURLOPT_FORBID_REUSE, 1L);
    if (!code) code = curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, post->connect_milliseconds);
    if (!code) code = curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, post->milliseconds);
    if (!code) code = curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, compass_post_take);
    if (!code) code = curl_easy_setopt(curl, CURLOPT_WRITEDATA, post);
    if (!code) code = curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, compass_post_take);
    if (!code) code = curl_easy_setopt(curl, CURLOPT_HEADERDATA, post);
    if (!code) code = curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, compass_post_open);
    if (!code) code = curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, post);
    if (!code) code = curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, compass_post_progress);
    if (!code) code = curl_easy_setopt(curl, CURLOPT_XFERINFODATA, post);
    if (!code) code = curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    if (!code) code = curl_easy_perform(curl);
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, status);
    curl_easy_cleanup(curl);
    return (int)code;
}
