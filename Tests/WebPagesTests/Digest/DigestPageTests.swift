import Contracts
import Testing

@testable import WebPages

@Suite("The page of a digest")
struct DigestPageTests {
    private func text(_ write: SamplePages.Writing) -> String { Samples.text(write) }

    // N-76
    @Test func itHasThePartsAndTheWays() {
        let page = text(DigestSamples.page(Samples.interactions(60)))
        for title in ["Contacts", "Who reached out", "Overdue", "Next events", "Posts"] {
            #expect(page.contains("<h2>\(title)</h2>"), "\(title)")
        }
        #expect(page.contains("Week 46, Nov 9 - 15, 2026"))
        #expect(page.contains(#"href="/digest?week=2026-W45""#))
        #expect(page.contains(#"href="/digest?week=2026-W47""#))
        #expect(page.contains("compass digest --week 2026-W46"))
        #expect(page.contains(#"href="/coaches/"#))
    }

    // N-76: links neither lead into the future nor back without an end.
    @Test(arguments: [
        ("2026-W47", true, false), ("2026-W46", true, true), ("2026-W36", true, true),
        ("2026-W35", false, true), ("2020-W01", false, true),
    ])
    func theWeeksHaveEnds(week: String, hasEarlier: Bool, hasLater: Bool) {
        let page = text(DigestSamples.page([], week: week))
        #expect(page.contains("Earlier week") == hasEarlier)
        #expect(page.contains("Later week") == hasLater)
    }

    // N-79
    @Test func anAbsentServiceIsNamed() {
        let page = text(DigestSamples.page(nil, away: true))
        #expect(page.contains("interactions and events do not answer"))
        #expect(page.contains(DigestText.away) && page.contains("Retry"))
    }

    // N-76: the start page leads to it.
    @Test func theStartPageLeadsToIt() {
        let page = text(TodaySamples.page(Samples.interactions(3)))
        #expect(page.contains(#"href="/digest""#))
    }
}
