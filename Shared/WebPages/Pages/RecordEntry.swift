public import Contracts

/// The entries of a record's form, as they were typed.
public struct RecordEntry<Record: FormRecord>: Sendable {
    /// The texts by the keys of the fields.
    public var texts: [String: String] = [:]
    /// The version on which an edit is based; nil for a new record.
    public var version: Int?
    /// Why the form was refused.
    public var error: ServiceError?

    /// Empty entries.
    public init() {}

    /// The entries of a record that is to be edited.
    public init(of record: Record) {
        for field in Record.fields { texts[field.key] = field.typedText(of: record) }
        version = record.version
    }

    /// The request with these entries. The operation checks them.
    public func form(editing id: Identifier<Record.Tag>? = nil) -> RecordForm<Record> {
        var form = RecordForm<Record>()
        form.id = FormField(id?.text)
        form.version = FormField(version)
        var cleared: [String] = []
        for field in Record.fields {
            guard let text = texts[field.key] else { continue }
            let isBlank = text.allSatisfy(\.isWhitespace)
            if isBlank, id == nil { continue }
            if isBlank, field.isClearable {
                cleared.append(field.key)
            } else {
                form[field.key] = FormField(text)
            }
        }
        if !cleared.isEmpty { form.clear = FormField(cleared) }
        return form
    }
}
