public import Contracts
import HTML

extension FilterForm {
    /// Writes the saved filters as links, with the ways to save those that are set and to see all.
    /// Filters that the list no longer takes are left out; the page of all says why.
    func writeViews(_ context: PageContext, to html: inout HTMLWriter) {
        guard let list = Filter.viewedList, context.serves(Place.views) else { return }
        let views = context.views.filter { $0.list == list && $0.problem == nil }
        let saved = request.saved
        guard !views.isEmpty || !saved.isEmpty else { return }
        html(.nav, .class("acts views"), .ariaLabel("Saved filters")) { html in
            for view in views {
                html(
                    .a, .class("btn quiet"), .href(Place.view(view)),
                    .ariaCurrent(view.filters == saved ? .yes : nil)
                ) { $0(.bdi, text: view.name) }
            }
            if !saved.isEmpty, !views.contains(where: { $0.filters == saved }) {
                html.linkButton(
                    SavedViewText.save, to: Place.saveView(of: list, query()), .quiet, icon: .plus)
            }
            html.linkButton(SavedViewText.all, to: Place.views, .quiet)
        }
    }
}

/// The texts of saved filters.
enum SavedViewText {
    static let title = "Saved filters"
    static let save = "Save this filter"
    static let all = "All saved filters"
}

extension ViewedList {
    /// The path of the list's page.
    public var path: String {
        switch self {
        case .interactions: "interactions"
        case .coaches: "coaches"
        case .schools: "schools"
        case .events: "events"
        case .posts: "social"
        }
    }

    /// The part of the site that the list belongs to.
    var section: Section {
        switch self {
        case .interactions: .interactions
        case .coaches: .coaches
        case .schools: .schools
        case .events: .events
        case .posts: .social
        }
    }
}
