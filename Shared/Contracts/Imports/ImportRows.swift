/// A row of an import: the form for adding one record, and the line in the file.
///
/// Imports have no validation rules of their own: each row is validated by the form that `compass …
/// add` uses.
public protocol ImportRow: ServedRecords, Codable {
    /// The form for adding one record.
    associatedtype Form: OperationRequest

    /// Whether a row can update the record that it means. Otherwise each row is a new record, or
    /// has nothing by which it is recognized.
    static var updatesRecords: Bool { get }

    /// The line in the file on which the row begins, from 1.
    var line: Int { get }
    var form: Form { get }
}

extension ImportRow {
    public static var updatesRecords: Bool { false }
}

/// An import row that describes a school or an event. An import can update records with it.
@JSONObject
public struct RecordImportRow<Record: FormRecord & ServedRecords>: ImportRow {
    public static var noun: String { Record.noun }
    public static var service: ServiceName { Record.service }
    public static var updatesRecords: Bool { true }

    /// The line in the file.
    public var line: Int
    /// The record's key in the file, for files that refer to it; in archives, the record's id.
    public var key: String?
    /// The form, with an event's school given by id. In an import that updates records it may have
    /// the id of one.
    public var form: RecordForm<Record>
}

/// An import row that describes a school.
public typealias SchoolImportRow = RecordImportRow<School>
/// An import row that describes an event.
public typealias EventImportRow = RecordImportRow<Event>

/// An import row that describes a coach.
@JSONObject
public struct CoachImportRow: ImportRow {
    public static let noun = "coaches"
    public static let service = ServiceName.coaches
    public static let updatesRecords = true

    /// The line in the file.
    public var line: Int
    /// The coach's key in the file, for files that refer to it; in archives, the coach's id.
    public var key: String?
    /// The coach's school, if the form does not contain its id.
    public var school: SchoolReference?
    /// Whether to add a school from the catalogue if the family does not follow it yet.
    public var addsSchool: Bool?
    /// The form. In an import that updates records it may have the id of one.
    public var form: CoachForm
    /// The responsiveness in percent as in the file: `65`, `74.9` or `65%`.
    public var responsivenessScore: FormField<String>
    /// The time of the last contact as in the file: an instant.
    public var lastContactDate: FormField<String>
}

/// An import row that describes an interaction, with school and coach given by id.
@JSONObject
public struct InteractionImportRow: ImportRow {
    public static let noun = "interactions"
    public static let service = ServiceName.interactions

    /// The line in the file.
    public var line: Int
    public var form: CreateInteraction.Request
}

/// A reference to a school in a file: the id in the national catalogue, the exact name (case is
/// ignored), or a name or alias of the catalogue, in full.
@JSONObject
public struct SchoolReference: Hashable {
    /// The id in the national catalogue, which takes precedence over the name.
    public var catalogueID: String?
    public var name: String?
}

/// A reference to a coach in a file: the key given by an imported file, or first and last name.
@JSONObject
public struct CoachReference: Hashable {
    /// The key, which takes precedence over the name.
    public var key: String?
    /// The first and last name.
    public var name: String?
}
