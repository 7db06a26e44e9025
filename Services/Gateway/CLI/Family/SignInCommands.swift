import CommandKit
import Contracts
import ServiceKit

/// The sign-ins that this machine keeps, each under a name.
enum SignInCommands {
    static let all = [list, use]

    private static let list = CompassCommand(
        "login list", .local, "List the sign-ins on this machine",
        examples: ["compass login list": "Their names, for --as and login use"]
    ) { run in
        let current = run.contextName
        let found = run.signIns.names.compactMap { name in
            (try? run.signIns.signIn(name)).map { (name: name, user: $0.user) }
        }
        let json = JSONValue.object([
            (
                "sign_ins",
                .array(
                    found.map { entry in
                        .object([
                            ("email", .string(entry.user.email)),
                            ("full_name", .string(entry.user.fullName)),
                            ("is_current", .bool(entry.name == current)),
                            ("name", .string(entry.name)),
                            ("role", .string(entry.user.role.rawValue)),
                        ])
                    })
            )
        ])
        func table() -> TextTable {
            var table = TextTable([
                .init("Name"), .init("User"), .init("Role"), .init("Email"), .init("Current"),
            ])
            for entry in found {
                table.append([
                    .init(entry.name), .init(entry.user.fullName),
                    .init(entry.user.role.rawValue), .init(entry.user.email),
                    .init(entry.name == current ? "yes" : ""),
                ])
            }
            return table
        }
        return CommandResult(
            json: json.bytes, rowsKey: "sign_ins", ids: { found.map(\.name) }, rows: table,
            text: { table().text($0) },
            footer: { _ in found.isEmpty ? ["Nobody is signed in here: compass login"] : [] })
    }

    private static let use = CompassCommand(
        "login use", .local, "Choose the sign-in that commands use",
        arguments: [Argument("NAME", "The sign-in", .text("NAME", completes: "context"))],
        examples: ["compass login use mum": "Until the next choice"]
    ) { run in
        let name = run.argument(0)
        guard SignInStore.isName(name), let signIn = try run.signIns.signIn(name) else {
            let known = run.signIns.names
            throw CommandFailure(
                .notFound, "There is no sign-in named \(QuotedText.of(name))",
                reason: known.isEmpty ? nil : "Sign-ins: \(known.joined(separator: ", ")).",
                remedy: "Try: compass login --as NAME")
        }
        try run.signIns.setCurrent(name)
        run.signIns.setLastUsed(name)
        return .line(
            "Commands now run as \(signIn.user.fullName)",
            json: JSONValue.object([
                ("full_name", .string(signIn.user.fullName)), ("name", .string(name)),
            ]).bytes, id: name)
    }

    /// Asks on a terminal before somebody else's sign-in is replaced because none was named. Throws
    /// if the answer is no (N-58). Returns what a script is told once it is replaced.
    static func askToReplace(_ run: CommandRun, by email: String? = nil) throws -> [String] {
        guard run.invocation.text("as") == nil, run.environment["COMPASS_AS"] == nil, !run.isDryRun,
            SignInStore.isName(run.contextName),
            let present = try? run.signIns.signIn(run.contextName),
            present.user.email != email?.trimmed.lowercased()
        else { return [] }
        let who = VisibleText.line(present.user.fullName)
        let hint = "To keep both sign-ins, name this one: --as NAME"
        guard run.console.prompt.isTerminal else {
            return ["This replaced the sign-in of \(who). \(hint)"]
        }
        run.note("\(who) is signed in here. \(hint)")
        try run.confirm("Replace the sign-in of \(who)?")
        return []
    }
}
