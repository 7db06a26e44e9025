import Testing

@testable import Contracts

@Suite struct InterestCalibrationTests {
    // IA-28 and part 4: 0…6 times yes.
    @Test(
        arguments: zip(0...6, [InterestLevel.notSet, .low, .medium, .medium, .high, .high, .high]))
    func levelFollowsTheCount(yesCount: Int, level: InterestLevel) {
        #expect(InterestCalibration.level(yesCount: yesCount) == level)
    }

    // IA-25, IA-26 and D-12: inbound and (very) positive only.
    @Test func appliesToInboundAndPositiveOnly() {
        for direction in Direction.allCases {
            for sentiment in Sentiment.allCases.map(Optional.some) + [nil] {
                let positive = sentiment == .positive || sentiment == .veryPositive
                #expect(
                    InterestCalibration.applies(direction: direction, sentiment: sentiment)
                        == (direction == .inbound && positive))
            }
        }
    }

    // IA-33, IA-34: the note, byte for byte; none for a level that is not set.
    @Test func noteIsLiteral() {
        #expect(InterestCalibration.note(for: .high) == "\n\n[Coach Interest Level: HIGH]")
        #expect(InterestCalibration.note(for: .medium) == "\n\n[Coach Interest Level: MEDIUM]")
        #expect(InterestCalibration.note(for: .low) == "\n\n[Coach Interest Level: LOW]")
        #expect(InterestCalibration.note(for: .notSet) == nil)
    }

    // D-11: at most 32 characters on top of the content.
    @Test(arguments: InterestLevel.allCases)
    func noteHasAtMostThirtyTwoCharacters(level: InterestLevel) {
        #expect((InterestCalibration.note(for: level) ?? "").count <= 32)
    }

    // IA-29
    @Test func levelsHaveTheirLabelsAndSigns() {
        #expect(
            InterestLevel.allCases.map(\.label)
                == ["High Interest", "Medium Interest", "Low Interest", "Not Set"])
        #expect(InterestLevel.allCases.map(\.emoji) == ["🔥", "⚡", "❄️", "—"])
        #expect(InterestLevel.allCases.map(\.rawValue) == ["high", "medium", "low", "not_set"])
    }

    // IA-31
    @Test func levelsAreExplained() {
        #expect(
            InterestLevel.allCases.map(\.explanation) == [
                "Coach showing strong signals of genuine interest. Follow up promptly.",
                "Coach seems interested but check for personalization. Stay in touch regularly.",
                "Limited signals detected. Consider diversifying your target list.",
                "Answer questions to see coach interest level",
            ])
    }

    // IA-27
    @Test func questionsStandInTheirOrder() {
        #expect(
            InterestSignal.allCases.map(\.rawValue)
                == ["schedule", "visit", "academics", "contact", "roster", "personal"])
        #expect(
            InterestSignal.allCases.map(\.question) == [
                "Did they ask about your schedule or upcoming events?",
                "Did they mention visiting campus or suggest a visit?",
                "Did they ask about your academic interests or major?",
                "Did they provide their direct contact info (phone/email)?",
                "Did they mention roster needs at your position?",
                "Was this a personalized response (not a form letter)?",
            ])
    }
}

// DOMAIN, Import files; D-10: the note at the end of an imported content says the level.
@Suite struct ImportedCalibrationNoteTests {
    @Test(arguments: [InterestLevel.low, .medium, .high])
    func aWrittenNoteIsFoundAgain(level: InterestLevel) throws {
        for text in ["Hi", "", "Line\n\nother [x] line"] {
            let content = text + (try #require(InterestCalibration.note(for: level)))
            let found = try #require(InterestCalibration.split(content))
            #expect(found.level == level)
            #expect(found.text == text)
            #expect(found.text + found.note == content)
        }
    }

    @Test(arguments: [
        ("Hi [coach interest level: high]", "Hi", InterestLevel.high),
        ("Hi\n[Coach Interest Level:LOW] \n", "Hi", .low),
    ])
    func itsSpellingIsForgiven(content: String, text: String, level: InterestLevel) throws {
        let found = try #require(InterestCalibration.split(content))
        #expect(found.text == text)
        #expect(found.level == level)
        #expect(found.text + found.note == content)
    }

    @Test(arguments: [
        "", "Hi", "[Coach Interest Level: HIGH] and more", "[Coach Interest Level: NOT_SET]",
        "[Coach Interest Level: HUGE]", "Coach Interest Level: HIGH]", "]", "[",
    ])
    func whatIsNoNoteStaysText(content: String) {
        #expect(InterestCalibration.split(content) == nil)
    }
}
