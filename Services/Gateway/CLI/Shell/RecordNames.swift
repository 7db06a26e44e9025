import CommandKit
import Contracts

/// A record that can be matched by name.
struct NamedRecord: Hashable {
    let id: String
    let name: String
    /// Distinguishes records of the same name.
    var detail: String = ""
}

/// Matches ids and names as people type them.
enum RecordNames {
    /// The fewest digits accepted as the end of an id.
    static let tailDigitsMin = ShortID.digits
    /// The most candidates listed for an ambiguous text.
    static let candidatesMax = 5

    /// The last digits of an id, as tables show it.
    static func short(_ id: String) -> String { ShortID.text(of: id) }

    /// The text as a full id in lower case; nil if it is not one.
    static func fullID(_ text: String) -> String? {
        Identifier<UserTag>(text: text)?.text
    }

    /// Whether a text may be the end of an id: 8 to 32 digits, hyphens allowed.
    static func isTail(_ text: String) -> Bool {
        let digits = text.filter { $0 != "-" }
        return (tailDigitsMin...32).contains(digits.count) && text.utf8.count <= 36
            && digits.allSatisfy { $0.isASCII && $0.isHexDigit }
    }

    /// What is expected, if the text is neither an id nor the end of one; nil if it is.
    static func problem(_ text: String) -> String? {
        isTail(text) ? nil : "an id or its last 8 or more digits"
    }

    /// The id of the only record that a text matches: by a full id (even of a record that is not
    /// among the choices), the end of an id, a name, another name, or part of a name. If several
    /// names differ in accents and dots alone, the one that is spelled like the text is meant.
    /// Throws a usage error that lists the candidates if there are several, and an error of the
    /// field if there are none.
    ///
    /// - Parameters:
    ///   - alsoCalled: The choices that have the text as another name.
    ///   - elsewhere: What is known of a text that matches none of them, and the command that
    ///     helps; nil if nothing is.
    static func id<Tag>(
        of typed: String, among choices: @autoclosure () throws -> [NamedRecord], noun: String,
        plural: String, field: String?, place: String = "of yours", listCommand: String,
        alsoCalled: ([NamedRecord]) throws -> [NamedRecord] = { _ in [] },
        elsewhere: () -> (reason: String, remedy: String)? = { nil }
    ) throws -> Identifier<Tag> {
        if let full = Identifier<Tag>(text: typed) { return full }
        let choices = try choices()
        var found: [NamedRecord] = []
        if isTail(typed) { found = matching(tail: typed, in: choices) }
        if found.isEmpty {
            let wanted = fold(typed)
            found = choices.filter { fold($0.name) == wanted }
            let spelled = found.filter { $0.name == typed }
            if spelled.count == 1 { found = spelled }
            if found.isEmpty { found = try alsoCalled(choices) }
            if found.isEmpty, !wanted.isEmpty {
                found = choices.filter { fold($0.name).contains(wanted) }
            }
        }
        if found.count == 1 { return try identifier(of: found[0], noun) }
        guard found.isEmpty else {
            throw ambiguous(typed, found, plural: plural)
        }
        let known = elsewhere()
        let near = EditDistance.suggestions(for: typed, among: choices.map(\.name))
        throw CommandFailure(
            UsageError(
                .badValue, "No \(noun) \(place) is called \(QuotedText.of(typed))",
                reason: known?.reason ?? near.first.map { "Did you mean \"\($0)\"?" },
                remedy: known?.remedy ?? "Try: \(listCommand)", field: field))
    }

    /// The full id of the record whose id ends so.
    static func id<Tag>(
        ofTail typed: String, among choices: [NamedRecord], noun: String, plural: String,
        listCommand: String
    ) throws -> Identifier<Tag> {
        let found = matching(tail: typed, in: choices)
        if found.count == 1 { return try identifier(of: found[0], noun) }
        if found.isEmpty {
            throw CommandFailure(
                .notFound, "\(noun) not found", reason: "No id ends in \(typed).",
                remedy: "Try: \(listCommand)")
        }
        throw ambiguous(typed, found, plural: plural)
    }

    private static func identifier<Tag>(
        of record: NamedRecord, _ noun: String
    ) throws -> Identifier<Tag> {
        guard let id = Identifier<Tag>(text: record.id) else {
            throw CommandFailure(.notFound, "\(noun) not found")
        }
        return id
    }

    /// A name without case, accents, apostrophes and dots, unless it has nothing else.
    private static func fold(_ name: String) -> String {
        let folded = NameFolding.fold(name)
        return folded.isEmpty ? name.lowercased() : folded
    }

    private static func matching(tail: String, in choices: [NamedRecord]) -> [NamedRecord] {
        let digits = tail.lowercased().filter { $0 != "-" }
        return choices.filter { $0.id.filter { $0 != "-" }.hasSuffix(digits) }
    }

    /// The refusal of a text that matches several records, with the first of them.
    static func ambiguous(
        _ typed: String, _ found: [NamedRecord], count: Int? = nil, plural: String,
        remedy: String = "Give the id instead of the name."
    ) -> CommandFailure {
        let count = count ?? found.count
        var candidates = found.prefix(candidatesMax).map { record in
            let detail = record.detail.isEmpty ? "" : ", \(record.detail)"
            return "\(short(record.id)) (\(record.name)\(detail))"
        }.joined(separator: "; ")
        if count > candidatesMax { candidates += "; …" }
        return .usage(
            "\(QuotedText.of(typed)) matches \(count) \(plural)", reason: candidates,
            remedy: remedy)
    }
}

extension TextTable.Cell {
    /// An id; a terminal shows its last digits.
    static func id<Tag>(_ id: Identifier<Tag>) -> Self {
        Self(id.text, shown: RecordNames.short(id.text))
    }

    /// A time, which a terminal shows in a zone; empty if there is none.
    static func time(_ instant: Instant?, in zone: LocalZone) -> Self {
        instant.map { Self($0.text, shown: zone.text($0)) } ?? Self("")
    }
}
