import CommandKit
import Contracts
import ServiceKit

/// `analytics …`.
enum AnalyticsCommands {
    static let all = [show]

    /// `analytics show` (SA-03, SA-04).
    static let show = CompassCommand(
        Command(
            "analytics show", .readOnly, "Figures of what coaches and programs post",
            details: """
                An answer is shown again for five minutes, and dropped by any change that you \
                make; --refresh asks anew. When nobody answers, the last one is shown with its \
                age. --svg writes the two charts into a file that browsers and documents take.
                """,
            flags: [
                .value(
                    "range",
                    .choice(
                        AnalyticsRange.allCases.map { .init($0.rawValue, $0.label) },
                        placeholder: "RANGE"), default: AnalyticsRange.standard.rawValue,
                    "The last 7, 30 or 90 days, or all time"),
                .toggle("refresh", "Ask the service, whatever was kept"),
                .value("svg", .path("PATH"), "Write the charts into a file or folder"),
            ],
            examples: [
                .init("compass analytics show --range 90", "The last 90 days"),
                .init("compass analytics show --range all --svg charts.svg", "Charts as a file"),
                .init("compass analytics show --output csv > posts.csv", "Every figure as rows"),
            ])
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
                    "As of \(run.zone.text(page.asOf)), days of \(page.timeZone)",
                ]
            })
        result.notes = found.notes
        return result
    }
}

/// The answer that `analytics show` shows: one that was kept, or a new one (SA-36).
struct AnalyticsAnswer {
    /// The page.
    let page: SocialAnalytics.Response
    /// The same as it travels.
    let json: [UInt8]
    /// What is to be told of its age.
    var notes: [String] = []

    /// Asks, unless an answer is fresh; shows the last one where nobody answers.
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
            // SA-33; what happened moves down a line.
            failure.reason = failure.message
            failure.message = AnalyticsWords.unreachable
            failure.remedy = failure.remedy ?? "Try again: " + run.line("analytics", "show")
            throw failure
        }
    }

    /// Who asks what; nil where nothing is kept on this machine.
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

    /// Whether an answer may be shown again without asking. One from the future is not believed.
    private static func isFresh(_ page: SocialAnalytics.Response, _ run: CommandRun) -> Bool {
        let now = run.clock.now()
        return page.asOf <= now
            && now < page.asOf.advanced(by: SocialAnalytics.freshFor)
    }

    /// The same answer, marked as old, with a word about it.
    private func stale(_ run: CommandRun) throws -> AnalyticsAnswer {
        var page = page
        page.stale = true
        return AnalyticsAnswer(
            page: page, json: try JSONCoding.encode(page),
            notes: [
                AnalyticsWords.unreachable,
                "These are the figures of \(run.zone.text(page.asOf)).",
            ])
    }
}
