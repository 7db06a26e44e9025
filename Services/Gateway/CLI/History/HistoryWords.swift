import CommandKit
import Contracts
import Foundation

/// A value of a record's JSON, as far as people are told of it.
enum HistoryValue: Decodable, Hashable {
    case none
    case text(String)
    case list([HistoryValue])
    case fields([String: HistoryValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .none
        } else if let flag = try? container.decode(Bool.self) {
            self = .text(flag ? "yes" : "no")
        } else if let number = try? container.decode(Int.self) {
            self = .text(String(number))
        } else if let number = try? container.decode(Double.self) {
            self = .text(String(number))
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([HistoryValue].self) {
            self = .list(list)
        } else {
            self = .fields(try container.decode([String: HistoryValue].self))
        }
    }

    /// The object in a JSON text; nil for anything else.
    static func object(_ json: String?) -> [String: HistoryValue]? {
        guard let json,
            case .fields(let fields)? = try? JSONDecoder().decode(
                HistoryValue.self, from: Data(json.utf8))
        else { return nil }
        return fields
    }

    /// The value in words; times in a zone.
    func shown(_ zone: LocalZone) -> String {
        switch self {
        case .none: "none"
        case .text(let text):
            text.utf8.count >= 20 && text.hasSuffix("Z")
                ? Instant(text: text).map { zone.text($0) } ?? text : text
        case .list(let values):
            values.isEmpty ? "none" : values.map { $0.shown(zone) }.joined(separator: ", ")
        case .fields(let fields):
            fields.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.shown(zone))" }
                .joined(separator: ", ")
        }
    }

    /// The text; nil for anything else.
    var text: String? { if case .text(let text) = self { text } else { nil } }
}

/// How an entry of the history is told.
struct HistoryWords {
    /// Fields that say nothing to people: who and where is told otherwise.
    private static let silent: Set<String> = [
        "id", "version", "created_at", "updated_at", "created_by", "family_unit_id", "user_id",
        "logged_by", "operation_id", "coach_id", "school_id", "event_id",
    ]

    let entry: HistoryEntry
    let zone: LocalZone
    private let before: [String: HistoryValue]?
    private let after: [String: HistoryValue]?

    init(_ entry: HistoryEntry, zone: LocalZone) {
        self.entry = entry
        self.zone = zone
        before = HistoryValue.object(entry.before)
        after = HistoryValue.object(entry.after)
    }

    /// Who did it.
    var who: String { entry.actorName ?? (entry.actor == nil ? "The system" : "Unknown") }

    /// What was done: `added`, `renewed a code of`.
    var action: String {
        switch entry.type {
        case IdentityFeed.familyCodeRenewed: return "renewed a code of"
        case IdentityFeed.memberChanged where entry.version == 1: return "joined as"
        case IdentityFeed.memberRemoved where isAboutTheActor: return "left:"
        case IdentityFeed.memberRemoved: return "removed"
        case IdentityFeed.passwordChanged: return "replaced the password"
        case IdentityFeed.recoveryCodesRenewed: return "made new recovery codes"
        case IdentityFeed.resetCodeMade: return "made a password code for"
        case NotificationsFeed.read: return "read"
        case TrashFeed.purged: return "removed for good"
        default: break
        }
        switch entry.change {
        case .added: return isImport ? "imported" : "added"
        case .changed: return "changed"
        case .deleted: return isImport ? "undid an import of" : "deleted"
        case .restored: return "restored"
        case .other(let word): return word
        }
    }

    private var isImport: Bool { entry.recordType == "import" }

    private var isAboutTheActor: Bool { entry.actor?.text == entry.recordID }

    /// What it was done to: `coach Pat Doyle`, `3 coaches`.
    var what: String {
        if entry.type == NotificationsFeed.read {
            return CountedNoun.text(Int(field("marked") ?? "") ?? 0, "notifications")
        }
        // A change of many records that was narrowed to one tells nothing else of it.
        if before == nil, after == nil, isImport || entry.recordType == TrashFeed.aggregate {
            return "the record"
        }
        if entry.recordType == TrashFeed.aggregate, case .fields(let counts)? = after?["counts"] {
            return listed(counts.compactMapValues { $0.text.flatMap { Int($0) } })
        }
        if isImport, !isOfOneRecord { return listed(batch) }
        if entry.type == IdentityFeed.memberChanged, entry.version == 1 {
            return field("role") ?? entry.recordType
        }
        if entry.type == IdentityFeed.passwordChanged {
            return Self.means(IdentityFeed.PasswordMeans(rawValue: field("means") ?? ""))
        }
        if entry.type == IdentityFeed.recoveryCodesRenewed { return "" }
        let kind = isImport ? "" : entry.recordType.replacing("_", with: " ") + " "
        return kind + (name ?? "")
    }

    /// By what a password was replaced.
    private static func means(_ means: IdentityFeed.PasswordMeans?) -> String {
        switch means {
        case .password, nil: "by the one before"
        case .recoveryCode: "by a recovery code"
        case .familyCode: "by a parent's code"
        case .operatorCode: "by the operator's code"
        }
    }

    private func listed(_ counts: [String: Int]) -> String {
        counts.isEmpty ? "nothing" : TrashWords.counted(counts)
    }

    /// Whether an import's entry was narrowed to one record.
    private var isOfOneRecord: Bool { (after ?? before)?["id"] != nil }

    /// How many records of each table an import's change is about.
    private var batch: [String: Int] {
        // A change that only counts or names ids says in its type whose they are.
        let table = String(entry.type.prefix { $0 != "." })
        if let count = field("count").flatMap({ Int($0) }) { return [table: count] }
        var counts: [String: Int] = [:]
        for (key, value) in after ?? before ?? [:] {
            guard case .list(let rows) = value else { continue }
            counts[key == "ids" ? table : key] = rows.count
        }
        return counts
    }

    /// What the record is called.
    private var name: String? {
        let names = [field("first_name"), field("last_name")].compactMap { $0 }
        if !names.isEmpty { return names.joined(separator: " ") }
        for key in ["name", "full_name", "subject", "title"] {
            if let text = field(key) { return key == "subject" ? "\"\(text)\"" : text }
        }
        return field("type")
    }

    private func field(_ key: String) -> String? { (after ?? before)?[key]?.text }

    /// The fields that became others: label, before, after.
    var changes: [(label: String, before: String, after: String)] {
        guard entry.change == .changed, let before, let after else { return [] }
        return Set(before.keys).union(after.keys).sorted().compactMap { key in
            let (old, new) = (before[key] ?? .none, after[key] ?? .none)
            guard old != new, !Self.silent.contains(key) else { return nil }
            return (key.replacing("_", with: " "), old.shown(zone), new.shown(zone))
        }
    }

    /// The changed fields in one line.
    var changesLine: String {
        changes.map { "\($0.label): \($0.before) → \($0.after)" }.joined(separator: "; ")
    }
}
