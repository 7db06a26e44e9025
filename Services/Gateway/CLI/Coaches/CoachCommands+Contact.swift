import CommandKit
import Contracts

extension CoachCommands {
    /// `coaches contact`.
    static let contact = CompassCommand(
        Command(
            "coaches contact", .local,
            "Links that write to a coach: mail, text, Twitter, Instagram",
            details: """
                Shows the links that the coach's entries allow, or one of them; --open hands it to \
                the program that this machine has for such links. Nothing is logged by it: see \
                compass interactions add. --subject goes into a mail, --body into a mail or a text \
                message.
                """,
            arguments: [coachArgument],
            flags: [
                .value("by", ways, "Only this link"), .toggle("open", "Open the link"),
                .value("subject", .text(), "Subject of the mail"),
                .value("body", .text(), "What the mail or the text message begins with"),
            ],
            examples: [
                .init("compass coaches contact Pat Doyle", "Every link"),
                .init("compass coaches contact Pat Doyle --by email --open", "Write a mail"),
                .init(
                    "compass coaches contact Pat Doyle --by email --subject \"Camp dates\"",
                    "With a subject"),
            ])
    ) { run in
        let coach = try coach(try run.coachID(run.invocation.argument(0) ?? ""), run)
        let links = try chosenLinks(of: coach, run)
        if run.invocation.isOn("open") { try open(links, run) }
        return result(links, coach, run)
    }

    private static let ways = ValueType.choice(
        ContactLink.Way.allCases.map { .init($0.rawValue, "To the \($0.datum)") },
        placeholder: "WAY")

    /// The links that are asked for. CO-23: each only where its datum exists.
    private static func chosenLinks(of coach: Coach, _ run: CommandRun) throws -> [ContactLink] {
        let given = run.invocation
        let message = ContactLink.Message(subject: given.text("subject"), body: given.text("body"))
        let links = ContactLink.all(of: coach, message)
        guard let typed = given.text("by") else { return links }
        let taking: [String: [ContactLink.Way]] = ["subject": [.email], "body": [.email, .text]]
        for (flag, ways) in taking.sorted(by: { $0.key < $1.key })
        where given.some(flag) != nil && !ways.contains(where: { $0.rawValue == typed }) {
            throw CommandFailure.usage(
                "--\(flag) and --by \(typed) exclude each other",
                reason: "Such a message takes no \(flag) from here.",
                remedy: "Leave --\(flag) out")
        }
        let chosen = links.filter { $0.way.rawValue == typed }
        if chosen.isEmpty {
            let datum = ContactLink.Way(rawValue: typed)?.datum ?? typed
            var failure = CommandFailure(
                .validationFailed, "\(VisibleText.line(coach.fullName)) has no \(datum)",
                reason: "Field: by (--by)",
                remedy: "Try: compass coaches contact \(RecordNames.short(coach.id.text))")
            failure.errors = ["by": failure.message]
            throw failure
        }
        return chosen
    }

    private static func open(_ links: [ContactLink], _ run: CommandRun) throws {
        guard links.count == 1, let link = links.first else {
            let ways = ContactLink.Way.allCases.map(\.rawValue)
            throw CommandFailure.usage(
                "--open takes one link", reason: "There are \(links.count).",
                remedy: "Choose with --by " + ways.joined(separator: ", "))
        }
        if let problem = run.console.openLink(link.url) {
            // A machine without a desktop has none in a minute either.
            throw CommandFailure(
                .internal, "The link could not be opened", reason: problem,
                remedy: "Leave --open out, and open \(link.url)")
        }
    }

    private static func result(
        _ links: [ContactLink], _ coach: Coach, _ run: CommandRun
    ) -> CommandResult {
        var table = TextTable([.init("Way"), .init("Link")])
        for link in links { table.append([.init(link.way.rawValue), .init(link.url)]) }
        let json = JSONValue.object([
            ("coach_id", .string(coach.id.text)),
            (
                "links",
                .array(
                    links.map {
                        .object([("url", .string($0.url)), ("way", .string($0.way.rawValue))])
                    })
            ),
        ])
        let isEmpty = links.isEmpty
        return CommandResult(
            json: Array(json.text.utf8), rowsKey: "links", ids: { links.map(\.url) },
            rows: { table }, text: { table.text($0) },
            footer: { _ in
                isEmpty ? ["\(VisibleText.line(coach.fullName)) cannot be reached from here"] : []
            })
    }
}
