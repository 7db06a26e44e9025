import Testing

@testable import Contracts

@Suite struct ImportWordsTests {
    @Test func wordsAreForgivenTheirSpelling() {
        #expect(ImportWords.type("Phone Call") == "phone_call")
        #expect(ImportWords.type("in-person visit") == "in_person_visit")
        #expect(ImportWords.type("Direct Message") == "dm")
        #expect(ImportWords.type(" fax ") == "fax")
        #expect(ImportWords.direction("They initiated") == "inbound")
        #expect(ImportWords.direction("OUT") == "outbound")
        #expect(ImportWords.sentiment("very positive") == "very_positive")
        #expect(ImportWords.division("NCAA D-1") == "D1")
        #expect(ImportWords.role("Head Coach") == "head")
        #expect(ImportWords.role("recruiting coordinator") == "recruiting")
        #expect(ImportWords.role(nil) == nil)
    }

    // N-64: what families write in their tables.
    @Test(arguments: [
        ("Call", "phone_call"), ("phone", "phone_call"), ("ZOOM", "virtual_meeting"),
        ("Text message", "text"), ("Campus visit", "in_person_visit"), ("SMS", "text"),
        ("fax", "fax"), ("?", "?"),
    ])
    func typesAreReadAsFamiliesWriteThem(text: String, word: String) {
        #expect(ImportWords.type(text) == word)
    }

    // N-64
    @Test func otherWordsAreReadAsFamiliesWriteThem() {
        #expect(ImportWords.direction("incoming") == "inbound")
        #expect(ImportWords.direction("Outgoing") == "outbound")
        #expect(ImportWords.sentiment("good") == "positive")
        #expect(ImportWords.sentiment("Very good") == "very_positive")
        #expect(ImportWords.division("Division I") == "D1")
        #expect(ImportWords.division("NCAA Division III") == "D3")
        #expect(ImportWords.state("North Carolina") == "NC")
        #expect(ImportWords.state("nc") == "NC")
        #expect(ImportWords.state("Ontario") == "Ontario")
        #expect(ImportWords.role("HC") == "head")
        #expect(ImportWords.eventType("Combine") == "showcase")
        #expect(ImportWords.platform("Insta") == "instagram")
    }

    // N-64: a word stands for one thing.
    @Test func noSynonymStandsForTwoWords() {
        let tables = [
            ImportSynonyms.types, ImportSynonyms.directions, ImportSynonyms.sentiments,
            ImportSynonyms.divisions, ImportSynonyms.roles, ImportSynonyms.eventTypes,
            ImportSynonyms.platforms, ImportSynonyms.states,
        ]
        for table in tables {
            let labels = table.map { ImportWords.plain($0.label) }
            #expect(Set(labels).count == labels.count && !labels.contains(""))
        }
        #expect(Set(ImportSynonyms.states.map(\.word)).count == 56)
    }
}
