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

    public init(
        _ message: String, reason: String? = nil, field: String = assignment,
        code: ErrorCode = .validationFailed
    ) {
        self.code = code
        self.message = message
        self.reason = reason
        self.field = field
    }
}
