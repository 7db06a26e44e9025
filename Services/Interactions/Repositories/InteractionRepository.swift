import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Reads the interactions that a member may see: players their own, parents the family's (R-04,
///
struct InteractionRepository {
    /// The `newest_first` of rows without any date, which are last.
    static let undated = Int64.max

    let scope: FamilyScope
    let transaction: ReadTransaction
    let names: FamilyNames

    init(_ scope: FamilyScope, _ transaction: ReadTransaction) {
        self.scope = scope
        self.transaction = transaction
        names = FamilyNames(scope, transaction)
    }

    /// The only logger whose rows the member may see, or `nil` if there is no such restriction.
    private var onlyVisibleLogger: UserID? { scope.role == .player ? scope.userID : nil }

    private var reader: InteractionRow { InteractionRow(family: scope.familyID, names: names) }

    /// Returns one record visible to the member, or `nil`.
    func find(_ id: InteractionID) throws -> StoredInteraction? {
        var found: StoredInteraction?
        try transaction.query(
            InteractionStatements.byID,
            bind: { binder in
                try binder.bind(scope.familyID)
                try binder.bind(id)
                try binder.bind(onlyVisibleLogger)
            },
            row: { found = try reader.stored($0) })
        return found
    }

    /// Returns the visible records whose id ends in these upper-case hexadecimal digits, newest
    /// first.
    func matches(ending digits: String, limit: Int) throws -> [InteractionMatch] {
        var matches: [InteractionMatch] = []
        try transaction.query(
            InteractionStatements.byEnding,
            bind: { binder in
                try binder.bind(scope.familyID)
                try binder.bind(Int64(digits.utf8.count))
                try binder.bind(digits)
                try binder.bind(onlyVisibleLogger)
                try binder.bind(Int64(limit))
            },
            row: { row in
                matches.append(
                    InteractionMatch(
                        id: try row.identifier(0), subject: try row.textOrNil(1),
                        type: try row.word(2), displayDate: try row.instantOrNil(3)))
            })
        return matches.sorted { left, right in
            let (leftDate, rightDate) = (
                left.displayDate ?? .earliest, right.displayDate ?? .earliest
            )
            return leftDate == rightDate ? left.id < right.id : leftDate > rightDate
        }
    }

    /// Calls `body` for each row of a selection, newest first, at most `limit` times.
    func forEach(
        _ selection: InteractionSelection, limit: Int?, _ body: (borrowing Row) throws -> Void
    ) throws {
        guard !selection.isEmpty else { return }
        try transaction.query(
            InteractionStatements.rows(shape(of: selection)),
            bind: { binder in
                try bind(selection, fifth: Int64(limit ?? -1), to: &binder)
            },
            row: body)
    }

    /// The four totals of all rows in a selection, regardless of its limit (IL-08 to IL-12).
    func figures(
        _ selection: InteractionSelection, weekStart: Instant
    ) throws -> InteractionFigures {
        var figures = InteractionFigures(total: 0, outbound: 0, inbound: 0, thisWeek: 0)
        if selection.isEmpty { return figures }
        if selection.isCounted { return try counted(selection, weekStart: weekStart) }
        try transaction.query(
            InteractionStatements.figures(shape(of: selection)),
            bind: { try bind(selection, fifth: -weekStart.milliseconds, to: &$0) },
            row: { row in
                figures = InteractionFigures(
                    total: Int(try row.int64(0)), outbound: Int(try row.int64(1)),
                    inbound: Int(try row.int64(2)), thisWeek: Int(try row.int64(3)))
            })
        return figures
    }

    /// The totals from the counters; only the week is counted, from an index.
    private func counted(
        _ selection: InteractionSelection, weekStart: Instant
    ) throws -> InteractionFigures {
        var figures = InteractionFigures(total: 0, outbound: 0, inbound: 0, thisWeek: 0)
        let logger = onlyVisibleLogger ?? selection.loggedBy
        try transaction.query(
            logger == nil
                ? InteractionStatements.countersOfFamily : InteractionStatements.countersOfLogger,
            bind: { binder in
                try binder.bind(scope.familyID)
                if let logger { try binder.bind(logger) }
            },
            row: { row in
                let count = Int(try row.int64(1))
                figures.total += count
                if try row.text(0) == Direction.outbound.rawValue {
                    figures.outbound += count
                } else {
                    figures.inbound += count
                }
            })
        try transaction.query(
            logger == nil
                ? InteractionStatements.weekOfFamily : InteractionStatements.weekOfLogger,
            bind: { binder in
                try binder.bind(scope.familyID)
                try binder.bind(-weekStart.milliseconds)
                if let logger { try binder.bind(logger) }
            },
            row: { figures.thisWeek = Int(try $0.int64(0)) })
        return figures
    }

    private func shape(of selection: InteractionSelection) -> InteractionStatements.Shape {
        var shape: InteractionStatements.Shape = []
        if (onlyVisibleLogger ?? selection.loggedBy) != nil { shape.insert(.byLogger) }
        if selection.isNarrowed { shape.insert(.isNarrowed) }
        if selection.cursor != nil { shape.insert(.isContinued) }
        return shape
    }

    /// Binds the parameters of `InteractionStatements.conditions`. A player's own id overrides the
    /// filter.
    private func bind(
        _ selection: InteractionSelection, fifth: Int64, to binder: inout Binder
    ) throws {
        let range = selection.orderRange
        try binder.bind(scope.familyID)
        try binder.bind(onlyVisibleLogger ?? selection.loggedBy)
        try binder.bind(range.lowerBound)
        try binder.bind(range.upperBound)
        try binder.bind(fifth)
        guard selection.isNarrowed || selection.cursor != nil else { return }
        try binder.bind(selection.cursor?.newestFirst)
        try binder.bind(selection.cursor?.id)
        guard selection.isNarrowed else { return }
        try InteractionSelection.conditions.bind(selection.filters, to: &binder)
    }
}
