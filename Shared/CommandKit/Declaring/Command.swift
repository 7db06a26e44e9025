/// One command: `noun verb`, a single word, or, in a flat program, no word at all.
public struct Command: Sendable {
    /// What a run may change.
    public enum Effect: String, Sendable {
        /// Reads only.
        case readOnly = "read_only"
        /// Changes records of the services: takes `--dry-run` and a key.
        case mutating
        /// Changes only what lies on this machine: a sign-in, a file.
        case local
    }

    /// A command line worth copying.
    public struct Example: Hashable, Sendable {
        /// The line, starting with the program's name.
        public let line: String
        /// What it does.
        public let meaning: String

        /// A line and what it does.
        public init(_ line: String, _ meaning: String) {
            self.line = line
            self.meaning = meaning
        }
    }

    /// The words that call it.
    public let path: [String]
    /// What a run may change.
    public let effect: Effect
    /// One line of help.
    public let summary: String
    /// Further help, already cut into lines; empty for none.
    public let details: String
    /// What stands without a flag, in order.
    public let arguments: [Argument]
    /// Its own flags; the program's come on top.
    public let flags: [Flag]
    /// Two or three lines to copy.
    public let examples: [Example]
    /// Whether help and completions leave it out.
    public let isHidden: Bool

    /// A command. `path` is written as one text with blanks: `interactions list`.
    public init(
        _ path: String, _ effect: Effect, _ summary: String, details: String = "",
        arguments: [Argument] = [], flags: [Flag] = [], examples: [Example] = [],
        hidden: Bool = false
    ) {
        self.path = path.split(separator: " ").map(String.init)
        self.effect = effect
        self.summary = summary
        self.details = details
        self.arguments = arguments
        self.flags = flags
        self.examples = examples
        self.isHidden = hidden
    }

    /// The words joined by blanks; unique within a table.
    public var name: String { path.joined(separator: " ") }
}
