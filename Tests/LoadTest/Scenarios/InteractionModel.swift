import Contracts

/// The expected lists of a family, computed from the contacts that were logged.
struct InteractionModel: Sendable {
    /// A contact that was logged. No two have the same time.
    struct Row: Sendable {
        var id: InteractionID
        var form: InteractionForm
    }

    /// A list that the test requests.
    struct Query: Sendable, Hashable {
        var type: InteractionType?
        var direction: Direction?
        /// The most rows.
        var limit: Int
    }

    /// Newest first.
    private(set) var rows: [Row]

    init(_ rows: [Row]) {
        self.rows = rows.sorted { $0.form.occurredAt > $1.form.occurredAt }
    }

    /// The expected answer of a list.
    func expected(_ query: Query) -> (rows: [Row], total: Int, outbound: Int) {
        let left = rows.filter {
            (query.type == nil || $0.form.type == query.type)
                && (query.direction == nil || $0.form.direction == query.direction)
        }
        return (
            Array(left.prefix(query.limit)), left.count,
            left.count { $0.form.direction == .outbound }
        )
    }

    /// Returns what is wrong with the answer to this list, or nil.
    func problem(_ query: Query, _ answer: ListInteractions.Response) -> String? {
        let expected = expected(query)
        let figures = answer.analytics
        if figures.total != expected.total || figures.outbound != expected.outbound
            || figures.inbound != expected.total - expected.outbound
        {
            return "interactions.list: figures are \(figures), "
                + "not \(expected.total) in all and \(expected.outbound) outbound"
        }
        guard answer.interactions.count == expected.rows.count else {
            return "interactions.list: \(answer.interactions.count) rows, "
                + "not \(expected.rows.count)"
        }
        for (place, row) in answer.interactions.enumerated() {
            let wanted = expected.rows[place]
            guard row.id == wanted.id, wanted.form.matches(row) else {
                return "interactions.list: row \(place + 1) is \(row.id), not \(wanted.id)"
            }
        }
        return nil
    }
}
