/// The form for adding or editing a record. Its fields are read and set by the properties of the
/// record: `form.city = "Durham"`.
@dynamicMemberLookup
public struct RecordForm<Record: FormRecord>: OperationRequest {
    /// The record to edit; absent for a new one.
    public var id = FormField<String>(nil)
    /// The version that the edit is based on; absent for a new record.
    public var version = FormField<Int>(nil)
    /// The fields in the order of `Record.fields`.
    private var fields = Record.fields.map { _ in FormField<String>(nil) }

    /// Creates a form whose fields are absent.
    public init() {}

    public static var fieldNames: [String] {
        [FieldKey.id, .version].map(\.stringValue) + Record.fields.map(\.key)
    }

    /// A field by the property that it changes. Properties without a field are absent.
    public subscript<Value>(dynamicMember path: KeyPath<Record, Value>) -> FormField<String> {
        get { self[place { ($0.path as PartialKeyPath<Record>) == path }] }
        set { self[place { ($0.path as PartialKeyPath<Record>) == path }] = newValue }
    }

    /// A field by its key.
    public subscript(key: String) -> FormField<String> {
        get { self[place { $0.key == key }] }
        set { self[place { $0.key == key }] = newValue }
    }

    private subscript(place: Int?) -> FormField<String> {
        get { place.map { fields[$0] } ?? FormField(nil) }
        set { if let place { fields[place] = newValue } }
    }

    private func place(_ isWanted: (RecordField<Record>) -> Bool) -> Int? {
        Record.fields.firstIndex(where: isWanted)
    }

    public func validated() throws(ServiceError) -> RecordInput<Record> {
        var errors = FieldErrors()
        var input = RecordInput<Record>(
            id: errors.optionalIdentifier(
                id, named: FieldKey.id.stringValue, Record.idRefusal),
            version: errors.optionalVersion(version, named: FieldKey.version.stringValue))
        for (declared, field) in zip(Record.fields, fields) {
            let reading = FieldReading(
                field: field, key: declared.key, isNew: input.id == nil,
                isRequired: Record.requires(declared.key, in: self))
            if let change = declared.change(reading, &errors) { input.fieldChanges.append(change) }
        }
        try errors.throwIfAny()
        return input
    }
}

extension RecordForm {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: FieldKey.self)
        id = try container.decode(FormField<String>.self, forKey: .id)
        version = try container.decode(FormField<Int>.self, forKey: .version)
        fields = try Record.fields.map {
            try container.decode(FormField<String>.self, forKey: FieldKey($0.key))
        }
    }

    /// Omits the keys of absent fields.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: FieldKey.self)
        try container.encode(id, forKey: .id)
        try container.encode(version, forKey: .version)
        for (declared, field) in zip(Record.fields, fields) {
            try container.encode(field, forKey: FieldKey(declared.key))
        }
    }
}

/// A validated form. An edit leaves properties unchanged for which it has no value.
@dynamicMemberLookup
public struct RecordInput<Record: FormRecord>: Sendable {
    public let id: Identifier<Record.Tag>?
    /// The version that the edit is based on.
    public let version: Int?
    fileprivate(set) var fieldChanges: [PropertyChange<Record>] = []

    init(id: Identifier<Record.Tag>?, version: Int?) {
        self.id = id
        self.version = version
    }

    /// The new value of a property; nil if the form leaves the property as it is.
    public subscript<Value>(dynamicMember path: KeyPath<Record, Value>) -> Value? {
        change(of: path)?.value as? Value
    }

    /// The new value of a property; nil if the form clears the property or leaves it as it is.
    public subscript<Value>(dynamicMember path: KeyPath<Record, Value?>) -> Value? {
        change(of: path)?.value as? Value
    }

    /// Returns whether the form sets or clears a property.
    public func changes<Value>(_ path: KeyPath<Record, Value>) -> Bool { change(of: path) != nil }

    /// Sets the properties that the form sets or clears.
    public func apply(to record: inout Record) {
        for change in fieldChanges { change.apply(&record) }
    }

    private func change(of path: PartialKeyPath<Record>) -> PropertyChange<Record>? {
        fieldChanges.first { ($0.path as PartialKeyPath<Record>) == path }
    }
}

/// A key of a request's JSON object that is not known at compile time.
struct FieldKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }

    static var id: FieldKey { FieldKey("id") }
    static var version: FieldKey { FieldKey("version") }
    static var timeZone: FieldKey { FieldKey("time_zone") }
    static var sort: FieldKey { FieldKey("sort") }
    static var limit: FieldKey { FieldKey("limit") }
}
