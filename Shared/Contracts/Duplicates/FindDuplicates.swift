/// Coaches who are probably one.
@JSONObject
public struct CoachDuplicates: Codable, Hashable, Sendable {
    /// What they have in common.
    public var reasons: [DuplicateReason]
    /// The coaches, by name; at most `DuplicateLimit.recordsMax`.
    public var coaches: [Coach]
    /// The number of coaches, including those beyond the limit.
    public var total: Int
}

/// Schools that are probably one.
@JSONObject
public struct SchoolDuplicates: Codable, Hashable, Sendable {
    /// What they have in common.
    public var reasons: [DuplicateReason]
    /// The schools, the oldest first; at most `DuplicateLimit.recordsMax`.
    public var schools: [School]
    /// The number of schools, including those beyond the limit.
    public var total: Int
}

/// Groups of records that are probably one.
@JSONObject
public struct DuplicateGroups<Group: Codable & Sendable>: Codable, Sendable {
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

    public typealias Request = EmptyRequest
    public typealias Response = DuplicateGroups<CoachDuplicates>
}

/// Lists the schools that the family probably has twice.
public enum FindSchoolDuplicates: Operation {
    public static let definition = OperationDefinition(
        "schools.duplicates", of: .coaches, .read, .members, "List schools that are probably one",
        http: .get("/schools/duplicates"))

    public typealias Request = EmptyRequest
    public typealias Response = DuplicateGroups<SchoolDuplicates>
}
