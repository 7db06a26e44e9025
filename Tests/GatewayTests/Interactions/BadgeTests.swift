import CommandKit
import Contracts
import Testing

@testable import Gateway

/// Colours of an interaction's badges; the word always stands beside them.
@Suite struct BadgeTests {
    // IL-31: emerald is the terminal's green.
    @Test func directionsOfTheListAreBlueAndGreen() {
        #expect(Direction.outbound.listStyle == .blue)
        #expect(Direction.inbound.listStyle == .green)
    }

    // IL-32, U-03: positive is blue, not lime.
    @Test func sentimentsHaveFourColours() {
        #expect(Sentiment.veryPositive.style == .green)
        #expect(Sentiment.positive.style == .blue)
        #expect(Sentiment.neutral.style == .faint)
        #expect(Sentiment.negative.style == .red)
    }

    // U-10: newest first is the only order, so there is nothing to choose.
    @Test func aListHasNoOrderToChoose() throws {
        let list = try #require(
            CompassTable.commands.first { $0.declaration.name == "interactions list" })
        #expect(!list.declaration.flags.contains { $0.name == "sort" })
        #expect(!ListInteractions.Request.fieldNames.contains("sort"))
    }
}
