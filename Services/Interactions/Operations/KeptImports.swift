import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension KeepImport {
    /// Keeps rows for the player, unless they keep as many imports as they may. Nothing of it is in
    /// the feed: the rows are no records yet, and nobody else may know of them.
    static func handle(
        _ input: Input, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> Response {
        let repository = KeptImportRepository(scope, unit.transaction)
        if let id = input.id {
            var kept = try repository.find(id, at: unit.now).keptImport
            (kept.kind, kept.name) = (input.kind, input.name)
            kept.rowCount = input.rowCount
            try repository.replace(id, input, in: unit.transaction)
            return Response(keptImport: kept)
        }
        guard try repository.count(at: unit.now) < KeptImportLimit.keptMax else {
            throw ServiceError(.conflict, Refusal.tooMany)
        }
        let kept = KeptImport(
            id: .make(at: unit.now), kind: input.kind, name: input.name,
            rowCount: input.rowCount, keptAt: unit.now,
            expiresAt: unit.now.advanced(by: KeptImportLimit.keptFor))
        try repository.insert(
            kept, input, due: unit.housekeepingTime.advanced(by: KeptImportLimit.keptFor),
            in: unit.transaction)
        return Response(keptImport: kept)
    }
}

extension ListKeptImports {
    static func handle(
        _ input: EmptyRequest, _ context: CallContext, _ transaction: ReadTransaction
    ) throws -> Response {
        let repository = KeptImportRepository(try context.requireFamily(), transaction)
        return Response(keptImports: try repository.list(at: context.now))
    }
}

extension ShowKeptImport {
    static func handle(
        _ input: Request, _ context: CallContext, _ transaction: ReadTransaction
    ) throws -> Response {
        try KeptImportRepository(try context.requireFamily(), transaction)
            .find(input.id, at: context.now)
    }
}

extension DropKeptImport {
    static func handle(
        _ input: Request, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> Response {
        let repository = KeptImportRepository(scope, unit.transaction)
        let kept = try repository.find(input.id, at: unit.now).keptImport
        try repository.erase(kept.id, in: unit.transaction)
        return Response(removed: kept)
    }
}
