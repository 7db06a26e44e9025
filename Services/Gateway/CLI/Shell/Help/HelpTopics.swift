import CommandKit

/// Help pages that belong to no command.
enum HelpTopics {
    static let all: [CommandTable.Topic] = [
        .init("environment", "Environment variables", environment),
        .init("formatting", "Terminal, pipe, JSON, CSV", formatting),
        .init("exit-codes", "Exit codes and their meanings", exitCodes),
        .init("time", "How times are written and shown", time),
        .init("filters", "How lists are filtered", filters),
        .init("accessibility", "Without colour, tables or emoji", accessibility),
    ]

    private static let environment = """
        COMPASS_HOME             folder that holds the whole state (--home)
        COMPASS_AS               stored sign-in to act as (--as)
        COMPASS_TOKEN            access token (tokens add); used instead of stored sign-ins
        COMPASS_FAMILY           family that commands use (--family)
        COMPASS_TZ               zone to show and read times in (--tz)
        COMPASS_OUTPUT           output format (--output)
        COMPASS_BROKER_ENDPOINT  where the broker listens (--broker-endpoint)
        COMPASS_ACCESSIBLE       1: labelled lines, no colour, no emoji
        COMPASS_NOW              fixes the time of day, for tests and demos
        NO_COLOR, TERM=dumb      no colour
        COLUMNS, LINES           size of the terminal

        A flag overrides its variable. The broker's endpoint can also be set in the
        home's compass.json, {"broker.endpoint": "ipc://..."}, which its variable
        overrides. The other variables cannot be set in that file.

        """

    private static let formatting = """
        --output table   on a terminal: aligned, cut to its width, local times, colour
                         in a pipe: tab-separated, full values, UTC times; a tab, a line
                         end or a backslash within a value is written \\t, \\n, \\r, \\\\
        --output json    the service's answer unchanged; indented on a terminal
        --output jsonl   one row per line
        --output csv     RFC 4180 with a header; values that a spreadsheet could take
                         for a formula get an apostrophe, unless --raw
        --output name    ids only, one per line, for xargs
        --output xlsx    a workbook, from commands that support it: interactions export,
                         coaches export, metrics export
        --output pdf     pages to print, from commands that support it: metrics export

        interactions export writes CSV for people: dates in your zone, labels instead of
        stored values. list --output csv has the table's columns and raw values.

        The list of interactions is a table on a wide terminal, and cards on a narrower
        one or with --cards. With --watch it keeps running: a terminal redraws the page
        when it changes, a pipe gets each new row. Ctrl-C stops it with exit code 130.

        Results go to stdout. Everything else goes to stderr: hints, errors, and in a
        pipe titles and counts. -q silences notes.

        With --json an error is {"error": {"code", "message", "errors", "request_id",
        "retryable"}} on stdout; the text for people still goes to stderr.

        """

    private static let exitCodes =
        ExitCode.meanings.map { entry in
            DisplayWidth.padded(String(entry.code.rawValue), to: 3, rightAligned: true)
                + "  \(entry.meaning)\n"
        }.joined()

    private static let time = """
        Times are read and shown in your zone (preferences set --zone), unless TZ,
        COMPASS_TZ or --tz names another. A time is one of

          2026-02-03              a day (--until: its end)
          "2026-02-03 14:15"      a day with a time
          2026-02-03T19:15:00Z    with its offset from UTC
          12h, 45m                this long ago
          30d, 2w                 this many calendar days or weeks ago
          now

        Services store UTC with milliseconds; --json and pipes show that.

        """

    private static let filters = """
        A row is listed if it matches all filters; the four figures count only the
        listed rows.

          --search TEXT     in subject or content, whatever case and accents
          --type --direction --sentiment
                            a word, or several: --type email,text
          --days N          the last N calendar days in your zone
          --since --until   times; see compass help time
          --school --coach  a name, a part of one name, an id or its last 8 digits;
                            a school also by an alias, such as UNC
          --logged-by me    or a member's name; for parents

        Active filters are shown above the list in brackets; leave out a flag to remove
        its filter. Keep filters under a name with --save NAME, and use them again with
        --view NAME.

        """

    private static let accessibility = """
        COMPASS_ACCESSIBLE=1 writes records as "label: value" lines, without tables,
        colour or emoji; in the list of interactions each begins with a sentence that
        sums it up, and --watch adds new ones below. Colour never carries a meaning that
        words do not, and no command needs a wide terminal.

        """
}
