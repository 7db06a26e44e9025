import CommandKit

extension CommandRun {
    /// Refuses a run without a terminal in which something would be asked for, and names all flags
    /// that answer, so that a script learns of them at once.
    func requireAnswers(_ flags: [String]) throws {
        let missing = flags.filter { invocation.text($0) == nil && !invocation.isOn($0) }
            .map { "--\($0)" }
        guard let last = missing.last, !console.prompt.isTerminal else { return }
        let others = missing.dropLast().joined(separator: ", ")
        throw CommandFailure.unanswered(
            .noTerminal, flag: others.isEmpty ? last : "\(others) and \(last)")
    }
}
