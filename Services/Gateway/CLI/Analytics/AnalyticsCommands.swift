import CommandKit
import Contracts
import ServiceKit

enum AnalyticsCommands {
    static let all = [show]

    /// `analytics show` (SA-03, SA-04).
    static let show = CompassCommand(
        "analytics show", .readOnly, "Show statistics on posts by coaches and programs",
        details: """
            Answers are cached for five minutes, or until you change something; --refresh \
            fetches a new one. If the service is unavailable, the last answer is shown with \
            its age. --svg writes the two charts to a file for browsers and documents.
            """,
        flags: [
            .value(
                "range",
                .choice(
                    AnalyticsRange.allCases.map { .init($0.rawValue, $0.label) },
                    placeholder: "RANGE"), default: AnalyticsRange.standard.rawValue,
                "The last 7, 30 or 90 days, or all time"),
            .toggle("refresh", "Fetch a new answer instead of a cached one"),
            .value("svg", .path("PATH"), "Write the charts to a file or folder"),
        ],
        examples: [
            "compass analytics show --range 90": "The last 90 days",
            "compass analytics show --range all --svg charts.svg": "Charts as a file",
            "compass analytics show --output csv > posts.csv": "All figures as rows",
        ]
    ) { run in
        let found = try AnalyticsAnswer.find(run)
        let page = found.page
        if let typed = run.invocation.text("svg") {
            let document = AnalyticsDrawing.document(page)
            let path = try ExportPlace.save(
                Array(document.utf8), at: typed, flag: "svg",
                fileName: AnalyticsDrawing.fileName(page), run)
            return .line("Charts written to \(path)", json: found.json, notes: found.notes)
        }
        var result = CommandResult(
            json: found.json, ids: { page.topSchools.map(\.id.text) },
            rows: { AnalyticsTable.rows(page) },
            text: { traits in
                guard traits.isTerminal else { return AnalyticsTable.rows(page).text(traits) }
                return AnalyticsPage(page: page, zone: run.zone, traits: traits).text
            },
            footer: { _ in
                [
                    "View All: " + run.line("posts", "list", "--recruiting"),
                    "As of \(run.zone.text(page.asOf)), days in \(page.timeZone)",
                ]
            })
        result.notes = found.notes
        return result
    }
}

/// The answer that `analytics show` prints: a cached or a new one (SA-36).
struct AnalyticsAnswer {
    let page: SocialAnalytics.Response
    /// The page as received.
    let json: [UInt8]
    /// Notes about the answer's age.
    var notes: [String] = []

    /// Calls the service unless a cached answer is fresh; falls back to the cached answer if the
    /// service is unavailable.
    static func find(_ run: CommandRun) throws -> AnalyticsAnswer {
        let range = run.invocation.text("range").flatMap { AnalyticsRange(rawValue: $0) }
        let request = SocialAnalytics.Request(range: range, timeZone: run.zone.name)
        let cache = AnswerCache(home: run.home)
        let question = try question(range ?? .standard, run)
        let kept = question.flatMap { cache.answer(to: $0) }.flatMap { try? read($0, run) }
        if let kept, !run.invocation.isOn("refresh"), isFresh(kept.page, run) { return kept }
        do {
            let answer = try run.read(SocialAnalytics.self, request)
            let page = try run.decoded(SocialAnalytics.Response.self, answer)
            if let question { cache.keep(answer.json, to: question) }
            return AnalyticsAnswer(page: page, json: answer.json)
        } catch var failure as CommandFailure {
            guard failure.exitCode == .unavailable else {
                if let question { cache.remove(question) }
                throw failure
            }
            if let kept, !run.invocation.isOn("refresh") { return try kept.stale(run) }
            // SA-33: the original message becomes the reason.
            failure.reason = failure.message
            failure.message = AnalyticsText.unreachable
            failure.remedy = failure.remedy ?? "Try again: " + run.line("analytics", "show")
            throw failure
        }
    }

    /// The cache key: who asks for what. Nil if nothing is cached on this machine.
    private static func question(_ range: AnalyticsRange, _ run: CommandRun) throws -> String? {
        guard run.environment["COMPASS_TOKEN"]?.isEmpty != false,
            let signIn = try run.signIns.signIn(run.contextName)
        else { return nil }
        let family =
            run.invocation.text("family") ?? run.environment["COMPASS_FAMILY"]
            ?? signIn.activeFamily?.text ?? ""
        let parts = [
            SocialAnalytics.name, signIn.sessionID.text, family, range.rawValue,
            run.zone.name ?? "",
        ]
        return parts.map { $0.replacing("\n", with: " ") }.joined(separator: "\t")
    }

    private static func read(_ bytes: [UInt8], _ run: CommandRun) throws -> AnalyticsAnswer {
        let page = try JSONCoding.decodeResponse(SocialAnalytics.Response.self, from: bytes)
        return AnalyticsAnswer(page: page, json: bytes)
    }

    /// Whether an answer may be shown again without asking; never if its time is in the future.
    private static func isFresh(_ page: SocialAnalytics.Response, _ run: CommandRun) -> Bool {
        let now = run.clock.now()
        return page.asOf <= now
            && now < page.asOf.advanced(by: SocialAnalytics.freshFor)
    }

    /// The same answer, marked as stale, with a note about its age.
    private func stale(_ run: CommandRun) throws -> AnalyticsAnswer {
        var page = page
        page.stale = true
        return AnalyticsAnswer(
            page: page, json: try JSONCoding.encode(page),
            notes: [
                AnalyticsText.unreachable,
                "Showing the figures of \(run.zone.text(page.asOf)).",
            ])
    }
}
