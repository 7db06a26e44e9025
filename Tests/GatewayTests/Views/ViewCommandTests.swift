import CommandKit
import Contracts
import ServiceKit
import Testing

@testable import Gateway

/// `--save`, `--view` and the `views` commands.
@Suite struct ViewCommandTests {
    private static let sibling = Fixture.siblingID

    private static func view(
        _ number: UInt64, _ name: String, _ filters: [(String, String)],
        _ list: ViewedList = .interactions, owner: UserID = Fixture.playerID, shared: Bool = false
    ) -> SavedView {
        SavedView(
            id: Fixture.id(number), list: list, name: name,
            filters: filters.map { SavedFilter(flag: $0.0, value: $0.1) }, isShared: shared,
            ownerID: owner, ownerName: owner == sibling ? "Alex Lee" : "Sam Lee")
    }

    private static let views = [
        view(0x11, "Camp mail", [("type", "email"), ("days", "30")]),
        view(0x12, "Old", [("colour", "red")]),
        view(0x13, "Camp mail", [("type", "camp")], owner: sibling, shared: true),
        view(0x14, "Theirs", [("direction", "inbound")], owner: sibling, shared: true),
    ]

    private func harness() throws -> CompassHarness {
        let harness = try CompassHarness { call in
            switch call.operation {
            case "views.list":
                Fixture.answer(ListViews.Response(views: Self.views))
            case "views.save":
                Fixture.answer(SaveView.Response(view: Self.views[0], replaced: false))
            case "views.remove":
                Fixture.answer(RemoveView.Response(removed: Self.views[0]))
            default: Fixture.script(call)
            }
        }
        try harness.signIn()
        return harness
    }

    // N-27: case does not count, and one's own comes before a shared one of the same name.
    @Test func aViewIsUsedByItsName() throws {
        let harness = try harness()
        let ran = harness.run(words: ["interactions", "list", "--view", "CAMP MAIL"])
        #expect(ran.code == .success, "\(ran.err)")
        let sent = try harness.sent(ListInteractions.self)
        #expect(sent[.type] == "email" && sent[.days] == "30")
        #expect(sent.timeZone.value == "UTC", "the days are those of the reader")
        #expect(harness.run(words: ["interactions", "list", "--view", "theirs"]).code == .success)
        #expect(try harness.sent(ListInteractions.self)[.direction] == "inbound")
    }

    // N-28: flags beside it replace its filters, and an empty one takes its filter away.
    @Test func flagsReplaceTheViews() throws {
        let harness = try harness()
        let ran = harness.run(words: [
            "interactions", "list", "--view", "Camp mail", "--type", "camp", "--days", "",
            "--search", "roster",
        ])
        #expect(ran.code == .success, "\(ran.err)")
        let sent = try harness.sent(ListInteractions.self)
        #expect(sent[.type] == "camp" && sent[.days] == nil && sent[.search] == "roster")
        #expect(sent.timeZone.value == nil)
    }

    // N-28
    @Test func namesThatDoNotFitAreExplained() throws {
        let harness = try harness()
        let typo = harness.run(words: ["interactions", "list", "--view", "Thiers"])
        #expect(typo.code == .usage)
        #expect(typo.err.contains("No saved filter of yours is called \"Thiers\""))
        #expect(typo.err.contains("Did you mean \"Theirs\"?"))
        let gone = harness.run(words: ["interactions", "list", "--view", "Old"])
        #expect(gone.code == .invalid)
        #expect(
            gone.err.contains(
                "The saved filter \"Old\" can no longer be used: There is no filter --colour"))
        #expect(gone.err.contains("compass views remove"))
        #expect(!harness.transport.seen.contains { $0.operation == "interactions.list" })
    }

    // N-27: what is saved is what the list was asked for.
    @Test func aListSavesItsFilters() throws {
        let harness = try harness()
        let ran = harness.run(words: [
            "interactions", "list", "--type", "email", "--school", "Duke", "--save", "Camp mail",
            "--shared",
        ])
        #expect(ran.code == .success, "\(ran.err)")
        #expect(
            ran.err.contains(
                "Saved the filter: compass interactions list --view 'Camp mail'"))
        let sent = try harness.sent(SaveView.self)
        #expect(sent.name.value == "Camp mail" && sent.isShared.value == true)
        #expect(sent.filters.value == (try harness.sent(ListInteractions.self).saved))
        #expect(sent.filters.value?.map(\.flag) == ["type", "school"])
        // Nothing is saved by a dry run.
        let dry = harness.run(words: [
            "interactions", "list", "--type", "email", "--save", "x", "--dry-run",
        ])
        #expect(dry.code == .success && !dry.err.contains("Saved"))
        #expect(harness.transport.seen.last { $0.operation == "views.save" }?.isDryRun == true)
    }

    // N-27
    @Test func savingNeedsAName() throws {
        let harness = try harness()
        #expect(harness.run("interactions list --shared").code == .usage)
        #expect(harness.run("interactions list --watch --save x").code == .usage)
    }

    // N-27
    @Test func viewsAreListedAndRemoved() throws {
        let harness = try harness()
        let wide = TerminalTraits(isTerminal: true, columns: 120)
        let listed = harness.run("views list", traits: wide)
        #expect(listed.out.contains("--type email --days 30"))
        #expect(listed.out.contains("Alex Lee"))
        #expect(harness.run("views list -o name").out.split(separator: "\n").count == 4)
        let removed = harness.run(words: ["views", "remove", "camp", "mail"])
        #expect(removed.out == "Removed the saved filter\n", "\(removed.err)")
        let sent = try harness.sent(RemoveView.self)
        #expect(sent.id == Self.views[0].id)
        // Those of others cannot be removed.
        #expect(harness.run("views remove Theirs").code == .usage)
    }
}
