import CommandKit
import Contracts
import ServiceKit

/// An entry of the history and the service that keeps it.
struct FoundEntry {
    let service: ServiceName
    let entry: HistoryEntry
}

/// The histories of all services as one, newest first, fetched as far as it is read.
final class HistoryPages {
    /// Entries that one call asks for at most.
    static let pageMax = 200

    /// What one service has still to give.
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
    /// The services that did not answer; what they keep is missing.
    private(set) var away: [ServiceName] = []

    /// The entries that a request asks for, behind its cursor.
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

    /// Fetches the next page of a service that has given all it had.
    private func fill(_ place: Int) throws {
        while sources[place].entries.isEmpty, !sources[place].isAtEnd {
            var page = request
            page.cursor = FormField(sources[place].cursor?.text)
            page.limit = FormField(pageSize)
            do {
                let service = sources[place].service
                let answer = try run.read(ListHistory.self, page, at: service)
                let response = try run.decoded(ListHistory.Response.self, answer)
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
