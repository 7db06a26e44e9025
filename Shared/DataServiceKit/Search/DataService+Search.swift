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
        serveSearch(texts, SearchIndexer(sources))
    }

    /// Serves the search of an index and keeps it up to date.
    public func serveSearch<Texts: SearchedTexts>(
        _ texts: Texts.Type, _ index: some SearchIndex
    ) {
        query(SearchRecords<Texts>.self) { input, context, transaction in
            try Self.answer(input, context, transaction, index)
        }
        serveRebuild(RebuildSearch<Texts>.self, index)
        addHousekeeping("records to index") { transaction, _ in try index.step(nil, transaction) }
        let nextCheck = Mutex(ContinuousClock.now)
        addHousekeeping("search index") { [weak self] _, _ in
            let isDue = nextCheck.withLock { next in
                guard ContinuousClock.now >= next else { return false }
                next = .now + Self.searchCheckInterval
                return true
            }
            if isDue { self?.checkSearch(index) }
            return false
        }
    }

    /// Serves the operator's command. It needs no key: it changes no record, and done twice it has
    /// the same effect.
    private func serveRebuild<Texts: SearchedTexts>(
        _ operation: RebuildSearch<Texts>.Type, _ index: some SearchIndex
    ) {
        host.register(operation) { [self] call, responder in
            database.write(deadline: call.context.deadline) {
                try index.rebuild($0)
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
    private func checkSearch(_ index: some SearchIndex) {
        database.read {
            try index.differs($0)
        } completion: { [weak self] result in
            guard let self, case .success(true) = result else { return }
            logger.warning("the search index differs from the records and is built again")
            database.write {
                try index.rebuild($0)
            } completion: { _ in
            }
        }
    }

    private static func answer(
        _ input: SearchInput, _ context: CallContext, _ transaction: ReadTransaction,
        _ index: some SearchIndex
    ) throws -> SearchAnswer {
        let scope = try context.requireFamily()
        let family = scope.familyID
        let window = try window(of: input, context, transaction)
        guard try !index.isPending(family, transaction) else {
            throw StaleRows { try index.step(family, $0) }
        }
        do {
            // One more than wanted tells whether there are more.
            let hits = try index.hits(
                input, window, of: scope, limit: input.limit + 1, transaction)
            return SearchAnswer(
                hits: Array(hits.prefix(input.limit)), hasMore: hits.count > input.limit)
        } catch let error as StorageError where error.code == .damagedIndex {
            throw StaleRows { transaction in
                try index.rebuild(transaction)
                return try index.step(family, transaction)
            }
        }
    }

    private static func window(
        of input: SearchInput, _ context: CallContext, _ transaction: ReadTransaction
    ) throws -> SearchWindow {
        let family = try context.requireFamily().familyID
        let zone =
            try input.timeZone.flatMap { TimeZone(identifier: $0) }
            ?? IdentityReplica.timeZone(of: family, in: transaction)
        let days = try input.query.days(from: WallClock.day(of: context.now, in: zone))
        func start(_ day: CivilDay?) -> Instant? {
            day.map { WallClock.instant(of: $0, at: .midnight, in: zone) }
        }
        return SearchWindow(
            since: start(days.first), firstDay: days.first, before: start(days.end),
            endDay: days.end)
    }
}
