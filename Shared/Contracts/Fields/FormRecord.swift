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
    /// Fills a field from typed text that means more than the field's control says, such as a
    /// number with its unit; nil if the text is to be read as the control says.
    static func fill(
        _ key: String, with text: String, in form: inout RecordForm<Self>
    ) -> FieldFilling?
}

/// What became of a text that was typed for a field.
public enum FieldFilling: Hashable, Sendable {
    case done
    /// The text is not valid, and why.
    case refused(String)

    /// `problem` says why a text is not valid; nil if it was set.
    init(problem: String?) { self = problem.map(FieldFilling.refused) ?? .done }
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

    /// Returns nil.
    public static func fill(
        _ key: String, with text: String, in form: inout RecordForm<Self>
    ) -> FieldFilling? { nil }

    /// The values of the fields that are optional texts.
    public var optionalTexts: [String?] {
        Self.fields.compactMap(\.optionalText).map { self[keyPath: $0] }
    }
}
