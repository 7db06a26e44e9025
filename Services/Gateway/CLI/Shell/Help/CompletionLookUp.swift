import CommandKit
import Contracts
import ServiceKit

/// Completion candidates from the services and this machine's files. Any error yields no
/// candidates: completions never print errors.
struct CompletionLookUp {
    /// The timeout of a call; a person is waiting for the tab key.
    static let budget = "150ms"
    /// The most candidates offered.
    static let rowsMax = 50

    let environment: [String: String]
    let console: Console
    let makeTransport: Compass.TransportFactory

    /// The values of a kind that begin with `typed`, given the preceding words.
    func candidates(
        _ kind: String, _ words: [String], _ typed: String
    ) -> [Completer.Candidate] {
        let table = CompassTable.table
        if kind == "help" {
            return table.topics.map { .init($0.word, $0.summary) }
                + table.nouns.map { .init($0.word, $0.summary) }
        }
        if kind == "zone" { return LocalZone.names().map { .init($0) } }
        guard let run = try? makeRun(words) else { return [] }
        if kind == "context" { return run.signIns.names.map { .init($0) } }
        let records = try? kind == "view" ? views(of: words, run) : records(kind, run)
        let found = (records ?? []).filter { $0.word.hasPrefix(typed) }
        return Array(found.prefix(Self.rowsMax))
    }

    /// The saved filters of the list whose command is typed; of all lists for other commands.
    private func views(
        of words: [String], _ run: CommandRun
    ) throws -> [Completer.Candidate] {
        let list = words.lazy.compactMap { ViewedList(rawValue: $0) }.first
        return try run.savedViews(list).map { .init($0.name, $0.list.rawValue) }
    }

    private func records(_ kind: String, _ run: CommandRun) throws -> [Completer.Candidate] {
        switch kind {
        case "school":
            return try run.schoolChoices().map { .init($0.name, $0.detail) }
        case "coach":
            return try run.coachChoices().map { .init($0.name, $0.detail) }
        case "event":
            return try run.eventChoices().map { .init($0.name, $0.detail) }
        case "metric":
            return try run.metricChoices().map { .init(RecordNames.short($0.id), $0.name) }
        case "member":
            return try run.memberChoices().map { .init($0.name, $0.detail) }
        case "logger":
            // IL-23, IL-24: a parent may also choose a player; players see only their own rows.
            let isParent = try run.signedIn().membership().role == .parent
            let players = isParent ? try run.memberChoices(.player) : []
            return [.init("me", isParent ? "Me (Parent)" : "")]
                + players.map { .init($0.name, $0.detail) }
        case "session":
            return try run.sessionChoices().map {
                .init(RecordNames.short($0.id), "\($0.name), \($0.detail)")
            }
        case "token":
            return try run.tokenChoices().map { .init($0.name, $0.detail) }
        case "hook":
            return try run.hookChoices().map { .init($0.name, $0.detail) }
        case "family":
            return try run.signedIn().families().map { .init($0.name, $0.role.rawValue) }
        case "interaction":
            var request = ListInteractions.Request()
            request.limit = FormField(Self.rowsMax)
            return try run.response(of: ListInteractions.self, request).interactions.map {
                .init(RecordNames.short($0.id.text), $0.displaySubject)
            }
        case "post":
            var request = ListPosts.Request()
            request.limit = FormField(Self.rowsMax)
            return try run.response(of: ListPosts.self, request).posts.map {
                .init(
                    RecordNames.short($0.id.text), PostList.preview(of: $0, characters: 40))
            }
        case "notification":
            let request = ListNotifications.Request(unread: true, limit: Self.rowsMax)
            return try run.response(of: ListNotifications.self, request).notifications.map {
                .init(RecordNames.short($0.id.text), $0.title)
            }
        case "operation":
            let findings = try OperationFinder(run: run).findings(.init(limit: Self.rowsMax))
            return findings.operations.map {
                .init(RecordNames.short($0.id.text), TrashWords.what($0.operation))
            }
        default:
            return []
        }
    }

    /// A run with the global flags found on the line, such as `--as`.
    private func makeRun(_ words: [String]) throws -> CommandRun {
        var values: [String: [String]] = ["timeout": [Self.budget]]
        for name in ["as", "family", "home", "broker-endpoint"] {
            if let index = words.lastIndex(of: "--\(name)"), index + 1 < words.count {
                values[name] = [words[index + 1]]
            } else if let word = words.last(where: { $0.hasPrefix("--\(name)=") }) {
                values[name] = [String(word.dropFirst(name.count + 3))]
            }
        }
        let invocation = Invocation(
            command: Command("__complete", .readOnly, ""), values: values)
        return try CommandRun(
            invocation: invocation, environment: environment, console: console,
            makeTransport: makeTransport)
    }
}
