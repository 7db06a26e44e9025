import Foundation

/// A value of a record's JSON, for showing to people.
enum HistoryValue: Decodable, Hashable, Sendable {
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

    /// The value as text; `time` writes instants.
    func shown(_ time: (Instant) -> String) -> String {
        switch self {
        case .none: "none"
        case .text(let text):
            text.utf8.count >= 20 && text.hasSuffix("Z")
                ? Instant(text: text).map(time) ?? text : text
        case .list(let values):
            values.isEmpty ? "none" : values.map { $0.shown(time) }.joined(separator: ", ")
        case .fields(let fields):
            fields.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.shown(time))" }
                .joined(separator: ", ")
        }
    }

    /// The text; nil for anything else.
    var text: String? { if case .text(let text) = self { text } else { nil } }
}

/// An entry of the history in words.
public struct HistoryWords: Sendable {
    /// Fields that are not shown as changes, since they mean nothing to people, appear elsewhere,
    /// or are figures of a coach's contacts, which no person writes.
    private static let silent: Set<String> = [
        "id", "version", "created_at", "updated_at", "created_by", "family_unit_id", "user_id",
        "logged_by", "operation_id", "coach_id", "school_id", "event_id", "player_id",
        "last_contact_date", "silent_since", ImportFeed.updatedBy, ImportFeed.revertedBy,
    ]

    public let entry: HistoryEntry
    /// The other parts of an import.
    private let others: [HistoryWords]
    private let time: @Sendable (Instant) -> String
    private let before: [String: HistoryValue]?
    private let after: [String: HistoryValue]?

    /// `time` writes the instants of changed fields.
    public init(_ entry: HistoryEntry, time: @escaping @Sendable (Instant) -> String) {
        self.init([entry], time: time)
    }

    /// An action in words.
    public init(_ action: HistoryAction, time: @escaping @Sendable (Instant) -> String) {
        self.init(action.entries[...], time: time)
    }

    private init(_ entries: ArraySlice<HistoryEntry>, time: @escaping @Sendable (Instant) -> String)
    {
        guard let entry = entries.first else { preconditionFailure("an action has a change") }
        self.entry = entry
        self.time = time
        others = entries.dropFirst().map { HistoryWords($0, time: time) }
        before = HistoryValue.object(entry.before)
        after = HistoryValue.object(entry.after)
    }

    /// The person.
    public var who: String { entry.actorName ?? (entry.actor == nil ? "The system" : "Unknown") }

    /// The action, such as `added` or `renewed a code of`.
    public var action: String {
        switch entry.type {
        case IdentityFeed.familyCodeRenewed: return "renewed a code of"
        case IdentityFeed.memberChanged where hasJoined: return "joined as"
        case IdentityFeed.memberRemoved where isAboutTheActor: return "left:"
        case IdentityFeed.memberRemoved: return "removed"
        case IdentityFeed.passwordChanged: return "replaced the password"
        case IdentityFeed.recoveryCodesRenewed: return "created new recovery codes"
        case IdentityFeed.secondFactorAdded: return "turned on a second factor"
        case IdentityFeed.secondFactorRemoved: return "turned off the second factor"
        case IdentityFeed.deviceAdded: return "signed in on"
        case IdentityFeed.accessTokenAdded: return "created the access token"
        case IdentityFeed.accessTokenRevoked: return "ended the access token"
        case IdentityFeed.calendarLinkMade: return "created a calendar link"
        case IdentityFeed.calendarLinkRevoked: return "ended the calendar link"
        case IdentityFeed.viewSaved: return "saved a filter"
        case IdentityFeed.viewRemoved: return "removed a saved filter"
        case IdentityFeed.resetCodeMade: return "created a password code for"
        case IdentityFeed.memberSuspended: return "suspended the account of"
        case IdentityFeed.memberResumed: return "ended the suspension of"
        case NotificationsFeed.read: return "read"
        case HooksFeed.switchedOff: return "switched off"
        case CoachesFeed.coachMerged, CoachesFeed.schoolMerged: return "merged another one into"
        case CoachesFeed.coachSeparated, CoachesFeed.schoolSeparated: return "undid a merge of"
        case TrashFeed.purged: return "removed for good"
        default: break
        }
        switch entry.change {
        case .added: return entry.isImport ? "imported" : "added"
        case .changed where after?[ImportFeed.updatedBy] != nil: return "imported changes of"
        case .changed where after?[ImportFeed.revertedBy] != nil:
            return "undid imported changes of"
        case .changed: return "changed"
        case .deleted where entry.mergedInto != nil: return "merged"
        case .deleted: return entry.isImport ? "undid an import of" : "deleted"
        case .restored: return "restored"
        case .other(let word): return word
        }
    }

