import Contracts
import Foundation

/// A request of the policy table with another record in one of its fields; its other records are
/// the caller's own. There is one per operation and field that takes a record id. They are derived
/// from the declarations, so that new operations are covered.
struct PolicyQuestion: CustomStringConvertible {
    let operation: OperationDescriptor
    let service: ServiceName
    /// Contains the placeholder of the record, and those of the caller's own records with the
    /// prefix `own:`.
    let request: String
    let field: String

    var description: String { "\(operation.name) at \(service) by \(field)" }

    /// Whether the response reveals if the record exists. Discarding an import does not: it
    /// succeeds even if there is none. What only services may call tells people nothing.
    var tells: Bool {
        !operation.name.hasSuffix(".discardImport") && operation.access != .services
    }

    static let all: [PolicyQuestion] =
        OperationCatalogue.all.flatMap { operation in
            operation.fieldNames.compactMap { field in
                record(named: field, by: operation).map { (field, $0) }
            }.flatMap { field, record in questions(operation, field, record) }
        } + contacts + references

    private static func questions(
        _ operation: OperationDescriptor, _ field: String, _ record: String
    ) -> [PolicyQuestion] {
        let line = PolicyTable.lines.first { $0.operation == operation.name }
        // Operations common to all services are sent to the service that has the record.
        let places = operation.service.map { [($0, record)] } ?? placesOfCommon(field, record)
        return places.map { service, record in
            PolicyQuestion(
                operation: operation, service: service,
                request: request(line?.request ?? "{}", naming: record, in: field), field: field)
        }
    }

    private static func placesOfCommon(
        _ field: String, _ record: String
    ) -> [(ServiceName, String)] {
        guard record == "{deletion}" else { return [(.interactions, record)] }
        return [
            (.interactions, record), (.coaches, "{deletion of a school}"),
            (.events, "{deletion of an event}"), (.analytics, "{deletion of a post}"),
        ]
    }

    private static func request(
        _ template: String, naming record: String, in field: String
    ) -> String {
        let known = try? JSONSerialization.jsonObject(with: Data(template.utf8))
        var object = (known as? [String: Any] ?? [:]).mapValues { value in
            (value as? String).map { $0.replacing("{", with: "{own:") } ?? value
        }
        object[field] = field == "ids" ? [record] : record
        // A batch after the first names its import, and a purge names either one operation or all.
        if object["number"] != nil, field == "import_id" { object["number"] = 2 }
        if field == "operation_id" { object["all"] = nil }
        // Where a school can be named, the coach of the template is left out: timelines are of
        // either of them.
        if field == "school_id" { object["coach_id"] = nil }
        let data = try? JSONSerialization.data(
            withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
        return data.map { String(decoding: $0, as: UTF8.self) } ?? template
    }

    /// Whether a field takes the id of a record of a family, as its name tells.
    static func takesRecord(_ field: String, of operation: OperationDescriptor) -> Bool {
        switch (operation.name, field) {
        // An add operation has the same form as its edit but takes no id.
        case (let name, "id") where name.hasSuffix(".add"): false
        // The catalogue of schools is everybody's.
        case (_, "catalogue_id"): false
        // Only the reader's own notifications become read, and the response tells of none.
        case ("notifications.markRead", "ids"): false
        // An edit refuses every player: whoever logged a contact stays its author.
        case ("interactions.edit", "player_id"): false
        // Only the operator and services call these.
        case ("backup.hold", _), ("backup.release", _), ("changes.fetch", _): false
        case ("digests.open", _), ("users.revokeInvitation", _): false
        case (_, "id"), (_, "ids"), (_, "ending"), (_, "record"), (_, "by"), (_, "logged_by"): true
        default: field.hasSuffix("_id") || field.hasSuffix("_ids")
        }
    }

    /// The operations of kept imports that take an id.
    private static let keptImports = [KeepImport.name, ShowKeptImport.name, DropKeptImport.name]

    /// The placeholder for the id that a field takes, or `nil`.
    static func record(named field: String, by operation: OperationDescriptor) -> String? {
        guard takesRecord(field, of: operation) else { return nil }
        let noun = operation.name.split(separator: ".").first.map(String.init) ?? ""
        switch field {
        case "id" where keptImports.contains(operation.name): return "{kept}"
        case "id", "ending":
            return [
                "schools": "{school}", "coaches": "{coach}", "interactions": "{row}",
                "events": "{event}", "metrics": "{metric}", "posts": "{post}",
                "sessions": "{session}", "tokens": "{token}", "operations": "{deletion}",
                "hooks": "{hook}", "profiles": "{player}", "views": "{view}", "queue": "{coach}",
            ][noun]
        case "other_id": return ["coaches": "{second}", "schools": "{second school}"][noun]
        case "school_id": return "{school}"
        case "coach_id": return "{coach}"
        case "event_id": return "{event}"
        case "interaction_id", "record", "ids": return "{row}"
        case "attachment_id":
            return ["attachments.append", "attachments.finish"].contains(operation.name)
                ? "{upload}" : "{file}"
        case "operation_id":
            return operation.name == "deletions.show" ? "{deletion of a school}" : "{deletion}"
        case "session_id": return "{session}"
        case "import_id": return "{import of \(noun)}"
        case "user_id": return "{parent}"
        case "logged_by", "by", "player_id": return "{player}"
        default: return nil
        }
    }

    /// Entries of the queue are coaches, or contacts without one.
    private static let contacts = OperationCatalogue.all
        .filter { $0.name.hasPrefix("queue.") && $0.fieldNames.contains("id") }
        .flatMap { questions($0, "id", "{contact without a coach}") }

    /// Records referred to inside of a field.
    private static let references = [
        #"{"references":[{"school":{"name":"{school name}"}}]}"#,
        #"{"references":[{"coach":{"name":"{coach name}"}}]}"#,
    ].compactMap { request in
        OperationCatalogue.operation(named: "coaches.resolve").map {
            PolicyQuestion(
                operation: $0, service: .coaches, request: request, field: "references")
        }
    }
}
