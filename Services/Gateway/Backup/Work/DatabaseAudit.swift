import Contracts
import DataServiceKit

/// What is found in the databases of a backup, one after the other, and between them.
struct DatabaseAudit {
    private(set) var problems: [String] = []
    private var standings: [ServiceName: FeedStanding] = [:]
    private var attached: AttachedRows?

    /// Looks through the database of a service.
    mutating func look(at path: String, of service: ServiceName) {
        let damages = ServiceFile.damages(at: path)
        problems += damages.map { "the database of \(service.rawValue) is damaged: \($0)" }
        guard damages.isEmpty else { return }
        do {
            standings[service] = try FeedStanding(inDatabase: path)
            if service == .interactions { attached = try AttachedRows(inDatabase: path) }
        } catch {
            problems.append("the database of \(service.rawValue) cannot be read: \(error)")
        }
    }

    /// What is wrong with all of them, given the SHA-256 sums of all entries by their names.
    func problems(_ sums: [String: String]) -> [String] {
        problems + FeedStanding.contradictions(standings) + (attached?.problems(sums) ?? [])
    }
}
