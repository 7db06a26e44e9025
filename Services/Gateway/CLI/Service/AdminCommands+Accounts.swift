import CommandKit
import Contracts
import ServiceKit

/// Who uses the installation, and what the operator does about an account.
extension AdminCommands {
    static let users = CompassCommand(
        "admin users", .readOnly, "List the users and when they last used the product",
        details: "Shows nothing of their records. \(operatorOnly)",
        examples: ["compass-admin users": "The oldest accounts first"]
    ) { run in
        let users = try FamilySurvey.all(
            of: ListUsers.self, try ServiceSurvey(run).operatorPassport(), run
        ) { (last: UserAccount?) in
            .init(after: last?.user.id)
        } page: {
            ($0.users, $0.hasMore)
        }
        return CommandResult(
            json: try JSONCoding.encode(UserList(users: users)), rowsKey: "users",
            ids: { users.map(\.user.id.text) },
            rows: { table(users, run) },
            text: { users.isEmpty ? "No users yet.\n" : table(users, run).text($0) })
    }

    static let families = CompassCommand(
        "admin families", .readOnly,
        "List the families, when they last used the product, and what they take up",
        details: """
            Shows nothing of their records. Rows and bytes are those of all services, with history \
            and trash; indexes take up more. Every database is read for it, which takes some \
            seconds in a large home. \(operatorOnly)
            """,
        examples: ["compass-admin families": "The oldest families first"]
    ) { run in
        let survey = try FamilySurvey(run)
        return CommandResult(
            json: try JSONCoding.encode(survey.list), rowsKey: "families",
            ids: { survey.list.families.map(\.familyUnitID.text) },
            rows: { table(survey.list.families, run) },
            text: { traits in
                let families = survey.list.families
                return families.isEmpty ? "No families yet.\n" : table(families, run).text(traits)
            },
            notes: survey.notes)
    }

    static let suspend = CompassCommand(
        "admin suspend", .mutating, "Suspend a user's account",
        details: """
            Nobody can sign in with it; its devices, programs and calendar links get nothing until \
            the account is resumed. The records stay as they are, and the user's families see it \
            in their history. \(operatorOnly)
            """,
        arguments: [emailArgument],
        examples: ["compass-admin suspend sam@example.com": "Sam is out at once"]
    ) { run in
        let (account, json) = try changed(SuspendUser.self, run)
        return .line("Suspended \(account.user.email)", json: json, id: account.user.id.text)
    }

    static let resume = CompassCommand(
        "admin resume", .mutating, "End the suspension of a user's account",
        details: operatorOnly,
        arguments: [emailArgument],
        examples: ["compass-admin resume sam@example.com": "Everything works as before"]
    ) { run in
        let (account, json) = try changed(ResumeUser.self, run)
        return .line("Resumed \(account.user.email)", json: json, id: account.user.id.text)
    }

    private static let emailArgument = Argument(
        "EMAIL", "The user's e-mail address", .text("ADDRESS"))

    private static func changed<Op: Contracts.Operation>(
        _ operation: Op.Type, _ run: CommandRun
    ) throws -> (UserAccount, [UInt8])
    where Op.Request == AddressedUser, Op.Response == ChangedAccount {
        let answer = try run.callAsAnybody(
            Op.self, .init(email: run.argument(0)),
            passport: try ServiceSurvey(run).operatorPassport())
        return (try run.decoded(ChangedAccount.self, answer).account, answer.json)
    }

    private static func table(_ users: [UserAccount], _ run: CommandRun) -> TextTable {
        var table = TextTable([
            .init("E-mail"), .init("Name", shrinksTo: 8), .init("Role"),
            .init("Families", rightAligned: true), .init("Since"), .init("Last Used"),
            .init("Suspended"),
        ])
        for row in users {
            table.append([
                .init(row.user.email), .init(row.user.fullName), .init(row.user.role.rawValue),
                .init("\(row.familyCount)"), .time(row.user.createdAt, in: run.zone),
                .time(row.lastUsedAt, in: run.zone), .time(row.suspendedAt, in: run.zone),
            ])
        }
        return table
    }

    private static func table(_ families: [MeasuredFamily], _ run: CommandRun) -> TextTable {
        var table = TextTable([
            .init("Family", shrinksTo: 8), .init("Members", rightAligned: true), .init("Since"),
            .init("Last Used"), .init("Rows", rightAligned: true),
            .init("Bytes", rightAligned: true), .init("File Bytes", rightAligned: true),
        ])
        for row in families {
            table.append([
                .init(row.name), .init("\(row.memberCount)"), .time(row.createdAt, in: run.zone),
                .time(row.lastUsedAt, in: run.zone), .init("\(row.rows)"),
                .init("\(row.bytes)"), .init("\(row.fileBytes)"),
            ])
        }
        return table
    }
}
