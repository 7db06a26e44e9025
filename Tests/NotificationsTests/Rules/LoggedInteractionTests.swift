import Foundation
import Testing

@testable import Contracts
@testable import Notifications

@Suite("The text of an alert (X-20; DOMAIN, Alerts)")
struct LoggedInteractionTests {
    private func logged(
        _ type: InteractionType, coach: String? = nil, other: String? = nil,
        _ direction: Direction = .inbound
    ) -> LoggedInteraction {
        LoggedInteraction(
            id: InteractionID(high: 1, low: 1), familyUnitID: FamilyID(high: 1, low: 2),
            type: type, direction: direction, coachName: coach, otherCoachName: other,
            loggedBy: UserID(high: 1, low: 3))
    }

    @Test func theFeedIsReadWithoutTheDecoder() throws {
        let json = try JSONCoding.encode(try SchemaProbe.sample(of: Interaction.self))
        let read = try #require(LoggedInteraction(json: json))
        #expect(try JSONDecoder().decode(LoggedInteraction.self, from: Data(json)) == read)
    }

    @Test func theCoachIsNamed() {
        let alert = logged(.phoneCall, coach: "Carl Coach", other: "Nobody")
        #expect(alert.alertTitle == "New Contact from Carl Coach")
        #expect(
            alert.alertMessage
                == "Carl Coach reached out via Phone Call. View the interaction to see details.")
    }

    @Test func aCoachWhoIsNotListedIsNamed() {
        let alert = logged(.directMessage, other: "Odd Man")
        #expect(alert.alertTitle == "New Contact from Odd Man")
        #expect(
            alert.alertMessage
                == "Odd Man reached out via Direct Message. View the interaction to see details.")
    }

    @Test func withoutANameItIsACoach() {
        let alert = logged(.text)
        #expect(alert.alertTitle == "New Contact from A coach")
        #expect(
            alert.alertMessage
                == "A coach reached out via Text. View the interaction to see details.")
    }

    @Test(arguments: InteractionType.allCases)
    func everyTypeIsNamedByItsLabel(type: InteractionType) {
        #expect(logged(type).alertMessage.contains(" via \(type.label). "))
    }

    @Test func onlyInboundContactsAlert() {
        #expect(logged(.email).alerts)
        #expect(!logged(.email, .outbound).alerts)
    }

    @Test func aRecordOfTheFeedIsUnderstoodWhateverElseItHas() throws {
        let json = """
            {"id":"00000000-0000-0001-0000-000000000001","new_key":[1],"type":"dm",
            "family_unit_id":"00000000-0000-0001-0000-000000000002","direction":"inbound",
            "logged_by":"00000000-0000-0001-0000-000000000003","coach_name":null}
            """
        let read = try JSONCoding.decodeResponse(LoggedInteraction.self, from: Array(json.utf8))
        #expect(read == logged(.directMessage))
    }
}
