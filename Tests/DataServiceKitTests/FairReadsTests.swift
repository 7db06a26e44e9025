import Contracts
import Foundation
import ServiceKit
import Storage
import Support
import Synchronization
import Testing

@testable import DataServiceKit

/// A read that is served in its turn; the answer is its place.
private enum ReadInTurn: Contracts.Operation {
    static let definition = OperationDefinition(
        "things.readInTurn", of: .interactions, .read, .members, "Read in turn")
    typealias Request = BodyRequest
    typealias Response = Int
}

/// A service's readers serve the families in turn.
@Suite struct FairReadsTests {
    private static let held = "held"
    /// Ends waits on the test's and the reader's thread, which would otherwise never end.
    private static let patience = Duration.seconds(60)
    private static let otherFamilysPlayer = UserID(high: 8, low: 3)

    private let folder: TemporaryFolder
    private let service: ThingService
    private let outcomes = Outcomes()

    /// One reader: it serves all reads, one after the other.
    init() throws {
        (folder, service) = try ThingService.inOwnFolder(readers: 1)
    }

    /// Sends the read of a member and does not wait for its answer.
    private func read(_ body: String, of family: FamilyID, as user: UserID) throws {
        let passport = try Passport(
            subject: .user(user, SessionID(high: 9, low: 1), [family: .player]),
            issuedAt: service.clock.machineTime()
        ).signed(with: try service.keys.signingKey(of: .identity))
        try service.caller.send(
            ReadInTurn.self, BodyRequest(body: body), at: service.name,
            options: .init(passport: passport, family: family, budget: Self.patience)
        ) { [outcomes] in outcomes.add($0) }
    }

    @Test func aFamilyDoesNotWaitBehindTheReadsOfAnother() throws {
        let (begun, mayEnd) = (OneShot<Void>(), OneShot<Void>())
        let served = Mutex<[String]>([])
        service.data.query(ReadInTurn.self) { (input, _: CallContext, _) in
            if input.body == Self.held {
                begun.set(())
                _ = mayEnd.wait(until: .now + Self.patience)
            }
            return served.withLock { served in
                served.append(input.body)
                return served.count
            }
        }
        try read(Self.held, of: ThingService.family, as: ThingService.player)
        let isHeld = begun.wait(until: .now + Self.patience) != nil
        try #require(isHeld)
        // They are one family's, whoever of it asks.
        for number in 1...10 {
            try read("busy \(number)a", of: ThingService.family, as: ThingService.player)
            try read("busy \(number)b", of: ThingService.family, as: ThingService.otherPlayer)
        }
        for number in 1...2 {
            try read("other \(number)", of: ThingService.otherFamily, as: Self.otherFamilysPlayer)
        }
        #expect(service.data.database.statistics.waitingReads == 22)
        mayEnd.set(())
        #expect(outcomes.wait(for: 23).allSatisfy { $0.code == nil })
        let order = served.withLock { $0 }
        #expect(order.prefix(5) == [Self.held, "busy 1a", "other 1", "busy 1b", "other 2"])
        #expect(order.count == 23)
    }
}
