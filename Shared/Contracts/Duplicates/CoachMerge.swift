/// What becomes of two coaches who are one: the kept one has its own values, and those of the other
/// where its own are missing. The notes of both are kept.
public struct CoachMerge: Hashable, Sendable {
    /// The coach who stays, as they were.
    public let kept: Coach
    /// The coach who goes.
    public let other: Coach
    /// The coach who stays, as they become. Version and time of the change are not set.
    public let result: Coach
    /// The fields of the result that are the other's, in the order of the form. `notes` is among
    /// them if both have notes.
    public let filled: [String]

    /// Merges two coaches. Throws `validation_failed` if the notes of both are too long together.
    public init(keeping kept: Coach, other: Coach) throws(ServiceError) {
        self.kept = kept
        self.other = other
        var fields = MergedFields(keeping: kept, other: other)
        if fields.fill("school_id", \.schoolID) { fields.result.schoolName = other.schoolName }
        fields.fill("email", \.email)
        fields.fill("phone", \.phone)
        fields.fill("twitter_handle", \.twitterHandle)
        fields.fill("instagram_handle", \.instagramHandle)
        try fields.joinNotes(\.notes)
        result = fields.result
        filled = fields.filled
    }

    /// Takes a merge back: fields that are as the merge left them become what they were before, and
    /// later changes stay. With nothing changed since, the coach is as before, version and time of
    /// the change included.
    public static func undone(_ current: Coach, before: Coach, after: Coach) -> Coach {
        var coach = current
        if coach.schoolID == after.schoolID, before.schoolID != after.schoolID {
            (coach.schoolID, coach.schoolName) = (before.schoolID, before.schoolName)
        }
        let fields: [WritableKeyPath<Coach, String?>] = [
            \.email, \.phone, \.twitterHandle, \.instagramHandle, \.notes,
        ]
        for field in fields where coach[keyPath: field] == after[keyPath: field] {
            coach[keyPath: field] = before[keyPath: field]
        }
        if current.version == after.version {
            (coach.version, coach.updatedAt) = (before.version, before.updatedAt)
        }
        return coach
    }
}

/// Two coaches side by side.
extension CoachMerge {
    /// The fields that one of the coaches has.
    public var sideBySide: [MergeRow] {
        let fields: [(String, (Coach) -> String?)] = [
            ("Name", { $0.fullName }), ("School", { $0.schoolName }), ("Role", { $0.role.label }),
            ("E-mail", { $0.email }), ("Phone", { $0.phone }), ("Twitter", { $0.twitterHandle }),
            ("Instagram", { $0.instagramHandle }), ("Notes", { $0.notes }),
        ]
        return MergeRow.rows(of: fields, kept, other, result)
    }
}

/// What moves in services that the one of coaches does not count.
extension CoachMerge {
    /// The number of events where the coach who goes was recorded, and of the reader's decisions
    /// about them that become decisions about the one who stays, by table.
    ///
    /// - Parameters:
    ///   - events: The family's events.
    ///   - plans: The reader's follow-ups with the coach who goes.
    ///   - kept: The reader's follow-ups with the coach who stays.
    public static func further(
        of other: CoachID, events: [Event], plans: [FollowUpPlan], kept: [FollowUpPlan]
    ) -> [String: Int] {
        let decided = Set(kept.filter { $0.version > 0 }.map(\.playerID))
        return [
            "event_coaches": events.count { $0.coachesPresent.contains(other) },
            "follow_ups": plans.count { $0.version > 0 && !decided.contains($0.playerID) },
        ].filter { $0.value > 0 }
    }
}
