/// The records that a test has written, in number.
struct WrittenRecords: Sendable {
    /// The records whose writing was acknowledged.
    private(set) var acknowledged = 0
    /// The records of requests with unknown outcome.
    private(set) var unknown = 0

    /// Counts the records of a request that has ended.
    mutating func count(_ records: Int, _ ending: Ending, isUnknown: Bool) {
        if ending == .ok || ending == .wrong { acknowledged += records }
        if isUnknown { unknown += records }
    }

    /// What is wrong if there are `total` records; `plural` names them.
    func findings(_ total: Int, _ plural: String) -> [String] {
        guard !(acknowledged...(acknowledged + unknown)).contains(total) else { return [] }
        return [
            "\(total) \(plural) are there, \(acknowledged) were acknowledged and "
                + "\(unknown) may be there besides"
        ]
    }
}
