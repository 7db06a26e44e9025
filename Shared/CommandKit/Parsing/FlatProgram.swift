/// The flags of a program that has no commands, such as a service's executable.
public struct FlatProgram: Sendable {
    /// What the command line asks for.
    public enum Outcome: Sendable, Equatable {
        /// Run with these values.
        case run(Invocation)
        /// Print this text on stdout and exit 0.
        case help(String)
    }

    private let table: CommandTable

    /// A program's name, what it is in a sentence, and the flags it takes besides `--help`.
    public init(_ program: String, _ sentence: String, flags: [Flag]) {
        table = CommandTable(flat: program, sentence: sentence, flags: flags)
    }

    /// Reads the words after the program's name; the error's `lines` go to stderr, its exit code
    /// to `exit`.
    public func parse(_ words: [String]) throws(UsageError) -> Outcome {
        switch try CommandParser(table).parse(words) {
        case .run(let invocation): return .run(invocation)
        case .help: return .help(HelpText(table).page(for: [], columns: HelpText.columnsDefault))
        }
    }
}
