import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Reads the interactions that a member may see: players their own, parents the family's (R-04,
///
struct InteractionRepository {
    /// The `newest_first` of rows without any date, which sort last.
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
        try transaction.first(
            InteractionStatements.byID, scope.familyID, id, onlyVisibleLogger, map: reader.stored)
    }

    /// Returns one record visible to the member, or throws `not_found`: also for those of others
    ///
    func require(_ id: InteractionID) throws -> StoredInteraction {
        guard let found = try find(id) else { throw ServiceError.notFound(.interaction) }
        return found
    }

    /// Returns the records with these ids. Throws `not_found` if some are not there or not visible;
    /// `refusal` is the text for that many of all.
    func require(
        _ ids: [InteractionID], _ refusal: (_ missing: Int, _ all: Int) -> String
    ) throws -> [StoredInteraction] {
        let found = try ids.compactMap(find)
        guard found.count == ids.count else {
            throw ServiceError(
                .notFound, refusal(ids.count - found.count, ids.count), subject: .interaction)
        }
        return found
    }

    /// Returns the visible records whose id ends in these upper-case hexadecimal digits, newest
    /// first.
    func matches(ending digits: String, limit: Int) throws -> [InteractionMatch] {
        let matches = try transaction.rows(
            InteractionStatements.byEnding, scope.familyID, digits.utf8.count, digits,
            onlyVisibleLogger, limit
        ) { row in
            InteractionMatch(
                id: try row.identifier(0), subject: try row.textOrNil(1), type: try row.word(2),
                displayDate: try row.instantOrNil(3),
                precision: try row.wordOrNil(4))
        }
        return matches.sorted { left, right in
            let (leftDate, rightDate) = (
                left.displayDate ?? .earliest, right.displayDate ?? .earliest
            )
            return leftDate == rightDate ? left.id < right.id : leftDate > rightDate
        }
    }

    /// Calls `body` for at most `limit` rows of a selection, newest first; for all by default.
    func forEach(
        _ selection: InteractionSelection, limit: Int?, _ body: (borrowing Row) throws -> Void
    ) throws {
        guard !selection.isEmpty else { return }
        try transaction.query(
            InteractionStatements.rows(shape(of: selection)),
            values: values(selection, fifth: limit ?? -1),
            row: body)
    }

    /// The four totals of all rows in a selection, regardless of its limit (IL-08 to IL-12).
    func figures(
        _ selection: InteractionSelection, weekStart: Instant
    ) throws -> InteractionFigures {
        let none = InteractionFigures(total: 0, outbound: 0, inbound: 0, thisWeek: 0)
        if selection.isEmpty { return none }
        if selection.isCounted { return try counted(selection, weekStart: weekStart) }
        return try transaction.first(
            InteractionStatements.figures(shape(of: selection)),
            values: values(selection, fifth: -weekStart.milliseconds)
        ) { row in
            InteractionFigures(
                total: Int(try row.int64(0)), outbound: Int(try row.int64(1)),
                inbound: Int(try row.int64(2)), thisWeek: Int(try row.int64(3)))
        } ?? none
    }

    /// The totals from the counters; only the week is counted, from an index.
    private func counted(
        _ selection: InteractionSelection, weekStart: Instant
    ) throws -> InteractionFigures {
        var figures = InteractionFigures(total: 0, outbound: 0, inbound: 0, thisWeek: 0)
        let logger = onlyVisibleLogger ?? selection.loggedBy
        let loggers: [any SQLBindable] = logger.map { [$0] } ?? []
        try transaction.query(
            logger == nil
                ? InteractionStatements.countersOfFamily : InteractionStatements.countersOfLogger,
            values: [scope.familyID] + loggers
        ) { row in
            let count = Int(try row.int64(1))
            figures.total += count
            if try row.text(0) == Direction.outbound.rawValue {
                figures.outbound += count
            } else {
                figures.inbound += count
            }
        }
        figures.thisWeek = try transaction.count(
            logger == nil
                ? InteractionStatements.weekOfFamily : InteractionStatements.weekOfLogger,
            values: [scope.familyID, -weekStart.milliseconds] + loggers)
        return figures
    }

    private func shape(of selection: InteractionSelection) -> InteractionStatements.Shape {
        var shape: InteractionStatements.Shape = []
        if (onlyVisibleLogger ?? selection.loggedBy) != nil { shape.insert(.byLogger) }
        if selection.isOfKinds { shape.insert(.ofKinds) }
        if selection.isNarrowed {
            // With the index by type, each row would be sought by itself, where a family's rows are
            // read one after the other.
            shape.insert(.isNarrowed)
        } else if selection.isOfOneType {
            shape.insert(.byType)
        }
        if selection.cursor != nil { shape.insert(.isContinued) }
        return shape
    }

    /// The values of `InteractionStatements.conditions`. A player's own id overrides the filter.
    private func values(
        _ selection: InteractionSelection, fifth: some SQLBindable
    ) -> [any SQLBindable] {
        let range = selection.orderRange
        let values: [any SQLBindable] = [
            scope.familyID, onlyVisibleLogger ?? selection.loggedBy, range.lowerBound,
            range.upperBound, fifth,
        ]
        let hasFilters = selection.isOfKinds || selection.isNarrowed
        guard hasFilters || selection.cursor != nil else { return values }
        let cursor = selection.cursor
        var conditions: [FilterConditions<InteractionFilter>] = []
        if hasFilters {
            conditions = [InteractionSelection.types, InteractionSelection.directions]
        }
        if selection.isNarrowed { conditions.append(InteractionSelection.others) }
        return values + [cursor?.newestFirst, cursor?.id]
            + conditions.flatMap { $0.values(of: selection.filters) }
    }
}
