import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Makes the digest of the last week for each member who wants it, once, and gives it to the
/// operator's mail program (N-120, N-121).
///
/// A digest and its notification are stored in one transaction; a kill before it makes the digest
/// again, a kill after it does not. The message is taken away once the program has ended well: a
/// kill between the two sends it again, with the same message id.
final class DigestMaker: Component {
    /// How often it looks for what is due.
    static let interval = Duration.seconds(60)
    /// For how many days digests are remembered, so that none is made twice.
    static let keptDays = 90

    /// Takes a message; returns the problem, or nil if it was taken.
    typealias Mail = @Sendable ([UInt8]) -> String?

    let name = "digests"
    private let service: DataService
    private let source: any DigestSource
    private let mail: Mail?
    private let clock: ProcessClock
    private let logger: Logger
    private let thread = ComponentThread(named: "digests")

    /// `mail` is nil if the operator has set no program: digests are then only notified.
    init(
        _ service: DataService, _ source: any DigestSource, mail: Mail?, clock: ProcessClock,
        logger: Logger
    ) {
        self.service = service
        self.source = source
        self.mail = mail
        self.clock = clock
        self.logger = logger
    }

    // MARK: Life

    func start() throws { try thread.start { [self] in run() } }

    func stop(by deadline: ContinuousClock.Instant) { thread.stop(by: deadline) }

    private func run() {
        while thread.goesOn {
            if service.isReady { look() }
            thread.pause(for: Self.interval)
        }
    }

    // MARK: Work

    /// Makes what is due and sends what waits. Nothing is made by a time of day that is not
    /// trusted.
    func look() {
        do {
            if service.housekeeping.isSettled { try makeAll() }
            try sendAll()
        } catch {
            logger.warning("digests interrupted", ["error.message": "\(error)"])
        }
    }

    private func makeAll() throws {
        let now = clock.now()
        for wish in try service.database.read({ try DigestRepository.wishes($0) })
        where thread.goesOn {
            guard
                let week = DigestTime.dueWeek(at: now, in: wish.zone, wishedSince: wish.since),
                try !service.database.read({ try DigestRepository.isMade(week, for: wish, $0) })
            else { continue }
            do {
                try make(week, for: wish, at: now)
            } catch {
                // A service is away: tried again at the next look, the others meanwhile.
                logger.info("digest not made yet", ["error.message": "\(error)"])
            }
        }
    }

    private func make(_ week: ISOWeek, for wish: DigestWish, at now: Instant) throws {
        guard let made = try source.digest(of: week, for: wish, at: now) else { return }
        let message = mail == nil ? nil : made.message
        try service.write(nil) { unit in
            let id = DigestID.make(at: unit.now)
            let isNew = try DigestRepository(unit.transaction).store(
                id, week, for: wish, message: message, at: unit.now,
                housekeepingTime: unit.housekeepingTime)
            guard isNew else { return }
            try AlertRepository(unit.transaction).tell(made, id, to: wish, at: unit.now)
            #if DEBUG
                TestHooks.reach("digest-stored")
            #endif
        }
        #if DEBUG
            TestHooks.reach("digest-made")
        #endif
    }

    private func sendAll() throws {
        guard let mail else { return }
        var last: DigestID?
        while thread.goesOn,
            let digest = try service.database.read({ [last] in
                try DigestRepository.next($0, after: last)
            })
        {
            last = digest.id
            let problem = mail(digest.message)
            #if DEBUG
                TestHooks.reach("digest-mailed")
            #endif
            try service.write(nil) { unit in
                let digests = DigestRepository(unit.transaction)
                if let problem {
                    try digests.noteFailed(digest, problem)
                } else {
                    try digests.noteSent(digest.id, at: unit.now)
                }
            }
            if let problem { logger.warning("digest not sent", ["error.message": problem]) }
        }
    }
}
