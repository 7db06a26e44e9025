/* Stands in for a service in the tests of starting and stopping: says that it is ready on the
   descriptor behind --notification-fd, then waits. COMPASS_FAKE_FAILS names a program that ends at
   once; COMPASS_FAKE_DEAF one that ignores SIGTERM. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int named(const char *variable, const char *program)
{
    const char *name = getenv(variable);
    return name && *name && strstr(program, name);
}

static void end(int signal_number)
{
    (void)signal_number;
    _exit(0);
}

int main(int count, char **words)
{
    fprintf(stderr, "started with token %s\n", getenv("COMPASS_TOKEN") ? "seen" : "unseen");
    if (named("COMPASS_FAKE_FAILS", words[0])) {
        fprintf(stderr, "cannot start: no luck\n");
        return 3;
    }
    signal(SIGTERM, named("COMPASS_FAKE_DEAF", words[0]) ? SIG_IGN : end);
    for (int at = 1; at + 1 < count; at++) {
        if (strcmp(words[at], "--notification-fd") == 0) {
            int descriptor = atoi(words[at + 1]);
            if (write(descriptor, "\n", 1) != 1)
                return 1;
            close(descriptor);
        }
    }
    for (;;)
        pause();
}
