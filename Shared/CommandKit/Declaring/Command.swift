import Base

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
    @Memberwise(labels: false)
    public struct Example: Hashable, Sendable {
        /// The line, starting with the program's name.
        public let line: String
        /// What the line does.
        public let meaning: String
    }

    /// The words of the command.
    public let path: [String]
    /// What the command may change.
    public let effect: Effect
    /// One line of help.
    public let summary: String
    /// Further help, already broken into lines; may be empty.
    public var details: String { makeDetails() }
    /// The positional arguments, in order.
    public let arguments: [Argument]
    /// The command's own flags, without those of the program.
    public var flags: [Flag] { declaredFlags.value }
    /// Two or three example lines.
    public var examples: [Example] { makeExamples().map { Example($0.key, $0.value) } }
    /// Whether help and completions omit the command.
    public let isHidden: Bool
    private let makeDetails: @Sendable () -> String
    private let declaredFlags: Lazy<[Flag]>
    private let makeExamples: @Sendable () -> KeyValuePairs<String, String>

    /// Creates a command. `path` contains its words separated by spaces: `interactions list`.
    /// `examples` are lines with what they do.
    ///
    /// Flags and help are made when they are needed: a command line needs those of one command, and
    /// to make all of them would take longer than most commands.
    public init(
        _ path: String, _ effect: Effect, _ summary: String,
        details: @autoclosure @escaping @Sendable () -> String = "",
        arguments: [Argument] = [], flags: @autoclosure @escaping @Sendable () -> [Flag] = [],
        examples: @autoclosure @escaping @Sendable () -> KeyValuePairs<String, String> = [:],
        hidden: Bool = false
    ) {
        self.path = path.split(separator: " ").map(String.init)
        self.effect = effect
        self.summary = summary
        makeDetails = details
        self.arguments = arguments
        declaredFlags = Lazy(flags)
        makeExamples = examples
        self.isHidden = hidden
    }

    /// The words joined by spaces; unique in a table.
    public var name: String { path.joined(separator: " ") }
}
