import Testing

@testable import Pages

@Suite struct PaperTests {
    private let paper = Paper(
        width: 200, height: 100,
        .init(title: "T", author: "A", subject: "S", createdAt: "2026-04-20T12:00:00Z"))
    private let look = Lettering(size: 10)

    @Test func aParagraphKeepsToItsWidthAndLines() {
        let words = String(repeating: "Raleigh ", count: 40)
        let block = TextBlock(words, look, on: paper, width: 120, linesMax: 3)
        let line = TextBlock("Raleigh", look, on: paper)
        #expect(block.isCut)
        #expect(block.width <= 120.5)
        #expect(abs(block.height - 3 * line.height) < 1)
        let short = TextBlock("Raleigh", look, on: paper, width: 120, linesMax: 3)
        #expect(!short.isCut && short.height == line.height)
    }

    @Test func aWordThatIsTooLongIsBroken() {
        let word = String(repeating: "W", count: 300)
        #expect(TextBlock(word, look, on: paper, width: 80, linesMax: 2).width <= 80.5)
        #expect(TextBlock(word, look, on: paper).width > 1_000)
    }

    @Test(arguments: [
        "", "a\u{301}\u{328}", "אבג abc", "\u{0}x", "\u{202e}x", "👨‍👩‍👧",
        String(repeating: "é", count: 60_000),
    ])
    func anyTextIsSet(text: String) {
        let block = TextBlock(text, look, on: paper, width: 50, linesMax: 2)
        #expect(block.height > 0 && block.width <= 50.5)
        paper.draw(block, x: 0, y: 0)
    }

    @Test(arguments: [-5.0, 0, 0.001, 1e300])
    func anyWidthIsTaken(room: Double) {
        #expect(TextBlock("Raleigh", look, on: paper, width: room).height > 0)
    }

    @Test func lettersWithoutAFontAreFound() throws {
        try Fonts.check(on: paper)
        let texts = ["Łódź ñandú ✓", "\u{10ffff}x", "x\u{10ffff}"]
        #expect(Fonts.missing(in: texts, on: paper) == ["\u{10ffff}"])
        #expect(Fonts.missing(in: ["plain"], on: paper).isEmpty)
    }

    @Test func aDocumentEndsAsPDF() throws {
        paper.draw(TextBlock("Raleigh", look, on: paper), x: 10, y: 10)
        paper.turnPage()
        paper.rule(x: 0, y: 5, width: 100, thickness: 1, lightness: 0)
        let bytes = try paper.finish()
        #expect(bytes.starts(with: Array("%PDF-1.".utf8)))
        #expect(bytes.suffix(8).contains(UInt8(ascii: "E")))
    }

    @Test func drawingAfterTheEndIsAnErrorAndNoCrash() throws {
        _ = try paper.finish()
        paper.turnPage()
        #expect(throws: PageError.self) { try paper.finish() }
    }
}
