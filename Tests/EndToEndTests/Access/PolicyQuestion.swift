import Contracts
import Foundation

/// A request of the policy's table with one record named in one of its fields; the other records
/// that it names are the caller's own. There is one for each operation and field that takes a
/// record's id, made from the operations' declarations, so that a new one is asked too.
struct PolicyQuestion: CustomStringConvertible {
    let operation: OperationDescriptor
    let service: ServiceName
    /// Names the record in braces, and the caller's own with `own:` before.
    let request: String
    let field: String

    var description: String { "\(operation.name) at \(service) by \(field)" }

    /// Whether the answer tells if the record is there; giving up an import says that it is done
    /// whether or not there was one.
    var tells: Bool { !operation.name.hasSuffix(".discardImport") }

    static let all: [PolicyQuestion] =
        OperationCatalogue.all.flatMap { operation in
            operation.fieldNames.compactMap { field in
                record(named: field, by: operation).map { (field, $0) }
            }.flatMap { field, record in questions(operation, field, record) }
        } + references

    private static func questions(
        _ operation: OperationDescriptor, _ field: String, _ record: String
    ) -> [PolicyQuestion] {
        let line = PolicyTable.lines.first { $0.operation == operation.name }
        // What every service answers is asked where the record lies.
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
        object[field] = record
        // A batch but the first names its import, and a purge one operation or all.
        if object["number"] != nil, field == "import_id" { object["number"] = 2 }
        if field == "operation_id" { object["all"] = nil }
        let data = try? JSONSerialization.data(
            withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
        return data.map { String(decoding: $0, as: UTF8.self) } ?? template
    }

    /// The record whose id a field takes; `nil` for a field that takes none.
    static func record(named field: String, by operation: OperationDescriptor) -> String? {
        let noun = operation.name.split(separator: ".").first.map(String.init) ?? ""
        switch field {
        // Forms of an edit are those of an addition, which takes no id.
        case "id" where operation.name.hasSuffix(".add"): return nil
        case "id", "ending":
            return [
                "schools": "{school}", "coaches": "{coach}", "interactions": "{row}",
                "events": "{event}", "metrics": "{metric}", "posts": "{post}",
                "sessions": "{session}", "operations": "{deletion}",
            ][noun]
        case "school_id": return "{school}"
        case "coach_id": return "{coach}"
        case "event_id": return "{event}"
        case "interaction_id", "record": return "{row}"
        case "attachment_id":
            return ["attachments.append", "attachments.finish"].contains(operation.name)
                ? "{upload}" : "{file}"
        case "operation_id":
            return operation.name == "deletions.show" ? "{deletion of a school}" : "{deletion}"
        case "session_id": return "{session}"
        case "import_id": return "{import of \(noun)}"
        case "user_id": return "{parent}"
        case "logged_by", "by": return "{player}"
        default: return nil
        }
    }

    /// Records that are named inside of a field.
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
