import Contracts
import Support
import Testing

@testable import WebPages

/// The page of what a change hook sent.
@Suite struct HookDeliveriesPageTests {
    // N-137
    @Test func deliveriesSayWhatBecameOfThem() throws {
        let page = try Document(
            Samples.bytes(
                HookDeliveriesPage(
                    SamplePages.hook(), SamplePages.hookDeliveries, Samples.context()
                ).write))
        let rows = page.all("li").map(\.text).filter { $0.contains(" · ") }
        #expect(rows.count == SamplePages.hookDeliveries.count)
        #expect(rows[0].contains("Interaction created") && rows[0].contains("Waiting"))
        #expect(rows[2].contains("Failed · 15 attempts failed") && rows[2].contains("500"))
        let id = RecordID(high: 2, low: 3).text
        let links = page.all("a").filter { $0["class"] == "whole" }.compactMap { $0["href"] }
        // No link to what was deleted, to a test, or to a record that has no page.
        #expect(links == ["/interactions/\(id)", "/coaches/\(id)"])
    }

    // N-156: the end of the id, as commands take it.
    @Test func aHookIsShownWithItsID() throws {
        let hook = SamplePages.hook()
        for (role, isThere) in [(Role.player, true), (.parent, false)] {
            let page = HooksPage([hook], .empty, Samples.context(role))
            let text = try Samples.document(page.write).text
            #expect(text.contains("ID \(hook.id.text.suffix(8))") == isThere)
        }
    }

    // N-137: the player is led there; a parent, who sees the host only, is not.
    @Test func onlyItsPlayerIsLedThere() throws {
        for (role, isThere) in [(Role.player, true), (.parent, false)] {
            let page = HooksPage([SamplePages.hook()], .empty, Samples.context(role))
            let links = try Samples.document(page.write).all("a").compactMap { $0["href"] }
            #expect(links.contains { $0.hasSuffix("/deliveries") } == isThere)
        }
    }
}
