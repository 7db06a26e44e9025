public import Contracts

/// A file to begin with: the columns of a kind and one row as an example, which can be imported as
/// it is. It is made from the declarations of the fields. A reference to another record has an
/// example only if no row can do without it: contacts name the school of the template of schools.
public struct ImportTemplate: Sendable {
    /// The whole file.
    public let text: String
    /// The file's usual name.
    public let fileName: String

    public init(_ kind: ImportKind) {
        fileName = "\(kind.rawValue)-template.csv"
        // A log has the columns that a family would name.
        guard kind != .log else {
            text = LogTemplate.csv
            return
        }
        let fields = kind.fields.filter(\.isInTemplate)
        let writer = CSVWriter(guardsFormulas: true)
        text = writer.line(fields.map(\.name)) + writer.line(fields.map { $0.example ?? "" })
    }
}
