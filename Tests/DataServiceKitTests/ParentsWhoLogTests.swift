import Contracts
import ServiceKit
import Testing

@testable import DataServiceKit

@Suite("Parents who log: whose record it is")
struct ParentsWhoLogTests {
    private let sam = UserID(high: 1, low: 1)
    private let alex = UserID(high: 1, low: 2)
    private let kim = UserID(high: 1, low: 3)

    // N-98
    @Test func theFamilyComesBeforeTheServer() {
        #expect(ParentsWhoLog.isOpen(choice: true, byDefault: false))
        #expect(!ParentsWhoLog.isOpen(choice: false, byDefault: true))
        #expect(ParentsWhoLog.isOpen(choice: nil, byDefault: true))
        #expect(!ParentsWhoLog.isOpen(choice: nil, byDefault: false))
    }

    // N-97
    @Test func aPlayerIsNamedUnlessThereIsOne() throws {
        func subject(
            _ named: UserID?, _ players: [UserID], choice: Bool? = true
        ) throws -> ParentsWhoLog.Subject {
            try ParentsWhoLog.subject(choice: choice, named: named, among: players)
        }
        #expect(try subject(nil, [sam]) == .player(sam))
        #expect(try subject(alex, [sam, alex]) == .player(alex))
        for players in [[], [sam, alex]] {
            #expect(throws: ServiceError.self) { try subject(nil, players) }
        }
        #expect(throws: ServiceError.self) { try subject(kim, [sam, alex]) }
        // A family that has not decided: parents log their own, or a player's whom they name.
        #expect(try subject(nil, [sam], choice: nil) == .parent)
        #expect(try subject(sam, [sam], choice: nil) == .player(sam))
    }
}
