import Contracts
import Testing

@testable import ServiceKit

@Suite("AccessCheck: roles and families (X-02, X-05, X-09, R-16)")
struct AccessCheckTests {
    private static let now = Instant(milliseconds: 1_770_000_000_000)
    private static let own = FamilyID.make(at: now)
    private static let other = FamilyID.make(at: now)

    enum Who: CaseIterable {
        case anonymous, player, parent, stranger, service, `operator`

        var principal: Principal {
            switch self {
            case .anonymous: .anonymous
            case .player: person([AccessCheckTests.own: .player])
            case .parent: person([AccessCheckTests.own: .parent])
            case .stranger: person([AccessCheckTests.other: .player])
            case .service: .service(.coaches)
            case .operator: .operator
            }
        }

        private func person(_ families: [FamilyID: Role]) -> Principal {
            .user(
                UserPrincipal(
                    userID: .make(at: AccessCheckTests.now),
                    sessionID: .make(at: AccessCheckTests.now), families: families))
        }
    }

    static let playersOnly = Access.family([.player], refusal: "Only players can do this")

    static let playersAndFormerOnes = Access.familyOrFormerPlayer(
        [.player], refusal: "Only players can do this")

    /// What each caller gets for each kind of access; `nil` is admitted.
    static let table: [(Access, [Who: ErrorCode])] = [
        (.everyone, [:]),
        (.signedIn, [.anonymous: .unauthenticated, .service: .forbidden, .operator: .forbidden]),
        (
            .members,
            [
                .anonymous: .unauthenticated, .stranger: .notFound, .service: .forbidden,
                .operator: .forbidden,
            ]
        ),
        (
            playersOnly,
            [
                .anonymous: .unauthenticated, .parent: .forbidden, .stranger: .notFound,
                .service: .forbidden, .operator: .forbidden,
            ]
        ),
        (
            // Of a stranger the handler finds out whether they were a player.
            playersAndFormerOnes,
            [
                .anonymous: .unauthenticated, .parent: .forbidden, .service: .forbidden,
                .operator: .forbidden,
            ]
        ),
        (
            .services,
            [
                .anonymous: .unauthenticated, .player: .forbidden, .parent: .forbidden,
                .stranger: .forbidden, .operator: .forbidden,
            ]
        ),
        (
            .operators,
            [
                .anonymous: .unauthenticated, .player: .forbidden, .parent: .forbidden,
                .stranger: .forbidden,
            ]
        ),
    ]

    @Test(arguments: table.indices, Who.allCases)
    func everyCellOfTheTableHolds(row: Int, who: Who) {
        let (access, refusals) = AccessCheckTests.table[row]
        var code: ErrorCode?
        do throws(ServiceError) {
            _ = try AccessCheck.scope(
                of: who.principal, family: AccessCheckTests.own, for: access)
        } catch {
            code = error.code
        }
        #expect(code == refusals[who])
    }

    @Test
    func strangerCannotTellAForeignFamilyFromAMissingOne() {
        let stranger = Who.stranger.principal
        func answer(_ family: FamilyID) -> ServiceError? {
            do throws(ServiceError) {
                _ = try AccessCheck.scope(of: stranger, family: family, for: .members)
                return nil
            } catch {
                return error
            }
        }
        #expect(answer(AccessCheckTests.own) == answer(.make(at: AccessCheckTests.now)))
        #expect(answer(AccessCheckTests.own) != nil)
    }

    @Test
    func parentReadsTheOperationsOwnText() {
        let error = #expect(throws: ServiceError.self) {
            try AccessCheck.scope(
                of: Who.parent.principal, family: AccessCheckTests.own,
                for: CreateInteraction.access)
        }
        #expect(error?.message == "Only players can create interactions")
    }

    /// N-32: a calendar link reads what the calendar shows and calls no other operation at all.
    /// N-120: likewise the passport of a digest.
    @Test(
        arguments: [
            (.calendar, ["events.list", "queue.list"]),
            (.digest, ["events.list", "interactions.list", "posts.list", "queue.list"]),
        ] as [(ProgramRights, [String])])
    func aNarrowPassportOpensItsListsOnly(rights: ProgramRights, names: [String]) {
        let holder = Principal.user(
            UserPrincipal(
                userID: .make(at: Self.now), sessionID: .make(at: Self.now),
                families: [Self.own: .player], programRights: rights))
        func admits(_ operation: any Contracts.Operation.Type) -> Bool {
            do throws(ServiceError) {
                try AccessCheck.requireRights(of: holder, for: operation)
                return true
            } catch {
                #expect(error.code == .forbidden)
                return false
            }
        }
        let admitted = OperationCatalogue.all.filter { admits($0.type) }
        #expect(admitted.map(\.name) == names)
    }

    @Test
    func callWithoutAFamilyNamesTheField() {
        let error = #expect(throws: ServiceError.self) {
            try AccessCheck.scope(of: Who.player.principal, family: nil, for: .members)
        }
        #expect(error?.errors.keys.contains("family") == true)
    }
}
