/// A record that people edit with a form.
public protocol FormRecord: Sendable {
    associatedtype Tag: NamedTag
    var id: Identifier<Tag> { get }
    var familyUnitID: FamilyID { get }
    /// The number of the record's state; changes increment it.
    var version: Int { get set }
    var updatedAt: Instant { get set }
    /// The lowest version that an edit may be based on.
    static var firstVersion: Int { get }
    /// The name of the record for people.
    var title: String { get }
    /// The fields of the form, in the order of the record's properties.
    static var fields: [RecordField<Self>] { get }
    /// Whether a new record needs this text. An edit keeps the texts that its form leaves out.
    static func requires(_ key: String, in form: RecordForm<Self>) -> Bool
    /// Returns the key of a field that contradicts other fields of the form, and the message.
    static func contradiction(in input: RecordInput<Self>) -> (key: String, message: String)?
}

extension FormRecord {
    /// 1: a record is added before it is edited.
    public static var firstVersion: Int { 1 }

    /// Returns true.
    public static func requires(_ key: String, in form: RecordForm<Self>) -> Bool { true }

    /// Returns nil.
    public static func contradiction(
        in input: RecordInput<Self>
    ) -> (key: String, message: String)? { nil }

    /// The values of the fields that are optional texts.
    public var optionalTexts: [String?] {
        Self.fields.compactMap(\.optionalText).map { self[keyPath: $0] }
    }
}
