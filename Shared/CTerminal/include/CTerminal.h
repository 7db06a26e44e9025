#ifndef COMPASS_CTERMINAL_H
#define COMPASS_CTERMINAL_H

/// Returns the columns of a Unicode scalar in a terminal; -1 for a control character. Swift's Glibc
/// module lacks `wcwidth`, which needs a UTF-8 locale: selects C.UTF-8 during the call without
/// changing the process's own locale.
int compass_scalar_width(unsigned int scalar);

/// Returns the columns of a descriptor's terminal; 0 if it is not a terminal.
int compass_terminal_columns(int descriptor);

/// Returns the rows of a descriptor's terminal; 0 if it is not a terminal.
int compass_terminal_rows(int descriptor);

/// Permanently sets the size limit of core files to 0; returns 0 on success. In C because the type
/// of the limits' numbers differs between versions of glibc's headers.
int compass_forbid_core_files(void);

/// Has the kernel kill this process when the thread that started it ends (prctl(2),
/// PR_SET_PDEATHSIG); returns 0 on success.
int compass_end_with_parent(void);

#endif
