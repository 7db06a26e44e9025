import CommandKit
import Contracts
import ServiceKit

/// The `admin` commands for the person who runs an installation, which `compass-admin` has without
/// that word.
enum AdminCommands {
    static let all = [
        config, users, families, suspend, resume, ServiceCommands.resetPassword("admin"), invite,
        invitations, uninvite,
    ]

    static let operatorOnly = "Needs the operator key of this home."

    private static let config = CompassCommand(
        "admin config", .local, "Show the settings of this home and where each comes from",
        details: """
            A variable of the environment counts before compass.json. Those of this shell are \
            shown; programs that run already have their own.
            """,
        examples: ["compass-admin config": "What holds, and what is wrong"]
    ) { run in
        let survey = try ConfigurationSurvey(of: run.home, environment: run.environment)
        func table() -> TextTable {
            var table = TextTable([
                .init("Setting"), .init("Value", shrinksTo: 8), .init("From"),
                .init("Takes", shrinksTo: 8),
            ])
            for line in survey.lines {
                table.append([
                    .init(line.key), .init(line.value ?? ""), .init(line.source.rawValue),
                    .init(line.values),
                ])
            }
            return table
        }
        let settings = survey.lines.map { line in
            JSONValue.object([
                ("key", .string(line.key)), ("source", .string(line.source.rawValue)),
                ("value", line.value.map { .string($0) } ?? .null),
            ])
        }
        let problems = survey.problems.map { problem in
            JSONValue.object([
                ("message", .string(problem.text)), ("program", .string(problem.program)),
            ])
        }
        var result = CommandResult(
            json: JSONValue.object([
                ("problems", .array(problems)), ("settings", .array(settings)),
            ]).bytes,
            rowsKey: "settings", ids: { survey.lines.map(\.key) }, rows: table,
            text: { table().text($0) },
            notes: survey.problems.map {
                VisibleText.line("compass-\($0.program) would not start: \($0.text)")
            })
        if !survey.problems.isEmpty { result.exitCode = .invalid }
        return result
    }

    private static let invite = CompassCommand(
        "admin invite", .mutating, "Invite somebody to create an account",
        details: """
            With the setting signups.mode invitation, an account takes an invitation. It works \
            once. \(operatorOnly)
            """,
        arguments: [
            Argument(
                "NOTE", "For whom it is, in your words", .text(), optional: true, takesRest: true)
        ],
        flags: [
            .value(
                "days", .integer(in: UserInvitationLimit.days),
                default: "\(UserInvitationLimit.daysDefault)", "For how many days it is open")
        ],
        examples: ["compass-admin invite the Riveras": "Prints the code"]
    ) { run in
        let answer = try run.callAsAnybody(
            InviteUser.self,
            .init(note: run.invocation.argument(0), days: run.invocation.integer("days")),
            passport: try ServiceSurvey(run).operatorPassport())
        let made = try run.decoded(InviteUser.Response.self, answer)
        return .record(
            json: answer.json, ids: { [made.invitation.id.text] },
            card: {
                var card = Card()
                card.field("Invitation", made.code)
                if let note = made.invitation.note { card.field("For", note) }
                card.field("Until", .time(made.invitation.expiresAt, in: run.zone))
                return card
            },
            rows: { table([made.invitation], run) },
            notes: [
                "The invitation is shown only once. It is typed at \"Create an account\", or with: "
                    + "compass signup --invitation \(made.code)"
            ])
    }

    private static let invitations = CompassCommand(
        "admin invitations", .readOnly, "List the invitations and who used them",
        details: operatorOnly,
        examples: ["compass-admin invitations": "Newest first"]
    ) { run in
        let answer = try run.callAsAnybody(
            ListUserInvitations.self, EmptyRequest(),
            passport: try ServiceSurvey(run).operatorPassport())
        let found = run.decoding(ListUserInvitations.Response.self, answer, \.invitations)
        return CommandResult(
            json: answer.json, rowsKey: "invitations", ids: { try found().map(\.id.text) },
            rows: { table(try found(), run) },
            text: { traits in
                let found = try found()
                return found.isEmpty ? "No invitations.\n" : table(found, run).text(traits)
            })
    }

    private static let uninvite = CompassCommand(
        "admin uninvite", .mutating, "Take an invitation back that nobody has used",
        details: operatorOnly,
        arguments: [
            Argument(
                "INVITATION", "Its note, its id, or the last 8 digits", .text(), takesRest: true)
        ],
        examples: ["compass-admin uninvite the Riveras": "The code stops working"]
    ) { run in
        let passport = try ServiceSurvey(run).operatorPassport()
        func choices() throws -> [NamedRecord] {
            let answer = try run.callAsAnybody(
                ListUserInvitations.self, EmptyRequest(), passport: passport)
            return try run.decoded(ListUserInvitations.Response.self, answer).invitations
                .filter { $0.usedAt == nil && $0.revokedAt == nil }.map {
                    NamedRecord(id: $0.id.text, name: $0.note ?? "", detail: $0.createdAt.text)
                }
        }
        let id: UserInvitationID = try RecordNames.id(
            of: run.argument(0), among: choices(), noun: "invitation", plural: "invitations",
            field: nil, listCommand: "compass-admin invitations")
        let answer = try run.callAsAnybody(
            RevokeUserInvitation.self, .init(id: id), passport: passport)
        let row = try run.decoded(RevokeUserInvitation.Response.self, answer).invitation
        return .line(
            row.revokedAt == nil ? "The invitation was over" : "Took the invitation back",
            json: answer.json, id: id.text)
    }

    private static func table(_ invitations: [UserInvitation], _ run: CommandRun) -> TextTable {
        var table = TextTable([
            .init("ID"), .init("For", shrinksTo: 8), .init("Created"), .init("Until"),
            .init("Used By", shrinksTo: 8), .init("Taken Back"),
        ])
        for row in invitations {
            table.append([
                .id(row.id), .init(row.note ?? ""), .time(row.createdAt, in: run.zone),
                .time(row.expiresAt, in: run.zone), .init(row.usedBy ?? ""),
                .time(row.revokedAt, in: run.zone),
            ])
        }
        return table
    }
}
