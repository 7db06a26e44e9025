import Support
import Testing

@testable import CommandKit

/// parse(print(x)) = x for everything that is printed to be read again.
@Suite struct RoundTripTests {
    static let alphabet = Array("ab-='\"\\ \t\nÄ🐎é,;$`\u{301}*")

    static func text(_ generator: inout SeededNumbers) -> String {
        let length = Int.random(in: 0...12, using: &generator)
        return String((0..<length).compactMap { _ in alphabet.randomElement(using: &generator) })
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func aPrintedInvocationParsesToItself(seed: UInt64) throws {
        var generator = SeededNumbers(seed: seed)
        var words = ["notes", "list"]
        if Bool.random(using: &generator) { words += ["--kind", "text"] }
        if Bool.random(using: &generator) { words.append("--no-archived") }
        if Bool.random(using: &generator) { words.append("-v") }
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            words.append("--search=" + Self.text(&generator))
        }
        let first = try #require(try SampleTable.invocation(words))
        let second = try #require(try SampleTable.invocation(first.commandLine))
        #expect(first == second)
        let search = try #require(
            try SampleTable.invocation(["people", "search", "--", "-x" + Self.text(&generator)]))
        #expect(try SampleTable.invocation(search.commandLine) == search)
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func aTabSeparatedValueReadsBackAsItself(seed: UInt64) {
        var generator = SeededNumbers(seed: seed)
        let value = Self.text(&generator)
        let escaped = TabText.escaped(value)
        #expect(TabText.unescaped(escaped) == value)
        #expect(!escaped.unicodeScalars.contains("\t") && !escaped.unicodeScalars.contains("\n"))
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func prettyJSONCompactsToTheSameBytes(seed: UInt64) {
        var generator = SeededNumbers(seed: seed)
        let document = Self.document(&generator, depth: 0)
        let compact = document.bytes
        #expect(JSONBytes.compact(JSONBytes.pretty(compact)) == compact)
        #expect(JSONBytes.compact(compact) == compact)
    }

    static func document(_ generator: inout SeededNumbers, depth: Int) -> JSONValue {
        switch Int.random(in: depth > 3 ? 2...5 : 0...5, using: &generator) {
        case 0:
            return .array(
                (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                    document(&generator, depth: depth + 1)
                })
        case 1:
            return .object(
                (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                    (text(&generator), document(&generator, depth: depth + 1))
                })
        case 2: return .string(text(&generator))
        case 3: return .integer(Int.random(in: Int.min...Int.max, using: &generator))
        case 4: return .bool(true)
        default: return .null
        }
    }
}
