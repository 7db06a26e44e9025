import CommandKit
import Contracts
import ServiceKit

/// `service …`: what operators ask.
enum ServiceCommands {
    static let all = [status, ping, info, stats, schema, resetPassword]

    private static let serviceArgument = Argument(
        "SERVICE", "Which one", Values.services, optional: true)
    private static let anyArgument = Argument(
        "SERVICE", "Which one",
        .choice([.init(brokerWord)] + Values.services.choices, placeholder: "SERVICE"))
    /// The broker answers the same questions, in a form of its own.
    private static let brokerWord = "broker"

    private static let status = CompassCommand(
        Command(
            "service status", .readOnly, "Say whether the broker and every service answer",
            details: "Exits 8 if one of them does not.",
            examples: [.init("compass service status", "Is everything up?")])
    ) { run in
        try ServiceSurvey(run).status()
    }

    private static let ping = CompassCommand(
        Command(
            "service ping", .readOnly, "Measure the way to a service and back",
            arguments: [serviceArgument],
            examples: [.init("compass service ping identity", "One round trip")])
    ) { run in
        try ServiceSurvey(run).ping(named(run))
    }

    private static let info = CompassCommand(
        Command(
            "service info", .readOnly, "List a service's operations",
            arguments: [anyArgument],
            examples: [.init("compass service info coaches", "What coaches can do")])
    ) { run in
        if run.invocation.argument(0) == brokerWord { return try ofBroker("$srv.info", run) }
        let answer = try run.callAsAnybody(
            DescribeService.self, EmptyRequest(), at: try named(run).first)
        func response() throws -> DescribeService.Response {
            try run.decoded(DescribeService.Response.self, answer)
        }
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
        Command(
            "service stats", .readOnly, "Show a service's figures",
            details: "For whoever holds the operator key of this home.",
            arguments: [anyArgument],
            examples: [.init("compass service stats interactions", "Requests, errors, times")])
    ) { run in
        if run.invocation.argument(0) == brokerWord { return try ofBroker("$srv.stats", run) }
        let answer = try run.callAsAnybody(
            ServiceStatistics.self, EmptyRequest(), at: try named(run).first,
            passport: try ServiceSurvey(run).operatorPassport())
        func response() throws -> ServiceStatistics.Response {
            try run.decoded(ServiceStatistics.Response.self, answer)
        }
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

    private static let resetPassword = CompassCommand(
        Command(
            "service reset-password", .mutating,
            "Make a one-time code for a user who lost their password",
            details: """
                For whoever holds the operator key of this home. Make sure that you speak with the \
                owner of the account. The code counts once, within 15 minutes.
                """,
            arguments: [Argument("EMAIL", "The user's e-mail address", .text("ADDRESS"))],
            examples: [
                .init("compass service reset-password sam@example.com", "Prints the code")
            ])
    ) { run in
        let answer = try run.callAsAnybody(
            MakeResetCode.self, .init(email: run.invocation.argument(0) ?? ""),
            passport: try ServiceSurvey(run).operatorPassport())
        return try PasswordCommands.oneTimeCode(answer, run)
    }

    private static let schema = CompassCommand(
        Command(
            "service schema", .readOnly, "Show the form of a service's requests and answers",
            arguments: [anyArgument],
            examples: [.init("compass service schema interactions --json", "For programs")])
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

    /// A JSON document for people: as it is, laid out on a terminal.
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
