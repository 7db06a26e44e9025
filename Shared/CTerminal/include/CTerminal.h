#ifndef COMPASS_CTERMINAL_H
#define COMPASS_CTERMINAL_H

/// The number of columns a Unicode scalar takes in a terminal, or -1 for a control character.
/// glibc's `wcwidth` is not visible in Swift's Glibc module, and it needs a UTF-8 locale: C.UTF-8
/// is selected for the length of the call, and the process keeps its own.
int compass_scalar_width(unsigned int scalar);

/// The columns of the terminal behind a descriptor, or 0 when there is none.
int compass_terminal_columns(int descriptor);

/// The rows of the terminal behind a descriptor, or 0 when there is none.
int compass_terminal_rows(int descriptor);

/// Sets the size of a core file to 0, for good. The numbers of limits are another type in every
/// version of glibc's headers, which Swift sees. 0 if it was done.
int compass_forbid_core_files(void);

#endif
