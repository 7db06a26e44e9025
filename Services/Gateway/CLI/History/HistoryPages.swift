import CommandKit
import Contracts
import ServiceKit

/// An entry of the history and the service that keeps it.
struct FoundEntry {
    let service: ServiceName
    let entry: HistoryEntry
}

/// Merges the histories of all services, newest first, fetching pages as they are needed.
final class HistoryPages {
    /// The most entries requested in one call.
    static let pageMax = 200

    /// The fetched but unread entries of one service.
    private struct Source {
        let service: ServiceName
        var entries: ArraySlice<HistoryEntry> = []
        var cursor: ChangeID?
        var isAtEnd = false
    }

    private let run: CommandRun
    private let request: ListHistory.Request
    private let pageSize: Int
    private var sources: [Source]
    /// The services that did not answer; their entries are missing.
    private(set) var away: [ServiceName] = []

    /// The entries that a request selects, after its cursor.
    init(_ request: ListHistory.Request, limit: Int?, _ run: CommandRun) {
        self.run = run
        self.request = request
        pageSize = min(limit.map { $0 + 1 } ?? Self.pageMax, Self.pageMax)
        let cursor = request.cursor.value.flatMap { ChangeID(text: $0) }
        sources = ServiceName.allCases.map { Source(service: $0, cursor: cursor) }
    }

    /// The next entry; nil at the end.
    func next() throws -> FoundEntry? {
        for place in sources.indices where sources[place].entries.isEmpty { try fill(place) }
        let newest = sources.indices.filter { !sources[$0].entries.isEmpty }
            .max { key(sources[$0]) < key(sources[$1]) }
        guard let newest, let entry = sources[newest].entries.popFirst() else { return nil }
        return FoundEntry(service: sources[newest].service, entry: entry)
    }

    private func key(_ source: Source) -> (Instant, ChangeID) {
        guard let first = source.entries.first else { return (.earliest, .make(at: .earliest)) }
        return (first.occurredAt, first.id)
    }

    /// Fetches a service's next page once its entries are used up.
    private func fill(_ place: Int) throws {
        while sources[place].entries.isEmpty, !sources[place].isAtEnd {
            var page = request
            page.cursor = FormField(sources[place].cursor?.text)
            page.limit = FormField(pageSize)
            do {
                let service = sources[place].service
                let response = try run.response(of: ListHistory.self, page, at: service)
                sources[place].entries = response.entries[...]
                sources[place].cursor = response.nextCursor
                sources[place].isAtEnd = response.nextCursor == nil
            } catch let failure as CommandFailure where failure.isAbsence {
                away.append(sources[place].service)
                sources[place].isAtEnd = true
            }
        }
    }
}
