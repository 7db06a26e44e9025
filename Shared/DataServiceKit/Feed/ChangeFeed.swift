import Contracts
import Dispatch
import Foundation
import ServiceKit
import Storage
import Synchronization

/// Serves `changes.fetch`. A poll without news is parked: it holds no thread, and continues when a
/// commit adds changes or its time ends.
final class ChangeFeed: Sendable {
    /// The most parked polls; a further one is answered at once without changes.
    static let parkedMax = 64

    typealias Answer = @Sendable (Outcome) -> Void

    private struct Poll {
        let request: FetchChanges.Request
        let context: CallContext
        let until: ContinuousClock.Instant
        let answer: Answer
    }

    private struct State {
        var head: Int64 = 0
        var polls: [Poll] = []
        var isClosed = false
    }

    let epoch: ProducerEpoch
    /// The time by which commands' data expires.
    let housekeeping: HousekeepingClock
    private let database: Database
    /// The number of ids made; each id contains 30 bits of it.
    private let idsMade = Atomic<UInt64>(0)
    private let state: Mutex<State>
    /// Receives the number of parked polls and waiting calls whenever it changes. They hold no
    /// credit.
    let onParkedChange = Mutex<(@Sendable (Int) -> Void)?>(nil)
    let followers = FeedFollowers()
    /// People's calls that wait for changes.
    let waitingCalls = WaitingCalls()
    /// Wakes the timer thread when there is an earlier deadline.
    let timer = DispatchSemaphore(value: 0)

    init(_ database: Database, _ housekeeping: HousekeepingClock) throws {
        self.database = database
        self.housekeeping = housekeeping
        let (epoch, head) = try database.read { transaction in
            let epoch: ProducerEpoch? = try transaction.first(
                "SELECT producer_epoch FROM feed_state WHERE id = 1"
            ) { try $0.identifier(0) }
            return (epoch, try Self.head(transaction))
        }
        guard let epoch else {
            throw StorageError(
                code: .wrongFile, message: "the file has no producer epoch; restore a backup")
        }
        self.epoch = epoch
        state = Mutex(State(head: head))
    }

    var head: Int64 { state.withLock { $0.head } }
    /// The number of parked polls and waiting calls.
    var parkedCount: Int { state.withLock { $0.polls.count } + waitingCalls.count }

    /// Returns an id for a change (RFC 9562, version 7). Ids of the same instant are in the order
    /// of their creation, so that the history can be sorted by them.
    func makeID(at now: Instant) -> ChangeID {
        let made = ChangeID.make(at: now)
        let number = idsMade.wrappingAdd(1, ordering: .relaxed).oldValue
        let upper = made.high & ~0xFFF | (number >> 18 & 0xFFF)
        let lower = made.low & 0x8000_0FFF_FFFF_FFFF | (number & 0x3_FFFF) << 44
        return ChangeID(high: upper, low: lower)
    }

    // MARK: From the writer thread

    /// Advances the head. Called after the COMMIT of a change and before its replies, so that the
    /// reported head is never older than an acknowledged change.
    func advance(to sequence: Int64) {
        state.withLock { $0.head = max($0.head, sequence) }
    }

    /// Reads again for the parked polls that have news. Called after the replies.
    func wake() {
        let ready = state.withLock { state in
            let ready = state.polls.filter { $0.request.afterSequence < state.head }
            if !ready.isEmpty {
                state.polls.removeAll { $0.request.afterSequence < state.head }
            }
            return ready
        }
        if !ready.isEmpty { reportParked() }
        for poll in ready { readAgain(poll) }
    }

    // MARK: Fetching

    func fetch(
        _ request: FetchChanges.Request, _ context: CallContext, answer: @escaping Answer
    ) {
        if case .service(let follower) = context.principal {
            // Who knows another epoch starts over.
            let isOfEpoch = request.seenEpoch == nil || request.seenEpoch == epoch
            followers.applied(isOfEpoch ? request.afterSequence : 0, by: follower)
        }
        let wait = Duration.milliseconds(request.waitMilliseconds)
        read(request, context, until: min(ContinuousClock.now + wait, context.deadline), answer)
    }

    private func read(
        _ request: FetchChanges.Request, _ context: CallContext,
        until: ContinuousClock.Instant, _ answer: @escaping Answer
    ) {
        let poll = Poll(request: request, context: context, until: until, answer: answer)
        database.read { [epoch] transaction in
            let head = try Self.head(transaction)
            if request.seenEpoch == epoch {
                try FeedWitness(request, context).check(head: head, in: transaction)
            }
            return FetchChanges.Response(
                producerEpoch: epoch, headSequence: head,
                changes: try Self.changes(transaction, request))
        } completion: { [self] result in
            finish(poll, result.mapError(distrust))
        }
    }

