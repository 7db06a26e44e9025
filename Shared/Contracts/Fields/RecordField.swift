/// A field of a record that people fill in, declared with `@Field` at its property. The record's
/// form, its validation, the flags of the command line and the columns of imported files follow
/// from the declaration.
public struct RecordField<Record>: Sendable {
    /// The name in JSON, in error replies and in files.
    public let key: String
    /// What the field is, for people.
    public let help: String
    /// The name of the command line's flag, without hyphens.
    public let flag: String
    /// The placeholder for the flag's value in help.
    public let placeholder: String
    /// Other names of the field in people's files: only letters and digits, in lower case.
    public let columns: [String]
    /// The message for a word that is not in the list, for fields with a closed list.
    public let wordRefusal: String?
    /// The property of a field whose value is an optional text; nil for other fields.
    public let optionalText: (any WritableKeyPath<Record, String?> & Sendable)?
    let path: any PartialKeyPath<Record> & Sendable
    /// Validates the field of a form; nil if the form leaves the property as it is.
    let change: @Sendable (FieldReading, inout FieldErrors) -> PropertyChange<Record>?

    /// Declares the field of a property. The flag has the key's name by default, with hyphens.
    init<Value: Sendable>(
        _ key: String, _ path: any WritableKeyPath<Record, Value> & Sendable,
        _ kind: FieldKind<Value>, _ help: String, flag: String? = nil,
        placeholder: String = "TEXT", columns: String...
    ) {
        self.init(key, path, kind, help, flag, placeholder, columns, optionalText: nil)
    }

    /// Declares the field of an optional text.
    init(
        _ key: String, _ path: any WritableKeyPath<Record, String?> & Sendable,
        _ kind: FieldKind<String?>, _ help: String, flag: String? = nil,
        placeholder: String = "TEXT", columns: String...
    ) {
        self.init(key, path, kind, help, flag, placeholder, columns, optionalText: path)
    }

    private init<Value: Sendable>(
        _ key: String, _ path: any WritableKeyPath<Record, Value> & Sendable,
        _ kind: FieldKind<Value>, _ help: String, _ flag: String?, _ placeholder: String,
        _ columns: [String],
        optionalText: (any WritableKeyPath<Record, String?> & Sendable)?
    ) {
        self.key = key
        self.help = help
        self.flag = flag ?? key.replacing("_", with: "-")
        self.placeholder = placeholder
        self.columns = columns
        self.optionalText = optionalText
        wordRefusal = kind.wordRefusal
        self.path = path
        change = { reading, errors in
            kind.read(reading, &errors).map { value in
                PropertyChange(path: path, value: value) { $0[keyPath: path] = value }
            }
        }
    }
}

/// A new value of a record's property.
struct PropertyChange<Record>: Sendable {
    let path: any PartialKeyPath<Record> & Sendable
    let value: any Sendable
    /// Assigns the value.
    let apply: @Sendable (inout Record) -> Void
}
