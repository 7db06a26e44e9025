public import Contracts
import ServiceKit
import Storage
import Synchronization

/// The time by which a service expires and removes data: a time of day that advances only with
/// elapsed time.
///
/// It begins at the time of day of the first start and advances with the machine's own clock,
/// whether or not the service runs; the database stores it. Setting the time of day does not move
/// it. It stands still while the machine is off, because that duration is unknown. It is therefore
/// never ahead of the elapsed time, and data is kept at least for its retention time.
///
/// It also detects jumps of the time of day: differences from the time expected by the machine's
/// clock. Until the time of day is correct again, or has advanced evenly for `settledAfter`,
/// nothing is removed by time.
///
/// A fixed time of day (`COMPASS_NOW`) says nothing about the machine's: it is no jump, and neither
/// is the end of it. In a home that ran with the machine's time of day before, a run with a fixed
/// one removes nothing by time and leaves the stored state as it is.
public final class HousekeepingClock: Sendable {
    /// The smallest difference that counts as a jump. Corrections of a running clock are far
    /// smaller.
    public static let jumpMin = Duration.seconds(10)
    /// The time without another jump after which the time of day is trusted.
    public static let settledAfter = Duration.seconds(86_400)
    /// The interval of storing the time; after a kill the time since then does not count.
    static let keptInterval = Duration.seconds(600)

    /// The stored state.
    fileprivate struct State {
        /// The housekeeping time at `machine`.
        var time: Instant
        /// The last reading of the machine's clock.
        var machine: MachineTime
        /// The time of day at that reading.
        var timeOfDay: Instant
        /// Whether the time of day was fixed, so that the machine's is not known yet.
        var isFixed: Bool
        /// The sum of the jumps since the time of day was last trusted.
        var ahead = Duration.zero
        /// The housekeeping time from which the time of day is trusted again; nil while it is
        /// trusted.
        var settlesAt: Instant?
    }

    private struct Mutable {
        var state: State
        var jumps: Int64 = 0
        var keptAt: Instant?
    }

    private let clock: ProcessClock
    private let logger: Logger
    private let mutable: Mutex<Mutable>

    /// Continues from the stored state.
    init(_ database: Database, clock: ProcessClock, logger: Logger) throws {
        self.clock = clock
        self.logger = logger
        let (now, machine, isFixed) = (clock.now(), clock.machineTime(), clock.isFixed)
        let state = try database.read { transaction in
            if let kept = try Self.load(transaction) { return kept }
            // The last change bounds the age of the data in an older home.
            let last = try transaction.first(Self.lastChangeSQL) { try $0.instant(0) }
            return State(
                time: min(now, last ?? now), machine: machine, timeOfDay: now, isFixed: isFixed)
        }
        mutable = Mutex(Mutable(state: state))
        look()
    }

    /// Returns the housekeeping time.
    public func now() -> Instant {
        mutable.withLock { mutable in
            let state = mutable.state
            return state.time.advanced(by: clock.machineTime().elapsed(since: state.machine))
        }
    }

    /// Whether the time of day is trusted: a fixed one only where no other was ever known.
    public var isSettled: Bool {
        mutable.withLock { mutable in
            mutable.state.settlesAt == nil && (mutable.state.isFixed || !clock.isFixed)
        }
    }

    // MARK: Jumps

    /// Compares the clocks. Called every minute and whenever the state is needed.
    func look() {
        let (before, state) = mutable.withLock { mutable in
            let before = mutable.state
            mutable.state.advance(to: clock.machineTime(), clock.now(), isFixed: clock.isFixed)
            if mutable.state.settlesAt != nil, mutable.state.ahead != before.ahead {
                mutable.jumps += 1
            }
            return (before, mutable.state)
        }
        report(before, state)
    }

    private func report(_ before: State, _ state: State) {
        if state.settlesAt != nil, state.ahead != before.ahead {
            logger.warning(
                "the time of day jumped; nothing is removed by time until it is settled",
                ["clock.ahead.s": "\(state.aheadSeconds)"])
        } else if before.settlesAt != nil, state.settlesAt == nil {
            logger.info("the time of day is settled")
        }
    }

