/// Separates flags from words. It knows all flags of the program, so a flag may precede the words
/// of its command; those of the likely command suffice for most command lines.
struct FlagScanner {
    /// The value of a flag.
    enum Value: Equatable {
        case on
        case off
        case text(String)
    }

    struct Given {
        let flag: Flag
        let value: Value
    }

    /// The result: words and flags in order, and unknown flags.
    struct Scan {
        var words: [String] = []
        var given: [Given] = []
        var unknown: [String] = []
    }

    /// Flags by name and letter. The first of several has the name.
    private struct Index {
        let byName: [String: Flag]
        let byLetter: [Character: Flag]

        init(_ flags: [Flag]) {
            byName = Dictionary(
                flags.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
            byLetter = Dictionary(
                flags.compactMap { flag in flag.short.map { ($0, flag) } },
                uniquingKeysWith: { first, _ in first })
        }
    }

    private let table: CommandTable
    private var program: String { table.program }
    private let likely: Index
    private lazy var all = Index(table.allFlags)

    /// - Parameter command: The command that the words probably name, if that is clear.
    init(table: CommandTable, likely command: Command?) {
        self.table = table
        likely = Index(command.map { table.flags(of: $0) } ?? [])
    }

    private mutating func flag(_ name: String) -> Flag? { likely.byName[name] ?? all.byName[name] }

    private mutating func flag(_ letter: Character) -> Flag? {
        likely.byLetter[letter] ?? all.byLetter[letter]
    }

    mutating func scan(_ arguments: [String]) throws(UsageError) -> Scan {
        var scan = Scan()
        var rest = arguments[...]
        while let word = rest.popFirst() {
            if word == "--" {
                scan.words += rest
                break
            } else if word.hasPrefix("--") {
                try scanLong(word, &rest, into: &scan)
            } else if word.hasPrefix("-"), word != "-" {
                try scanShort(word, &rest, into: &scan)
            } else {
                scan.words.append(word)
            }
        }
        return scan
    }

    private mutating func scanLong(
        _ word: String, _ rest: inout ArraySlice<String>, into scan: inout Scan
    ) throws(UsageError) {
        let parts = word.dropFirst(2).split(
            separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        let attached = parts.count > 1 ? String(parts[1]) : nil
        if let flag = flag(name) {
            scan.given.append(Given(flag: flag, value: try value(of: flag, attached, &rest)))
        } else if name.hasPrefix("no-"), let flag = flag(String(name.dropFirst(3))),
            flag.isNegatable
        {
            guard attached == nil else { throw unexpectedValue("--\(name)") }
            scan.given.append(Given(flag: flag, value: .off))
        } else {
            scan.unknown.append("--\(name)")
        }
    }

    private mutating func scanShort(
        _ word: String, _ rest: inout ArraySlice<String>, into scan: inout Scan
    ) throws(UsageError) {
        var letters = word.dropFirst()
        while let letter = letters.popFirst() {
            guard let flag = flag(letter) else {
                scan.unknown.append("-\(letter)")
                return
            }
            guard flag.type != nil else {
                scan.given.append(Given(flag: flag, value: .on))
                continue
            }
            let attached =
                letters.isEmpty ? nil : String(letters.first == "=" ? letters.dropFirst() : letters)
            scan.given.append(Given(flag: flag, value: try value(of: flag, attached, &rest)))
            return
        }
    }

    private mutating func value(
        of flag: Flag, _ attached: String?, _ rest: inout ArraySlice<String>
    ) throws(UsageError) -> Value {
        guard let type = flag.type else {
            guard attached == nil else { throw unexpectedValue("--\(flag.name)") }
            return .on
        }
        if let attached { return .text(attached) }
        if let next = rest.first, !isKnownFlag(next) {
            rest.removeFirst()
            return .text(next)
        }
        throw UsageError(
            .missingValue, "--\(flag.name) needs a value: \(type.placeholder)",
            reason: rest.first.map { "If \"\($0)\" is the value, write --\(flag.name)=\($0)." },
            remedy: "Try: \(program) --help")
    }

    /// Returns whether a word is one of our flags. As a value it indicates that the actual value
    /// was forgotten.
    private mutating func isKnownFlag(_ word: String) -> Bool {
        guard word.hasPrefix("--") else {
            guard word.count == 2, word.hasPrefix("-"), let letter = word.last else { return false }
            return flag(letter) != nil
        }
        let name = word.dropFirst(2).prefix { $0 != "=" }
        return word == "--" || flag(String(name)) != nil
    }

    private func unexpectedValue(_ flag: String) -> UsageError {
        UsageError(
            .unexpectedValue, "\(flag) takes no value", remedy: "Try: \(program) --help")
    }
}
