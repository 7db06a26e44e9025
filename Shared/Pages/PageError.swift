/// Why a document could not be set.
public struct PageError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The closed list of causes.
    public enum Code: String, Sendable {
        /// The machine has no font for plain Latin letters.
        case noFont = "no_font"
        /// cairo gave up; the message has its words.
        case drawingFailed = "drawing_failed"
    }

    /// The cause, to be matched on.
    public let code: Code
    /// What happened and what helps. Never contains text of the document.
    public let message: String

    /// The code and the message on one line.
    public var description: String { "\(code.rawValue): \(message)" }

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
