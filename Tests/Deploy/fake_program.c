/* Stands in for each program in the tests of the package. It has the name under which it was
   started; VERSION and SCHEMA are what it claims, REAL is the folder of the programs whose help and
   completions it shows. As a service it makes a database with that schema and waits; `compass
   backup create … --to FILE` makes a file, unless COMPASS_FAKE_FAILS is set. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *option(int count, char **words, const char *name)
{
    for (int at = 1; at + 1 < count; at++)
        if (strcmp(words[at], name) == 0)
            return words[at + 1];
    return NULL;
}

static void write_file(const char *path, const char *bytes, size_t count)
{
    FILE *file = fopen(path, "w");
    if (!file || fwrite(bytes, 1, count, file) != count || fclose(file)) {
        perror(path);
        exit(1);
    }
}

static void serve(const char *service, const char *descriptor)
{
    char path[4096], header[100] = "SQLite format 3";
    header[63] = SCHEMA;
    snprintf(path, sizeof path, "%s/data", getenv("COMPASS_HOME"));
    if (access(path, F_OK)) {
        char command[5000];
        snprintf(command, sizeof command, "mkdir -p '%s'", path);
        if (system(command))
            exit(1);
    }
    if (strcmp(service, "broker") != 0) {
        strcat(path, "/");
        strncat(path, service, 100);
        strcat(path, ".sqlite");
        write_file(path, header, sizeof header);
    }
    if (write(atoi(descriptor), "\n", 1) != 1)
        exit(1);
    for (;;)
        pause();
}

int main(int count, char **words)
{
    const char *slash = strrchr(words[0], '/');
    const char *name = slash ? slash + 1 : words[0];
    const char *descriptor = option(count, words, "--notification-fd");
    char real[4096];
    if (descriptor)
        serve(name + strlen("compass-"), descriptor);
    if (count > 1 && strcmp(words[1], "--version") == 0)
        return printf("compass %s\n", VERSION) < 0;
    if (count > 1 && strcmp(words[1], "backup") == 0) {
        if (getenv("COMPASS_FAKE_FAILS"))
            return 1;
        write_file(option(count, words, "--to"), VERSION, strlen(VERSION));
        return 0;
    }
    snprintf(real, sizeof real, "%s/%s", REAL, name);
    execv(real, words);
    perror(real);
    return 1;
}
