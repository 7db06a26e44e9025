#ifndef COMPASS_CFILES_H
#define COMPASS_CFILES_H

/// Lets two names change places in one step (renameat2(2), RENAME_EXCHANGE), which Swift's Glibc
/// module does not show. 0, or -1 with `errno`.
int compass_exchange_names(const char *first, const char *second);

#endif
