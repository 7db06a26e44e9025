#define _GNU_SOURCE
#include "CTerminal.h"

#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <wchar.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static locale_t utf8;

static void make_locale(void) {
    utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
}

int compass_scalar_width(unsigned int scalar) {
    pthread_once(&once, make_locale);
    if (utf8 == (locale_t)0) {
        return scalar < 0x20 || (scalar >= 0x7f && scalar < 0xa0) ? -1 : 1;
    }
    locale_t before = uselocale(utf8);
    int width = wcwidth((wchar_t)scalar);
    uselocale(before);
    return width;
}

static struct winsize size_of(int descriptor) {
    struct winsize size = {0};
    if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) {
        size.ws_col = size.ws_row = 0;
    }
    return size;
}

int compass_terminal_columns(int descriptor) { return size_of(descriptor).ws_col; }

int compass_terminal_rows(int descriptor) { return size_of(descriptor).ws_row; }

int compass_forbid_core_files(void) {
    struct rlimit none = {0, 0};
    return setrlimit(RLIMIT_CORE, &none);
}

int compass_end_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0); }
