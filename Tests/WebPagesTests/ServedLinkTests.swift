import Contracts
import HTML
import Support
import Testing

@testable import WebPages

/// Pages leave out links to pages that are not served.
@Suite
struct ServedLinkTests {
    private static let served: Set<String> = ["/interactions", "/coaches", "/more", "/trash"]

    private func context(_ role: Role) -> PageContext {
        var context = Samples.context(role)
        context.serves = { Self.served.contains($0.text) }
        return context
    }

    private func links(_ write: (inout HTMLWriter) -> Void) throws -> Set<String> {
        Set(
            try Samples.document(write).all("a").compactMap { $0["href"] }
                .filter { !$0.hasPrefix("#") })
    }

    @Test(arguments: [Role.player, .parent])
    func theNavigationHasWhatIsServed(role: Role) throws {
        let page = MorePage(email: "a@b.example", context(role))
        // The mark, the bell and "More" are on every page.
        let everywhere: Set<String> = [
            "/", "/notifications", "/more", "/interactions", "/coaches",
        ]
        let found = try links(page.write)
        let forPlayers: Set<String> = ["/interactions/new", "/trash"]
        #expect(found == (role == .player ? everywhere.union(forPlayers) : everywhere))
    }

    @Test
    func actionsWithoutAPageAreLeftOut() throws {
        let pages: [(inout HTMLWriter) -> Void] = [
            CoachesPage(.success(Samples.coachList([])), .init(), context(.player)).write,
            SchoolsPage(.success(.init([], total: 0)), .init(), context(.player)).write,
            InteractionsPage(.success(Samples.list([])), .init(), context(.player)).write,
            LogInteractionPage(
                LogInteractionEntry(at: Samples.now, in: Samples.zone), [], [],
                context(.player)
            ).write,
        ]
        for page in pages {
            let found = try links(page)
            #expect(!found.contains { $0.hasSuffix("/export") })
            #expect(found.filter { $0.hasSuffix("/new") }.isSubset(of: ["/interactions/new"]))
            #expect(!found.contains("/settings") && !found.contains("/events"))
        }
    }

    @Test
    func theSignInLeavesOutWhatIsNotServed() throws {
        #expect(try links(SignInPage(serves: { _ in false }).write).isEmpty)
    }
}
