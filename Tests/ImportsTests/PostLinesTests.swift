import Testing

@testable import Contracts
@testable import Imports

/// JSON Lines files of posts.
@Suite struct PostLinesTests {
    private struct Broken: Error {}

    /// Reads a file that arrives in parts of `size` bytes.
    private func read(
        _ text: String, size: Int = 7
    ) throws -> (lines: [PostLine], ignored: [String]) {
        var rest = Array(text.utf8)[...]
        var lines = PostLines<Broken> { () throws(Broken) -> [UInt8] in
            defer { rest = rest.dropFirst(size) }
            return Array(rest.prefix(size))
        }
        var found: [PostLine] = []
        while let line = try lines.next() { found.append(line) }
        return (found, lines.ignored)
    }

    private let good = #"{"platform":"twitter","post_date":"2026-02-03T12:00:00Z""#

    @Test(arguments: [1, 7, 1_000])
    func linesArriveInAnyParts(size: Int) throws {
        let text = "\u{FEFF}\(good)}\r\n\n\(good),\"coach\":\"Ann Lee\",\"flagged\":true}\n{\n7"
        let (lines, ignored) = try read(text, size: size)
        #expect(lines.map(\.number) == [1, 3, 4, 5])
        #expect(lines[0].form.platform.value == "twitter" && lines[0].problems == nil)
        #expect(lines[1].coach == CoachReference(key: nil, name: "Ann Lee"))
        #expect(lines[2].problems?["row"]?.contains("not valid JSON") == true)
        #expect(lines[3].problems?["row"] == "The line is not a JSON object")
        #expect(ignored == ["flagged"])
    }

    @Test func aLineHasALimit() throws {
        let padding = PostImportLimit.lineBytesMax - good.utf8.count - 1
        let longest = good + String(repeating: " ", count: padding) + "}"
        #expect(longest.utf8.count == PostImportLimit.lineBytesMax)
        let (lines, _) = try read("\(longest)\n \(longest)\n\(good)}", size: 65_536)
        #expect(lines[0].problems == nil && lines[2].problems == nil)
        #expect(lines[1].problems?["row"]?.contains("longer than") == true)
    }

    @Test func unknownKeysAreNamedUpToALimit() throws {
        let keys = (0...ImportColumns.listedMax).map { "\"key\($0)\":1" }
        let (_, ignored) = try read("{\(keys.joined(separator: ","))}")
        #expect(ignored.count == ImportColumns.listedMax)
    }

    @Test func aFileThatBreaksOffThrows() {
        var lines = PostLines<Broken> { () throws(Broken) -> [UInt8] in throw Broken() }
        #expect(throws: Broken.self) { try lines.next() }
    }
}
