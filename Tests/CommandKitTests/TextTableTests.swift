import Testing

@testable import CommandKit

@Suite struct TextTableTests {
    static func sample() -> TextTable {
        var table = TextTable([
            .init("ID"), .init("Type"), .init("Subject", shrinksTo: 8),
            .init("School", shrinksTo: 8), .init("Files", rightAligned: true),
        ])
        table.append([
            .init("0191-full-id-11223344", shown: "11223344"), .init("Email", .blue),
            .init("A long subject that does not fit into a narrow window\nat all"),
            .init("University of North Carolina at Chapel Hill"), .init("2"),
        ])
        table.append([
            .init("0191-full-id-55667788", shown: "55667788"), .init("Text"), .init("日本語の件名"),
            .init("🇺🇸 Academy"), .init("0"),
        ])
        return table
    }

    static let at80 = """
        ID        Type   Subject                      School                       Files
        11223344  Email  A long subject that does n…  University of North Caroli…      2
        55667788  Text   日本語の件名                 🇺🇸 Academy                       0

        """

    @Test func aContinuedTableHasTheChosenRowsAndNoHeader() {
        var table = TextTable([.init("ID"), .init("Name")])
        for number in 1...3 { table.append([.init("\(number)"), .init("n\(number)")]) }
        let continued = table.continued(at: [2, 0, 7])
        #expect(continued.text(.pipe) == "3\tn3\n1\tn1\n")
        #expect(continued.text(TerminalTraits(isTerminal: true)) == "3   n3\n1   n1\n")
        #expect(continued.csv(guardsFormulas: true) == "3,n3\r\n1,n1\r\n")
        #expect(table.text(.pipe).hasPrefix("ID\tName\n1\t"))
    }

    @Test func fitsEightyColumns() {
        #expect(Self.sample().text(TerminalTraits(isTerminal: true, columns: 80)) == Self.at80)
    }

    @Test func withoutRowsOnlyAPipeGetsTheHeader() {
        let table = TextTable([.init("ID"), .init("Name")])
        #expect(table.text(TerminalTraits(isTerminal: true, columns: 80)).isEmpty)
        #expect(table.text(TerminalTraits(isTerminal: false)) == "ID\tName\n")
    }

    @Test(arguments: [40, 45, 60, 80, 120, 200])
    func noLineIsWiderThanTheTerminal(columns: Int) {
        let text = Self.sample().text(TerminalTraits(isTerminal: true, columns: columns))
        for line in text.split(separator: "\n")
        where !line.hasPrefix("School: ")
            && !line.hasPrefix("Subject: ")
        {
            #expect(DisplayWidth.columns(of: String(line)) <= columns)
        }
    }

    // N-26
    @Test func aColumnMayShrinkAfterAllOthers() {
        var table = TextTable([
            .init("Name", shrinksTo: 4, shrinksLast: true), .init("City", shrinksTo: 6),
        ])
        table.append([.init("University of North Carolina"), .init("Chapel Hill at Home")])
        func lines(_ columns: Int) -> [Substring] {
            table.text(TerminalTraits(isTerminal: true, columns: columns)).split(separator: "\n")
        }
        #expect(lines(37)[1] == "University of North Carolina  Chapel…")
        #expect(lines(36)[1] == "University of North Carolina  Chape…")
        #expect(lines(30)[1] == "University of North C…  Chape…")
    }

    @Test func atTwoHundredColumnsNothingIsCut() {
        let text = Self.sample().text(TerminalTraits(isTerminal: true, columns: 200))
        #expect(!text.contains("…"))
        #expect(text.contains("narrow window at all  University"))
    }

