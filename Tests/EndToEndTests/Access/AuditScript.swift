import Contracts
import Foundation
import ServiceKit
import Testing

/// Performs every operation that changes something at least once, in an order in which the records
/// it needs exist.
enum AuditScript {
    /// The caller of a step.
    enum Who {
        case player
        case parent
        /// A parent whose session the script ends.
        case leaver
    }

    struct Step {
        let operation: String
        /// The request, with placeholders for records in braces.
        let request: String
        var who = Who.player
        var service: ServiceName?
        /// The names of values to store, with their paths in the response.
        var keeps: [String: String] = [:]
    }

    private static func step(
        _ operation: String, _ request: String, by who: Who = .player,
        at service: ServiceName? = nil,
        keeping keeps: [String: String] = [:]
    ) -> Step {
        Step(operation: operation, request: request, who: who, service: service, keeps: keeps)
    }

    static let steps =
        schoolsAndCoaches + queue + windows + anInteraction + ofTheFamily + imports + keptImports
        + events + posts
        + alerts + hooks
        + deletions + session

    private static let schoolsAndCoaches = [
        step("schools.add", #"{"name":"One"}"#, keeping: ["school": "school.id"]),
        step("schools.edit", #"{"id":"{school}","version":1,"name":"Two"}"#),
        step(
            "coaches.add", #"{"first_name":"A","last_name":"B","school_id":"{school}"}"#,
            keeping: ["coach": "coach.id"]),
        step("coaches.edit", #"{"id":"{coach}","version":1,"last_name":"C"}"#),
    ]

    /// N-13 to N-15.
    private static let queue = [
        step("queue.set", #"{"id":"{coach}","due_on":"2026-03-02"}"#),
        step("queue.snooze", #"{"id":"{coach}","days":7}"#),
        step("queue.done", #"{"id":"{coach}"}"#),
        step("queue.skip", #"{"id":"{coach}"}"#),
    ]

    /// N-54
    private static let windows = [
        step(
            "windows.import",
            #"{"csv":"kind,first_day,source,checked_on\nopen,2026-02-10,A,2026-02-10"}"#),
        step("windows.clear", "{}"),
    ]

    /// The life of an interaction, up to its purge.
    private static let anInteraction = [
        step(
            "interactions.create",
            #"{"school_id":"{school}","type":"email","direction":"outbound","subject":"subject","#
                + #""occurred_at":"2026-02-10T12:00:00Z"}"#, keeping: ["mine": "interaction.id"]),
        step("interactions.edit", #"{"id":"{mine}","version":1,"subject":"edited"}"#),
        step("interactions.note", #"{"ids":["{mine}"],"note":"Paid"}"#),
        step(
            "attachments.begin",
            #"{"interaction_id":"{mine}","file_name":"a.txt","size":1,"sha256":"{hash}"}"#,
            keeping: ["file": "attachment_id"]),
        step("attachments.append", #"{"attachment_id":"{file}","offset":0,"data":"QQ=="}"#),
        step("attachments.finish", #"{"attachment_id":"{file}"}"#),
        step("attachments.remove", #"{"attachment_id":"{file}"}"#),
        step(
            "interactions.delete", #"{"id":"{mine}"}"#, keeping: ["deletion": "operation_id"]),
        step("operations.undo", #"{"operation_id":"{deletion}"}"#, at: .interactions),
        step(
            "interactions.deleteMany", #"{"ids":["{mine}"]}"#,
            keeping: ["deletion": "operation_id"]),
        step("operations.undo", #"{"operation_id":"{deletion}"}"#, at: .interactions),
        step("interactions.cascadeDelete", #"{"id":"{mine}","confirmDelete":true}"#),
        step("operations.purge", #"{"all":true}"#, at: .interactions),
    ]

    private static let ofTheFamily = [
        step(
            "views.save",
            #"{"list":"posts","name":"Week","filters":[{"flag":"days","value":"7"}]}"#,
            keeping: ["view": "view.id"]),
        step("views.remove", #"{"id":"{view}"}"#),
        step("families.rename", #"{"name":"Renamed"}"#),
        step("families.setTimeZone", #"{"time_zone":"America/Denver"}"#),
        step("families.setParentsLog", #"{"parents_log":false}"#),
        step("families.renewCode", #"{"role":"parent"}"#),
        step("families.removeMember", #"{"user_id":"{removed}"}"#),
        step("preferences.update", #"{"inbound_alerts":false}"#),
    ]

    /// For each kind, one import that is committed and one that is discarded.
    private static let imports: [Step] = [
        ("schools", #"{"name":"Imported"}"#),
        ("coaches", #"{"first_name":"I","last_name":"J","school_id":"{school}"}"#),
        ("events", #"{"type":"game","name":"Imported","start_date":"2026-03-01"}"#),
        ("metrics", #"{"metric_type":"era","value":2.5}"#),
        (
            "interactions",
            #"{"school_id":"{school}","type":"email","direction":"outbound","#
                + #""occurred_at":"2026-02-10T12:00:00Z"}"#
        ),
    ].flatMap { kind, form in
        let stage = step(
            "\(kind).stageImport", #"{"number":1,"rows":[{"line":2,"form":\#(form)}]}"#,
            keeping: ["import": "import_id"])
        let rest = #"{"import_id":"{import}"}"#
        return [
            stage, step("\(kind).discardImport", rest), stage,
            step("\(kind).commitImport", rest),
        ]
    }

    private static let keptImports = [
        step(
            "interactions.keepImport", #"{"name":"a.csv","rows":"type\nmail","row_count":1}"#,
            keeping: ["kept": "kept_import.id"]),
        step("interactions.dropKeptImport", #"{"id":"{kept}"}"#),
    ]

    private static let events = [
        step(
            "events.add",
            #"{"type":"game","name":"Game","start_date":"2026-03-01","school_id":"{school}"}"#,
            keeping: ["event": "event.id"]),
        step("events.edit", #"{"id":"{event}","version":1,"city":"Durham"}"#),
        step("events.attend", #"{"id":"{event}"}"#),
        step("events.addCoach", #"{"id":"{event}","coach_id":"{coach}"}"#),
        step("events.removeCoach", #"{"id":"{event}","coach_id":"{coach}"}"#),
        step(
            "metrics.add", #"{"metric_type":"era","value":2.5,"event_id":"{event}"}"#,
            keeping: ["metric": "metric.id"]),
        step("metrics.edit", #"{"id":"{metric}","version":1,"value":2}"#),
        step("metrics.delete", #"{"id":"{metric}"}"#),
        step("events.delete", #"{"id":"{event}"}"#),
        step(
            "events.add", #"{"type":"camp","name":"Camp","start_date":"2026-03-01"}"#,
            keeping: ["event": "event.id"]),
        step("profiles.edit", #"{"id":"{player}","positions":"SS"}"#),
        step("metrics.add", #"{"metric_type":"era","value":2.5,"event_id":"{event}"}"#),
        step("events.cascadeDelete", #"{"id":"{event}","confirmDelete":true}"#),
    ]

    private static let posts = [
        step(
            "posts.add", #"{"platform":"twitter","post_date":"2026-02-10T12:00:00Z"}"#,
            keeping: ["post": "post.id"]),
        step("posts.delete", #"{"id":"{post}"}"#),
        postBatch, step("posts.finishImport", #"{"import_id":"{import}"}"#), postBatch,
        step("posts.discardImport", #"{"import_id":"{import}"}"#),
    ]

    private static let postBatch = step(
        "posts.import",
        #"{"number":1,"rows":[{"line":1,"form":{"platform":"twitter","#
            + #""post_date":"2026-02-10T12:00:00Z"}}]}"#, keeping: ["import": "import_id"])

    private static let alerts = [
        step(
            "interactions.create",
            #"{"school_id":"{school}","type":"email","direction":"inbound","#
                + #""occurred_at":"2026-02-10T12:00:00Z"}"#),
        step("notifications.markRead", #"{"all":true}"#, by: .parent),
    ]

    private static let hooks = [
        step(
            "hooks.add", #"{"address":"https://host.invalid/"}"#, keeping: ["hook": "hook.id"]),
        step("hooks.test", #"{"id":"{hook}"}"#),
        step("hooks.replay", #"{"id":"{hook}"}"#),
        step("hooks.remove", #"{"id":"{hook}"}"#),
    ]

    /// Deletions that span services are last, since they may finish after their responses.
    private static let deletions = [
        step(
            "coaches.add", #"{"first_name":"D","last_name":"E"}"#,
            keeping: ["other": "coach.id"]),
        step("coaches.delete", #"{"id":"{other}"}"#),
        step("schools.add", #"{"name":"Plain"}"#, keeping: ["other": "school.id"]),
        step("schools.delete", #"{"id":"{other}"}"#),
        step("schools.add", #"{"name":"Whole"}"#, keeping: ["other": "school.id"]),
        step(
            "coaches.add", #"{"first_name":"F","last_name":"G","school_id":"{other}"}"#,
            keeping: ["one": "coach.id"]),
        step(
            "coaches.add", #"{"first_name":"H","last_name":"G","school_id":"{other}"}"#,
            keeping: ["second": "coach.id"]),
        step("coaches.merge", #"{"id":"{one}","other_id":"{second}"}"#),
        step("schools.add", #"{"name":"Half"}"#, keeping: ["half": "school.id"]),
        step("schools.merge", #"{"id":"{other}","other_id":"{half}"}"#),
        step("coaches.cascadeDelete", #"{"id":"{one}","confirmDelete":true}"#),
        step("schools.cascadeDelete", #"{"id":"{other}","confirmDelete":true}"#),
    ]

    private static let session = [
        step(
            "sessions.login", #"{"email":"{email}","password":"{password}","device":"audit"}"#,
            by: .leaver),
        step("sessions.logout", "{}", by: .leaver),
    ]
}

/// A family whose members perform the script.
final class AuditScene {
    let home: Household
    let sibling: Person
    let parent: Person
    let people: [AuditScript.Who: Person]
    /// The values of the placeholders.
    private(set) var names: [String: String]

    init(_ system: SystemUnderTest) throws {
        home = try system.makeHousehold()
        sibling = try home.makeMember("Sibling", .player)
        parent = try home.makeMember("Parent", .parent)
        let removed = try home.makeMember("Removed", .parent)
        let leaver = try home.makeMember("Leaver", .parent)
        people = [.player: home.player, .parent: parent, .leaver: leaver]
        names = [
            "hash": ContentHash(of: [65]).hex, "removed": removed.userID.text,
            "email": leaver.email, "password": leaver.password, "player": home.player.userID.text,
        ]
    }

    var system: SystemUnderTest { home.system }
    var family: FamilyID { home.id }
    var player: Person { home.player }

    /// The operations that created the scene and left the expected history. They precede the
    /// script, so no observer exists before them.
    var told: Set<String> {
        get throws {
            let ofPlayer = try AuditTests.history(system, as: player, in: family)
            let ofParent = try AuditTests.history(system, as: parent, in: family)
            func has(_ type: String, _ person: Person, in entries: [HistoryEntry]) -> Bool {
                entries.contains { $0.type == type && $0.actor == person.userID }
            }
            var told: Set<String> = []
            if has("user.changed", player, in: ofPlayer) { told.insert(SignUp.name) }
            if has("family.changed", player, in: ofPlayer) { told.insert(CreateFamily.name) }
            if has("member.changed", parent, in: ofParent) { told.insert(JoinFamily.name) }
            return told
        }
    }

    /// Sends a step's request.
    func perform(_ step: AuditScript.Step) throws {
        let operation = try #require(OperationCatalogue.operation(named: step.operation))
        let service = try #require(step.service ?? operation.service)
        var request = step.request
        for (name, value) in names { request = request.replacing("{\(name)}", with: value) }
        let json = try send(
            operation.type, Array(request.utf8), at: service, by: people[step.who] ?? player)
        let answer = try JSONSerialization.jsonObject(with: Data(json))
        for (name, path) in step.keeps {
            let found = path.split(separator: ".").reduce(answer as Any?) { value, key in
                (value as? [String: Any])?[String(key)]
            }
            names[name] = try #require(found as? String, "\(step.operation): \(path)")
        }
    }

    private func send<Op: Contracts.Operation>(
        _ operation: Op.Type, _ payload: [UInt8], at service: ServiceName, by person: Person
    ) throws -> [UInt8] {
        var options = Caller.Options(
            passport: person.passport, family: family, budget: SystemUnderTest.patience)
        options.idempotencyKey = IdempotencyKey(
            high: .random(in: .min ... .max), low: .random(in: 1 ... .max))
        return try system.caller.answer(
            operation, payload: payload, at: service, options: options
        ).json
    }

    /// Waits until the parent has an unread notification.
    func waitForAlerts() throws {
        let end = ContinuousClock.now + SystemUnderTest.patience
        while try system.call(CountNotifications.self, .init(), as: parent).unread == 0 {
            guard ContinuousClock.now < end else {
                throw SystemUnderTest.Failure(description: "nobody was alerted")
            }
        }
    }
}
