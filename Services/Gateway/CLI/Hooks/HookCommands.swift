import CommandKit
import Contracts
import ServiceKit

/// The `hooks` commands: addresses to which the family's changes are sent.
enum HookCommands {
    static let all = [add, list, deliveries, test, replay, remove]

    private static let hookArgument = Argument(
        "HOOK", "The hook's address, its id, or the last 8 digits of the id",
        .text("HOOK", completes: "hook"))

    // MARK: Adding

    private static let add = CompassCommand(
        "hooks add", .mutating, "Have your family's changes sent to an address",
        details: """
            Each change that you may see is sent to the address as a POST request with JSON, \
            in order. It is signed as Standard Webhooks describes (webhook-id, \
            webhook-timestamp, webhook-signature), with a secret that this command shows, only \
            once. Parents see the host to which the changes go.
            The receiver answers with a status from 200 to 299. Anything else is sent again \
            later and given up after \(HookLimit.attemptsMax) attempts; a hook to which \
            nothing can be delivered for \(HookLimit.failingDays) days is switched off. A \
            request may come twice, with the same webhook-id. A family has \
            \(HookLimit.perFamily) hooks at most.
            """,
        arguments: [Argument("ADDRESS", "Where to, with https://", .text())],
        flags: [
            .value(
                "records",
                .text("RECORDS"), default: "all",
                "Only changes of these, separated by commas: "
                    + HookRecord.allCases.map(\.rawValue).joined(separator: ", "))
        ],
        examples: [
            "compass hooks add https://example.org/changes": "All changes",
            "compass hooks add https://example.org/contacts --records interaction,coach":
                "Changes of contacts and coaches",
        ]
    ) { run in
        _ = try run.signedIn()
        let records = run.invocation.text("records").flatMap { $0 == "all" ? nil : $0 }
        let answer: Caller.Answer
        do {
            answer = try run.repeatable(
                AddHook.self,
                .init(
                    address: run.argument(0),
                    records: records.map { $0.split(separator: ",").map { String($0).trimmed } }))
        } catch let failure as CommandFailure
            where failure.code == ErrorCode.conflict.rawValue
        {
            throw explained(failure, run)
        }
        let added = try run.decoded(AddHook.Response.self, answer)
        let shortID = RecordNames.short(added.hook.id.text)
        return .secret(
            added.secret, json: answer.json, id: added.hook.id.text,
            fields: [
                ("Address", .init(added.hook.address)),
                ("Records", .init(recordWords(of: added.hook))),
            ],
            rows: { table([added.hook], run) },
            notes: ["Try it: " + run.line("hooks", "test", shortID)])
    }

    /// The refusal of a hook that is there already, or that is one too many, with the command that
    /// helps. The message has the id of the one that is there.
    private static func explained(
        _ failure: CommandFailure, _ run: CommandRun
    ) -> CommandFailure {
        var failure = failure
        failure.remedy = "Try: " + run.line("hooks", "list")
        let known = try? run.response(of: ListHooks.self, EmptyRequest())
        guard let hook = known?.hooks.first(where: { failure.message.contains($0.id.text) })
        else { return failure }
        let id = RecordNames.short(hook.id.text)
        failure.remedy =
            hook.switchedOffAt == nil
            ? "For a new secret: " + run.line("hooks", "remove", id) + ", then add it again"
            : "Switch it on with: " + run.line("hooks", "replay", id)
        return failure
    }

    // MARK: Reading

    private static let list = CompassCommand(
        "hooks list", .readOnly, "List change hooks",
        details: """
            Players see their own. Parents see all, with the host of each address. Waiting \
            counts the deliveries still to be sent, Failed those given up; Problem is the error \
            of the last attempt. A hook that is off sends nothing until it is replayed: compass \
            hooks replay.
            """,
        examples: ["compass hooks list": "Oldest first"]
    ) { run in
        try .list(
            of: ListHooks.self, EmptyRequest(), run, rowsKey: "hooks", \.hooks, id: \.id.text,
            empty: "No change hooks."
        ) { table($0, run) }
    }

    private static let deliveries = CompassCommand(
        "hooks deliveries", .readOnly, "List the deliveries of a change hook",
        details: """
            The newest \(HookLimit.listedMax), from the last \(HookLimit.keptDays) days. A \
            delivery that failed \(HookLimit.attemptsMax) times is given up; compass hooks \
            replay sends it again.
            """,
        arguments: [hookArgument],
        flags: [
            .value(
                "state",
                .choice(
                    HookDeliveryState.allCases.map { .init($0.rawValue) },
                    placeholder: "STATE"), "Only deliveries in this state")
        ],
        examples: [
            "compass hooks deliveries https://example.org/changes": "Newest first",
            "compass hooks deliveries https://example.org/changes --state failed":
                "Those that were given up",
        ]
    ) { run in
        let id = try hook(run)
        return try .list(
            of: ListHookDeliveries.self, .init(id: id, state: run.invocation.text("state")), run,
            rowsKey: "deliveries", \.deliveries, id: \.id.text, empty: "No deliveries."
        ) { table($0, run) }
    }

