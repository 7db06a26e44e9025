import CommandKit

extension CommandRun {
    /// Without a terminal, throws an error that names all flags whose values would be asked for, so
    /// that a script sees all of them at once.
    func requireAnswers(_ flags: [String]) throws {
        let missing = flags.filter { invocation.text($0) == nil && !invocation.isOn($0) }
            .map { "--\($0)" }
        guard let last = missing.last, !console.prompt.isTerminal else { return }
        let others = missing.dropLast().joined(separator: ", ")
        throw CommandFailure.unanswered(
            .noTerminal, flag: others.isEmpty ? last : "\(others) and \(last)")
    }
}
