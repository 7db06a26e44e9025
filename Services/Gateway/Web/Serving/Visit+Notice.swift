import Contracts
import WebPages

extension Visit {
    /// What was just done, at the top of the page. The name or the number of the records comes from
    /// the operation that can be undone: an address could name anything, and addresses are logged.
    func notice() async throws -> Notice? {
        guard let (done, ids) = Done.done(in: request) else { return nil }
        var operations: [UndoableOperation] = []
        for id in ids {
            if let operation = try await known(id) { operations.append(operation) }
        }
        return Notice(done.text(of: operations), undoing: ids)
    }

    /// The operation; nil if no service that answers has performed it for the reader.
    private func known(_ id: OperationID) async throws -> UndoableOperation? {
        guard isPlayer else { return nil }
        do {
            return try await operations(.init(ending: id.text)).operations.lazy
                .map(\.operation).first { $0.id == id }
        } catch let error as ServiceError where error.code != .unauthenticated {
            return nil
        }
    }
}
