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
        let record: Identifier<Record.Tag>? = errors.optionalIdentifier(
            id, named: FieldKey.id.stringValue, Record.idRefusal)
        let base = errors.optionalVersion(version, named: FieldKey.version.stringValue)
        var changes: [PropertyChange<Record>] = []
        for (declared, field) in zip(Record.fields, fields) {
            let reading = FieldReading(
                field: field, key: declared.key, isNew: record == nil,
                isRequired: Record.requires(declared.key, in: self))
            if let change = declared.change(reading, &errors) { changes.append(change) }
        }
        try errors.throwIfAny()
        return RecordInput(id: record, version: base, changes)
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
