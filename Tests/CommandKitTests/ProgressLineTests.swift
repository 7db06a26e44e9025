import Testing

@testable import CommandKit

@Suite struct ProgressLineTests {
    private let line = ProgressLine("photo.jpg", total: 10_485_760)

    @Test func theLineSaysHowMuchIsDone() {
        #expect(
            line.text(0, columns: 80)
                == "photo.jpg  [--------------------]    0%  0.0 of 10.0 MB")
        #expect(
            line.text(5_242_880, columns: 80)
                == "photo.jpg  [##########----------]   50%  5.0 of 10.0 MB")
        #expect(
            line.text(10_485_760, columns: 80)
                == "photo.jpg  [####################]  100%  10.0 of 10.0 MB")
    }

    @Test func whatHasNoRoomIsLeftOut() {
        #expect(line.text(0, columns: 50) == "photo.jpg  [--------------------]    0%")
        #expect(line.text(0, columns: 36) == "photo.jpg  [--------------------]")
        #expect(line.text(0, columns: 20) == "photo.jpg")
        #expect(line.text(0, columns: 5) == "")
    }

    @Test func oddNumbersAndNamesAreHarmless() {
        #expect(line.percent(-5) == 0)
        #expect(line.percent(.max) == 100)
        #expect(ProgressLine("empty", total: 0).percent(0) == 100)
        #expect(ProgressLine("x", total: -1).percent(7) == 100)
        let odd = ProgressLine("a\u{1b}[2J\nb" + String(repeating: "é", count: 90), total: 1)
        let text = odd.text(1, columns: 80)
        #expect(!text.contains("\u{1b}") && !text.contains("\n"))
        #expect(DisplayWidth.columns(of: text) < 80)
    }
}
