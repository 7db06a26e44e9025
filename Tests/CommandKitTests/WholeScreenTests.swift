import Testing

@testable import CommandKit

@Suite struct WholeScreenTests {
    @Test func aPageThatFitsIsDrawnWhole() {
        #expect(
            WholeScreen.frame("one\ntwo\n", status: "status", rows: 3)
                == "\u{1b}[Hone\u{1b}[K\ntwo\u{1b}[K\nstatus\u{1b}[K\u{1b}[J")
        #expect(
            WholeScreen.frame("", status: "status", rows: 3) == "\u{1b}[Hstatus\u{1b}[K\u{1b}[J")
    }

    @Test(arguments: [2, 3, 5, 24])
    func aLongPageIsCutAndSaysSo(rows: Int) {
        let page = (1...30).map { "line \($0)\n" }.joined()
        let lines = WholeScreen.frame(page, status: "status", rows: rows).split(separator: "\n")
        #expect(lines.count == rows)
        #expect(lines[rows - 2].contains("… \(32 - rows) more lines"))
    }

    @Test func aWindowWithoutRoomStillGetsALine() {
        let frame = WholeScreen.frame("one\ntwo\n", status: "status", rows: 0)
        #expect(frame.split(separator: "\n").count == 2)
    }
}
