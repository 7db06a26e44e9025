public import HTML

/// The page that says that no row was marked, where marked rows were to be deleted or exported.
public struct NothingMarkedPage: Sendable {
    private let context: PageContext

    public init(_ context: PageContext) { self.context = context }

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        let title = "Nothing is marked"
        html.page(title, in: .interactions, context) { html in
            html.pageHead(
                title,
                back: BackLink(
                    text: "Back to \(Section.interactions.label)", address: Place.interactions))
            html.emptyState(
                EmptyText(
                    title: "Mark interactions first",
                    line: "Each row of the list has a box for it."))
        }
    }
}