    private func readAgain(_ poll: Poll) {
        read(poll.request, poll.context, until: poll.until, poll.answer)
    }

    private func finish(_ poll: Poll, _ result: Result<FetchChanges.Response, any Error>) {
        do {
            let response = try result.get()
            // Report a cursor ahead of the head at once: its owner has to start over.
            let isAhead = poll.request.afterSequence > response.headSequence
            if !response.changes.isEmpty || isAhead || ContinuousClock.now >= poll.until {
                poll.answer(.success(try JSONCoding.encode(response), replayed: false))
                return
            }
            park(poll, response)
        } catch {
            poll.answer(Outcome(throwing: error))
        }
    }

    /// Refuses further writes if a read shows that the file is damaged or outdated.
    private func distrust(_ error: any Error) -> any Error {
        switch error {
        case let error as DamagedChange: database.refuseWrites(damaged: error.words)
        case let error as FeedWitness.Contradiction:
            database.refuseWrites(behindOthers: error.words)
        default: return error
        }
        return database.writeRefusal ?? error
    }

    private func park(_ poll: Poll, _ response: FetchChanges.Response) {
        enum Verdict { case parked, readAgain, answer }
        let verdict = state.withLock { state -> Verdict in
            if state.head > poll.request.afterSequence { return .readAgain }
            if state.isClosed || state.polls.count >= Self.parkedMax { return .answer }
            state.polls.append(poll)
            return .parked
        }
        switch verdict {
        case .parked:
            reportParked()
            timer.signal()
        case .readAgain: readAgain(poll)
        case .answer: answerEmpty(poll, head: response.headSequence)
        }
    }

    /// Counts and reports under one lock, so that an older count is never reported last.
    func reportParked() {
        onParkedChange.withLock { report in report?(parkedCount) }
    }

    /// Answers polls that are no longer parked; reads again if there are changes that the writer
    /// has not announced yet.
    private func answer(_ polls: [Poll], head: Int64) {
        for poll in polls {
            if poll.request.afterSequence < head {
                readAgain(poll)
            } else {
                answerEmpty(poll, head: head)
            }
        }
    }

    private func answerEmpty(_ poll: Poll, head: Int64) {
        let response = FetchChanges.Response(
            producerEpoch: epoch, headSequence: head, changes: [])
        do {
            poll.answer(.success(try JSONCoding.encode(response), replayed: false))
        } catch {
            poll.answer(Outcome(throwing: error))
        }
    }

    // MARK: From the timer thread

    /// Answers the polls whose time is over and returns the next one's end.
    func expire(now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        let (over, head, next) = state.withLock { state in
            let over = state.polls.filter { $0.until <= now }
            state.polls.removeAll { $0.until <= now }
            return (over, state.head, state.polls.map(\.until).min())
        }
        if !over.isEmpty { reportParked() }
        answer(over, head: head)
        let nextCall = waitingCalls.expire(now: now)
        return [next, nextCall].compactMap { $0 }.min()
    }

    /// Answers all parked polls, parks no more, and waits for no follower any more.
    func close() {
        followers.close()
        waitingCalls.close()
        let (polls, head) = state.withLock { state in
            state.isClosed = true
            defer { state.polls = [] }
            return (state.polls, state.head)
        }
        if !polls.isEmpty { reportParked() }
        answer(polls, head: head)
    }
}

// MARK: Rows

extension ChangeFeed {
    private static func head(_ transaction: ReadTransaction) throws -> Int64 {
        try transaction.scalar("SELECT max(seq) FROM changes /* all families: the feed's head */")
            ?? 0
    }

    /// Ends a query whose answer is large enough.
    private struct Enough: Error {}

    /// Returns at least one change if there is one, and as many as fit.
    private static func changes(
        _ transaction: ReadTransaction, _ request: FetchChanges.Request
    ) throws -> [Change] {
        var changes: [Change] = []
        var bytes = 0
        do {
            try transaction.query(
                """
                SELECT \(ChangeRow.columns) FROM changes WHERE seq > ?1 ORDER BY seq LIMIT ?2
                /* all families: services follow the whole feed */
                """, request.afterSequence, request.limit
            ) { row in
                bytes += ChangeRow.payloadBytes(row)
                guard changes.isEmpty || bytes <= FetchChanges.payloadBytesMax else {
                    throw Enough()
                }
                changes.append(try ChangeRow.change(row))
            }
        } catch is Enough {}
        return changes
    }
}
