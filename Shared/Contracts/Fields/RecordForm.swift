/// The form for adding or editing a record. Its fields are read and set through the properties of
/// the record: `form.city = "Durham"`.
@dynamicMemberLookup
public struct RecordForm<Record: FormRecord>: OperationRequest {
    /// The id of the record to edit; absent for a new record.
    public var id = FormField<String>(nil)
    /// The version that the edit is based on; absent for a new record.
    public var version = FormField<Int>(nil)
    /// The keys of the properties that an edit clears. In an edit, blank text also clears an
    /// optional text.
    public var clear = FormField<[String]>(nil)
    /// The fields in the order of `Record.fields`.
    private var fields: [any AnyFormField] = Record.fields.map { $0.type.absent }

    /// Creates a form whose fields are absent.
    public init() {}

    /// Creates a form with these texts. Fields without a text are absent.
    init(_ texts: KeyValuePairs<PartialKeyPath<Record>, String?>) {
        for (path, text) in texts { self[place(of: path)] = FormField<String>(text) }
    }

    public static var fieldNames: [String] {
        [FieldKey.id, .version, .clear].map(\.stringValue) + Record.fields.map(\.key)
    }

    /// The field of a property. A property without a field reads as absent and cannot be set.
    public subscript<Value>(dynamicMember path: KeyPath<Record, Value>) -> FormField<String> {
        get { self[place(of: path)] }
        set { self[place(of: path)] = newValue }
    }

    /// The field of a number that every record has.
    public subscript(dynamicMember path: KeyPath<Record, Double>) -> FormField<Double> {
        get { self[place(of: path)] }
        set { self[place(of: path)] = newValue }
    }

    /// The field of a number.
    public subscript(dynamicMember path: KeyPath<Record, Double?>) -> FormField<Double> {
        get { self[place(of: path)] }
        set { self[place(of: path)] = newValue }
    }

    /// The field of a whole number.
    public subscript(dynamicMember path: KeyPath<Record, Int?>) -> FormField<Int> {
        get { self[place(of: path)] }
        set { self[place(of: path)] = newValue }
    }

    /// The field of a Boolean.
    public subscript(dynamicMember path: KeyPath<Record, Bool>) -> FormField<Bool> {
        get { self[place(of: path)] }
        set { self[place(of: path)] = newValue }
    }

    /// The field of statistics.
    public subscript(
        dynamicMember path: KeyPath<Record, RecordedStats?>
    ) -> FormField<RecordedStats> {
        get { self[place(of: path)] }
        set { self[place(of: path)] = newValue }
    }

    /// The field with a key. A field whose values are not of type `Raw` reads as absent and cannot
    /// be set.
    public subscript<Raw: FormValue>(key: String) -> FormField<Raw> {
        get { self[Record.fields.firstIndex { $0.key == key }] }
        set { self[Record.fields.firstIndex { $0.key == key }] = newValue }
    }

    private subscript<Raw: FormValue>(place: Int?) -> FormField<Raw> {
        get { place.flatMap { fields[$0] as? FormField<Raw> } ?? FormField(nil) }
        set { if let place, fields[place] is FormField<Raw> { fields[place] = newValue } }
    }

    private func place(of path: PartialKeyPath<Record>) -> Int? {
        Record.fields.firstIndex { ($0.path as PartialKeyPath<Record>) == path }
    }

    public func validated() throws(ServiceError) -> RecordInput<Record> {
        var errors = FieldErrors()
        let record: Identifier<Record.Tag>? = errors.optionalIdentifier(
            id, named: FieldKey.id.stringValue, Record.Tag.refusal)
        let base = errors.optionalVersion(
            version, named: FieldKey.version.stringValue, from: Record.firstVersion)
        let cleared = errors.cleared(
            clear, of: Record.fields.filter(\.isClearable).map(\.key), isEdit: record != nil)
        var changes: [PropertyChange<Record>] = []
        for (declared, field) in zip(Record.fields, fields) {
            let reading = FieldReading(
                field: field, key: declared.key, isNew: record == nil,
                isRequired: Record.requires(declared.key, in: self),
                isCleared: cleared.contains(declared.key))
            if let change = declared.change(reading, &errors) { changes.append(change) }
        }
        let input = RecordInput(id: record, version: base, changes)
        if let (key, message) = Record.contradiction(in: input) { errors.refuse(key, message) }
        try errors.throwIfAny()
        return input
    }

    /// The keys of the fields without which there is no new record.
    public static var requiredKeys: Set<String> {
        do {
            _ = try RecordForm().validated()
            return []
        } catch {
            return Set(error.errors.keys)
        }
    }
}

extension RecordForm {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: FieldKey.self)
        id = try container.decode(FormField<String>.self, forKey: .id)
        version = try container.decode(FormField<Int>.self, forKey: .version)
        clear = try container.decode(FormField<[String]>.self, forKey: .clear)
        fields = try Record.fields.map { try $0.type.decode(container, forKey: FieldKey($0.key)) }
    }

    /// Omits the keys of absent fields.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: FieldKey.self)
        try container.encode(id, forKey: .id)
        try container.encode(version, forKey: .version)
        try container.encode(clear, forKey: .clear)
        for (declared, field) in zip(Record.fields, fields) {
            try field.encode(to: &container, forKey: FieldKey(declared.key))
        }
    }
}

extension RecordForm {
    /// Returns the form as an edit of a record. Its version is only checked if it is given.
    public func editing(_ id: Identifier<Record.Tag>, at version: Int?) -> RecordForm {
        var form = self
        form.id = FormField(id.text)
        form.version = FormField(version)
        return form
    }

    /// Sets a field from typed text. Blank text leaves a number or an object out of a new record
    /// and clears it in an edit, unless every record has one. Days are read by `days`. A day or
    /// time with no meaning or several is set as typed, for the operation to refuse.
    public mutating func fill(
        _ field: RecordField<Record>, with text: String, isEdit: Bool,
        days: TypedTimeReader = TypedTimeReader(today: nil)
    ) -> FieldFilling {
        let refused = FieldFilling.refused(field.refusal ?? "\(field.label) is not valid")
        if text.trimmed.isEmpty, !(field.type is FormField<String>.Type) {
            guard isEdit else { return .done }
            if field.isClearable { clear = FormField((clear.value ?? []) + [field.key]) }
            return field.isClearable ? .done : refused
        }
        if !text.trimmed.isEmpty, let filled = Record.fill(field.key, with: text, in: &self) {
            return filled
        }
        switch field.control {
        case .text, .multilineText, .choice:
            self[field.key] = FormField(text)
        case .day:
            self[field.key] = FormField(days.day(text).value?.text ?? text)
        case .time:
            self[field.key] = FormField(TypedTimeReader.time(text).value?.text ?? text)
        case .number:
            guard let number = TypedNumber.value(of: text) else { return refused }
            if field.type is FormField<Int>.Type {
                guard let whole = Int(exactly: number) else { return refused }
                self[field.key] = FormField(whole)
            } else {
                self[field.key] = FormField(number)
            }
        case .toggle:
            guard let mark = Bool(text) else { return refused }
            self[field.key] = FormField(mark)
        case .object:
            guard let stats = RecordedStats(typed: text) else { return refused }
            self[field.key] = FormField(stats)
        }
        return .done
    }
}
