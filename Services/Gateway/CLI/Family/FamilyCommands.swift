import CommandKit
import Contracts
import ServiceKit

enum FamilyCommands {
    static let all = [
        show, create, codes, renewCode, join, members, remove, leave, resetPassword, export,
        rename, set, change,
    ]

    private static let show = CompassCommand(
        "family show", .readOnly, "Show the family and its members",
        examples: ["compass family show --family \"Lee Family\"": "Another family"]
    ) { run in
        let (answer, response) = try run.reading(ShowFamily.self, EmptyRequest())
        return CommandResult(
            json: answer.json, rowsKey: "members",
            ids: { [try response().family.familyUnitID.text] },
            rows: { memberTable(try response().members, run) },
            text: { traits in memberTable(try response().members, run).text(traits) },
            heading: { traits in
                let family = try response().family
                return [
                    TextStyle.bold.applied(to: VisibleText.line(family.name), traits),
                    "You're a \(family.role.rawValue) in this family. "
                        + "Time zone: \(family.timeZone)",
                    ParentsLogText.state(family.parentsLog),
                    "",
                ]
            })
    }

    private static let members = CompassCommand(
        "family members", .readOnly, "List the family's members",
        examples: ["compass family members -o name": "Their ids"]
    ) { run in
        try .list(
            of: ShowFamily.self, EmptyRequest(), run, rowsKey: "members", \.members,
            id: \.userID.text
        ) { memberTable($0, run) }
    }

    private static let create = CompassCommand(
        "family create", .mutating, "Create a family with you as its player",
        arguments: [
            Argument(
                "NAME", "The family's name", .text("NAME"), optional: true, takesRest: true)
        ],
        examples: ["compass family create Lee Family": "A family and its two codes"]
    ) { run in
        let answer = try run.change(
            CreateFamily.self,
            CreateFamily.Request(name: run.invocation.argument(0), timeZone: run.zone.name))
        let response = try run.decoded(CreateFamily.Response.self, answer)
        if !run.isDryRun {
            try run.signedIn().forgetPassport()
            if !run.usesTokenOfEnvironment {
                try run.signedIn().activate(response.family.familyUnitID)
            }
        }
        return codesResult(
            json: answer.json, response.codes, run, title: "Created \"\(response.family.name)\"",
            id: response.family.familyUnitID.text)
    }

    private static let codes = CompassCommand(
        "family codes", .readOnly, "Show the codes for inviting parents and siblings",
        examples: ["compass family codes": "Give the first one to a parent"]
    ) { run in
        let answer = try run.read(ShowFamilyCodes.self, EmptyRequest())
        return codesResult(
            json: answer.json, try run.decoded(FamilyCodes.self, answer), run, title: nil, id: "")
    }

    private static let renewCode = CompassCommand(
        "family renew-code", .mutating, "Replace a code; the old one stops working at once",
        arguments: [Argument("ROLE", "Whose code", Values.roles)],
        examples: ["compass family renew-code parent": "If others know it"]
    ) { run in
        let request = RenewFamilyCode.Request(role: run.argument(0))
        let answer = try run.change(RenewFamilyCode.self, request)
        return codesResult(
            json: answer.json, try run.decoded(FamilyCodes.self, answer), run, title: nil, id: "")
    }

    private static let join = CompassCommand(
        "family join", .mutating, "Join a family with the code its player gave you",
        arguments: [Argument("CODE", "Such as FAM-7KQ2WX", .text("CODE"))],
        examples: ["compass family join FAM-7KQ2WX": "Spaces and case do not matter"]
    ) { run in
        let request = JoinFamily.Request(code: run.argument(0))
        let answer = try run.change(JoinFamily.self, request)
        let response = try run.decoded(JoinFamily.Response.self, answer)
        if !run.isDryRun { try run.signedIn().forgetPassport() }
        return .line(response.message, json: answer.json, id: response.family.familyUnitID.text)
    }

    private static let remove = CompassCommand(
        "family remove", .mutating, "Remove somebody who does not belong to the family",
        details: """
            Players can remove parents and other players, parents can remove players. Both \
            family codes are replaced, so that nobody can return with an old one. What a \
            player logged stays, and they can still export it: compass family export.
            """,
        arguments: [Argument("MEMBER", "Name or id of the member", Values.member)],
        examples: ["compass family remove \"Kim Lee\"": "Asks for confirmation"]
    ) { run in
        if let found = try run.repeated(RemoveMember.self) {
            return try removed("the member", found.answer, id: found.id, run)
        }
        let id = try run.memberID(run.argument(0), field: "user_id")
        // The question shows the matched member's name, not the text that was typed.
        let name = try run.memberChoices().first { $0.id == id.text }?.name ?? id.text
        try run.confirm("Remove \(VisibleText.line(name)) from the family?")
        let answer = try run.change(RemoveMember.self, RemoveMember.Request(userID: id))
        return try removed(name, answer, id: id.text, run)
    }

