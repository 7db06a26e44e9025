public import Contracts
public import HTML

/// The page "Interactions" (IL-01 to IL-49).
public typealias InteractionsPage = ListPage<ListInteractions.Response>

extension ListInteractions.Response: FilteredRows {
    public static let controls = FilterControls<InteractionFilter>(
        path: "interactions", placeholder: "Subject, content...",
        selects: [
            (.type, "Type", "All types"), (.direction, "Direction", "Both"),
            (.sentiment, "Sentiment", "Any"), (.days, "Time Period", "All time"),
        ])

    /// IL-22 to IL-24: for parents only.
    public var controls: FilterControls<InteractionFilter> {
        var controls = Self.controls
        if let options = loggedByOptions {
            controls.selects.append((.loggedBy, "Logged By", "Everyone"))
            controls.records[.loggedBy] = options.map { Choice(value: $0.id.text, label: $0.label) }
        }
        return controls
    }
}

extension InteractionsPage {
    /// The page without its frame. It depends on nothing but the answer, the request, and the
    /// reader, role, zone and right to log of the context.
    public var content: PageContent {
        PageContent(windowTitle, in: .interactions, of: .interactions, writeContent)
    }

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.page(
            windowTitle, in: .interactions, of: .interactions, context, content: writeContent)
    }

    private var windowTitle: String { result.windowTitle(title) }

    private func writeContent(to html: inout HTMLWriter) {
        html.pageHead(title, actions: writeActions)
        html.list(result, filters, context, above: writeFigures, rows: write)
    }

    /// IL-05.
    private var title: String {
        if case .success(let answer) = result { return answer.title }
        return context.isPlayer ? "My Interactions" : "Interactions"
    }

    /// IL-06, IL-46; parents do not export, and log only if the family lets them.
    private func writeActions(to html: inout HTMLWriter) {
        guard context.mayLog else { return }
        if context.isPlayer { html(.div, .class("wide-only")) { writeExport(to: &$0) } }
        html.linkButton("Log Interaction", to: Place.logInteraction, .main, icon: .plus)
    }

    private func writeExport(to html: inout HTMLWriter) {
        guard !filters.isRefused(by: result) else { return }
        html.exportLinks(of: "interactions", query: filters.query(), context)
    }

    /// IL-07 to IL-13.
    private func writeFigures(of answer: ListInteractions.Response?, to html: inout HTMLWriter) {
        if context.isPlayer, answer != nil { html.banner(.info, InteractionListText.privacyNotice) }
        html.interactionFigures(answer?.analytics)
    }

    // MARK: Rows

    private func write(_ answer: ListInteractions.Response, to html: inout HTMLWriter) {
        let total = answer.analytics.total
        html.rowCount(InteractionListText.count(total))
        guard total > 0 else {
            writeEmptyState(isFiltered: answer.hasActiveFilters, to: &html)
            return
        }
        html(.div, .class("list")) { html in
            writeColumnHead(to: &html)
            let rows = answer.interactions.span
            // Rows are large: a loop over them would copy each.
            let moments = context.zone.moments(rows.indices.map { rows[$0].displayTime })
            let row = InteractionRow(context: context)
            for month in RowMonth.months(of: moments) {
                month.writeHeading(to: &html)
                html(.ul, .class(context.isPlayer ? "rows ticks" : "rows")) { html in
                    for place in month.places {
                        row.write(rows[place], moments[place], to: &html)
                    }
                }
            }
        }
        if context.isPlayer { html.markActions(of: answer, filters, context) }
        if context.isPlayer { html(.div, .class("phone-only")) { writeExport(to: &$0) } }
        html.command(filters.command(["interactions", "list"]))
    }

    /// Names the columns for the eye; each row says what is in it.
    private func writeColumnHead(to html: inout HTMLWriter) {
        html(.div, .class("cols"), .ariaHidden(true)) { html in
            html(.span, text: "Type")
            html(.span, text: "Subject")
            html(.span, text: "School and coach")
            html(.span, text: context.isPlayer ? "Sentiment" : "Logged by")
            html(.span, text: "Date")
        }
    }

    /// IL-41, IL-42.
    private func writeEmptyState(isFiltered: Bool, to html: inout HTMLWriter) {
        if isFiltered {
            html.noMatches(
                InteractionListText.nothingMatches, unfiltered: Place.interactions)
        } else {
            let texts = InteractionListText.nothingYet
            html.emptyState(EmptyText(title: texts.title, line: texts.line)) { html in
                guard context.isPlayer else { return }
                html.linkButton(texts.action, to: Place.logInteraction, .main, icon: .plus)
            }
        }
    }
}

extension HTMLWriter {
    /// Writes the four figures (IL-08 to IL-13); dashes if they are unknown.
    fileprivate mutating func interactionFigures(_ figures: InteractionFigures?) {
        let icons: [Icon] = [.chats, .out, .in, .calendar]
        let known = figures ?? InteractionFigures(total: 0, outbound: 0, inbound: 0, thisWeek: 0)
        self(.dl, .class("figures")) { html in
            for (card, icon) in zip(known.cards, icons) {
                html(.div, .class(card.tone.className)) { html in
                    html(.dt, text: card.label)
                    html(.dd, text: figures == nil ? "–" : "\(card.value)")
                    html.icon(icon)
                }
            }
        }
    }
}
