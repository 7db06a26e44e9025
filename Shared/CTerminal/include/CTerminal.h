#ifndef COMPASS_CTERMINAL_H
#define COMPASS_CTERMINAL_H

/// The number of columns glibc's `wcwidth` gives a Unicode scalar, or -1 for a control character.
/// `wcwidth` is not visible in Swift's Glibc module; its locale must be UTF-8.
int compass_scalar_width(unsigned int scalar);

#endif
