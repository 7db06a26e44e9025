import Contracts

/// The text in an archive that says what is what.
public enum ArchiveReadme {
    /// The text for an archive.
    public static func text(_ manifest: ArchiveManifest) -> String {
        let tables = ArchiveTable.allCases.map { table in
            let name = table.rawValue.padding(to: nameColumns)
            return "  \(name)\(line(of: table)) (\(manifest.counts[table.rawValue] ?? 0))"
        }.joined(separator: "\n")
        return """
            Everything that \(manifest.exportedBy) may see of the family
            "\(manifest.familyName)" in Recruiting Compass.

            Read from \(manifest.startedAt.text) to \(manifest.finishedAt.text).
            What somebody changed between these times may be in it as before or as after.

            What is here
            ------------
            Each table is there twice, with the number of its rows in parentheses:
              NAME.csv    comma-separated values with a header line, for spreadsheets
              NAME.jsonl  one JSON object a line, with every field and every id, for programs

            \(tables)

            archive.json says when, by whom and of which family.
            \(ArchiveName.filesFolder)/ has the attached files. Their own names are in files.csv.

            How to read it
            --------------
            All texts are UTF-8. Lines of .csv files end in CRLF, lines of .jsonl files in LF.
            Times end in Z: they are in UTC. Days and times of events are those of the place.
            Columns that end in _key refer to rows of other tables. In .csv files an apostrophe
            stands before a text that a spreadsheet would take for a formula; it is not part of the
            text. The .jsonl files have every text as it is.

            Into another family
            -------------------
            compass import archive FILE stores the schools, coaches, events, coaches seen there,
            interactions with their files, metrics, posts, follow-ups, contact windows and your
            profile in an empty family whose player you are. Single .csv files can be read with compass import.

            These do not come back: the ids, who logged what and when it was typed, the history and
            the notifications. A follow-up keeps its day and its cadence, but counts as planned for
            that day, and days that have passed are left out.

            A player's archive has that player's own contacts only. The figures of a coach who is
            also in touch with a brother or sister follow from the contacts of both, so that they
            differ after an import: they then follow from the contacts in the archive.

            What is not here
            ----------------
            Passwords, recovery codes, sessions, tokens and family codes: they give access and are
            of no use elsewhere. Preferences, e-mail addresses of members and notifications of
            others: they belong to their owners. What other players logged, unless you are their
            parent. What is in the trash: restore it first.

            """
    }

    private static let nameColumns = 15

    private static func line(of table: ArchiveTable) -> String {
        switch table {
        case .schools: "the schools on your list"
        case .coaches: "the coaches, with their figures"
        case .events: "showcases, camps, visits and games"
        case .presences: "the coaches who were seen at events"
        case .interactions: "contacts with coaches and schools, newest first"
        case .files: "the attached files, with name and SHA-256"
        case .metrics: "measurements"
        case .posts: "posts of coaches and programs"
        case .followUps: "when each coach is to be contacted, for each player"
        case .windows: "your table of contact windows"
        case .profiles: "what coaches ask for first about the players"
        case .notifications: "your own notifications about this family"
        case .members: "the members of the family"
        case .history: "who changed what and when, as far as you may see it"
        }
    }
}

extension String {
    /// The text with blanks up to a length.
    fileprivate func padding(to length: Int) -> String {
        self + String(repeating: " ", count: max(length - count, 1))
    }
}
