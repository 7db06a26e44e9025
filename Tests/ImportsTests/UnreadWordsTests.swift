import Testing

@testable import Contracts
@testable import Imports

/// The texts of a file of which nobody knows what they mean (N-133).
@Suite struct UnreadWordsTests {
    private func words(
        _ kind: ImportKind, _ header: [String], _ rows: [[String]], _ said: String...
    ) throws -> [String] {
        let columns = try ImportColumns(header: header, kind: kind, mapped: [], values: said)
        var unread = UnreadWords()
        for (place, row) in rows.enumerated() {
            unread.add(.init(line: place + 2, fields: row), columns)
        }
        return unread.words.map { "\($0.field):\($0.text)" }
    }

    // N-133: each text once, as `--map-value` tells texts apart.
    @Test func eachUnreadableTextIsNamedOnce() throws {
        let rows = [
            ["Telefonat", "out", ""], ["TELEFONAT ", "raus", "gut"], ["Phone Call", "in", "--"],
            ["", "", "gut"], ["E-Mail", "raus!", "Positive"],
        ]
        let header = ["type", "direction", "sentiment"]
        #expect(
            try words(.interactions, header, rows)
                == ["type:Telefonat", "direction:raus", "sentiment:gut"])
        #expect(
            try words(
                .interactions, header, rows, "type:telefonat=phone_call", "sentiment:gut=")
                == ["direction:raus"])
    }

    @Test(arguments: [
        (ImportKind.schools, "division", "D1", "Erste"), (.coaches, "role", "Head", "Chef"),
        (.events, "type", "camp", "Lager"), (.events, "registered", "yes", "ja"),
        (.metrics, "verified", "x", "ja"), (.posts, "platform", "X", "Fax"),
        (.posts, "is_recruiting_related", "no", "nein"), (.log, "type", "call", "Anruf"),
        (.log, "division", "NAIA", "Erste"),
    ])
    func everyKindHasItsWords(
        kind: ImportKind, field: String, known: String, unknown: String
    ) throws {
        #expect(try words(kind, [field], [[known], [unknown]]) == ["\(field):\(unknown)"])
        let worded = try #require(kind.wordedFields.first { $0.name == field })
        for choice in worded.choices {
            #expect(
                try words(kind, [field], [[unknown]], "\(field):\(unknown)=\(choice.value)") == [])
        }
    }

    @Test func textsOfOtherFieldsAndLongTextsAreNoWords() throws {
        let longest = String(repeating: "w", count: UnreadWords.charactersMax)
        #expect(
            try words(
                .interactions, ["type", "subject"],
                [[longest, "s"], [longest + "x", "t"], ["a\nb", "u"]])
                == ["type:\(longest)"])
        for count in [UnreadWords.wordsMax, UnreadWords.wordsMax + 1] {
            let found = try words(.coaches, ["role"], (0..<count).map { ["w\($0)"] })
            #expect(found.count == UnreadWords.wordsMax)
        }
    }

    @Test func whatWasSaidIsKept() throws {
        let columns = try ImportColumns(
            header: ["type"], kind: .interactions, mapped: [],
            values: ["type:A: b=c=email", "sentiment:x="])
        #expect(
            columns.replaced == [
                ReplacedText(field: "type", text: "A: b=c", value: "email"),
                ReplacedText(field: "sentiment", text: "x", value: ""),
            ])
    }
}
