import Contracts
import Foundation

/// Rules, other than length, for rejecting passwords that are guessed first. A pure function; each
/// refusal names the rule.
enum PasswordPolicy {
    /// The user's other details, which the password must not contain.
    struct Owner: Sendable {
        var fullName: String
        var email: String
    }

    enum Refusal {
        static let repetition = "Password must not be a repetition of a few characters"
        static let sequence =
            "Password must not be a sequence of keys, letters or digits"
        static let commonWords = "Password is too easy to guess: avoid common words"
        static let name = "Password must not contain your name"
        static let email = "Password must not contain your e-mail address"
        static let product = "Password must not contain the name of this product"
    }

    static let productWords = ["recruiting", "compass"]
    /// The shortest part of a name or address that is searched for; shorter ones occur in too many
    /// good passwords.
    static let personalPartLengthMin = 4
    /// A password with fewer distinct characters is a repetition.
    static let distinctCharactersMin = 5
    /// A password with fewer characters outside of common words is a composition of them.
    static let uncommonCharactersMin = 4
    /// A password with at least this many distinct symbols is never treated as a composition of
    /// words.
    static let distinctSymbolsEnough = 4
    /// The shortest run of neighbouring keys.
    static let runLengthMin = 3

    /// Throws `validation_failed` for the field if a rule rejects the password.
    static func check(
        _ password: String, of owner: Owner, field: String = "password"
    ) throws(ServiceError) {
        if let text = refusal(of: password, owner) {
            throw ServiceError.invalid(field, text)
        }
    }

    /// Returns the message of the first rule that rejects the password, or `nil`.
    static func refusal(of password: String, _ owner: Owner) -> String? {
        let forms = PasswordForms(password)
        if isRepetition(forms.folded) { return Refusal.repetition }
        if let text = personalRefusal(of: forms, owner) { return text }
        guard forms.distinctSymbols < distinctSymbolsEnough else { return nil }
        if isCovered(forms.joined, words: [], fewerThan: 1) { return Refusal.sequence }
        guard forms.joined.contains(where: \.isLetter) else { return nil }
        let isComposed = [forms.joined, forms.plain].contains {
            isCovered($0, words: CommonPasswordWords.all, fewerThan: uncommonCharactersMin)
        }
        return isComposed ? Refusal.commonWords : nil
    }

    private static func personalRefusal(of forms: PasswordForms, _ owner: Owner) -> String? {
        func contains(_ part: String) -> Bool {
            let wanted = PasswordForms(part).joined
            return wanted.count >= personalPartLengthMin
                && (forms.joined.containsRun(wanted) || forms.plain.containsRun(wanted))
        }
        let names = owner.fullName.split(whereSeparator: \.isWhitespace).map(String.init)
        if contains(owner.fullName) || names.contains(where: contains) { return Refusal.name }
        let local = owner.email.prefix { $0 != "@" }
        let parts = local.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        if contains(String(local)) || parts.contains(where: contains) { return Refusal.email }
        return productWords.contains(where: contains) ? Refusal.product : nil
    }

    /// Whether the password repeats one unit, or has very few distinct characters.
    private static func isRepetition(_ characters: [Character]) -> Bool {
        if Set(characters).count < distinctCharactersMin { return true }
        guard characters.count >= 2 else { return false }
        return (1...characters.count / 2).contains { unit in
            zip(characters, characters.dropFirst(unit)).allSatisfy { $0 == $1 }
        }
    }

    /// Whether words and keyboard runs leave fewer than `limit` characters uncovered. If `words`
    /// are given, digits count as covered, since years and counters are usual additions.
    private static func isCovered(
        _ characters: [Character], words: Set<String>, fewerThan limit: Int
    ) -> Bool {
        let digitsAreFree = !words.isEmpty
        let runs = KeyRuns.runLengths(in: characters)
        // left[i]: the fewest uncovered characters among the first i.
        var left = [0]
        for (index, character) in characters.enumerated() {
            let end = index + 1
            var fewest = left[index] + (digitsAreFree && character.isNumber ? 0 : 1)
            for length in stride(from: runLengthMin, through: runs[index], by: 1) {
                fewest = min(fewest, left[end - length])
            }
            let longest = min(end, words.isEmpty ? 0 : CommonPasswordWords.lengthMax)
            for length in stride(from: 1, through: longest, by: 1)
            where words.contains(String(characters[(end - length)..<end])) {
                fewest = min(fewest, left[end - length])
            }
            left.append(fewest)
        }
        return left[characters.count] < limit
    }
}

/// The forms of a password that rules examine.
struct PasswordForms {
    /// Lower case, without accents and width variants.
    let folded: [Character]
    /// The letters and digits of `folded`.
    let joined: [Character]
    /// The number of distinct characters that are neither letters nor digits.
    let distinctSymbols: Int
    /// `joined` with look-alike digits and symbols read as letters: `p4$$w0rd` is `password`.
    let plain: [Character]

    init(_ text: String) {
        folded = Array(
            text.folding(
                options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil))
        joined = folded.filter { $0.isLetter || $0.isNumber }
        distinctSymbols = Set(folded.filter { !$0.isLetter && !$0.isNumber }).count
        plain = folded.map { PasswordForms.lookAlikes[$0] ?? $0 }
            .filter { $0.isLetter || $0.isNumber }
    }

    private static let lookAlikes: [Character: Character] = [
        "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "@": "a", "$": "s",
        "!": "i", "|": "l", "+": "t", "€": "e",
    ]
}

/// Runs of neighbours on keyboards, in the alphabet and among digits, in both directions, and runs
/// of a single character.
enum KeyRuns {
    private static let rows = [
        "abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm",
        "qwertzuiop", "yxcvbnm", "azertyuiop", "qsdfghjklm", "wxcvbn", "qazwsxedcrfvtgbyhnujmikolp",
        "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p", "1q2w3e4r5t6y7u8i9o0p",
    ]

    /// The rows that contain each pair of neighbours; negative if they are in reverse order.
    private static let neighbours: [String: Set<Int>] = {
        var result: [String: Set<Int>] = [:]
        for (index, row) in rows.enumerated() {
            for (first, second) in zip(row, row.dropFirst()) {
                result["\(first)\(second)", default: []].insert(index + 1)
                result["\(second)\(first)", default: []].insert(-index - 1)
            }
        }
        return result
    }()

    /// The length of the longest run that ends with each character.
    static func runLengths(in characters: [Character]) -> [Int] {
        guard let first = characters.first else { return [] }
        var lengths = [1]
        var previous = first
        var live: [Int: Int] = [:]
        for character in characters.dropFirst() {
            var rows = neighbours["\(previous)\(character)"] ?? []
            if previous == character { rows.insert(0) }
            live = Dictionary(uniqueKeysWithValues: rows.map { ($0, (live[$0] ?? 1) + 1) })
            lengths.append(live.values.max() ?? 1)
            previous = character
        }
        return lengths
    }
}

extension [Character] {
    /// Whether the other characters occur as a contiguous part of these.
    fileprivate func containsRun(_ other: [Character]) -> Bool {
        guard !other.isEmpty, other.count <= count else { return false }
        return (0...count - other.count).contains {
            self[$0..<$0 + other.count].elementsEqual(other)
        }
    }
}

extension PasswordPolicy.Owner {
    init(_ user: User) {
        self.init(fullName: user.fullName, email: user.email)
    }
}
