import CommandKit
import Contracts
import ServiceKit

/// The `service` commands for operators.
enum ServiceCommands {
    static let all = [
        status, ping, info, stats, schema, resetPassword("service"), reindex,
    ]

    private static let serviceArgument = Argument(
        "SERVICE", "Which one", Values.services, optional: true)
    private static let anyArgument = Argument(
        "SERVICE", "Which one",
        .choice([.init(brokerWord)] + Values.services.choices, placeholder: "SERVICE"))
    /// The broker answers the same requests, in its own format.
    private static let brokerWord = "broker"

    private static let status = CompassCommand(
        "service status", .readOnly, "Check whether the broker and all services answer",
        details: "Exits with 8 if one of them does not, or refuses writes.",
        examples: ["compass service status": "Is everything up?"]
    ) { run in
        try ServiceSurvey(run).status()
    }

    private static let ping = CompassCommand(
        "service ping", .readOnly, "Measure the round-trip time to a service",
        arguments: [serviceArgument],
        examples: ["compass service ping identity": "One round trip"]
    ) { run in
        try ServiceSurvey(run).ping(named(run))
    }

    private static let info = CompassCommand(
        "service info", .readOnly, "List a service's operations",
        arguments: [anyArgument],
        examples: ["compass service info coaches": "The operations of coaches"]
    ) { run in
        if run.invocation.argument(0) == brokerWord { return try ofBroker("$srv.info", run) }
        let answer = try run.callAsAnybody(
            DescribeService.self, EmptyRequest(), at: try named(run).first)
        let response = run.decoding(DescribeService.Response.self, answer)
        func table() throws -> TextTable {
            var table = TextTable([
                .init("Operation"), .init("Effect"), .init("Summary", shrinksTo: 12),
            ])
            let service = try response()
            for operation in service.operations {
                table.append([
                    .init(operation.name), .init(operation.readOnly ? "reads" : "changes"),
                    .init(operation.summary),
                ])
            }
            return table
        }
        return CommandResult(
            json: answer.json, rowsKey: "operations",
            ids: { try response().operations.map(\.name) }, rows: table,
            text: { try table().text($0) },
            heading: { _ in
                let service = try response()
                return [
                    "\(service.name) \(service.version), up since "
                        + run.zone.text(service.startedAt), "",
                ]
            })
    }

    private static let stats = CompassCommand(
        "service stats", .readOnly, "Show a service's statistics",
        details: "Needs the operator key of this home.",
        arguments: [anyArgument],
        examples: ["compass service stats interactions": "Requests, errors, times"]
    ) { run in
        if run.invocation.argument(0) == brokerWord { return try ofBroker("$srv.stats", run) }
        let answer = try run.callAsAnybody(
            ServiceStatistics.self, EmptyRequest(), at: try named(run).first,
            passport: try ServiceSurvey(run).operatorPassport())
        let response = run.decoding(ServiceStatistics.Response.self, answer)
        return CommandResult(
            json: answer.json, rowsKey: "operations",
            ids: { try response().operations.map(\.name) },
            rows: { ServiceSurvey.table(try response()) },
            text: { ServiceSurvey.table(try response()).text($0) },
            heading: { _ in
                let service = try response()
                return [
                    "\(service.name) \(service.version), up since "
                        + "\(run.zone.text(service.startedAt)), \(service.inFlight) in flight", "",
                ]
            },
            footer: { _ in
                try response().gauges.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
            })
    }

    /// The command in a group of the command line; that of this group is the earlier place.
    static func resetPassword(_ group: String) -> CompassCommand {
        CompassCommand(
            "\(group) reset-password", .mutating,
            "Create a one-time code for a user who lost their password",
            details: """
                Needs the operator key of this home. Make sure that you are talking to the owner \
                of the account. The code works once, within 15 minutes.
                """,
            arguments: [Argument("EMAIL", "The user's e-mail address", .text("ADDRESS"))],
            examples: ["compass-admin reset-password sam@example.com": "Prints the code"],
            hidden: group == "service"
        ) { run in
            let answer = try run.callAsAnybody(
                MakeResetCode.self, .init(email: run.argument(0)),
                passport: try ServiceSurvey(run).operatorPassport())
            return try PasswordCommands.oneTimeCode(answer, run)
        }
    }

    private static let schema = CompassCommand(
        "service schema", .readOnly, "Show the schemas of a service's requests and answers",
        arguments: [anyArgument],
        examples: ["compass service schema interactions --json": "For programs"]
    ) { run in
        if run.invocation.argument(0) == brokerWord { return try ofBroker("$srv.schema", run) }
        guard let service = try named(run).first else {
            throw CommandFailure(.notFound, "Service not found")
        }
        return document(try ServiceSurvey(run).raw("$srv.schema", at: service.rawValue))
    }

    private static func ofBroker(_ question: String, _ run: CommandRun) throws -> CommandResult {
        document(try ServiceSurvey(run).raw(question, at: question))
    }

    /// A JSON document for people: indented on a terminal, compact otherwise.
    private static func document(_ json: [UInt8]) -> CommandResult {
        CommandResult(
            json: json, ids: { [] },
            rows: {
                var table = TextTable([.init("Document")])
                table.append([.init(String(decoding: JSONBytes.compact(json), as: UTF8.self))])
                return table
            },
            text: { traits in
                let laidOut = traits.isTerminal ? JSONBytes.pretty(json) : JSONBytes.compact(json)
                return String(decoding: laidOut, as: UTF8.self) + "\n"
            })
    }

    private static func named(_ run: CommandRun) throws -> [ServiceName] {
        guard let word = run.invocation.argument(0) else { return ServiceName.allCases }
        return ServiceName(rawValue: word).map { [$0] } ?? []
    }
}
