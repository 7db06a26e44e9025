import Contracts

/// The state machine of a deletion that spans services: its phase and the participants whose
/// replies are awaited. It only moves forward; restoring and purging are further phases.
struct DeletionSaga: Hashable, Sendable {
    /// A participant's reply.
    enum Answer: Hashable, CaseIterable {
        case applied
        case restored
        case erased

        /// Returns the reply for a type of change, or `nil` for other changes.
        init?(_ type: String) {
            switch type {
            case DeletionFeed.applied: self = .applied
            case DeletionFeed.restored: self = .restored
            case DeletionFeed.erased: self = .erased
            default: return nil
            }
        }

        /// The phase in which this reply is awaited.
        var phase: DeletionPhase {
            switch self {
            case .applied: .deleting
            case .restored: .restoring
            case .erased: .purging
            }
        }
    }

    /// The effect of a reply.
    enum Hearing: Hashable {
        /// Already recorded, or for a phase that is over.
        case late
        /// Recorded; other replies are still awaited.
        case noted
        /// The last awaited reply.
        case settled
    }

    private(set) var phase: DeletionPhase
    /// The participants whose replies are awaited.
    private(set) var awaited: Set<ServiceName>
    let participants: Set<ServiceName>

    /// Records a participant's reply. Feeds preserve order, so a reply to an earlier phase is never
    /// taken for a reply to this one.
    mutating func hear(_ answer: Answer, from participant: ServiceName) -> Hearing {
        guard phase == answer.phase, awaited.remove(participant) != nil else { return .late }
        settleIfNobodyIsAwaited()
        return phase.isRunning ? .noted : .settled
    }

    /// Begins to restore everything, even while some participants have not deleted yet; they then
    /// do both in order. Throws `conflict` if it was already undone or purged.
    mutating func undo() throws(ServiceError) {
        guard phase.settled == .deleted else {
            throw ServiceError(
                .conflict,
                phase.settled == .restored
                    ? "This operation was already undone"
                    : "What this operation deleted was removed for good and cannot be restored")
        }
        enter(.restoring)
    }

    /// Begins to purge everything. Throws `conflict` for a deletion that was undone or is already
    /// being purged.
    mutating func purge() throws(ServiceError) {
        guard phase.settled == .deleted else {
            throw ServiceError(.conflict, "Nothing from this operation is in the trash")
        }
        enter(.purging)
    }

    private mutating func enter(_ phase: DeletionPhase) {
        self.phase = phase
        awaited = participants
        settleIfNobodyIsAwaited()
    }

    private mutating func settleIfNobodyIsAwaited() {
        if awaited.isEmpty { phase = phase.settled }
    }
}

extension DeletionSaga {
    /// Begins a deletion.
    init(of participants: Set<ServiceName>) {
        self.init(phase: .deleting, awaited: participants, participants: participants)
        settleIfNobodyIsAwaited()
    }
}