    // MARK: Changing

    private static let test = CompassCommand(
        "hooks test", .mutating, "Send a test message to a change hook",
        details: """
            A message of the type hook.test, without a record. To see whether it arrived: \
            compass hooks deliveries. A hook that is off sends nothing; replay it first.
            """,
        arguments: [hookArgument],
        examples: [
            "compass hooks test https://example.org/changes": "Sent after what waits"
        ]
    ) { run in
        let id = try hook(run)
        let answer = try run.change(TestHook.self, TestHook.Request(id: id))
        return .line(
            "A test message is on its way; see: "
                + run.line("hooks", "deliveries", RecordNames.short(id.text)),
            json: answer.json, id: id.text)
    }

    private static let replay = CompassCommand(
        "hooks replay", .mutating, "Send deliveries of a change hook again",
        details: """
            Resends the deliveries that were given up or, with --after N, all deliveries numbered \
            above N in compass hooks deliveries, delivered or not. They keep their ids and numbers, \
            and come before what waits. A hook that is off is switched on.
            """,
        arguments: [hookArgument],
        flags: [
            .value(
                "after", .integer(in: 0...Int.max),
                "All deliveries numbered above N; 0 for all that are kept")
        ],
        examples: [
            "compass hooks replay https://example.org/changes": "What was given up",
            "compass hooks replay https://example.org/changes --after 120":
                "Everything after number 120",
        ]
    ) { run in
        let id = try hook(run)
        let answer = try run.change(
            ReplayHook.self, .init(id: id, after: run.invocation.integer("after")))
        let queued = try run.decoded(ReplayHook.Response.self, answer).queued
        return .line(
            "\(CountedNoun.text(queued, "deliveries")) will be sent again", json: answer.json,
            id: id.text)
    }

    private static let remove = CompassCommand(
        "hooks remove", .mutating, "Remove a change hook",
        details: """
            Nothing is sent to its address any more, not even what waits, and its secret ends. \
            Adding the address again creates another secret.
            """,
        arguments: [hookArgument],
        examples: ["compass hooks remove https://example.org/changes": "At once"]
    ) { run in
        if let found = try run.repeated(RemoveHook.self) {
            return removed(found.answer, id: found.id)
        }
        let id = try hook(run)
        let answer = try run.change(RemoveHook.self, RemoveHook.Request(id: id))
        return removed(answer, id: id.text)
    }

    private static func removed(_ answer: Caller.Answer, id: String) -> CommandResult {
        .line("Removed the change hook", json: answer.json, id: id)
    }

    // MARK: Texts

    private static func hook(_ run: CommandRun) throws -> HookID {
        try RecordNames.id(
            of: run.argument(0), among: run.hookChoices(), noun: "change hook",
            plural: "change hooks", field: nil, listCommand: run.line("hooks", "list"))
    }

    private static func recordWords(of hook: Hook) -> String {
        hook.records.count == HookRecord.allCases.count
            ? "all" : hook.records.map(\.rawValue).joined(separator: ", ")
    }

    private static func table(_ hooks: [Hook], _ run: CommandRun) -> TextTable {
        var table = TextTable([
            .init("ID"), .init("Address", shrinksTo: 16), .init("Player", shrinksTo: 8),
            .init("Records", shrinksTo: 8), .init("State"), .init("Waiting", rightAligned: true),
            .init("Failed", rightAligned: true), .init("Last Delivery"),
            .init("Problem", shrinksTo: 8),
        ])
        for hook in hooks {
            table.append([
                .id(hook.id), .init(hook.address),
                .init(hook.userName ?? ""), .init(recordWords(of: hook)),
                .init(hook.switchedOffAt == nil ? "on" : "off"), .init(String(hook.waiting)),
                .init(String(hook.failed)), .time(hook.deliveredAt, in: run.zone),
                .init(hook.problem ?? ""),
            ])
        }
        return table
    }

    private static func table(_ deliveries: [HookDelivery], _ run: CommandRun) -> TextTable {
        var table = TextTable([
            .init("Number", rightAligned: true), .init("Change", shrinksTo: 12),
            .init("Occurred"), .init("State"), .init("Failures", rightAligned: true),
            .init("Delivered"), .init("Problem", shrinksTo: 8),
        ])
        for delivery in deliveries {
            table.append([
                .init(String(delivery.number)), .init(delivery.type),
                .time(delivery.occurredAt, in: run.zone),
                .init(delivery.state.rawValue, shown: delivery.state.label),
                .init(String(delivery.attempts)), .time(delivery.deliveredAt, in: run.zone),
                .init(delivery.problem ?? ""),
            ])
        }
        return table
    }
}

extension CommandRun {
    /// The change hooks that the user may see, for matching addresses.
    func hookChoices() throws -> [NamedRecord] {
        try response(of: ListHooks.self, EmptyRequest()).hooks.map { hook in
            NamedRecord(
                id: hook.id.text, name: hook.address,
                detail: hook.switchedOffAt == nil ? "on" : "off")
        }
    }
}
