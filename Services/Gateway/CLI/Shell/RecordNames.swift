import CommandKit
import Contracts

/// A record as people may name it.
struct NamedRecord: Hashable {
    /// The full id.
    let id: String
    /// The name.
    let name: String
    /// What tells two of one name apart.
    var detail: String = ""
}

/// Ids and names as people type them.
enum RecordNames {
    /// The fewest digits of an id's end that are taken.
    static let tailDigitsMin = 8
    /// The most candidates that an ambiguous text lists.
    static let candidatesMax = 5

    /// The last digits of an id, as tables show it.
    static func short(_ id: String) -> String { String(id.suffix(tailDigitsMin)) }

    /// The text as a full id in lower case; nil when it is none.
    static func fullID(_ text: String) -> String? {
        Identifier<UserTag>(text: text)?.text
    }

    /// Whether a text may be the end of an id: 8 to 32 digits, hyphens allowed.
    static func isTail(_ text: String) -> Bool {
        let digits = text.filter { $0 != "-" }
        return (tailDigitsMin...32).contains(digits.count) && text.utf8.count <= 36
            && digits.allSatisfy { $0.isASCII && $0.isHexDigit }
    }

    /// What is wrong with a text that must be an id or the end of one; nil when nothing is.
    static func problem(_ text: String) -> String? {
        isTail(text) ? nil : "an id or the end of one, 8 digits or more"
    }

    /// The id of the one record that a text means: a full id (also of a record that is not among
    /// the choices), the end of an id, a name, or a part of one name. Several candidates are a
    /// usage error that lists them; none is a refusal of the field that says where it looked.
    static func id(
        of typed: String, among choices: @autoclosure () throws -> [NamedRecord], noun: String,
        plural: String, field: String?, place: String = "of yours", listCommand: String
    ) throws -> String {
        if let full = fullID(typed) { return full }
        let choices = try choices()
        var found: [NamedRecord] = []
        if isTail(typed) { found = matching(tail: typed, in: choices) }
        if found.isEmpty {
            let wanted = typed.lowercased()
            found = choices.filter { $0.name.lowercased() == wanted }
            if found.isEmpty, !wanted.isEmpty {
                found = choices.filter { $0.name.lowercased().contains(wanted) }
            }
        }
        if found.count == 1 { return found[0].id }
        guard found.isEmpty else {
            throw ambiguous(typed, found, plural: plural)
        }
        let near = EditDistance.suggestions(for: typed, among: choices.map(\.name))
        throw CommandFailure(
            UsageError(
                .badValue, "No \(noun) \(place) is called \(QuotedText.of(typed))",
                reason: near.first.map { "Did you mean \"\($0)\"?" },
                remedy: "Try: \(listCommand)", field: field))
    }

    /// The full id of a record from the end of it.
    static func id(
        ofTail typed: String, among choices: [NamedRecord], noun: String, plural: String,
        listCommand: String
    ) throws -> String {
        let found = matching(tail: typed, in: choices)
        if found.count == 1 { return found[0].id }
        if found.isEmpty {
            throw CommandFailure(
                .notFound, "\(noun) not found", reason: "No id ends in \(typed).",
                remedy: "Try: \(listCommand)")
        }
        throw ambiguous(typed, found, plural: plural)
    }

    private static func matching(tail: String, in choices: [NamedRecord]) -> [NamedRecord] {
        let digits = tail.lowercased().filter { $0 != "-" }
        return choices.filter { $0.id.filter { $0 != "-" }.hasSuffix(digits) }
    }

    private static func ambiguous(
        _ typed: String, _ found: [NamedRecord], plural: String
    ) -> CommandFailure {
        var candidates = found.prefix(candidatesMax).map { record in
            let detail = record.detail.isEmpty ? "" : ", \(record.detail)"
            return "\(short(record.id)) (\(record.name)\(detail))"
        }.joined(separator: "; ")
        if found.count > candidatesMax { candidates += "; …" }
        return .usage(
            "\(QuotedText.of(typed)) means \(found.count) \(plural)", reason: candidates,
            remedy: "Give the id instead of the name.")
    }
}
