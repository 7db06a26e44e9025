/// A program with flags but without commands, such as a service's executable.
public struct FlatProgram: Sendable {
    /// The result of parsing the command line.
    public enum Outcome: Sendable, Equatable {
        case run(Invocation)
        /// Print this text on stdout and exit with 0.
        case help(String)
    }

    private let table: CommandTable

    /// Creates a program from its name, its one-sentence description and its flags besides
    /// `--help`.
    public init(_ program: String, _ sentence: String, flags: [Flag]) {
        table = CommandTable(flat: program, sentence: sentence, flags: flags)
    }

    /// Parses the words after the program's name. On an error, print its `lines` to stderr and exit
    /// with its code.
    public func parse(_ words: [String]) throws(UsageError) -> Outcome {
        switch try CommandParser(table).parse(words) {
        case .run(let invocation): return .run(invocation)
        case .help: return .help(HelpText(table).page(for: [], columns: HelpText.columnsDefault))
        }
    }
}
