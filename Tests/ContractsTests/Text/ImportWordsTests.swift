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

    /// A table of contacts, and more of the kind. What names two types, or says something else, is
    /// left as it is.
    @Test(
        arguments: [
            ("E-mail", "email", nil), ("Email (sent)", "email", "outbound"),
            ("Email sent", "email", "outbound"), ("Letter", "email", nil), ("Mail", "email", nil),
            ("Voicemail", "phone_call", nil), ("Phone calls", "phone_call", nil),
            ("Questionnaire", "email", nil), ("Recruiting questionnaire", "email", nil),
            ("Text msg", "text", nil), ("Zoom call", "virtual_meeting", nil),
            ("FaceTime", "virtual_meeting", nil), ("Called coach", "phone_call", "outbound"),
            ("Coach emailed me", "email", "inbound"), ("Instagram message", "dm", nil),
            ("Camp invite", "camp", "inbound"), ("Official Visit", "in_person_visit", nil),
            ("Hudl", nil, nil), ("In-person", "in_person_visit", nil), ("Email/Text", nil, nil),
            ("Phone/Voicemail", "phone_call", nil), ("Twitter Direct Message", "dm", nil),
            ("X DM", "dm", nil), ("Met at camp", "camp", nil),
            ("Campus tour", "in_person_visit", nil), ("Group text", "text", nil),
            ("Handwritten note", "email", nil), ("Email - reply", "email", nil),
            // Others of the kind.
            ("DM / Insta", "dm", nil), ("Email (received)", "email", "inbound"),
            ("Email from coach", "email", "inbound"), ("E-mail to coach", "email", "outbound"),
            ("Coach called", "phone_call", "inbound"), ("We texted", "text", "outbound"),
            ("Texted him", "text", "outbound"), ("Called me back", "phone_call", "inbound"),
            ("Voice mail from coach", "phone_call", "inbound"),
            ("Follow-up email", "email", nil), ("Thank you note", "email", nil),
            ("Virtual visit", "virtual_meeting", nil), ("Google Meet", "virtual_meeting", nil),
            ("Email and call", nil, nil), ("Email about camp", nil, nil),
            ("Text + email", nil, nil), ("Talked about visit", nil, nil),
            ("Visit invite", nil, "inbound"), ("Cancelled visit", nil, nil), ("Message", nil, nil),
            ("Sent video", nil, "outbound"), ("Email sent by coach", "email", nil),
        ] as [(String, String?, String?)]) func typesAreReadByTheirParts(
            text: String, type: String?, direction: String?
        )
    {
        #expect(ImportWords.type(text) == type ?? text)
        #expect(ImportWords.direction(inTypeText: text)?.rawValue == direction)
    }

    @Test(
        arguments: [
            ("Letter", "Letter"), ("Recruiting questionnaire ", "Recruiting questionnaire"),
            ("Handwritten note", "Handwritten note"), ("Official Visit", "Official Visit"),
            ("Camp invite", "Camp invite"), ("Voicemail", "Voicemail"), ("Email (sent)", nil),
            ("Hudl", nil), ("Camp", nil), ("Letter and call", nil),
        ] as [(String, String?)]) func whatATypeDoesNotSayStays(text: String, note: String?)
    {
        #expect(ImportWords.typeNote(text) == note)
    }

    // Each word and label of a type is the type, however it is read.
    @Test func typesAreTheirOwnWords() {
        for type in InteractionType.allCases {
            for text in [type.rawValue, type.label] {
                #expect(ImportWords.type(text) == type.rawValue)
                let read = ContactTypeWords(text).type
                #expect(read == nil || read == type, "\(text)")
            }
        }
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
