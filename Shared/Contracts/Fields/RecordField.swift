/// A field of a record that people fill in, declared with `@Field` on the property. The record's
/// form, its validation, the flags of the command line, its questions at a terminal and the columns
/// of imported files follow from the declaration.
public struct RecordField<Record>: Sendable {
    /// The name in JSON, in error replies and in files.
    public let key: String
    /// What the field is, for people.
    public let help: String
    /// What stands beside the field on a page.
    public let label: String
    /// The name of the command line's flag, without hyphens.
    public let flag: String
    /// The placeholder for the flag's value in help.
    public let placeholder: String
    /// Other names of the column in people's files: only letters and digits, in lower case.
    public let columns: [String]
    /// What a person fills in.
    public let control: FieldControl
    /// The message for an unknown word or a value of the wrong type.
    public let refusal: String?
    /// The property of a field whose value is an optional text; nil for other fields.
    public let optionalText: (any WritableKeyPath<Record, String?> & Sendable)?
    let path: any PartialKeyPath<Record> & Sendable
    /// The type of the field in a form.
    let type: any AnyFormField.Type
    /// Whether an edit can clear the property.
    public let isClearable: Bool
    /// Validates the field of a form; nil if the form leaves the property as it is.
    let change: @Sendable (FieldReading, inout FieldErrors) -> PropertyChange<Record>?
    /// The property's value as text; nil if there is none.
    let text: @Sendable (Record) throws -> String?
    /// Sets the property of the second record to its value in the first.
    let copy: @Sendable (Record, inout Record) -> Void
    /// A value with which a form is valid, for templates of files; nil for none.
    public let example: String?

    /// Declares the field of a property. The flag has the key's name by default, with hyphens.
    init<Value: Encodable & Sendable>(
        _ key: String, _ path: any WritableKeyPath<Record, Value> & Sendable,
        _ kind: FieldKind<Value>, _ help: String, label: String? = nil, flag: String? = nil,
        placeholder: String = "TEXT", columns: String...
    ) {
        self.init(
            key, path, kind, help, label, flag, placeholder, columns, optionalText: nil)
    }

    /// Declares the field of an optional text.
    init(
        _ key: String, _ path: any WritableKeyPath<Record, String?> & Sendable,
        _ kind: FieldKind<String?>, _ help: String, label: String? = nil, flag: String? = nil,
        placeholder: String = "TEXT", columns: String...
    ) {
        self.init(
            key, path, kind, help, label, flag, placeholder, columns, optionalText: path)
    }

    /// Declares a field that records of several kinds have.
    init<Value: Encodable & Sendable>(
        _ key: String, _ path: any WritableKeyPath<Record, Value> & Sendable,
        _ field: SharedField<Value>
    ) {
        self.init(
            key, path, field.kind, field.help, field.label, field.flag, field.placeholder,
            field.columns, optionalText: nil)
    }

    /// Declares the field of an optional text that records of several kinds have.
    init(
        _ key: String, _ path: any WritableKeyPath<Record, String?> & Sendable,
        _ field: SharedField<String?>
    ) {
        self.init(
            key, path, field.kind, field.help, field.label, field.flag, field.placeholder,
            field.columns, optionalText: path)
    }

    private init<Value: Encodable & Sendable>(
        _ key: String, _ path: any WritableKeyPath<Record, Value> & Sendable,
        _ kind: FieldKind<Value>, _ help: String, _ label: String?, _ flag: String?,
        _ placeholder: String, _ columns: [String],
        optionalText: (any WritableKeyPath<Record, String?> & Sendable)?
    ) {
        self.key = key
        self.help = help
        self.label = label ?? help
        self.flag = flag ?? key.replacing("_", with: "-")
        self.placeholder = placeholder
        self.columns = columns
        self.optionalText = optionalText
        self.path = path
        control = kind.control
        refusal = kind.refusal
        type = kind.type
        isClearable = kind.isClearable
        change = { reading, errors in
            kind.read(reading, &errors).map { value in
                PropertyChange(path: path, value: value) { $0[keyPath: path] = value }
            }
        }
        text = { try JSONCoding.text($0[keyPath: path]) }
        copy = { $1[keyPath: path] = $0[keyPath: path] }
        example = kind.example(label ?? help)
    }
}

/// A new value of a record's property.
struct PropertyChange<Record>: Sendable {
    let path: any PartialKeyPath<Record> & Sendable
    let value: any Sendable
    /// Assigns the value.
    let apply: @Sendable (inout Record) -> Void
}

/// A field's values before and after an edit.
@JSONObject(nulls: true)
public struct FieldChange: Hashable {
    public var field: String
    /// The previous value as text; nil if there was none.
    public var before: String?
    /// The new value as text; nil if there is none.
    public var after: String?
}

extension FormRecord {
    /// Returns the fields in which this record differs from a previous version.
    public func changes(since old: Self) throws -> [FieldChange] {
        try Self.fields.compactMap { field in
            let (before, after) = (try field.text(old), try field.text(self))
            return before == after
                ? nil : FieldChange(field: field.key, before: before, after: after)
        }
    }
}

extension FormRecord {
    /// Sets the fields to their values in another version.
    public mutating func takeFields(of other: Self) {
        for field in Self.fields { field.copy(other, &self) }
    }

    /// Sets the fields in which a version differs from an earlier one to their values in it.
    public mutating func takeFields(of new: Self, changedSince old: Self) throws {
        for field in Self.fields where try field.text(old) != field.text(new) {
            field.copy(new, &self)
        }
    }
}

extension RecordField {
    /// The property's value as text, as its form takes it; empty if there is none.
    public func typedText(of record: Record) -> String {
        let text = (try? text(record)) ?? ""
        guard control == .object, !text.isEmpty else { return text }
        return RecordedStats(typed: text)?.typedText ?? text
    }
}