    /// The values for `service stats` and `service status`.
    var gauges: [String: Int64] {
        look()
        return mutable.withLock { mutable in
            let state = mutable.state
            let left = state.settlesAt.map { $0.milliseconds - state.time.milliseconds } ?? 0
            return [
                "clock.ahead_s": state.aheadSeconds,
                "clock.jumps": mutable.jumps,
                "clock.settles_in_s": (left + 999) / 1_000,
            ]
        }
    }

    // MARK: Storage

    private static let lastChangeSQL = """
        SELECT occurred_at FROM changes ORDER BY seq DESC LIMIT 1
        /* all families: when anything was written last */
        """

    private static func load(_ transaction: ReadTransaction) throws -> State? {
        try transaction.first(
            """
            SELECT time, machine_start, machine_ms, time_of_day, is_fixed, ahead_ms, settles_at
            FROM housekeeping WHERE id = 1
            """
        ) { row in
            State(
                time: try row.instant(0),
                machine: MachineTime(
                    start: try row.identifier(1), milliseconds: try row.int64(2)),
                timeOfDay: try row.instant(3), isFixed: try row.bool(4),
                ahead: .milliseconds(try row.int64(5)), settlesAt: try row.instantOrNil(6))
        }
    }

    /// Stores the time if `keptInterval` has passed since it was last stored.
    func keep(in transaction: WriteTransaction) throws {
        let isDue = mutable.withLock { mutable in
            guard let keptAt = mutable.keptAt else { return true }
            return mutable.state.time >= keptAt.advanced(by: Self.keptInterval)
        }
        if isDue { try save(in: transaction) }
    }

    /// Stores the time.
    func save(in transaction: WriteTransaction) throws {
        look()
        let state = mutable.withLock { mutable in
            mutable.keptAt = mutable.state.time
            return mutable.state
        }
        try transaction.execute(
            """
            INSERT INTO housekeeping
                (id, time, machine_start, machine_ms, time_of_day, is_fixed, ahead_ms, settles_at)
            VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, ?7)
            ON CONFLICT (id) DO UPDATE SET time = excluded.time,
                machine_start = excluded.machine_start, machine_ms = excluded.machine_ms,
                time_of_day = excluded.time_of_day, is_fixed = excluded.is_fixed,
                ahead_ms = excluded.ahead_ms, settles_at = excluded.settles_at
            """, state.time, state.machine.start, state.machine.milliseconds, state.timeOfDay,
            state.isFixed, state.ahead.wholeMilliseconds, state.settlesAt)
    }
}

extension HousekeepingClock.State {
    /// The sum of the jumps in seconds, rounded.
    fileprivate var aheadSeconds: Int64 {
        let milliseconds = ahead.wholeMilliseconds
        return (milliseconds + (milliseconds < 0 ? -500 : 500)) / 1_000
    }

    /// Advances the state to new readings of the clocks. A fixed time of day replaces no reading of
    /// the machine's own, and is compared with nothing.
    mutating func advance(to machine: MachineTime, _ now: Instant, isFixed: Bool) {
        guard self.isFixed || !isFixed else { return }
        let elapsed = machine.elapsed(since: self.machine)
        time = time.advanced(by: elapsed)
        defer {
            self.machine = machine
            self.isFixed = isFixed
            timeOfDay = now
        }
        guard !self.isFixed else {
            // Also what earlier versions took for a jump.
            ahead = .zero
            settlesAt = nil
            return
        }
        var jump = now.milliseconds - timeOfDay.advanced(by: elapsed).milliseconds
        // After a restart the time of day may be ahead because the machine was off, but not behind.
        if machine.start != self.machine.start { jump = min(jump, 0) }
        if abs(jump) >= HousekeepingClock.jumpMin.wholeMilliseconds {
            ahead += .milliseconds(jump)
            let isRight = abs(ahead.wholeMilliseconds) < HousekeepingClock.jumpMin.wholeMilliseconds
            settlesAt = isRight ? nil : time.advanced(by: HousekeepingClock.settledAfter)
        } else if let end = settlesAt, end <= time {
            settlesAt = nil
        }
        if settlesAt == nil { ahead = .zero }
    }
}
