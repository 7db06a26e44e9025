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

extension ListedSource {
    /// Coaches deletes a school with its coaches, or without a school coaches; or merges them into
    /// the one that is kept.
    public func appendDeletion(
        _ operation: OperationID, of school: SchoolID? = nil, coaches: [CoachID] = [],
        in family: FamilyID, by actor: UserID?, into kept: RecordID? = nil
    ) throws {
        var request = DeletionFeed.RequestedPayload(
            operation, deleting: school, coaches: coaches, in: family, by: actor)
        request.into = kept
        try append(DeletionFeed.requested, request)
    }

    /// Coaches undoes a deletion, or removes for good what it deleted.
    public func append(
        _ type: String, _ operation: OperationID, in family: FamilyID
    ) throws {
        try append(
            type, DeletionFeed.OperationPayload(operationID: operation, familyUnitID: family))
    }
}
