import Contracts
import DataServiceKit

/// Checks the databases of a backup, each by itself and against the others.
struct DatabaseAudit {
    private(set) var problems: [String] = []
    private var standings: [ServiceName: FeedStanding] = [:]
    private var attached: AttachedRows?

    /// Checks the database of a service and records what is wrong.
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

    /// Returns the problems of and between all databases and the attached files, given the SHA-256
    /// sums of all entries by name.
    func problems(_ sums: [String: String]) -> [String] {
        problems + FeedStanding.contradictions(standings) + (attached?.problems(sums) ?? [])
    }
}