    @Test func atFortyTwoColumnsEveryColumnIsAtItsSmallest() {
        let text = Self.sample().text(TerminalTraits(isTerminal: true, columns: 42))
        #expect(
            text == """
                ID        Type   Subject   School    Files
                11223344  Email  A long …  Univers…      2
                55667788  Text   日本語…   🇺🇸 Acad…      0

                """)
    }

    @Test func whereNoColumnCanGiveWayRecordsAreLabelledLines() {
        let text = Self.sample().text(TerminalTraits(isTerminal: true, columns: 20))
        #expect(text.hasPrefix("ID: 11223344\nType: Email\nSubject: A long subject"))
    }

    @Test func anAccessibleTerminalGetsLabelledLinesWithoutColour() {
        let traits = TerminalTraits(
            isTerminal: true, columns: 200, usesColour: false, isAccessible: true)
        #expect(
            Self.sample().text(traits).hasSuffix(
                """
                ID: 55667788
                Type: Text
                Subject: 日本語の件名
                School: 🇺🇸 Academy
                Files: 0

                """))
    }

    @Test func aPipeGetsFullValuesBetweenTabs() {
        #expect(
            Self.sample().text(.pipe).hasPrefix(
                "ID\tType\tSubject\tSchool\tFiles\n0191-full-id-11223344\tEmail\t"
                    + "A long subject that does not fit into a narrow window\\nat all\t"))
    }

    @Test func coloursAreCodesAroundTheWordOnly() {
        let text = Self.sample().text(
            TerminalTraits(isTerminal: true, columns: 80, usesColour: true))
        #expect(text.contains("\u{1b}[34mEmail\u{1b}[0m"))
        let plain = text.replacing("\u{1b}[34m", with: "").replacing("\u{1b}[0m", with: "")
            .replacing("\u{1b}[1m", with: "")
        #expect(plain == Self.at80)
    }

    @Test func aStoredTextCannotSteerTheTerminal() {
        var table = TextTable([.init("Subject")])
        table.append([.init("\u{1b}[31mred\u{7}\u{202e}drow\u{9b}2J")])
        let text = table.text(TerminalTraits(isTerminal: true, columns: 80))
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
        #expect(!text.unicodeScalars.contains("\u{202e}"))
        #expect(!text.unicodeScalars.contains("\u{9b}"))
    }

    @Test func theSameRowsAsCSV() {
        var table = TextTable([.init("Logged By"), .init("Subject")])
        table.append([.init("Ann, Lee"), .init("=1+1")])
        #expect(table.csv(guardsFormulas: true) == "logged_by,subject\r\n\"Ann, Lee\",'=1+1\r\n")
        #expect(table.csv(guardsFormulas: false) == "logged_by,subject\r\n\"Ann, Lee\",=1+1\r\n")
    }
}

@Suite struct DisplayWidthTests {
    @Test(arguments: [
        ("a", 1), ("é", 1), ("e\u{301}", 1), ("日", 2), ("❄️", 2), ("🇺🇸", 2), ("👨‍👩‍👧‍👦", 2), ("🔥", 2),
        ("—", 1), ("…", 1), ("", 0), ("Ａ", 2), ("한국", 4), ("naïve café", 10),
    ])
    func aCharacterTakesAsManyColumnsAsATerminalDraws(text: String, columns: Int) {
        #expect(DisplayWidth.columns(of: text) == columns)
    }

    @Test func cuttingLeavesRoomForTheEllipsis() {
        #expect(DisplayWidth.truncated("abcdef", to: 6) == "abcdef")
        #expect(DisplayWidth.truncated("abcdef", to: 5) == "abcd…")
        #expect(DisplayWidth.truncated("日本語", to: 4) == "日…")
        #expect(DisplayWidth.truncated("日本語", to: 1) == "…")
        #expect(DisplayWidth.truncated("abc", to: 0) == "")
    }

    @Test func paddingGoesByColumnsToo() {
        #expect(DisplayWidth.padded("日", to: 4) == "日  ")
        #expect(DisplayWidth.padded("7", to: 3, rightAligned: true) == "  7")
        #expect(DisplayWidth.padded("long", to: 2) == "long")
    }

    @Test func wrappingKeepsWordsWhole() {
        #expect(TextWrap.wrapped("  one two three", columns: 9) == ["  one two", "  three"])
        #expect(TextWrap.wrapped("unbreakable", columns: 3) == ["unbreakable"])
        #expect(TextWrap.wrapped("", columns: 3) == [""])
    }
}
