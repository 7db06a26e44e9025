/// Completes command lines for the shells.
public struct Completer {
    /// A word that completes the command line.
    public struct Candidate: Hashable, Sendable {
        public let word: String
        /// Its description, for shells that show it.
        public let meaning: String

        /// Requests completion of file names by the shell. It has no word; the completion scripts
        /// recognize it.
        public static let files = Candidate("", "files")

        public init(_ word: String, _ meaning: String = "") {
            self.word = word
            self.meaning = meaning
        }
    }

    private let table: CommandTable
    private let lookUp: (_ kind: String, _ words: [String], _ typed: String) -> [Candidate]

    /// Creates a completer. `lookUp` returns the values of a kind that the table does not contain
    /// (`school`). It is called only for such a value, with all words so far and the typed
    /// beginning of the value.
    public init(
        _ table: CommandTable,
        lookUp: @escaping (_ kind: String, _ words: [String], _ typed: String) -> [Candidate] = {
            _, _, _ in []
        }
    ) {
        self.table = table
        self.lookUp = lookUp
    }

    /// Returns the candidates for the last word, which may be empty. The words exclude the
    /// program's name.
    public func candidates(for words: [String]) -> [Candidate] {
        // bash passes `--type=em` as three words: `--type`, `=`, `em`.
        var typed = words
        if typed.last == "=" { typed.append("") }
        let current = typed.last ?? ""
        var before = Array(typed.dropLast())
        if before.last == "=" { before.removeLast() }
        let flags = flags(after: before)
        if let flag = pendingFlag(before, flags), let type = flag.type {
            return values(of: type, typed: current, prefix: "", words: before)
        }
        if current.hasPrefix("--"), let equals = current.firstIndex(of: "=") {
            let name = String(current[current.index(current.startIndex, offsetBy: 2)..<equals])
            guard let type = flags[name]?.type else { return [] }
            return values(
                of: type, typed: String(current[current.index(after: equals)...]),
                prefix: "--\(name)=", words: before)
        }
        var scanner = FlagScanner(table: table, likely: nil)
        let scanned = (try? scanner.scan(before).words) ?? []
        return current.hasPrefix("-") && !before.contains("--")
            ? flagCandidates(scanned, current) : wordCandidates(scanned, current, before)
    }

    /// All flags by name. If commands differ in a flag, it is that of the command that the words
    /// name.
    private func flags(after words: [String]) -> [String: Flag] {
        var scanner = FlagScanner(table: table, likely: nil)
        var scan = try? scanner.scan(words)
        // A flag that still needs its value ends the words.
        if scan == nil { scan = try? scanner.scan(Array(words.dropLast())) }
        guard let named = scan?.words,
            let command = try? CommandParser(table).resolve(named).command
        else { return table.flagsByName }
        let own = table.flags(of: command).map { ($0.name, $0) }
        return table.flagsByName.merging(own) { _, own in own }
    }

    private func pendingFlag(_ before: [String], _ flags: [String: Flag]) -> Flag? {
        guard let last = before.last, !before.dropLast().contains("--") else { return nil }
        if last.hasPrefix("--"), !last.contains("=") { return flags[String(last.dropFirst(2))] }
        guard last.count == 2, last.hasPrefix("-") else { return nil }
        return flags.values.first { $0.short != nil && $0.short == last.last }
    }

    private func values(
        of type: ValueType, typed: String, prefix: String, words: [String]
    ) -> [Candidate] {
        if type.completes == ValueType.pathKind { return [.files] }
        var known = (type.choices + type.suggestions).map { Candidate($0.word, $0.label) }
        let comma = type.isList ? typed.lastIndex(of: ",") : nil
        let tail = comma.map { String(typed[typed.index(after: $0)...]) } ?? typed
        if let kind = type.completes { known += lookUp(kind, words, tail) }
        guard let comma else {
            return matching(known, typed).map { Candidate(prefix + $0.word, $0.meaning) }
        }
        let head = String(typed[...comma])
        let taken = Set(head.split(separator: ",").map(String.init))
        return matching(known.filter { !taken.contains($0.word) }, tail)
            .map { Candidate(prefix + head + $0.word, $0.meaning) }
    }

    private func flagCandidates(_ words: [String], _ current: String) -> [Candidate] {
        let command = try? CommandParser(table).resolve(words).command
        let flags = command.map { table.flags(of: $0) } ?? table.globalFlags
        return matching(flags.map { Candidate("--\($0.name)", $0.summary) }, current)
    }

    private func wordCandidates(
        _ words: [String], _ current: String, _ before: [String]
    ) -> [Candidate] {
        let next = table.commands.filter { command in
            !command.isHidden && command.path.count > words.count
                && Array(command.path.prefix(words.count)) == words
        }
        if !next.isEmpty {
            var seen: Set<String> = []
            let known = next.compactMap { command -> Candidate? in
                let word = command.path[words.count]
                guard seen.insert(word).inserted else { return nil }
                let noun = words.isEmpty ? table.nouns.first { $0.word == word } : nil
                return Candidate(word, noun?.summary ?? command.summary)
            }
            return matching(known, current)
        }
        guard let (command, rest) = try? CommandParser(table).resolve(words) else { return [] }
        let goesOn = command.arguments.last.map { $0.takesRest || $0.isRepeatable } ?? false
        let index = goesOn ? min(rest.count, command.arguments.count - 1) : rest.count
        guard command.arguments.indices.contains(index) else { return [] }
        return values(
            of: command.arguments[index].type, typed: current, prefix: "", words: before)
    }

    private func matching(_ known: [Candidate], _ typed: String) -> [Candidate] {
        known.filter { $0.word.hasPrefix(typed) }
    }
}
