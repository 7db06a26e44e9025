import CommandKit
import Contracts
import ServiceKit

/// An undoable operation and the service that did it.
struct FoundOperation {
    let service: ServiceName
    let operation: UndoableOperation

    var id: OperationID { operation.id }
}

/// Asks every service for its undoable operations.
struct OperationFinder {
    /// What the services answered together.
    struct Findings {
        /// The operations, those whose records went last first.
        var operations: [FoundOperation] = []
        /// The services that did not answer.
        var away: [ServiceName] = []
    }

    let run: CommandRun

    /// What lies in the trash, or the operations whose id ends so.
    func findings(_ request: ListOperations.Request) throws -> Findings {
        var findings = Findings()
        for service in ServiceName.allCases {
            do {
                let answer = try run.read(ListOperations.self, request, at: service)
                findings.operations += try run.decoded(ListOperations.Response.self, answer)
                    .operations.map { FoundOperation(service: service, operation: $0) }
            } catch let failure as CommandFailure where failure.isAbsence {
                findings.away.append(service)
            }
        }
        findings.operations.sort { left, right in
            (left.operation.deletedAt, left.id) > (right.operation.deletedAt, right.id)
        }
        return findings
    }

    /// The operation whose id, or the end of it, is given. It is one player's or the family's to
    /// undo; anybody else's is not found.
    func operation(_ typed: String) throws -> FoundOperation {
        let findings = try findings(.init(ending: typed))
        let found = findings.operations
        if found.count == 1 { return found[0] }
        if found.isEmpty {
            // Whether it exists is not known as long as somebody was not asked.
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
        _ = try RecordNames.id(
            ofTail: typed, among: candidates, noun: "Operation", plural: "operations",
            listCommand: run.line("trash", "list"))
        return found[0]
    }
}

extension CommandRun {
    /// Throws if services did not answer, naming them.
    func requireAnswers(of away: [ServiceName]) throws {
        guard !away.isEmpty else { return }
        throw CommandFailure(
            .unavailable, TrashWords.away(away), remedy: "Try: compass service status")
    }
}

extension CommandFailure {
    /// Whether one service did not answer, while others may.
    var isAbsence: Bool {
        !isBrokerAway && [ErrorCode.unavailable, .timeout].map(\.rawValue).contains(code)
    }
}
