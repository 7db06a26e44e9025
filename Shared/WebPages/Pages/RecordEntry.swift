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
        version = record.version >= Record.firstVersion ? record.version : nil
    }

    /// The entries of a form that a browser sent; `text` returns the text of a field.
    public init(sent text: (String) -> String?) {
        for field in Record.fields {
            // Browsers send line ends as CRLF, and nothing for a switch that is off.
            texts[field.key] =
                text(field.key)?.replacing("\r\n", with: "\n")
                ?? (field.control == .toggle ? "false" : nil)
        }
        version = text("version").flatMap { Int($0) }
    }

    /// The request with these entries. The operation checks them. Throws for a text that is not of
    /// its field's type, with what is wrong with the other fields.
    public func form(
        editing id: Identifier<Record.Tag>? = nil
    ) throws(ServiceError) -> RecordForm<Record> {
        var form = RecordForm<Record>()
        form.id = FormField(id?.text)
        form.version = FormField(version)
        var cleared: [String] = []
        var refusals: [String: String] = [:]
        for field in Record.fields {
            guard let text = texts[field.key] else { continue }
            let isBlank = text.allSatisfy(\.isWhitespace)
            if isBlank, id == nil { continue }
            if isBlank, field.isClearable {
                cleared.append(field.key)
            } else if case .refused(let problem) = form.fill(
                field, with: text, isEdit: id != nil)
            {
                refusals[field.key] = problem
            }
        }
        if !cleared.isEmpty { form.clear = FormField(cleared) }
        guard let first = refusals.values.first else { return form }
        var error = ServiceError(.validationFailed, first, errors: refusals)
        do {
            _ = try form.validated()
        } catch let others {
            error.errors.merge(others.errors) { own, _ in own }
        }
        throw error
    }
}
