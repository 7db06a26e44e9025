internal import Base

extension CommandParser {
    /// Returns the hint to the help of a command.
    func helpLine(_ command: Command?) -> String {
        "Try: " + ([table.program] + (command?.path ?? []) + ["--help"]).joined(separator: " ")
    }

    func missingVerb(after words: [String], options: [String]) -> UsageError {
        UsageError(
            .missingVerb, "\"\(words.joined(separator: " "))\" needs a verb",
            reason: "One of: \(options.joined(separator: ", ")).",
            remedy: "Try: \(([table.program] + words + ["--help"]).joined(separator: " "))")
    }

    func unknownWord(_ word: String, after words: [String], options: [String]) -> UsageError {
        let near = EditDistance.suggestions(for: word, among: options, hints: table.hints)
        let context = words.joined(separator: " ")
        return UsageError(
            .unknownCommand,
            words.isEmpty
                ? "\(QuotedText.of(word)) is not a command"
                : "\(QuotedText.of(word)) is not a verb of \"\(context)\"",
            reason: Self.didYouMean(near) ?? "One of: \(options.joined(separator: ", ")).",
            remedy: "Try: \(([table.program] + words + ["--help"]).joined(separator: " "))")
    }

    func unknownFlag(_ flag: String, command: Command?) -> UsageError {
        let known = command.map { table.flags(of: $0) } ?? Array(table.flagsByName.values)
        let name = String(flag.drop { $0 == "-" })
        let near = EditDistance.suggestions(
            for: name, among: known.map(\.name).sorted(), hints: table.hints)
        let place = command.map { $0.path.isEmpty ? "" : " of \"\($0.name)\"" } ?? ""
        return UsageError(
            .unknownFlag, "\(QuotedText.of(flag)) is not a flag\(place)",
            reason: wayOfArgument(name, of: command)
                ?? Self.didYouMean(near.map { "--\($0)" }),
            remedy: helpLine(command))
    }

    /// Returns how to give an argument whose name was given as a flag; nil if it is none.
    private func wayOfArgument(_ name: String, of command: Command?) -> String? {
        guard let command,
            let argument = command.arguments.first(where: { $0.name.lowercased() == name })
        else { return nil }
        let usage = HelpText(table).usageLine(of: command)
        return "\(argument.name) is written without a flag: \(usage)"
    }

    func badValue(
        _ text: String, type: ValueType, expected: String, name: String, refusal: String?,
        field: String?, command: Command
    ) -> UsageError {
        let wrong: String =
            type.isList
            ? text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
                .first { word in !type.choices.contains { $0.word == word } } ?? text : text
        let words = type.choices.map(\.word)
        let labelled = type.choices.first { $0.label.lowercased() == wrong.lowercased() }?.word
        let known = labelled ?? type.synonym(wrong).flatMap { words.contains($0) ? $0 : nil }
        let meant = known.map { [$0] } ?? EditDistance.suggestions(for: wrong, among: words)
        let what = "\(name): \(QuotedText.of(wrong)) is not \(expected)"
        let hint = Self.didYouMean(meant)
        let reason =
            refusal == nil ? hint : [what + ".", hint].compactMap(\.self).joined(separator: " ")
        return UsageError(
            .badValue, refusal ?? what, reason: reason, remedy: helpLine(command), field: field)
    }

    static func didYouMean(_ words: [String]) -> String? {
        guard let last = words.last else { return nil }
        let quoted = words.dropLast().map { "\"\($0)\"" }
        return "Did you mean "
            + (quoted.isEmpty ? "" : quoted.joined(separator: ", ") + " or ") + "\"\(last)\"?"
    }
}
