public import Contracts
import HTML

/// An answer with the rows of a list and the filters that narrow it.
public protocol FilteredRows: Sendable {
    associatedtype Filter: ListFilter
    var activeFilters: [ActiveFilter] { get }
    static var controls: FilterControls<Filter> { get }
    /// The controls with what only this answer knows.
    var controls: FilterControls<Filter> { get }
}

extension FilteredRows {
    public var controls: FilterControls<Filter> { Self.controls }
}

/// The filters of a list that has a page.
public protocol PageFilter: RowFilter {
    /// The controls of the page.
    static var controls: FilterControls<Self> { get }
}

extension ListReply: FilteredRows where Filter: PageFilter {
    public static var controls: FilterControls<Filter> { Filter.controls }
}

/// The page of a list, with the filters of its address.
public struct ListPage<Rows: FilteredRows>: Sendable {
    let result: Result<Rows, ServiceError>
    let context: PageContext
    let filters: FilterForm<Rows.Filter>

    public init(
        _ result: Result<Rows, ServiceError>, _ request: ListRequest<Rows.Filter>,
        _ context: PageContext
    ) {
        self.result = result
        self.context = context
        filters = FilterForm(request, (try? result.get())?.controls ?? Rows.controls)
    }

    /// Writes the page.
    func write(
        _ title: String, in section: Section, of list: LiveList, to html: inout HTMLWriter,
        actions: ((inout HTMLWriter) -> Void)?, rows: (Rows, inout HTMLWriter) -> Void
    ) {
        html.page(result.windowTitle(title), in: section, of: list, context) { html in
            html.pageHead(title, actions: actions)
            html.list(result, filters, context, rows: rows)
        }
    }
}

extension Result where Success: FilteredRows {
    /// The title of the window: that of the page, and the filters that are set.
    func windowTitle(_ title: String) -> String {
        guard case .success(let answer) = self, !answer.activeFilters.isEmpty else { return title }
        return "\(title): " + answer.activeFilters.map(\.label).joined(separator: ", ")
    }
}

extension HTMLWriter {
    /// Writes the filters of a list and its rows. If these could not be loaded, the failure
    /// stands first (CO-37, EV-41, IL-43), and `above` gets nil. Filters that the list does not
    /// take are named and left out.
    mutating func list<Rows: FilteredRows>(
        _ result: Result<Rows, ServiceError>, _ filters: FilterForm<Rows.Filter>,
        _ context: PageContext,
        above: (Rows?, inout HTMLWriter) -> Void = { _, _ in },
        rows: (Rows, inout HTMLWriter) -> Void
    ) {
        switch result {
        case .success(let answer):
            above(answer, &self)
            filters.write(in: context.zone, to: &self)
            filters.writeChips(answer.activeFilters, zone: context.zone, to: &self)
            filters.writeViews(context, to: &self)
            rows(answer, &self)
        case .failure(let error):
            let refused = filters.refused(by: error)
            let kept = filters.without(refused)
            let address = Place.list(kept.path, query: kept.query())
            if refused.isEmpty {
                loadFailure(error, "The list", retry: address)
            } else {
                refusal(of: refused, without: address)
            }
            above(nil, &self)
            kept.write(in: context.zone, to: &self)
        }
    }

    /// Writes how many rows a list has, which is also heard.
    mutating func rowCount(_ text: String) { self(.p, .class("soft"), .role(.status), text: text) }

    /// Writes the way to the newest and to older rows, of which nil is not offered.
    mutating func cursorPages(newest: WebAddress?, older: WebAddress?) {
        guard newest != nil || older != nil else { return }
        self(.nav, .class("acts"), .ariaLabel("Pages")) { html in
            if let newest { html.linkButton("Newest", to: newest) }
            if let older { html.linkButton("Older", to: older) }
        }
    }

    /// Writes the links to the files that have a list's rows.
    mutating func exportLinks(
        of list: String, query: [WebAddress.QueryItem], _ context: PageContext
    ) {
        let files = [("Export CSV", "export"), ("Export .xlsx", "export.xlsx")]
        self(.div, .class("acts")) { html in
            for (text, name) in files {
                let address = WebAddress(list, name, query: query)
                guard context.serves(address) else { continue }
                html.linkButton(text, to: address, icon: .download, download: true)
            }
        }
    }

    /// Writes that no row matches the filters, with a link to the list without them.
    mutating func noMatches(
        _ texts: (title: String, line: String, action: String), unfiltered: WebAddress
    ) {
        emptyState(EmptyText(title: texts.title, line: texts.line, isSearch: true)) {
            $0.linkButton(texts.action, to: unfiltered)
        }
    }
}
