import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Serves the page Interactions List.
extension ListInteractions {
    /// What a player learns who asks for somebody else's rows.
    static let foreignLogger = "You can only see your own interactions"
    /// What a parent's own entries are called (IL-24).
    static let meAsParent = "Me (Parent)"

    static func handle(
        _ input: ListInteractions.Input, _ context: CallContext, _ transaction: ReadTransaction
    ) throws -> [UInt8] {
        let scope = try context.requireFamily()
        if scope.role == .player, let logger = input.loggedBy, logger != scope.userID {
            throw ServiceError.forbidden(foreignLogger)
        }
        let repository = InteractionRepository(scope, transaction)
        var page = InteractionsPage(title: title(scope.role))
        page.activeFilters = try chips(of: input, scope, repository.names)
        page.loggedByOptions = try options(scope, repository.names)
        let filter = try filter(of: input, at: context.now, repository.names)
        let weekStart = DateWindow.startOfWeek(before: context.now)
        let writer = InteractionRowWriter(repository, weekStart: weekStart)
        try repository.forEach(filter, limit: input.limit) { row in
            try page.append(row, with: writer)
        }
        // Rows beyond the limit count as well.
        if page.figures.total == input.limit {
            page.figures = try repository.figures(filter, weekStart: weekStart)
        }
        return page.json()
    }

    /// The page's title for a role (IL-05).
    static func title(_ role: Role) -> String {
        role == .player ? "My Interactions" : "Interactions"
    }

    private static func filter(
        of input: ListInteractions.Input, at now: Instant, _ names: FamilyNames
    ) throws -> InteractionFilter {
        var filter = InteractionFilter(
            loggedBy: input.loggedBy, window: DateWindow(since: input.since, until: input.until),
            type: input.type, direction: input.direction, sentiment: input.sentiment,
            schoolID: input.schoolID, coachID: input.coachID,
            foldedSearch: input.search.map(SearchFolding.fold))
        if let period = input.period {
            let zone = try input.timeZone.flatMap(DateWindow.zone) ?? names.timeZone()
            let start = DateWindow.start(ofLast: period, before: now, in: zone)
            filter.window = filter.window.starting(notBefore: start)
        }
        return filter
    }

    private static func chips(
        of input: ListInteractions.Input, _ scope: FamilyScope, _ names: FamilyNames
    ) throws -> [ActiveFilter] {
        try ActiveFilters.chips(
            of: input,
            names: .init(
                member: { member in
                    scope.role == .parent && member == scope.userID
                        ? meAsParent : try names.member(member)
                }, school: names.school, coach: names.coach))
    }

    /// A parent's choices of "Logged By": me, then each player (IL-22 to IL-24).
    private static func options(
        _ scope: FamilyScope, _ names: FamilyNames
    ) throws -> [LoggedByOption]? {
        guard scope.role == .parent else { return nil }
        return [LoggedByOption(id: scope.userID, label: meAsParent)] + (try names.players())
    }
}
