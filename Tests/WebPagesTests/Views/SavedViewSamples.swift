import Contracts
import HTML

@testable import WebPages

/// The pages about saved filters and marked rows in their states, by name.
enum SavedViewSamples {
    static func view(
        _ number: UInt64, _ name: String, _ list: ViewedList = .interactions,
        _ filters: [(String, String)] = [("type", "email")], isOwn: Bool = true,
        isShared: Bool = false
    ) -> SavedView {
        SavedView(
            id: SavedViewID(high: 6, low: number), list: list, name: name,
            filters: filters.map { SavedFilter(flag: $0.0, value: $0.1) }, isShared: isShared,
            ownerID: isOwn ? Samples.player : Samples.parent,
            ownerName: isOwn ? "Maya Rivera" : "Elena Rivera")
    }

    static let views = [
        view(1, "Camp mail", .interactions, [("type", "email"), ("days", "30")], isShared: true),
        view(2, "Old", .interactions, [("colour", "red")]),
        view(
            3, "Of Elena", .interactions, [("direction", "inbound")], isOwn: false,
            isShared: true),
        view(4, "Head coaches", .coaches, [("role", "head")]),
        view(5, String(repeating: "long ", count: 12), .posts, [("search", "camp & more")]),
    ]

    static func context(_ views: [SavedView] = views, _ role: Role = .player) -> PageContext {
        var context = Samples.context(role)
        context.views = views
        return context
    }

    static let all: [(name: String, write: SamplePages.Writing)] = [
        ("views", { ViewsPage(views, Samples.context()).write(to: &$0) }),
        ("views-parent", { ViewsPage(views, Samples.context(.parent)).write(to: &$0) }),
        ("views-none", { ViewsPage([], Samples.context()).write(to: &$0) }),
        (
            "view-save",
            { SaveViewPage(.interactions, views[0].filters, Samples.context()).write(to: &$0) }
        ),
        (
            "view-save-refused",
            {
                SaveViewPage(
                    .interactions, views[0].filters, entry: .init(name: "", isShared: true),
                    error: ServiceError(
                        .validationFailed, "Name must be 1 to 60 characters",
                        errors: ["name": "Name must be 1 to 60 characters"]), Samples.context()
                ).write(to: &$0)
            }
        ),
        (
            "interactions-views",
            {
                InteractionsPage(
                    .success(Samples.list(Samples.interactions(5), .player, SamplePages.chips)),
                    SamplePages.request(SamplePages.chips), context()
                ).write(to: &$0)
            }
        ),
        (
            "delete-interactions",
            {
                ConfirmationPage(
                    deleting: Samples.interactions(3).map(\.id), Samples.context()
                ).write(to: &$0)
            }
        ),
        (
            "note",
            { NotePage([InteractionID(high: 1, low: 1)], Samples.context()).write(to: &$0) }
        ),
        (
            "note-refused",
            {
                NotePage(
                    [InteractionID(high: 1, low: 1), InteractionID(high: 1, low: 2)],
                    note: "<b>",
                    error: .invalid("note", NoteInteractions.Refusal.full(1, of: 2)),
                    Samples.context()
                ).write(to: &$0)
            }
        ),
        ("nothing-marked", { NothingMarkedPage(Samples.context()).write(to: &$0) }),
    ]
}
