public import HTML

/// The page that says that no row was marked, where marked rows were to be deleted or exported.
public struct NothingMarkedPage: Sendable {
    private let context: PageContext

    public init(_ context: PageContext) { self.context = context }

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.subpage("Nothing is marked", in: .interactions, context) { html in
            html.emptyState(
                EmptyText(
                    title: "Mark interactions first",
                    line: "Each row of the list has a box for it."))
        }
    }
}
