/// A command: `noun verb`, a single word, or, in a flat program, no word.
public struct Command: Sendable {
    /// What a command may change.
    public enum Effect: String, Sendable {
        /// Only reads.
        case readOnly = "read_only"
        /// Changes records of the services; accepts `--dry-run` and an idempotency key.
        case mutating
        /// Changes only this machine: a sign-in or a file.
        case local
    }

    /// An example command line for help.
    public struct Example: Hashable, Sendable {
        /// The line, starting with the program's name.
        public let line: String
        /// What the line does.
        public let meaning: String

        public init(_ line: String, _ meaning: String) {
            self.line = line
            self.meaning = meaning
        }
    }

    /// The words of the command.
    public let path: [String]
    /// What the command may change.
    public let effect: Effect
    /// One line of help.
    public let summary: String
    /// Further help, already broken into lines; may be empty.
    public let details: String
    /// The positional arguments, in order.
    public let arguments: [Argument]
    /// The command's own flags, without those of the program.
    public let flags: [Flag]
    /// Two or three example lines.
    public let examples: [Example]
    /// Whether help and completions omit the command.
    public let isHidden: Bool

    /// Creates a command. `path` contains its words separated by spaces: `interactions list`.
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

    /// The words joined by spaces; unique in a table.
    public var name: String { path.joined(separator: " ") }
}
