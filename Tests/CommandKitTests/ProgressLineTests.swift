import Testing

@testable import CommandKit

@Suite struct ProgressLineTests {
    /// A terminal that keeps what is drawn.
    private final class Screen {
        var drawn: [String] = []
    }

    private let screen = Screen()

    private func line(
        _ label: String, total: Int?,
        on traits: TerminalTraits = TerminalTraits(isTerminal: true)
    ) -> ProgressLine {
        ProgressLine(label, total: total, on: traits) { [screen] in
            screen.drawn.append(String(decoding: $0, as: UTF8.self))
        }
    }

    private var photo: ProgressLine { line("photo.jpg", total: 10_485_760) }

    @Test func theLineSaysHowMuchIsDone() {
        #expect(
            photo.text(0, columns: 80)
                == "photo.jpg  [--------------------]    0%  0.0 of 10.0 MiB")
        #expect(
            photo.text(5_242_880, columns: 80)
                == "photo.jpg  [##########----------]   50%  5.0 of 10.0 MiB")
        #expect(
            photo.text(10_485_760, columns: 80)
                == "photo.jpg  [####################]  100%  10.0 of 10.0 MiB")
        #expect(line("Row", total: nil).text(250, columns: 80) == "Row 250 …")
    }

    @Test func whatHasNoRoomIsLeftOut() {
        #expect(photo.text(0, columns: 50) == "photo.jpg  [--------------------]    0%")
        #expect(photo.text(0, columns: 36) == "photo.jpg  [--------------------]")
        #expect(photo.text(0, columns: 20) == "photo.jpg")
        #expect(photo.text(0, columns: 5) == "")
        #expect(line("Row", total: nil).text(250, columns: 9) == "")
    }

    @Test func theLineIsDrawnWhenItChangesAndErasedAtTheEnd() {
        let counting = line("Row", total: nil)
        for count in [250, 250, 1_000] { counting.show(count) }
        counting.end()
        counting.end()
        let blank = "\r" + String(repeating: " ", count: 10)
        #expect(screen.drawn == ["\rRow 250 …", "\rRow 1000 …", blank, "\r"])
    }

    /// A shorter text covers the longer one before it.
    @Test func nothingOfALongerTextIsLeft() {
        let counting = line("Row", total: nil)
        counting.show(1_000)
        counting.show(7)
        #expect(screen.drawn.last == "\rRow 7 …   ")
    }

    @Test(arguments: [
        TerminalTraits.pipe, TerminalTraits(isTerminal: true, isAccessible: true),
    ])
    func nothingIsDrawnWhereLinesStay(traits: TerminalTraits) {
        let counting = line("Row", total: nil, on: traits)
        counting.show(1)
        counting.end()
        #expect(screen.drawn.isEmpty)
    }

    @Test func oddNumbersAndNamesAreHarmless() {
        #expect(ProgressLine.percent(-5, of: 10) == 0)
        #expect(ProgressLine.percent(.max, of: 10) == 100)
        #expect(ProgressLine.percent(0, of: 0) == 100)
        #expect(line("x", total: -1).text(7, columns: 80).contains("100%"))
        let odd = line("a\u{1b}[2J\nb" + String(repeating: "é", count: 90), total: 1)
        let text = odd.text(1, columns: 80)
        #expect(!text.contains("\u{1b}") && !text.contains("\n"))
        #expect(DisplayWidth.columns(of: text) < 80)
    }
}
