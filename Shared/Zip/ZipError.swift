/// A ZIP archive that cannot be written or read.
public struct ZipError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong, as a sentence without a full stop.
    public let description: String

    /// Creates an error with this description.
    public init(_ description: String) { self.description = description }
}
