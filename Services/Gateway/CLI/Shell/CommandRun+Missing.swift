import CommandKit

/// A required value that no flag gives.
struct MissingValue {
    let flag: String
    /// The field of the request.
    let field: String
    /// The message with which the service would refuse the request.
    let text: String
}

extension CommandFailure {
    /// Names what is missing beside the invalid values.
    mutating func add(missing values: [MissingValue]) {
        let others = values.filter { errors[$0.field] == nil }
        guard !others.isEmpty else { return }
        for value in others { errors[value.field] = value.text }
        let flags = others.map { "--\($0.flag)" }.joined(separator: ", ")
        reason = [reason, "Missing: \(flags)."].compactMap(\.self).joined(separator: " ")
    }
}

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
