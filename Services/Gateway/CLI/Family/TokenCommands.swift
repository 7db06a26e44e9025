import CommandKit
import Contracts
import ServiceKit

/// The `tokens` commands: access for programs.
enum TokenCommands {
    static let all = [add, list, revoke]

    private static let add = CompassCommand(
        "tokens add", .mutating, "Create an access token for a program",
        details: """
            The program sends it to the HTTP API, or sets COMPASS_TOKEN for compass. It acts \
            as you until it expires or you end it, and cannot change your account or family. A \
            new password ends all tokens.
            """,
        arguments: [
            Argument("NAME", "What it is for, such as spreadsheet", .text(), takesRest: true)
        ],
        flags: [
            .value(
                "rights",
                .choice(
                    [
                        .init("read", "Read what you may read"),
                        .init("write", "Also change records as you may"),
                    ], placeholder: "RIGHTS"), default: TokenRights.read.rawValue,
                "What the program may do"),
            .value(
                "days", .integer(in: AccessTokenLimit.days),
                default: "\(AccessTokenLimit.daysDefault)", "For how many days it is valid"),
        ],
        examples: [
            "compass tokens add spreadsheet": "May only read, for 90 days",
            "compass tokens add \"mail filter\" --rights write --days 30":
                "May also change records, for 30 days",
        ]
    ) { run in
        _ = try run.signedIn()
        let answer = try run.repeatable(
            AddAccessToken.self,
            .init(
                name: run.argument(0),
                rights: run.invocation.text("rights") ?? TokenRights.read.rawValue,
                days: run.invocation.integer("days") ?? AccessTokenLimit.daysDefault))
        let added = try run.decoded(AddAccessToken.Response.self, answer)
        return .secret(
            added.secret, json: answer.json, id: added.token.id.text,
            fields: [
                ("Name", .init(added.token.name)), ("Rights", .init(added.token.rights.rawValue)),
                ("Until", .time(added.token.expiresAt, in: run.zone)),
            ],
            rows: { table([added.token], run) })
    }

    private static let list = CompassCommand(
        "tokens list", .readOnly, "List your access tokens",
        examples: ["compass tokens list": "Newest first"]
    ) { run in
        try .list(
            of: ListAccessTokens.self, EmptyRequest(), run, rowsKey: "tokens", \.tokens,
            id: \.id.text, empty: "No access tokens."
        ) { table($0, run) }
    }

    private static let revoke = CompassCommand(
        "tokens revoke", .mutating, "End an access token at once",
        arguments: [
            Argument(
                "TOKEN", "Its name, its id, or the last 8 digits",
                .text("TOKEN", completes: "token"))
        ],
        examples: ["compass tokens revoke spreadsheet": "It stops working at once"]
    ) { run in
        if let found = try run.repeated(RevokeAccessToken.self) {
            return ended(found.answer, id: found.id)
        }
        let id: SessionID = try RecordNames.id(
            of: run.argument(0), among: run.tokenChoices(), noun: "token", plural: "tokens",
            field: nil,
            listCommand: run.line("tokens", "list"))
        let answer = try run.change(RevokeAccessToken.self, .init(id: id))
        return ended(answer, id: id.text)
    }

    private static func ended(_ answer: Caller.Answer, id: String) -> CommandResult {
        .line("Ended the access token", json: answer.json, id: id)
    }

    private static func table(_ tokens: [AccessToken], _ run: CommandRun) -> TextTable {
        var table = TextTable([
            .init("ID"), .init("Name", shrinksTo: 8), .init("Rights"), .init("Created"),
            .init("Last Used"), .init("Ends"),
        ])
        for token in tokens {
            table.append([
                .id(token.id), .init(token.name),
                .init(token.rights.rawValue), .time(token.createdAt, in: run.zone),
                .time(token.lastUsedAt, in: run.zone),
                .time(token.expiresAt, in: run.zone),
            ])
        }
        return table
    }
}

extension CommandRun {
    /// The user's access tokens, for matching names.
    func tokenChoices() throws -> [NamedRecord] {
        try response(of: ListAccessTokens.self, EmptyRequest()).tokens.map { token in
            NamedRecord(id: token.id.text, name: token.name, detail: token.rights.rawValue)
        }
    }
}
