public import Contracts
public import ServiceKit
import Synchronization

/// Clocks that a test sets: the time of day and the machine time.
public final class MovedClock: Sendable {
    private struct State {
        var now: Instant
        var machine: MachineTime
    }

    private let state: Mutex<State>

    /// Stopped clocks, with this time of day.
    public init(_ start: Instant) {
        state = Mutex(State(now: start, machine: ProcessClock().machineTime()))
    }

    /// The clocks in the form that processes use.
    public var clock: ProcessClock {
        ProcessClock(reading: { [self] in now }, machine: { [self] in machineTime })
    }

    /// A time of day that stands still at this instant, with this machine time: `COMPASS_NOW`.
    public func clock(fixedAt instant: Instant) -> ProcessClock {
        ProcessClock(fixed: instant, machine: { [self] in machineTime })
    }

    public var now: Instant { state.withLock { $0.now } }
    public var machineTime: MachineTime { state.withLock { $0.machine } }

    /// Advances both clocks.
    public func advance(_ span: Duration) {
        state.withLock { state in
            state.now = state.now.advanced(by: span)
            state.machine = state.machine.advanced(by: span)
        }
    }

    /// Changes the time of day only, as when a person sets the clock.
    public func jump(_ span: Duration) {
        state.withLock { $0.now = $0.now.advanced(by: span) }
    }

    /// Simulates a restart of the machine: its time begins again, with a new start.
    public func restartMachine() {
        state.withLock { state in
            let start = MachineStart(high: state.machine.start.high &+ 1, low: 1)
            state.machine = MachineTime(start: start, milliseconds: 1_000)
        }
    }
}