    private var hasJoined: Bool {
        entry.type == IdentityFeed.memberChanged
            && (entry.version == 1 || after?["has_joined"] != nil)
    }

    private var isAboutTheActor: Bool { entry.actor?.text == entry.recordID }

    /// The object of the action: `coach Pat Doyle`, `3 coaches`.
    public var what: String {
        if entry.type == NotificationsFeed.read {
            return CountedNoun.text(Int(field("marked") ?? "") ?? 0, "notifications")
        }
        // The history of one record shows a change of many records without its details.
        if before == nil, after == nil, entry.isImport || entry.recordType == TrashFeed.aggregate {
            return "the record"
        }
        if entry.recordType == TrashFeed.aggregate, case .fields(let counts)? = after?["counts"] {
            return listed(counts.compactMapValues { $0.text.flatMap { Int($0) } })
        }
        if entry.isImport, !isOfOneRecord {
            return listed(others.reduce(batch) { $0.merging($1.batch, uniquingKeysWith: +) })
        }
        if hasJoined {
            return field("role") ?? entry.recordType
        }
        if entry.type == IdentityFeed.passwordChanged {
            return Self.means(IdentityFeed.PasswordMeans(rawValue: field("means") ?? ""))
        }
        let actionsWithoutObject = [
            IdentityFeed.recoveryCodesRenewed, IdentityFeed.calendarLinkMade,
            IdentityFeed.calendarLinkRevoked, IdentityFeed.secondFactorAdded,
            IdentityFeed.secondFactorRemoved, IdentityFeed.viewSaved, IdentityFeed.viewRemoved,
        ]
        if actionsWithoutObject.contains(entry.type) { return "" }
        if entry.type == IdentityFeed.deviceAdded { return field("name") ?? "another device" }
        if [IdentityFeed.accessTokenAdded, IdentityFeed.accessTokenRevoked].contains(entry.type) {
            return field("name") ?? ""
        }
        let kind = entry.isImport ? "" : entry.recordType.replacing("_", with: " ") + " "
        return kind + (name ?? "") + merge
    }

    /// What follows the name of a record that was merged: ` into Pat Doyle`.
    private var merge: String {
        entry.mergedInto.map { " into " + ($0.name ?? "another one") } ?? ""
    }

    /// How a password was replaced.
    private static func means(_ means: IdentityFeed.PasswordMeans?) -> String {
        switch means {
        case .password, nil: "using the old one"
        case .recoveryCode: "using a recovery code"
        case .familyCode: "using a parent's code"
        case .operatorCode: "using the operator's code"
        }
    }

    private func listed(_ counts: [String: Int]) -> String {
        counts.isEmpty ? "nothing" : TrashWords.counted(counts)
    }

    /// Whether an import's entry was reduced to one record.
    private var isOfOneRecord: Bool { (after ?? before)?["id"] != nil }

    /// The number of records per table in an import's change.
    private var batch: [String: Int] {
        // A change with only a count or ids names its table in its type.
        let table = String(entry.type.prefix { $0 != "." })
        if let count = field("count").flatMap({ Int($0) }) { return [table: count] }
        var counts: [String: Int] = [:]
        for (key, value) in after ?? before ?? [:] {
            guard case .list(let rows) = value else { continue }
            counts[key == "ids" ? table : key] = rows.count
        }
        return counts
    }

    /// The record's name.
    private var name: String? {
        let names = [field("first_name"), field("last_name")].compactMap { $0 }
        if !names.isEmpty { return names.joined(separator: " ") }
        for key in ["name", "full_name", "subject", "title"] {
            if let text = field(key) { return key == "subject" ? "\"\(text)\"" : text }
        }
        return field("type") ?? field("coach_name")
    }

    private func field(_ key: String) -> String? { (after ?? before)?[key]?.text }

    /// The changed fields: label, value before, value after.
    public var changes: [(label: String, before: String, after: String)] {
        guard entry.change == .changed, !hasJoined, let before, let after else { return [] }
        return Set(before.keys).union(after.keys).sorted().compactMap { key in
            let (old, new) = (before[key] ?? .none, after[key] ?? .none)
            guard old != new, !Self.silent.contains(key) else { return nil }
            return (key.replacing("_", with: " "), old.shown(time), new.shown(time))
        }
    }

    /// The changed fields in one line.
    public var changesLine: String {
        changes.map { "\($0.label): \($0.before) → \($0.after)" }.joined(separator: "; ")
    }
}
