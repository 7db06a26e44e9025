#include <stddef.h>
#include <stdint.h>
#include <zlib.h>

/* Compresses bytes into a gzip file (RFC 1952). Returns its length, or 0 if it does not fit or no
   memory is left. Swift does not see deflateInit2, which is a macro. */
static inline size_t compass_gzip(const uint8_t *bytes, size_t count, uint8_t *file,
                                  size_t capacity) {
    z_stream stream = {0};
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, 16 + MAX_WBITS, MAX_MEM_LEVEL,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
        return 0;
    }
    stream.next_in = (Bytef *)bytes;
    stream.avail_in = (uInt)count;
    stream.next_out = file;
    stream.avail_out = (uInt)capacity;
    int isWhole = deflate(&stream, Z_FINISH) == Z_STREAM_END;
    deflateEnd(&stream);
    return isWhole ? stream.total_out : 0;
}
