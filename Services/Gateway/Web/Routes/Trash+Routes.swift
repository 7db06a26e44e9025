import Contracts
import HTML
import HTTP
import WebPages

extension Router {
    /// The trash, and taking an operation back.
    mutating func addTrash(_ site: Site) {
        get(Place.trash.text, site) { visit in
            async let context = visit.context()
            let found = try await visit.operations(.init())
            let operations = found.operations.map(\.operation).sorted {
                ($0.deletedAt, $0.id) > ($1.deletedAt, $1.id)
            }
            let page = TrashPage(operations, away: found.away, try await context)
            return HTTPResponse(page: page.write)
        }
        post("/trash/{id}/undo", site) { visit in
            try await visit.found("Operation", .trash, Place.trash) {
                guard let ids = visit.request.parameters["id"].flatMap(Place.operations)
                else { throw ServiceError.notFound(.operation) }
                let key = try visit.formKey
                var places: [(service: ServiceName, operation: UndoableOperation)] = []
                for id in ids { places.append(try await visit.place(of: id)) }
                var answers: [UndoOperation.Response] = []
                for (number, place) in places.enumerated() {
                    // An undo of several that ended early goes on with the others.
                    guard ids.count == 1 || place.operation.isUndoable else { continue }
                    answers.append(
                        try await visit.call(
                            UndoOperation.self, .init(operationID: place.operation.id),
                            at: place.service, key: key.following(number)))
                }
                if answers.contains(where: { !($0.kept ?? []).isEmpty }) {
                    return HTTPResponse(
                        page: KeptRecordsPage(answers, try await visit.context()).write)
                }
                if places.map({ $0.operation.kind }) == [NoteInteractions.name] {
                    return Done.noteRemoved.redirect(to: "interactions")
                }
                return Done.undone(without: answers.flatMap { $0.lost ?? [] })
                    .redirect(to: "trash")
            }
        }
    }
}

/// The operations of all services.
struct FoundOperations: Sendable {
    var operations: [(service: ServiceName, operation: UndoableOperation)] = []
    /// The services that did not answer.
    var away: [ServiceName] = []
}

extension Visit {
    /// Asks all services at once.
    func operations(
        _ request: ListOperations.Request
    ) async throws -> FoundOperations {
        try await withThrowingTaskGroup { group in
            for service in ServiceName.allCases {
                group.addTask {
                    do {
                        let answer = try await call(ListOperations.self, request, at: service)
                        return (service, answer.operations as [UndoableOperation]?)
                    } catch let error as ServiceError where error.code.isRetryable {
                        return (service, nil)
                    }
                }
            }
            var found = FoundOperations()
            for try await (service, operations) in group {
                found.operations += (operations ?? []).map { (service, $0) }
                if operations == nil { found.away.append(service) }
            }
            found.away.sort { $0.rawValue < $1.rawValue }
            return found
        }
    }

    /// An operation and the service that has performed it. A repeated form finds it too, although
    /// the operation was undone meanwhile.
    fileprivate func place(
        of operation: OperationID
    ) async throws -> (service: ServiceName, operation: UndoableOperation) {
        let found = try await operations(.init(ending: operation.text))
        if let place = found.operations.first(where: { $0.operation.id == operation }) {
            return place
        }
        guard found.away.isEmpty else {
            throw ServiceError(.unavailable, TrashWords.away(found.away))
        }
        throw ServiceError.notFound(.operation)
    }
}

extension IdempotencyKey {
    /// The key of one of several calls of a form; that of the first call is the form's own.
    fileprivate func following(_ place: Int) -> IdempotencyKey {
        place == 0 ? self : IdempotencyKey(high: ~high, low: low &+ UInt64(clamping: place))
    }
}
