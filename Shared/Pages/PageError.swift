import Base

/// Why a document could not be created.
@Memberwise(labels: false)
public struct PageError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The causes, as a closed list.
    public enum Code: String, Sendable {
        /// The machine has no font for plain Latin letters.
        case noFont = "no_font"
        /// cairo failed; the message contains its error.
        case drawingFailed = "drawing_failed"
    }

    public let code: Code
    /// The cause and the remedy. Never contains text of the document.
    public let message: String

    /// The code and the message on one line.
    public var description: String { "\(code.rawValue): \(message)" }
}
