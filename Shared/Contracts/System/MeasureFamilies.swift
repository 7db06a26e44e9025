/// What a family takes up in the database of one service.
@JSONObject
public struct FamilyUsage: Hashable {
    public var familyUnitID: FamilyID
    /// The rows that belong to the family, those of its history and its trash among them.
    public var rows: Int
    /// The size of the values in these rows, in bytes. With their indexes they take up more.
    public var bytes: Int
    /// The size of the attached files, in bytes.
    public var fileBytes: Int
}

/// Measures what each family takes up in one service. It reads the whole database.
public enum MeasureFamilies: Operation {
    /// The most families of an answer.
    public static let familiesMax = 10_000

    public static let definition = OperationDefinition(
        "families.measure", of: nil, .read, .operators,
        "Measure what each family takes up in a service", budget: .seconds(30))

    /// The `familiesMax` families that take up most, the largest first.
    @JSONObject
    public struct Response: Hashable {
        public var families: [FamilyUsage]
        /// The number of families that take up something.
        public var total: Int
    }
}
