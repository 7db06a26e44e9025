import Testing

@testable import CommandKit

@Suite struct TextBarsTests {
    private let blocks = TextBars(TerminalTraits(isTerminal: true))
    private let ascii = TextBars(TerminalTraits(isTerminal: true, hasUnicode: false))

    @Test(arguments: [
        (0.0, "", "░░░░"), (0.001, "▏", "░░░"), (0.5, "██", "░░"), (0.53, "██▏", "░"),
        (1, "████", ""), (7, "████", ""), (-1, "", "░░░░"), (.nan, "", "░░░░"),
    ])
    func lyingBarsAreEighthsOfAColumn(share: Double, filled: String, track: String) {
        #expect(blocks.lying(share, columns: 4) == (filled, track))
    }

    @Test func withoutBlocksBarsAreASCII() {
        #expect(ascii.lying(0.5, columns: 4) == ("##", ".."))
        #expect(ascii.lying(0.001, columns: 4) == ("#", "..."))
        #expect(ascii.upright([1, 0.5, 0.1, 0], rows: 2, width: 1, gap: 1) == ["#", "# # ."])
        let dumb = TextBars(TerminalTraits(isTerminal: true, isDumb: true))
        #expect(!dumb.hasBlocks)
    }

    @Test func uprightBarsStandOnTheLastRow() {
        #expect(
            blocks.upright([1, 0.5, 0, 0.01], rows: 2, width: 2, gap: 1) == ["██", "██ ██    ▁▁"])
        #expect(blocks.upright([], rows: 2, width: 1, gap: 0) == ["", ""])
        #expect(blocks.upright([0.9], rows: 1, width: 1, gap: 0) == ["▇"])
    }

    @Test(arguments: [
        ([:], true), (["LANG": "en_US.UTF-8"], true), (["LANG": "C"], false),
        (["LC_ALL": "C.utf8", "LANG": "C"], true), (["LC_ALL": "", "LANG": "de_DE@euro"], false),
    ])
    func theLocaleTellsWhatCanBeShown(environment: [String: String], hasUnicode: Bool) {
        let traits = TerminalTraits.of(terminalColumns: 80, environment: environment)
        #expect(traits.hasUnicode == hasUnicode)
    }
}
