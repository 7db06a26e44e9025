import Contracts

/// What a family of the test was given, and so what its lists must show.
struct InteractionModel: Sendable {
    /// A logged contact, as far as lists are compared.
    struct Row: Sendable, Equatable {
        var id: InteractionID
        var type: InteractionType
        var direction: Direction
        var subject: String
        /// Milliseconds since 1970; no two rows have the same.
        var occurredAt: Int64
    }

    /// A list that the test asks for.
    struct Query: Sendable, Hashable {
        var type: InteractionType?
        var direction: Direction?
        /// How many rows at most.
        var limit: Int
    }

    /// Newest first.
    private(set) var rows: [Row]

    init(_ rows: [Row]) {
        self.rows = rows.sorted { $0.occurredAt > $1.occurredAt }
    }

    /// What the answer of a list must tell.
    func expected(_ query: Query) -> (rows: [Row], total: Int, outbound: Int) {
        let left = rows.filter {
            (query.type == nil || $0.type == query.type)
                && (query.direction == nil || $0.direction == query.direction)
        }
        return (
            Array(left.prefix(query.limit)), left.count,
            left.count { $0.direction == .outbound }
        )
    }

    /// What is wrong with an answer to this list; nil if nothing is.
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
            guard row.id == wanted.id, row.subject == wanted.subject, row.type == wanted.type,
                row.direction == wanted.direction,
                row.occurredAt?.milliseconds == wanted.occurredAt
            else { return "interactions.list: row \(place + 1) is \(row.id), not \(wanted.id)" }
        }
        return nil
    }
}
