import Testing

@testable import CommandKit

@Suite struct LineEditorTests {
    /// What a terminal got back, and how the line ended.
    private func type(
        _ bytes: [UInt8], columns: Int = 80, startColumn: Int = 0
    ) -> (echo: String, end: LineEditor.Step?) {
        var editor = LineEditor(columns: columns, startColumn: startColumn)
        var echo: [UInt8] = []
        for byte in bytes {
            switch editor.take(byte) {
            case .echo(let bytes): echo += bytes
            case let end: return (String(decoding: echo, as: UTF8.self), end)
            }
        }
        return (String(decoding: echo, as: UTF8.self), nil)
    }

    private func line(_ bytes: [UInt8]) -> String? {
        if case .done(let line) = type(bytes + [0x0a]).end { return line }
        return nil
    }

    @Test func whatIsTypedIsShownAndReturned() {
        let typed = type(Array("Élon 🏈\r".utf8))
        #expect(typed.echo == "Élon 🏈")
        #expect(typed.end == .done("Élon 🏈"))
    }

    @Test func aCharacterOfManyBytesGoesWithOneKey() {
        // A family of four and an e with a combining accent are one character each.
        #expect(line(Array("a👨‍👩‍👧‍👦".utf8) + [0x7f]) == "a")
        #expect(line(Array("ae\u{301}".utf8) + [0x7f]) == "a")
        #expect(line([0x7f] + Array("b".utf8)) == "b")
    }

    @Test func aLineAndAWordGoWithOneKey() {
        #expect(line(Array("one two".utf8) + [0x15] + Array("x".utf8)) == "x")
        #expect(line(Array("one two  ".utf8) + [0x17]) == "one ")
        #expect(line(Array("one".utf8) + [0x17]) == "")
    }

    @Test func erasingWithinARowStepsBackOverTheWidth() {
        #expect(type(Array("ab".utf8) + [0x7f], startColumn: 2).echo == "ab\u{8} \u{8}")
        #expect(type(Array("🏈".utf8) + [0x7f]).echo == "🏈\u{8}\u{8}  \u{8}\u{8}")
    }

    @Test func erasingOverTheLeftEdgeWritesTheLineAnew() {
        // The fifth character stands in the second row of four columns.
        let typed = type(Array("abcde".utf8) + [0x7f, 0x7f], columns: 4)
        #expect(typed.echo == "abcde\u{8} \u{8}" + "\nabc")
    }

    @Test func keysThatMoveTheCursorDoNothing() {
        #expect(line(Array("a\u{1b}[A\u{1b}[1;5Cb\u{1b}OPc\u{1b}xd".utf8)) == "abcd")
        #expect(type(Array("\u{1b}[31m".utf8)).echo.isEmpty)
    }

    @Test func controlCharactersNeverReachTheTerminal() {
        // A pasted C1 control or direction override is kept as typed and shown harmless.
        let typed = type(Array("a\u{202e}b\u{9b}c\u{1}\n".utf8))
        #expect(typed.echo == "a\u{fffd}b\u{fffd}c")
        #expect(typed.end == .done("a\u{202e}b\u{9b}c"))
    }

    @Test func brokenUTF8IsLeftOut() {
        #expect(line([0x61, 0xc3, 0x62, 0xff, 0x80, 0x63]) == "abc")
    }

    @Test func ctrlCEndsAndCtrlDEndsAnEmptyLine() {
        #expect(type(Array("ab".utf8) + [0x03]).end == .interrupted)
        #expect(type([0x04]).end == .ended)
        #expect(type(Array("a".utf8) + [0x04, 0x0a]).end == .done("a"))
    }

    @Test func aLineAtTheLimitIsTakenAndOneByteMoreRingsTheBell() {
        let most = [UInt8](repeating: 0x61, count: LineEditor.lineBytesMax)
        #expect(line(most)?.utf8.count == LineEditor.lineBytesMax)
        let more = type(most + [0x62, 0x0a])
        #expect(more.echo.last == "\u{7}")
        #expect(more.end == .done(String(decoding: most, as: UTF8.self)))
    }

    @Test func aTabIsKeptAndShownAsABlank() {
        let typed = type(Array("a\tb\n".utf8))
        #expect(typed.echo == "a b")
        #expect(typed.end == .done("a\tb"))
    }
}
