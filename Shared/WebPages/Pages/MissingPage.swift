public import HTML

/// The page of a record that is not there, or that the reader may not see. Both look the same.
public struct MissingPage: Sendable {
    private let title: String
    private let noun: String
    private let back: BackLink
    private let section: Section
    private let context: PageContext

    /// `noun` names the record: "Interaction".
    public init(
        _ noun: String, _ section: Section, backTo list: String, _ address: WebAddress,
        _ context: PageContext
    ) {
        self.noun = noun.lowercased()
        title = "\(noun) not found"
        // EV-39
        let way = list == "Events" ? "Return" : "Back"
        back = BackLink(text: "\(way) to \(list)", address: address)
        self.section = section
        self.context = context
    }

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.page(title, in: section, context) { html in
            html.pageHead(title)
            html.emptyState(
                EmptyText(
                    title: "This \(noun) may have been deleted",
                    line: "Deleted records stay in the trash for 30 days.", isSearch: true)
            ) { $0.linkButton(back.text, to: back.address, .main) }
        }
    }
}
