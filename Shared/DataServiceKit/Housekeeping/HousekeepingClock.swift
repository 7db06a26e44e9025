public import Contracts
import ServiceKit
import Storage
import Synchronization

/// The time by which a service forgets and removes: a time of day that is moved only by time that
/// really passed.
///
/// It begins at the time of day of the first start and goes on with the machine's own clock, while
/// the service runs and while it is away; the file keeps it. Setting the time of day does not move
/// it, and while the machine is switched off it stands still: nobody can tell how long that was. So
/// it is never ahead of what has passed, and what is removed by it was kept for its time at least.
///
/// It also notices that the time of day jumped: that it is not where the machine's clock lets it be
/// expected. Until the time of day is right again, or has gone on evenly for `settledAfter`,
/// nothing is removed by time at all.
public final class HousekeepingClock: Sendable {
    /// The least difference that counts as a jump. Corrections of a running clock are far smaller.
    public static let jumpMin = Duration.seconds(10)
    /// After so long without another jump the time of day is believed.
    public static let settledAfter = Duration.seconds(86_400)
    /// How often the file is told; what a kill takes away is time that does not count.
    static let keptInterval = Duration.seconds(600)

    /// What the file keeps.
    fileprivate struct State {
        /// The housekeeping time at `machine`.
        var time: Instant
        /// When the clocks were read last, on the machine's clock.
        var machine: MachineTime
        /// The time of day that was read then.
        var timeOfDay: Instant
        /// Whether it stood still.
        var isFixed: Bool
        /// By how much the time of day has jumped since it was believed last.
        var ahead = Duration.zero
        /// The housekeeping time from which on it is believed again; `nil` while it is.
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

    /// Goes on where the file says.
    init(_ database: Database, clock: ProcessClock, logger: Logger) throws {
        self.clock = clock
        self.logger = logger
        let (now, machine, isFixed) = (clock.now(), clock.machineTime(), clock.isFixed)
        let state = try database.read { transaction in
            if let kept = try Self.load(transaction) { return kept }
            // What an older home holds is no older than its last change says.
            let last = try transaction.first(Self.lastChangeSQL) { try $0.instant(0) }
            return State(
                time: min(now, last ?? now), machine: machine, timeOfDay: now, isFixed: isFixed)
        }
        mutable = Mutex(Mutable(state: state))
        look()
    }

    /// The housekeeping time.
    public func now() -> Instant {
        mutable.withLock { mutable in
            let state = mutable.state
            return state.time.advanced(by: clock.machineTime().elapsed(since: state.machine))
        }
    }

    /// Whether the time of day may be believed.
    public var isSettled: Bool { mutable.withLock { $0.state.settlesAt == nil } }

    // MARK: Jumps

    /// Compares the clocks; called every minute, and by whoever wants to know now.
    func look() {
        let (before, state) = mutable.withLock { mutable in
            let before = mutable.state
            mutable.state.goOn(to: clock.machineTime(), clock.now(), isFixed: clock.isFixed)
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

    /// For `service stats` and `service status`.
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

    // MARK: The file

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

    /// Keeps the time if it was not kept for a while.
    func keep(in transaction: WriteTransaction) throws {
        let isDue = mutable.withLock { mutable in
            guard let keptAt = mutable.keptAt else { return true }
            return mutable.state.time >= keptAt.advanced(by: Self.keptInterval)
        }
        if isDue { try save(in: transaction) }
    }

    /// Keeps the time.
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
            """, SQLValue(state.time), SQLValue(state.machine.start),
            .integer(state.machine.milliseconds), SQLValue(state.timeOfDay),
            SQLValue(state.isFixed), .integer(state.ahead.wholeMilliseconds),
            SQLValue(state.settlesAt))
    }
}

extension HousekeepingClock.State {
    /// By how many seconds the time of day has jumped, rounded.
    fileprivate var aheadSeconds: Int64 {
        let milliseconds = ahead.wholeMilliseconds
        return (milliseconds + (milliseconds < 0 ? -500 : 500)) / 1_000
    }

    /// Takes in what the clocks say now.
    mutating func goOn(to machine: MachineTime, _ now: Instant, isFixed: Bool) {
        let elapsed = machine.elapsed(since: self.machine)
        time = time.advanced(by: elapsed)
        let moved = self.isFixed || isFixed ? .zero : elapsed
        var jump = now.milliseconds - timeOfDay.advanced(by: moved).milliseconds
        // A machine that was off: its clock may well be ahead of what was read last, not behind.
        if machine.start != self.machine.start { jump = min(jump, 0) }
        if abs(jump) >= HousekeepingClock.jumpMin.wholeMilliseconds {
            ahead += .milliseconds(jump)
            let isRight = abs(ahead.wholeMilliseconds) < HousekeepingClock.jumpMin.wholeMilliseconds
            settlesAt = isRight ? nil : time.advanced(by: HousekeepingClock.settledAfter)
        } else if let end = settlesAt, end <= time {
            settlesAt = nil
        }
        if settlesAt == nil { ahead = .zero }
        self.machine = machine
        self.isFixed = isFixed
        timeOfDay = now
    }
}
