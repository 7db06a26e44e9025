import CommandKit

/// Pages of help that belong to no command.
enum HelpTopics {
    static let all: [CommandTable.Topic] = [
        .init("environment", "Variables that are read", environment),
        .init("formatting", "Terminal, pipe, JSON, CSV", formatting),
        .init("exit-codes", "What the shell is told", exitCodes),
        .init("time", "How times are written and shown", time),
        .init("filters", "How lists are narrowed", filters),
        .init("accessibility", "Without colour, tables or emoji", accessibility),
    ]

    private static let environment = """
        COMPASS_HOME             folder that holds the whole state (--home)
        COMPASS_AS               stored sign-in to act as (--as)
        COMPASS_TOKEN            session token; wins over stored sign-ins
        COMPASS_FAMILY           family that commands are about (--family)
        COMPASS_TZ               zone to show and read times in (--tz)
        COMPASS_OUTPUT           form of results (--output)
        COMPASS_BROKER_ENDPOINT  where the broker listens (--broker-endpoint)
        COMPASS_ACCESSIBLE       1: labelled lines, no colour, no emoji
        COMPASS_NOW              fixes the time of day, for tests and demos
        NO_COLOR, TERM=dumb      no colour
        COLUMNS, LINES           size of the terminal

        A flag wins over its variable. Where the broker listens may also stand in
        compass.json of the home, {"broker.endpoint": "ipc://..."}; there the variable
        wins over the file, the file over the default. No other variable of these has
        a place in the file.

        """

    private static let formatting = """
        --output table   on a terminal: aligned, cut to its width, local times, colour
                         in a pipe: tab-separated, full values, UTC times; a tab, a line
                         end or a backslash within a value is written \\t, \\n, \\r, \\\\
        --output json    the service's answer unchanged; indented on a terminal
        --output jsonl   one row a line
        --output csv     RFC 4180 with a header; values that a spreadsheet would take
                         for a formula get an apostrophe, unless --raw
        --output name    ids only, one a line, for xargs
        --output pdf     pages for print, from commands that make them: metrics export

        interactions export writes CSV for people: dates in your zone, labels instead of
        words of the wire. list --output csv has the table's columns and raw values.

        A list of interactions is a table on a wide terminal and cards on a narrower one
        or with --cards. With --watch it stays: a terminal shows the page anew when it
        changed, a pipe gets each row that enters the list. Ctrl-C ends it with 130.

        Results go to stdout. Everything else goes to stderr: titles and counts beside
        a pipe, hints, errors. -q silences notes.

        With --json an error is {"error": {"code", "message", "errors", "request_id",
        "retryable"}} on stdout, and the text for people still on stderr.

        """

    private static let exitCodes =
        ExitCode.meanings.map { entry in
            DisplayWidth.padded(String(entry.code.rawValue), to: 3, rightAligned: true)
                + "  \(entry.meaning)\n"
        }.joined()

    private static let time = """
        Times are read and shown in this machine's zone, or in that of --tz. A time is
        one of

          2026-02-03              a day (--until: its end)
          "2026-02-03 14:15"      a day with a time
          2026-02-03T19:15:00Z    with its offset from UTC
          12h, 45m                so long ago
          30d, 2w                 so many calendar days ago
          now

        Services store UTC with milliseconds; --json and pipes show it so.

        """

    private static let filters = """
        Filters combine: a row is listed when it meets all of them, and the four
        figures count the listed rows only.

          --search TEXT     in subject or content; case does not matter
          --type --direction --sentiment
          --days 7|14|30|90 calendar days in your zone
          --since --until   times; see compass help time
          --school --coach  a name, a part of one name, an id or its last 8 digits
          --logged-by me    or a member's name; for parents

        The filters in force stand above the list, each in brackets; leave its flag out
        to take it off. No filter is remembered.

        """

    private static let accessibility = """
        COMPASS_ACCESSIBLE=1 writes records as "label: value" lines, without tables,
        colour or emoji; in the list of interactions each begins with one sentence that
        says it all, and --watch adds new ones below. Colour never says what a word
        does not say, and no command needs a wide terminal.

        """
}
