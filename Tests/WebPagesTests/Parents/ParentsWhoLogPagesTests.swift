import Contracts
import HTML
import Support
import Testing

@testable import WebPages

/// The pages of parents whose family lets them log (N-129).
@Suite struct ParentsWhoLogPagesTests {
    private func actions(
        _ maySee: Bool, _ page: (PageContext) -> (inout HTMLWriter) -> Void
    ) throws -> Set<String> {
        var context = Samples.context(.parent)
        context.mayLogForPlayers = maySee
        let shown = try Samples.document(page(context))
        let links = shown.all("a").compactMap { $0["href"] }
        return Set(links + shown.all("form", "method", "post").compactMap { $0["action"] })
    }

    /// What a page offers only to parents who log.
    private func offered(
        _ page: (PageContext) -> (inout HTMLWriter) -> Void
    ) throws -> Set<String> {
        let (more, fewer) = (try actions(true, page), try actions(false, page))
        #expect(fewer.isSubset(of: more))
        #expect(!more.contains { $0.hasSuffix("/delete") })
        return more.subtracting(fewer)
    }

    // N-129: they add, and delete nothing.
    @Test func listsOfferToAdd() throws {
        #expect(
            try offered { SchoolsPage(.success(.init([], total: 0)), .init(), $0).write }
                == ["/schools/new", "/interactions/new"])
        #expect(
            try offered { CoachesPage(.success(Samples.coachList([])), .init(), $0).write }
                == ["/coaches/new", "/interactions/new"])
        #expect(
            try offered { InteractionsPage(.success(Samples.list([])), .init(), $0).write }
                == ["/interactions/new"])
    }

    // N-168
    @Test func theStartPageAndTheBarOfferToLog() throws {
        let parts = TodayPage.Parts(
            interactions: .failure(SocialSamples.away), queue: .failure(SocialSamples.away),
            events: .failure(SocialSamples.away), notices: .failure(SocialSamples.away),
            profiles: .failure(SocialSamples.away))
        #expect(try offered { TodayPage(parts, $0).write } == ["/interactions/new"])
        for mayLog in [true, false] {
            var context = Samples.context(.parent)
            context.mayLogForPlayers = mayLog
            let shown = try Samples.document(TodayPage(parts, context).write)
            #expect(shown.buttons.contains(LogInteractionText.submit) == mayLog)
            #expect(shown.all(class: "log").isEmpty != mayLog)
        }
    }

    // N-135: they log at an event that somebody attended, for one of several players.
    @Test func theEventOffersTheQuickLog() throws {
        let answer = EventSamples.fullAnswer
        var forms = EventForms()
        #expect(
            try offered { EventPage(answer, forms, $0).write }
                .contains("/events/\(answer.event.id.text)/log"))
        func selects() throws -> [String] {
            var context = Samples.context(.parent)
            context.mayLogForPlayers = true
            return try Samples.document(EventPage(answer, forms, context).write)
                .all("select").compactMap { $0["name"] }
        }
        #expect(try !selects().contains("player_id"))
        let player = Member(
            userID: Samples.player, fullName: "Sam Lee", role: .player, joinedAt: Samples.now)
        forms.players = [player]
        #expect(try !selects().contains("player_id"))
        forms.players = [player, player]
        #expect(try selects().contains("player_id"))
    }

    // N-129: they edit, and delete nothing.
    @Test func recordsOfferToEdit() throws {
        let school = SamplePages.fullSchool
        let found = try offered {
            SchoolPage(.init(school: school, coaches: []), TimelineSamples.school([]), $0).write
        }
        #expect(
            found == [
                "/schools/\(school.id.text)/edit", "/interactions/new?school=\(school.id.text)",
                "/interactions/new",
            ])
    }
}
