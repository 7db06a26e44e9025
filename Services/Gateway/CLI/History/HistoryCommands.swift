import CommandKit
import Contracts
import ServiceKit

enum HistoryCommands {
    static let all = [history, audit]

    private static let flags: [Flag] = [
        .value("since", Values.time, takesNone: true, "Not before this time"),
        .value("until", Values.time, takesNone: true, "Not after this time"),
        .value("by", Values.member, "Only changes by this member; me is you"),
        .value("limit", Values.limit, default: "all", "Maximum number of entries"),
        .value("cursor", .text("CURSOR"), "Continue after a page limited by --limit"),
    ]

    private static let history = CompassCommand(
        "history", .readOnly, "Show what happened to a record: who, when, before and after",
        details: """
            Takes the id of any record, even if it was deleted or removed for good. --json \
            shows the whole record before and after.
            """,
        arguments: [
            Argument(
                "ID", "The record's id, or its last 8 digits",
                .checked("id", placeholder: "ID", expected: RecordNames.problem))
        ],
        flags: flags,
        examples: ["compass history 4f0c2a9d": "A contact, a coach, a school …"]
    ) { run in
        let typed = run.argument(0)
        let list = try page("History of \(typed)", of: typed, run)
        guard !list.entries.isEmpty || run.invocation.text("cursor") != nil else {
            // The record may exist in a service that did not answer.
            try run.requireAnswers(of: list.away)
            throw CommandFailure(
                .notFound, "Record not found",
                reason: "There is no history of \(QuotedText.of(typed)) that you may see.",
                remedy: "Try: " + run.line("audit", "--limit", "20"))
        }
        let records = Set(list.entries.map(\.entry.recordID))
        guard records.count == 1 else { throw ambiguous(typed, list, run) }
        return try list.result
    }

    private static let audit = CompassCommand(
        "audit", .readOnly, "Show what happened in the family, newest first",
        details: """
            Who added, changed, deleted, restored and imported what, and who joined and left. \
            Players do not see each other's interactions here either. Changes that concern \
            only you, such as reading notifications, are visible only to you.
            """,
        flags: flags,
        examples: [
            "compass audit --since 7d": "The last week",
            "compass audit --by me --limit 20 --json": "For programs",
        ]
    ) { run in
        try page("What happened", of: nil, run).result
    }

    private static func page(
        _ title: String, of record: String?, _ run: CommandRun
    ) throws -> HistoryList {
        let given = run.invocation
        var request = ListHistory.Request(
            record: record, since: try run.time("since"),
            until: try run.time("until", endOfDay: true),
            by: try given.some("by").map { try run.memberID($0, field: "by") },
            counts: try record == nil && !hasWholeRecords(run.format) ? true : nil)
        request.cursor = FormField(try run.cursor { ChangeID(text: $0) })
        let limit = given.integer("limit")
        let pages = HistoryPages(request, limit: limit, run)
        var entries: [FoundEntry] = []
        while entries.count < limit ?? .max, let entry = try pages.next() { entries.append(entry) }
        let isMore = try limit == entries.count && pages.next() != nil
        return HistoryList(
            title: title, entries: entries, next: isMore ? entries.last?.entry.id : nil,
            away: pages.away, run: run)
    }

    /// Whether a format shows the whole records of a change; the others show only an import's
    /// number of records.
    private static func hasWholeRecords(_ format: OutputFormat) -> Bool {
        format == .json || format == .jsonl
    }

    private static func ambiguous(
        _ typed: String, _ list: HistoryList, _ run: CommandRun
    ) -> CommandFailure {
        var known: [String: NamedRecord] = [:]
        for found in list.entries where known[found.entry.recordID] == nil {
            known[found.entry.recordID] = NamedRecord(
                id: found.entry.recordID,
                name: HistoryWords(found.entry, zone: run.zone).what)
        }
        let candidates = known.values.sorted { $0.id < $1.id }
        do {
            let _: RecordID = try RecordNames.id(
                ofTail: typed, among: candidates, noun: "Record", plural: "records",
                listCommand: run.line("audit"))
        } catch {
            if let failure = error as? CommandFailure { return failure }
        }
        return CommandFailure(.notFound, "Record not found")
    }
}
