import CommandKit
import Contracts
import ServiceKit

/// An undoable operation and the service that performed it.
struct FoundOperation {
    let service: ServiceName
    let operation: UndoableOperation
    /// Whether it was found by a record of another service that it took along.
    var isOfTakenRecord = false

    var id: OperationID { operation.id }
}

/// Finds undoable operations in all services.
struct OperationFinder {
    /// The combined answers of the services.
    struct Findings {
        /// The operations, most recent deletion first.
        var operations: [FoundOperation] = []
        /// The operations that took a record with the requested id along, none of them among the
        /// others.
        var taken: Set<OperationID> = []
        /// The services that did not answer.
        var away: [ServiceName] = []
    }

    let run: CommandRun

    /// The operations in the trash, or those whose id ends as requested.
    func findings(_ request: ListOperations.Request) throws -> Findings {
        var findings = Findings()
        for service in ServiceName.allCases {
            do {
                let response = try run.response(of: ListOperations.self, request, at: service)
                findings.operations += response.operations.map {
                    FoundOperation(service: service, operation: $0)
                }
                findings.taken.formUnion(response.taken ?? [])
            } catch let failure as CommandFailure where failure.isAbsence {
                findings.away.append(service)
            }
        }
        findings.operations.sort { left, right in
            (left.operation.deletedAt, left.id) > (right.operation.deletedAt, right.id)
        }
        return findings
    }

    /// The operations that took records along, as their services tell them.
    private func operations(_ taken: Set<OperationID>) throws -> Findings {
        var all = Findings()
        for id in taken.sorted() {
            let found = try findings(.init(ending: id.text))
            all.operations += found.operations.filter { $0.id == id }.map {
                FoundOperation(
                    service: $0.service, operation: $0.operation, isOfTakenRecord: true)
            }
            all.away = found.away
        }
        return all
    }

    /// The operation with this id, or with an id that ends so; else the one that deleted a record
    /// with such an id, alone or along with others. Operations that the user may not undo are not
    /// found.
    func operation(_ typed: String) throws -> FoundOperation {
        var findings = try findings(.init(ending: typed))
        if findings.operations.isEmpty, !findings.taken.isEmpty {
            findings = try operations(findings.taken)
        }
        let found = findings.operations
        if found.count == 1 { return found[0] }
        if found.isEmpty {
            // The operation may exist in a service that did not answer.
            try run.requireAnswers(of: findings.away)
            throw CommandFailure(
                .notFound, "Operation not found",
                reason: "No operation that you may undo has the id \(QuotedText.of(typed)).",
                remedy: "Try: " + run.line("trash", "list"))
        }
        let candidates = found.map { found in
            NamedRecord(
                id: found.id.text, name: TrashWords.what(found.operation),
                detail: run.zone.text(found.operation.deletedAt))
        }
        let _: OperationID = try RecordNames.id(
            ofTail: typed, among: candidates, noun: "Operation", plural: "operations",
            listCommand: run.line("trash", "list"))
        return found[0]
    }
}

extension CommandRun {
    /// Throws an error that names the services that did not answer, if any.
    func requireAnswers(of away: [ServiceName]) throws {
        guard !away.isEmpty else { return }
        throw CommandFailure(
            .unavailable, TrashWords.away(away), remedy: "Try: compass service status")
    }
}

extension CommandFailure {
    /// Whether the failure means that one service did not answer, while others may.
    var isAbsence: Bool {
        !isBrokerAway && [ErrorCode.unavailable, .timeout].map(\.rawValue).contains(code)
    }
}
