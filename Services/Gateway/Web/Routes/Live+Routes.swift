import Contracts
import HTML
import HTTP
import ServiceKit
import WebPages

extension Router {
    /// What happens while a page is open.
    mutating func addLive(_ site: Site) {
        get(Place.live.text, site) { visit in
            let stream = LiveStream(visit)
            // Whoever may not read gets an answer that ends the browser's tries.
            _ = try await visit.call(WatchNotifications.self, .init(waitMilliseconds: 0))
            return .events { try await stream.write(to: $0) }
        }
    }
}

/// The events of one open page: `change` when the records of its list may have changed, and
/// `unread` with the number of unread notifications when it has changed.
///
/// The stream waits in the services (`changes.watch`, `notifications.watch`), which admit the
/// reader anew each time. It ends when the reader's session or membership does.
struct LiveStream: Sendable {
    /// The least time between two events of a kind, so that an import of thousands of records does
    /// not have the page read each of them.
    static let pause = Duration.milliseconds(500)
    /// How long a stream rests if a service is away or does not let it wait.
    static let rest = Duration.seconds(3)

    private enum Name {
        static let change = "change"
        static let unread = "unread"
    }

    private let visit: Visit
    private let list: LiveList?
    /// When the page was made.
    private let since: Instant
    /// The newest change that the page knew before its connection broke.
    private let resumed: ChangeID?

    init(_ visit: Visit) {
        self.visit = visit
        list = visit.request.query["record"].flatMap(LiveList.init)
        since =
            visit.request.query["since"].flatMap { Instant(text: $0) } ?? visit.site.clock.now()
        resumed = visit.request.headers["Last-Event-ID"].flatMap { ChangeID(text: $0) }
    }

    func write(to writer: EventWriter) async throws {
        let (events, continuation) = AsyncStream.makeStream(of: ServerSentEvent.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { continuation.finish() }
                try await followNotifications { continuation.yield($0) }
            }
            if let list {
                group.addTask {
                    defer { continuation.finish() }
                    try await followChanges(of: list) { continuation.yield($0) }
                }
            }
            defer { group.cancelAll() }
            for await event in events { try await writer.send(event) }
        }
    }

    private func followChanges(
        of list: LiveList, _ send: (ServerSentEvent) -> Void
    ) async throws {
        var known = resumed
        var wait = 0
        try await follow { visit in
            let newest = try await visit.call(
                WatchChanges.self, .init(newest: known, waitMilliseconds: wait), at: list.service
            ).newest
            let isFirst = wait == 0
            wait = WatchLimit.millisecondsMax
            guard newest != known else { return isFirst }
            // The first answer tells what the page knew when it was made.
            let isNews = !isFirst || resumed != nil || newest.map { $0.instant > since } == true
            known = newest
            guard isNews else { return true }
            send(.init(id: newest?.text, name: Name.change, data: list.rawValue))
            return true
        }
    }

    private func followNotifications(_ send: (ServerSentEvent) -> Void) async throws {
        var known: Int?
        try await follow { visit in
            let unread = try await visit.call(
                WatchNotifications.self,
                .init(unread: known, waitMilliseconds: WatchLimit.millisecondsMax)
            ).unread
            guard unread != known else { return false }
            known = unread
            visit.site.unreadCounts.forget(visit.statement.user.id)
            send(.init(name: Name.unread, data: "\(unread)"))
            return true
        }
    }

    /// Calls a service again and again until the stream ends or the service refuses the reader.
    /// `ask` returns whether there was news.
    private func follow(_ ask: (Visit) async throws -> Bool) async throws {
        while !Task.isCancelled {
            let began = ContinuousClock.now
            do {
                guard let visit = try await visit.renewed() else { return }
                let hasNews = try await ask(visit)
                // An answer without news that came at once is that of a service that is full.
                let isRefused = !hasNews && ContinuousClock.now - began < Self.pause
                try await Task.sleep(for: isRefused ? Self.rest : hasNews ? Self.pause : .zero)
            } catch let error as ServiceError {
                switch error.code {
                case .unauthenticated, .forbidden, .notFound: return
                default: try await Task.sleep(for: Self.rest)
                }
            }
        }
    }
}

extension Visit {
    /// The visit with a passport that is in force; nil if the reader has left the family.
    fileprivate func renewed() async throws -> Visit? {
        let statement = try await site.passports.passport(of: token)
        guard let visit = try Visit(request, site, token, statement, form),
            visit.family.familyUnitID == family.familyUnitID
        else { return nil }
        return visit
    }
}