    private static func removed(
        _ name: String, _ answer: Caller.Answer, id: String, _ run: CommandRun
    ) throws -> CommandResult {
        let isPlayer = try run.signedIn().membership().role == .player
        return .line(
            "Removed \(name)", json: answer.json, id: id,
            notes: isPlayer
                ? ["Both family codes were replaced: " + run.line("family", "codes")] : [])
    }

    private static let rename = CompassCommand(
        "family rename", .mutating, "Rename the family",
        arguments: [Argument("NAME", "The new name", .text("NAME"), takesRest: true)],
        examples: ["compass family rename The Lees": ""]
    ) { run in
        let request = RenameFamily.Request(name: run.argument(0))
        let answer = try run.change(RenameFamily.self, request)
        let family = try run.decoded(RenameFamily.Response.self, answer).family
        if !run.isDryRun { try run.signedIn().forgetPassport() }
        return .line(
            "The family is now called \(family.name)", json: answer.json,
            id: family.familyUnitID.text)
    }

    private static let set = CompassCommand(
        "family set", .mutating, "Change the family's time zone, or who logs",
        details: """
            The days of the family, such as those of its figures and of a metric without a \
            date, begin and end in the family's zone. Your own is: compass preferences set \
            --zone. With --parents-log yes, what parents log becomes a player's record and says \
            who entered it.
            """,
        flags: [
            .value("zone", Values.zone, "The family's time zone, such as America/Denver"),
            .value(
                "parents-log", .choice([.init("yes"), .init("no")]),
                "Whether parents may log for the players"),
        ],
        examples: [
            "compass family set --zone America/Denver": "After a move",
            "compass family set --parents-log yes": "Parents type for the players",
        ]
    ) { run in
        let answer: Caller.Answer
        switch (run.invocation.text("zone"), run.invocation.text("parents-log")) {
        case (let zone?, nil): answer = try run.change(SetFamilyZone.self, .init(timeZone: zone))
        case (nil, let word?):
            answer = try run.change(SetParentsLog.self, .init(parentsLog: word == "yes"))
        case (nil, nil):
            throw Editing.nothing("Give --zone ZONE or --parents-log yes|no.", run)
        case (.some, .some):
            throw CommandFailure.usage(
                "--zone and --parents-log cannot be combined", reason: "Set one after the other.",
                remedy: "Try: compass family set --help")
        }
        let family = try run.decoded(RenameFamily.Response.self, answer).family
        if !run.isDryRun { try run.signedIn().forgetPassport() }
        let text =
            run.invocation.text("zone") == nil
            ? "\(family.name): \(ParentsLogText.state(family.parentsLog))"
            : "The time zone of \(family.name) is now \(family.timeZone)"
        return .line(text, json: answer.json, id: family.familyUnitID.text)
    }

    private static let change = CompassCommand(
        "family switch", .local, "Choose the family that commands use",
        arguments: [
            Argument("FAMILY", "Name or id", .text("FAMILY", completes: "family"))
        ],
        examples: ["compass family switch \"Lee Family\"": "Until the next switch"]
    ) { run in
        let user = try run.signedIn()
        let family = try user.membership(named: run.argument(0))
        guard try user.families().contains(family) else {
            throw CommandFailure(.notFound, "Family not found", remedy: "Try: compass whoami")
        }
        try user.activate(family.familyUnitID)
        return .line(
            "Commands now use \(family.name)",
            json: try JSONCoding.encode(["family": family]), id: family.familyUnitID.text)
    }

    // MARK: Forms

    static func memberTable(_ members: [Member], _ run: CommandRun) -> TextTable {
        var table = TextTable([
            .init("ID"), .init("Name", shrinksTo: 8), .init("Role"), .init("Joined"),
        ])
        for member in members {
            table.append([
                .id(member.userID),
                .init(member.fullName), .init(member.role.rawValue),
                .time(member.joinedAt, in: run.zone),
            ])
        }
        return table
    }

    private static func codesResult(
        json: [UInt8], _ codes: FamilyCodes, _ run: CommandRun, title: String?, id: String
    ) -> CommandResult {
        CommandResult.record(
            json: json, ids: { id.isEmpty ? [codes.parentCode, codes.playerCode] : [id] },
            card: {
                var card = Card()
                if let title { card.heading(title) }
                for role in [Role.parent, .player] {
                    card.field(role.codeLabel, codes.code(for: role))
                }
                return card
            },
            rows: {
                var table = TextTable([.init("Role"), .init("Code")])
                for role in [Role.parent, .player] {
                    table.append([.init(role.rawValue), .init(codes.code(for: role))])
                }
                return table
            })
    }
}

extension CommandRun {
    /// Asks before a change that is hard to undo. `--yes` answers, and is required without a
    /// terminal. A "no" ends the command with exit code 0.
    func confirm(_ question: String) throws {
        if invocation.isOn("yes") || isDryRun { return }
        do {
            if try console.prompt.confirmed(question) { return }
        } catch { throw CommandFailure.unanswered(error, flag: "--yes") }
        var refusal = CommandFailure.usage("Nothing changed")
        refusal.exitCode = .success
        throw refusal
    }
}
