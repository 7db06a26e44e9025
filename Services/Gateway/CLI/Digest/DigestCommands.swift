import CommandKit
import Contracts
import Letters
import ServiceKit

enum DigestCommands {
    static let all = [digest]

    private static let digest = CompassCommand(
        "digest", .readOnly, "Show what happened in a week, and what comes next",
        details: """
            The contacts of the week, who reached out, who is overdue, the events of the next \
            \(DigestLimit.daysAhead) days and new posts, on one page. A week goes from Monday \
            to Sunday in the family's time zone. What is overdue and what comes next is told \
            for this week and the last one only. Parents see the contacts of all players. With \
            --html, the digest is written as a page; with --mail, as a message from and to your \
            own address, for a program such as msmtp.
            """,
        flags: [
            .value("week", .text("WEEK"), default: "the last whole one", "A week: 2026-W07"),
            .toggle("last", "The last whole week"),
            .toggle("this", "The week that has begun"),
            .value("html", .path("PATH"), "Write HTML to a file, a folder, or - for stdout"),
            .toggle("mail", "Write a mail message to stdout"),
        ],
        examples: [
            "compass digest": "The last whole week",
            "compass digest --week 2026-W07 --html .": "A week, as a file here",
            "compass digest --mail > digest.eml": "A message to send",
            "compass digest --json": "For programs",
        ]
    ) { run in
        let family = try run.signedIn().membership()
        let plan = try plan(for: family, run)
        let form = try form(run)
        let digest = try DigestFinder(run: run).digest(plan, of: family)
        switch form {
        case .shown: return try result(digest, run)
        case .html(let typed):
            try requireAll(digest)
            return try written(DigestDocument(digest).bytes, of: digest, at: typed, run)
        case .mail:
            try requireAll(digest)
            let message = DigestMessage(
                digest, of: family.familyUnitID, for: try run.signedIn().user,
                at: run.clock.now())
            guard let message else {
                throw CommandFailure(
                    .validationFailed, "Your address cannot be used in mail",
                    reason: "It has letters or signs that not all mail programs take.",
                    remedy: "Write HTML instead: compass digest --html FILE")
            }
            run.console.writeResult(message.bytes)
            return .written(.success, notes: [])
        }
    }

    /// What becomes of a digest.
    private enum Form {
        case shown
        /// HTML at a path; - is stdout.
        case html(String)
        case mail
    }

    private static func form(_ run: CommandRun) throws -> Form {
        let (path, isMail) = (run.invocation.text("html"), run.invocation.isOn("mail"))
        guard path != nil || isMail else { return .shown }
        guard path == nil || !isMail else {
            throw CommandFailure.usage(
                "--html and --mail cannot be combined", reason: "Give one of them.")
        }
        let format = try run.format
        guard format == .table else {
            throw CommandFailure.usage(
                "--\(isMail ? "mail" : "html") and --output \(format.rawValue) cannot be combined",
                reason: "Files and messages have a form of their own.")
        }
        return path.map { .html($0) } ?? .mail
    }

    // MARK: The week

    private static func plan(for family: Membership, _ run: CommandRun) throws -> DigestPlan {
        let given = run.invocation
        let chosen = [given.text("week") != nil, given.isOn("last"), given.isOn("this")]
        guard chosen.count(where: { $0 }) < 2 else {
            throw CommandFailure.usage(
                "--week, --last and --this cannot be combined", reason: "Give one of them.",
                remedy: "Try: compass digest --help")
        }
        let usual = DigestPlan(timeZone: family.timeZone, at: run.clock.now())
        let plan = DigestPlan(
            given.isOn("this")
                ? ISOWeek(of: usual.today)
                : try given.text("week").map { try week($0) },
            timeZone: family.timeZone, at: run.clock.now())
        guard plan.hasBegun else { throw refusal(DigestText.futureRefusal) }
        return plan
    }

    private static func week(_ typed: String) throws -> ISOWeek {
        guard let week = ISOWeek(text: typed) else { throw refusal(DigestText.weekRefusal) }
        return week
    }

    private static func refusal(_ text: String) -> CommandFailure {
        CommandFailure(
            UsageError(
                .badValue, "--week: \(text)", reason: "Weeks are those of ISO 8601.",
                remedy: "Use --last for the last whole one, --this for the one that has begun.",
                field: "week"))
    }

    // MARK: Output

    private static func result(
        _ digest: WeeklyDigest, _ run: CommandRun
    ) throws -> CommandResult {
        var result = CommandResult(
            json: try run.encoded(digest), ids: { [digest.week] }, rows: { table(digest) },
            text: { _ in digest.lines.map { VisibleText.line($0) + "\n" }.joined() },
            footer: { _ in footer(digest) })
        if !digest.unavailable.isEmpty { result.exitCode = .unavailable }
        return result
    }

    private static func footer(_ digest: WeeklyDigest) -> [String] {
        guard !digest.unavailable.isEmpty else { return [] }
        return ["\(TrashWords.away(digest.unavailable)): some parts are missing here"]
    }

    private static func table(_ digest: WeeklyDigest) -> TextTable {
        var table = TextTable([.init("Part"), .init("What"), .init("Details")])
        for part in digest.parts {
            table.append([.init(part.title), .init(""), .init(part.summary)])
            for row in part.rows {
                table.append([.init(part.title), .init(row.lead), .init(row.text)])
            }
        }
        return table
    }

    /// Files and messages have all parts, since nobody would see later that one is missing.
    private static func requireAll(_ digest: WeeklyDigest) throws {
        guard digest.unavailable.isEmpty else {
            throw CommandFailure(
                .unavailable, TrashWords.away(digest.unavailable),
                reason: "The digest would lack a part. Nothing was written.",
                remedy: "Try again in a moment.")
        }
    }

    private static func written(
        _ bytes: [UInt8], of digest: WeeklyDigest, at typed: String, _ run: CommandRun
    ) throws -> CommandResult {
        guard typed != "-" else {
            run.console.writeResult(bytes)
            return .written(.success, notes: [])
        }
        let path = try ExportPlace.save(
            bytes, at: typed, flag: "html", fileName: DigestDocument.fileName(of: digest), run)
        return .line("Digest of \(digest.week) written to \(path)", json: [])
    }
}
