import Testing

@testable import Contracts

@Suite struct WordsTests {
    // IL-47, U-13 and D-01: the nine types in their order, then game.
    @Test func interactionTypesHaveTheirWordsAndLabels() {
        #expect(
            InteractionType.allCases.map(\.rawValue) == [
                "email", "phone_call", "text", "in_person_visit", "virtual_meeting", "camp",
                "showcase", "tweet", "dm", "game",
            ])
        #expect(
            InteractionType.allCases.map(\.label) == [
                "Email", "Phone Call", "Text", "In-Person Visit", "Virtual Meeting", "Camp",
                "Showcase", "Tweet", "Direct Message", "Game",
            ])
    }

    // D-01: newer data do not break an older program; nobody can choose what has no name yet.
    @Test(arguments: ["official_visit", "other", ""])
    func anUnknownTypeReadsAsOther(word: String) throws {
        let json = Array("[\"\(word)\"]".utf8)
        let types = try JSONCoding.decodeResponse([InteractionType].self, from: json)
        #expect(types == [.other])
        #expect(types.map(\.label) == ["Other"])
        #expect(InteractionType(rawValue: word) == nil)
        #expect(!InteractionType.allCases.contains(.other))
    }

    @Test func everyTypeReadsAsItWasWritten() throws {
        let json = try JSONCoding.encode(InteractionType.allCases)
        let again = try JSONCoding.decodeResponse([InteractionType].self, from: json)
        #expect(again == InteractionType.allCases)
        #expect(throws: ServiceError.self) {
            try JSONCoding.decodeResponse([InteractionType].self, from: Array("[1]".utf8))
        }
    }

    // IL-18 and IA-15
    @Test func directionsHaveTheirWordsAndLabels() {
        #expect(Direction.allCases.map(\.rawValue) == ["outbound", "inbound"])
        #expect(Direction.allCases.map(\.label) == ["Outbound", "Inbound"])
        #expect(Direction.allCases.map(\.explanation) == ["We initiated", "They initiated"])
    }

    // IA-21
    @Test func sentimentsHaveTheirWordsAndLabels() {
        #expect(
            Sentiment.allCases.map(\.rawValue)
                == ["very_positive", "positive", "neutral", "negative"])
        #expect(
            Sentiment.allCases.map(\.label)
                == ["Very Positive", "Positive", "Neutral", "Negative"])
        #expect(Sentiment.allCases.map(\.isPositive) == [true, true, false, false])
    }

    // U-04 and IA-45: long labels in forms, short ones in lists.
    @Test func coachRolesHaveTwoLabels() {
        #expect(CoachRole.allCases.map(\.rawValue) == ["head", "assistant", "recruiting"])
        #expect(
            CoachRole.allCases.map(\.label)
                == ["Head Coach", "Assistant Coach", "Recruiting Coordinator"])
        #expect(CoachRole.allCases.map(\.shortLabel) == ["Head Coach", "Assistant", "Recruiting"])
    }

    //
    @Test func rolesAndDivisionsHaveTheirWords() {
        #expect(Role.allCases.map(\.rawValue) == ["player", "parent"])
        #expect(Division.allCases.map(\.rawValue) == ["D1", "D2", "D3", "NAIA", "JUCO"])
        #expect(
            ServiceName.allCases.map(\.rawValue)
                == [
                    "identity", "coaches", "interactions", "events", "notifications", "analytics",
                    "hooks",
                ])
        #expect(
            NotificationType.allCases.map(\.rawValue)
                == [
                    "inbound_interaction", "follow_up_reminder", "new_device", "hook_off",
                    "account",
                    "members",
                    "weekly_digest",
                ])
        #expect(NotificationPriority.allCases.map(\.rawValue) == ["low", "normal", "high"])
        #expect(
            RelatedEntityType.allCases.map(\.rawValue)
                == ["interaction", "follow_up", "session", "hook", "account", "family", "digest"])
    }

    @Test(arguments: [
        ("\u{A0} a b\n", "a b"), ("", ""), (" \t\r\n", ""), ("\u{3000}x", "x"), ("x", "x"),
        ("\u{301}", "\u{301}"),
    ])
    func trimmingTakesWhiteSpaceAtTheEndsOnly(text: String, trimmed: String) {
        #expect(text.trimmed == trimmed)
    }
}
