import CommandKit
import Contracts
import ServiceKit

extension ListFilter {
    /// The flags of a list's command: those of its filters, and those that save them.
    static var listFlags: [Flag] {
        flags + [
            .value("save", .text("NAME"), "Save these filters under a name"),
            .toggle("shared", "With --save: for all members of the family"),
        ]
    }

    /// The `--view` flag; none if the list has no saved filters.
    static var viewFlags: [Flag] {
        guard viewedList != nil else { return [] }
        return [
            .value(
                "view", .text("NAME", completes: "view"),
                "Use saved filters; the flags beside it replace theirs")
        ]
    }
}

extension CommandRun {
    /// The saved filters that the user may use for a list, or for all lists.
    func savedViews(_ list: ViewedList? = nil) throws -> [SavedView] {
        try response(of: ListViews.self, .init(list: list)).views
    }

    /// The request of the saved filters that `--view` names; nil without the flag.
    func viewed<Filter: ListFilter>(by filter: Filter.Type) throws -> ListRequest<Filter>? {
        guard let list = Filter.viewedList, let typed = invocation.some("view") else { return nil }
        let view = try savedView(typed, among: try savedViews(list))
        do {
            return try view.request(of: filter)
        } catch {
            throw CommandFailure(
                error.code, error.message,
                remedy: "Save it again with --save, or: "
                    + line("views", "remove", RecordNames.short(view.id.text)))
        }
    }

    /// The saved filters with this name or id; the user's own come before those of others.
    func savedView(_ typed: String, among views: [SavedView]) throws -> SavedView {
        let user = try signedIn().userID
        let name = SavedView.folded(typed)
        let own = views.filter { $0.ownerID == user && SavedView.folded($0.name) == name }
        if own.count == 1 { return own[0] }
        let choices = views.map { view in
            let owner = view.ownerID == user ? "yours" : view.ownerName ?? "shared"
            return NamedRecord(
                id: view.id.text, name: view.name, detail: "\(view.list.rawValue), \(owner)")
        }
        let id: SavedViewID = try RecordNames.id(
            of: typed, among: choices, noun: "saved filter", plural: "saved filters", field: nil,
            listCommand: line("views", "list"))
        guard let view = views.first(where: { $0.id == id }) else {
            throw CommandFailure(
                .notFound, "Saved filter not found", remedy: "Try: " + line("views", "list"))
        }
        return view
    }

    /// Saves the filters of a list if `--save` asks for it.
    func saveView<Filter: ListFilter>(_ request: ListRequest<Filter>) throws {
        guard let list = Filter.viewedList, let name = invocation.text("save") else {
            guard !invocation.isOn("shared") else {
                throw CommandFailure.usage("--shared needs --save")
            }
            return
        }
        guard invocation.isOn("watch") == false else {
            throw CommandFailure.usage("--save and --watch cannot be combined")
        }
        let answer = try change(
            SaveView.self,
            .init(
                list: list, name: name, filters: request.saved,
                isShared: invocation.isOn("shared")))
        guard !isDryRun else { return }
        let saved = try decoded(SaveView.Response.self, answer)
        note(
            "\(saved.replaced ? "Replaced" : "Saved") the filter: "
                + line(list.rawValue, "list", "--view", saved.view.name))
    }
}
