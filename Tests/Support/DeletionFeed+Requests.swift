public import Contracts

extension DeletionFeed.RequestedPayload {
    /// The deletion of a school with its coaches, or without a school that of a coach.
    public init(
        _ operation: OperationID, deleting school: SchoolID? = nil, coaches: [CoachID] = [],
        in family: FamilyID, by actor: UserID?
    ) {
        self.init(
            operationID: operation, familyUnitID: family, kind: school == nil ? .coach : .school,
            id: school.map { RecordID(high: $0.high, low: $0.low) }
                ?? RecordID(high: coaches[0].high, low: coaches[0].low),
            coachIDs: coaches, actor: actor)
    }
}
