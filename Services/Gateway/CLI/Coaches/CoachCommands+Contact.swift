import CommandKit
import Contracts

extension CoachCommands {
    static let contact = CompassCommand(
        "coaches contact", .local,
        "Show links for contacting a coach: e-mail, text, Twitter, Instagram",
        details: """
            Shows a link for each address, number or handle of the coach, or one of them; \
            --open opens it with this machine's program for such links. Nothing is logged; \
            for that, see compass interactions add. --subject applies to e-mail, --body to \
            e-mail and text messages.
            """,
        arguments: [coachArgument],
        flags: [
            .value("by", ways, "Only this link"), .toggle("open", "Open the link"),
            .value("subject", .text(), "Subject of the e-mail"),
            .value("body", .text(), "Beginning of the e-mail or text message"),
        ],
        examples: [
            "compass coaches contact Pat Doyle": "Every link",
            "compass coaches contact Pat Doyle --by email --open": "Write an e-mail",
            "compass coaches contact Pat Doyle --by email --subject \"Camp dates\"":
                "With a subject",
        ]
    ) { run in
        let coach = try coach(try run.coachID(run.argument(0)), run)
        let links = try chosenLinks(of: coach, run)
        if run.invocation.isOn("open") { try open(links, run) }
        return result(links, coach, run)
    }

    private static let ways = ValueType.choice(
        ContactLink.Way.allCases.map { .init($0.rawValue, "To the \($0.datum)") },
        placeholder: "WAY")

    /// The requested links. CO-23: each link requires the coach's matching entry.
    private static func chosenLinks(of coach: Coach, _ run: CommandRun) throws -> [ContactLink] {
        let given = run.invocation
        let message = ContactLink.Message(subject: given.text("subject"), body: given.text("body"))
        let links = ContactLink.all(of: coach, message)
        guard let typed = given.text("by") else { return links }
        let taking: [String: [ContactLink.Way]] = ["subject": [.email], "body": [.email, .text]]
        for (flag, ways) in taking.sorted(by: { $0.key < $1.key })
        where given.some(flag) != nil && !ways.contains(where: { $0.rawValue == typed }) {
            throw CommandFailure.usage(
                "--\(flag) and --by \(typed) cannot be combined",
                reason: "Links of this kind have no \(flag).",
                remedy: "Leave out --\(flag)")
        }
        let chosen = links.filter { $0.way.rawValue == typed }
        if chosen.isEmpty {
            let datum = ContactLink.Way(rawValue: typed)?.datum ?? typed
            throw CommandFailure(
                .validationFailed, "\(VisibleText.line(coach.fullName)) has no \(datum)",
                reason: "Field: by (--by)",
                remedy: "Try: "
                    + run.line("coaches", "contact", RecordNames.short(coach.id.text)),
                field: "by")
        }
        return chosen
    }

    private static func open(_ links: [ContactLink], _ run: CommandRun) throws {
        guard links.count == 1, let link = links.first else {
            let ways = ContactLink.Way.allCases.map(\.rawValue)
            throw CommandFailure.usage(
                "--open needs exactly one link", reason: "There are \(links.count).",
                remedy: "Choose with --by " + ways.joined(separator: ", "))
        }
        if let problem = run.console.openLink(link.url) {
            // Not retryable: a machine without a desktop stays without one.
            throw CommandFailure(
                .internal, "The link could not be opened", reason: problem,
                remedy: "Leave out --open, and open \(link.url)")
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
                isEmpty
                    ? ["\(VisibleText.line(coach.fullName)) has no e-mail address, phone or handle"]
                    : []
            })
    }
}
