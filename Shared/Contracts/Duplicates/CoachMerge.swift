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
        var result = kept
        var filled: [String] = []
        if result.schoolID == nil, other.schoolID != nil {
            (result.schoolID, result.schoolName) = (other.schoolID, other.schoolName)
            filled.append("school_id")
        }
        let fields: [(String, WritableKeyPath<Coach, String?>)] = [
            ("email", \.email), ("phone", \.phone), ("twitter_handle", \.twitterHandle),
            ("instagram_handle", \.instagramHandle),
        ]
        for (name, field) in fields where result[keyPath: field] == nil {
            guard let value = other[keyPath: field] else { continue }
            result[keyPath: field] = value
            filled.append(name)
        }
        if let notes = other.notes, notes != kept.notes {
            result.notes = [kept.notes, notes].compactMap { $0 }.joined(separator: "\n\n")
            filled.append("notes")
        }
        guard (result.notes ?? "").count <= CoachLimit.notesMax else {
            throw .invalid(
                "notes",
                "Together the notes have more than \(CoachLimit.notesMax) characters; "
                    + "shorten one of them first")
        }
        self.result = result
        self.filled = filled
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
        return fields.compactMap { label, value in
            MergeRow(label, kept: value(kept), other: value(other), result: value(result))
        }
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
