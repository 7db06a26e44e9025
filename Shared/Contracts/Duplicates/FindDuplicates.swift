/// Coaches who are probably one.
@JSONObject
public struct CoachDuplicates: Hashable {
    /// What they have in common, not always all of them.
    public var reasons: [DuplicateReason]
    /// The coaches, by name; at most `DuplicateLimit.recordsMax`.
    public var coaches: [Coach]
    /// Why each of the coaches but the first is in the group.
    public var matches: [DuplicateMatch] = []
    /// The number of coaches, including those beyond the limit.
    public var total: Int

    /// What a coach has in common with another one; nil for the first one.
    public func match(of coach: Coach) -> DuplicateMatch? { matches.first { $0.id == coach.id } }

    /// Whom a coach of the group is like: the one with whom it was found to have something in
    /// common; for the first one, the first that was found to be like it. Nil for all others.
    public func counterpart(of id: CoachID) -> Coach? {
        let other =
            matches.first { $0.id == id }?.otherID ?? matches.first { $0.otherID == id }?.id
        return coaches.first { $0.id == other }
    }

    /// Why a coach is in the group, for people: "Same phone number as Pat Doyle". The first one is
    /// there for all that others have in common with it, and what is the same as with the first one
    /// needs no name.
    public func why(_ coach: Coach) -> String {
        guard let match = match(of: coach) else {
            let others = matches.filter { $0.otherID == coach.id }.flatMap(\.reasons)
            return DuplicateText.reasons(
                others.isEmpty ? reasons : DuplicateReason.allCases.filter(others.contains))
        }
        let same = DuplicateText.reasons(match.reasons)
        guard match.otherID != coaches.first?.id else { return same }
        let other = coaches.first { $0.id == match.otherID }
        return "\(same) as \(other?.fullName ?? "another coach")"
    }
}

/// What a coach of a group has in common with another one.
@JSONObject
public struct DuplicateMatch: Hashable {
    /// The coach.
    public var id: CoachID
    /// The first coach of the group; if they have nothing in common, the next one with whom the
    /// coach has.
    public var otherID: CoachID
    /// What both have.
    public var reasons: [DuplicateReason]
}

/// Schools that are probably one.
@JSONObject
public struct SchoolDuplicates: Hashable {
    /// What they have in common.
    public var reasons: [DuplicateReason]
    /// The schools, the oldest first; at most `DuplicateLimit.recordsMax`.
    public var schools: [School]
    /// The number of schools, including those beyond the limit.
    public var total: Int

    /// Which school another one of the group is like: the oldest of the others. Nil for a school
    /// that is not in it.
    public func counterpart(of id: SchoolID) -> School? {
        guard schools.contains(where: { $0.id == id }) else { return nil }
        return schools.first { $0.id != id }
    }
}

/// Groups of records that are probably one.
@JSONObject
public struct DuplicateGroups<Group: Codable & JSONWritable & Sendable> {
    /// The groups, by name; at most `DuplicateLimit.groupsMax`.
    public var groups: [Group]
    /// The number of groups, including those beyond the limit.
    public var total: Int
}

/// Lists the coaches that the family probably has twice.
public enum FindCoachDuplicates: Operation {
    public static let definition = OperationDefinition(
        "coaches.duplicates", of: .coaches, .read, .members, "List coaches that are probably one",
        http: .get("/coaches/duplicates"))

    public typealias Response = DuplicateGroups<CoachDuplicates>
}

/// Lists the schools that the family probably has twice.
public enum FindSchoolDuplicates: Operation {
    public static let definition = OperationDefinition(
        "schools.duplicates", of: .coaches, .read, .members, "List schools that are probably one",
        http: .get("/schools/duplicates"))

    public typealias Response = DuplicateGroups<SchoolDuplicates>
}
