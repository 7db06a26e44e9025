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
        _ input: Request.Input, _ context: CallContext, _ transaction: ReadTransaction
    ) throws -> [UInt8] {
        let scope = try context.requireFamily()
        try checkLogger(of: input, scope)
        let repository = InteractionRepository(scope, transaction)
        var page = InteractionsPage(title: title(scope.role))
        page.activeFilters = try chips(of: input, scope, repository.names)
        page.loggedByOptions = try options(scope, repository.names)
        let selection = try InteractionSelection(input, at: context.now, repository.names)
        let weekStart = RollingWeek.start(before: context.now)
        let writer = InteractionRowWriter(repository, weekStart: weekStart)
        try repository.forEach(selection, limit: input.limit) { row in
            try page.append(row, with: writer)
        }
        // Rows beyond the limit count as well.
        if page.figures.total == input.limit {
            page.figures = try repository.figures(selection, weekStart: weekStart)
        }
        return page.json()
    }

    /// The page's title for a role (IL-05).
    static func title(_ role: Role) -> String {
        role == .player ? "My Interactions" : "Interactions"
    }

    /// Players ask for their own rows only.
    static func checkLogger(of input: Request.Input, _ scope: FamilyScope) throws {
        if scope.role == .player, let logger: UserID = input.id(.loggedBy), logger != scope.userID {
            throw ServiceError.forbidden(foreignLogger)
        }
    }

    private static func chips(
        of input: Request.Input, _ scope: FamilyScope, _ names: FamilyNames
    ) throws -> [ActiveFilter] {
        try input.chips { kind, id in
            switch kind {
            case .member:
                let member = UserID(id)
                return scope.role == .parent && member == scope.userID
                    ? meAsParent : try names.member(member)
            case .school: return try names.school(SchoolID(id))
            case .coach: return try names.coach(CoachID(id))
            // The list is not narrowed by events.
            case .event: return nil
            }
        }
    }

    /// A parent's choices of "Logged By": me, then each player (IL-22 to IL-24).
    private static func options(
        _ scope: FamilyScope, _ names: FamilyNames
    ) throws -> [LoggedByOption]? {
        guard scope.role == .parent else { return nil }
        return [LoggedByOption(id: scope.userID, label: meAsParent)] + (try names.players())
    }
}
