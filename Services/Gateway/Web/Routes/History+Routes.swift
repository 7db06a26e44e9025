import Contracts
import HTML
import HTTP
import ServiceKit
import WebPages

extension Router {
    /// What happened in the family, or to one record.
    mutating func addHistory(_ site: Site) {
        get(Place.history.text, site) { visit in
            // What is no id, or no position, is of no record, or the beginning.
            let record = visit.request.query["record"].flatMap { RecordID(text: $0) }
            let cursor = visit.request.query["cursor"].flatMap { ChangeID(text: $0) }
            async let context = visit.context()
            let content = try await visit.history(of: record, after: cursor)
            let page = HistoryPage(
                content, record: record?.text, isFirst: cursor == nil, try await context)
            return HTTPResponse(page: page.write)
        }
    }
}

extension Visit {
    /// The newest changes of all services after a position, merged.
    fileprivate func history(
        of record: RecordID?, after cursor: ChangeID?
    ) async throws -> HistoryPage.Content {
        let request = ListHistory.Request(
            record: record?.text, cursor: cursor, limit: HistoryPage.rowsPerPage + 1,
            counts: record == nil ? true : nil)
        var content = HistoryPage.Content()
        try await withThrowingTaskGroup(of: (ServiceName, [HistoryEntry]?).self) { group in
            for service in ServiceName.allCases {
                group.addTask { (service, try await changes(request, at: service)) }
            }
            for try await (service, entries) in group {
                if let entries {
                    content.entries += entries
                } else {
                    content.away.append(service)
                }
            }
        }
        content.away.sort { $0.rawValue < $1.rawValue }
        content.entries.sort { ($0.occurredAt, $0.id) > ($1.occurredAt, $1.id) }
        if content.entries.count > HistoryPage.rowsPerPage {
            content.entries.removeLast(content.entries.count - HistoryPage.rowsPerPage)
            content.next = content.entries.last?.id
        }
        if record == nil, isPlayer { content.undoable = try await undoable(content.entries) }
        return content
    }

    /// Those imports of the reader that can be undone.
    private func undoable(_ entries: [HistoryEntry]) async throws -> Set<OperationID> {
        let oldest = site.clock.now().advanced(by: .zero - TrashLimit.keptFor)
        let own = entries.filter { $0.actor == statement.user.id && $0.occurredAt > oldest }
        let imports = Set(HistoryAction.all(of: own).flatMap(\.imports))
        guard !imports.isEmpty else { return [] }
        let undone = try await operations(.init()).operations.map(\.operation.id)
        return imports.subtracting(undone)
    }

    /// A service's changes, as many as one page can show; nil if the service is away.
    private func changes(
        _ request: ListHistory.Request, at service: ServiceName
    ) async throws -> [HistoryEntry]? {
        var request = request
        var entries: [HistoryEntry] = []
        do {
            repeat {
                let answer = try await call(ListHistory.self, request, at: service)
                entries += answer.entries
                request.cursor = FormField(answer.nextCursor?.text)
            } while entries.count <= HistoryPage.rowsPerPage && request.cursor.value != nil
            return entries
        } catch let error as ServiceError where error.staysOnPage {
            return nil
        }
    }
}
