#define _GNU_SOURCE
#include "CTerminal.h"

#include <wchar.h>

int compass_scalar_width(unsigned int scalar) {
    return wcwidth((wchar_t)scalar);
}
