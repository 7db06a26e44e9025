import Contracts
import Support
import Testing

@testable import Coaches

/// The state of a deletion across services, by itself.
@Suite struct DeletionSagaTests {
    private static let all: Set<ServiceName> = [.interactions, .notifications]

    @Test func itIsDoneOnceEverybodyHasAnswered() {
        var saga = DeletionSaga(of: Self.all)
        #expect(saga.phase == .deleting)
        #expect(saga.hear(.applied, from: .interactions) == .noted)
        #expect(saga.hear(.applied, from: .interactions) == .late)
        #expect(saga.hear(.applied, from: .identity) == .late)
        #expect(saga.hear(.restored, from: .notifications) == .late)
        #expect(saga.hear(.applied, from: .notifications) == .settled)
        #expect(saga.phase == .deleted)
        #expect(saga.hear(.applied, from: .notifications) == .late)
    }

    @Test func withoutParticipantsEveryPhaseEndsAtOnce() throws {
        var saga = DeletionSaga(of: [])
        #expect(saga.phase == .deleted)
        try saga.undo()
        #expect(saga.phase == .restored)
    }

    /// Feeds keep their order: an answer to the deletion that comes after the undo ends nothing.
    @Test func anUndoThatOvertakesTheDeletionWaitsForBoth() throws {
        var saga = DeletionSaga(of: Self.all)
        try saga.undo()
        #expect(saga.phase == .restoring)
        for participant in Self.all {
            #expect(saga.hear(.applied, from: participant) == .late)
        }
        #expect(saga.hear(.restored, from: .interactions) == .noted)
        #expect(saga.hear(.restored, from: .notifications) == .settled)
        #expect(saga.phase == .restored)
    }

    @Test func whatIsBackOrGoneStaysSo() throws {
        var back = DeletionSaga(of: Self.all)
        try back.undo()
        let again = #expect(throws: ServiceError.self) { try back.undo() }
        #expect(again?.message == "This operation was already undone")
        #expect(throws: ServiceError.self) { try back.purge() }
        var gone = DeletionSaga(of: Self.all)
        try gone.purge()
        #expect(gone.phase == .purging)
        let late = #expect(throws: ServiceError.self) { try gone.undo() }
        #expect(
            late?.message
                == "What this operation deleted was removed for good and cannot be restored")
        for participant in Self.all { _ = gone.hear(.erased, from: participant) }
        #expect(gone.phase == .purged)
        #expect(throws: ServiceError.self) { try gone.purge() }
    }

    /// Whatever comes in whatever order: it never goes back, and settles exactly once a phase.
    @Test func itOnlyGoesForward() {
        let order: [DeletionPhase] = [.deleting, .deleted, .restoring, .restored]
        for seed in 0..<200 as Range<UInt64> {
            var numbers = SeededNumbers(seed: seed)
            var saga = DeletionSaga(of: Self.all)
            var (rank, settled) = (0, 0)
            for _ in 0..<30 {
                if Int.random(in: 0..<8, using: &numbers) == 0 {
                    try? saga.undo()
                } else if let answer = [DeletionSaga.Answer.applied, .restored]
                    .randomElement(using: &numbers),
                    let participant = ServiceName.allCases.randomElement(using: &numbers),
                    saga.hear(answer, from: participant) == .settled
                {
                    settled += 1
                }
                let now = order.firstIndex(of: saga.phase) ?? -1
                #expect(now >= rank)
                rank = now
                #expect(saga.phase.isRunning == !saga.awaited.isEmpty)
            }
            #expect(settled <= 2)
        }
    }
}
