public import Contracts
import Foundation
import ServiceKit
import Storage
import Synchronization

extension DataService {
    /// How often the index of searches is compared with the records.
    static let searchCheckInterval = Duration.seconds(3_600)

    /// Serves the search of these sources and keeps their index. The service's migrations contain
    /// that of the sources (`SearchTables.migration`).
    public func serveSearch<Texts: SearchedTexts>(_ texts: Texts.Type, _ sources: [SearchSource]) {
        let indexer = SearchIndexer(sources)
        query(SearchRecords<Texts>.self) { input, context, transaction in
            try Self.answer(input, context, transaction, indexer)
        }
        serveRebuild(RebuildSearch<Texts>.self, indexer)
        addHousekeeping("records to index") { transaction, _ in try indexer.step(transaction) }
        let nextCheck = Mutex(ContinuousClock.now)
        addHousekeeping("search index") { [weak self] _, _ in
            let isDue = nextCheck.withLock { next in
                guard ContinuousClock.now >= next else { return false }
                next = .now + Self.searchCheckInterval
                return true
            }
            if isDue { self?.checkSearch(indexer) }
            return false
        }
    }

    /// Serves the operator's command. It is no command with a key: it changes no record, and done
    /// twice it has the same effect.
    private func serveRebuild<Texts: SearchedTexts>(
        _ operation: RebuildSearch<Texts>.Type, _ indexer: SearchIndexer
    ) {
        host.register(operation) { [self] call, responder in
            database.write(deadline: call.context.deadline) {
                try indexer.rebuild($0)
            } completion: { [weak self] result in
                switch result {
                case .success(let count):
                    responder.succeed(RebuildSearch<Texts>.Response(records: count))
                    self?.doHousekeeping()
                case .failure(let error): responder.deliver(Outcome(throwing: error))
                }
            }
        }
    }

    /// Compares the index with the records on a reader thread, and builds it again if it differs.
    private func checkSearch(_ indexer: SearchIndexer) {
        database.read {
            try indexer.differs($0)
        } completion: { [weak self] result in
            guard let self, case .success(true) = result else { return }
            logger.warning("the search index differs from the records and is built again")
            database.write {
                try indexer.rebuild($0)
            } completion: { _ in
            }
        }
    }

    private static func answer(
        _ input: SearchInput, _ context: CallContext, _ transaction: ReadTransaction,
        _ indexer: SearchIndexer
    ) throws -> SearchAnswer {
        let scope = try context.requireFamily()
        let family = scope.familyID
        let window = try window(of: input, context, transaction)
        guard try !transaction.exists(SearchIndexer.isPendingSQL, family) else {
            throw StaleRows { try indexer.step(family, $0) }
        }
        let repository = SearchRepository(
            family: family,
            scopes: try SearchScope.all(
                of: family, player: scope.role == .player ? scope.userID : nil, transaction),
            transaction: transaction)
        do {
            // One more than wanted tells whether there are more.
            let hits = try repository.hits(input.query, window, limit: input.limit + 1)
            return SearchAnswer(
                hits: Array(hits.prefix(input.limit)), hasMore: hits.count > input.limit)
        } catch let error as StorageError where error.code == .damagedIndex {
            throw StaleRows { transaction in
                try indexer.rebuild(transaction)
                return try indexer.step(family, transaction)
            }
        }
    }

    private static func window(
        of input: SearchInput, _ context: CallContext, _ transaction: ReadTransaction
    ) throws -> SearchRepository.Window {
        let family = try context.requireFamily().familyID
        let zone =
            try input.timeZone.flatMap { TimeZone(identifier: $0) }
            ?? IdentityReplica.timeZone(of: family, in: transaction)
        let days = try input.query.days(from: WallClock.day(of: context.now, in: zone))
        func start(_ day: CivilDay?) -> Instant? {
            day.map { WallClock.instant(of: $0, at: .midnight, in: zone) }
        }
        return SearchRepository.Window(
            since: start(days.first), firstDay: days.first, before: start(days.end),
            endDay: days.end)
    }
}
