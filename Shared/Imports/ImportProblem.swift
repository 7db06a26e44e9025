public import Contracts

/// The reason a file cannot be imported, whatever its rows contain.
public struct ImportProblem: Error, Hashable, Sendable {
    /// The field for problems with the assignment of columns.
    public static let assignment = "map"
    /// The field for problems with the assignment of values.
    public static let values = "map_value"
    /// The field for problems with the file itself.
    public static let file = "file"

    /// `tooLarge` for a file with too many rows, otherwise `validationFailed`.
    public let code: ErrorCode
    public let message: String
    public let reason: String?
    /// The field without a column, `assignment`, `values` or `file`.
    public let field: String
    /// The fields that the message names at its end, as `--map` takes them, and what precedes them.
    private let named: [String]
    private let beginning: String

    public init(
        _ message: String, reason: String? = nil, field: String = assignment,
        code: ErrorCode = .validationFailed
    ) {
        self.code = code
        self.message = message
        self.reason = reason
        self.field = field
        named = []
        beginning = message
    }

    /// A person left out each row.
    public static let allLeftOut = ImportProblem(
        "All rows of the file are left out", field: file)

    /// A problem whose message ends with the name of a field, or with alternatives.
    init(
        _ beginning: String, naming fields: [String], isQuoted: Bool = false,
        reason: String? = nil, field: String = assignment
    ) {
        let names = fields.joined(separator: " or ")
        code = .validationFailed
        message = "\(beginning) " + (isQuoted ? "\"\(names)\"" : names)
        self.reason = reason
        self.field = field
        named = fields
        self.beginning = beginning
    }

    /// The message for a page, which names fields by their labels.
    public func message(for kind: ImportKind) -> String {
        guard !named.isEmpty else { return message }
        return "\(beginning) "
            + named.map { "“\(kind.label(of: $0))”" }.joined(separator: " or ")
    }
}
