import Contracts

/// The state of a deletion that crosses services: where it stands, and whose answer is awaited. It
/// only goes forward; bringing back what was deleted, or removing it for good, are further phases.
struct DeletionSaga: Hashable, Sendable {
    /// What a participant tells.
    enum Answer: Hashable, CaseIterable {
        case applied
        case restored
        case erased

        /// The answer that a type of change is; `nil` for any other change.
        init?(_ type: String) {
            switch type {
            case DeletionFeed.applied: self = .applied
            case DeletionFeed.restored: self = .restored
            case DeletionFeed.erased: self = .erased
            default: return nil
            }
        }

        /// The phase in which it is awaited.
        var phase: DeletionPhase {
            switch self {
            case .applied: .deleting
            case .restored: .restoring
            case .erased: .purging
            }
        }
    }

    /// What an answer means.
    enum Hearing: Hashable {
        /// It was noted before, or belongs to a phase that is over.
        case late
        /// Others are awaited still.
        case noted
        /// It was the last one.
        case settled
    }

    /// Where it stands.
    private(set) var phase: DeletionPhase
    /// Whose answer is awaited.
    private(set) var awaited: Set<ServiceName>
    /// Who takes part.
    let participants: Set<ServiceName>

    /// A deletion that begins now.
    init(of participants: Set<ServiceName>) {
        self.init(phase: .deleting, awaited: participants, participants: participants)
        settleIfNobodyIsAwaited()
    }

    /// A deletion as it was stored.
    init(phase: DeletionPhase, awaited: Set<ServiceName>, participants: Set<ServiceName>) {
        self.phase = phase
        self.awaited = awaited
        self.participants = participants
    }

    /// Notes a participant's answer. Feeds keep their order, so that an answer to an earlier phase
    /// never stands for one to this phase.
    mutating func hear(_ answer: Answer, from participant: ServiceName) -> Hearing {
        guard phase == answer.phase, awaited.remove(participant) != nil else { return .late }
        settleIfNobodyIsAwaited()
        return phase.isRunning ? .noted : .settled
    }

    /// Begins to bring everything back; also while some have not deleted yet, who then do the one
    /// after the other. Throws `conflict` once it is back, or gone for good.
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

    /// Begins to remove everything for good. Throws `conflict` for what was brought back, or is
    /// going already.
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
