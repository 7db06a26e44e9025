public import Contracts
public import ServiceKit
import Synchronization

/// Clocks that a test moves by hand: the time of day and the machine's own.
public final class MovedClock: Sendable {
    private struct State {
        var now: Instant
        var machine: MachineTime
    }

    private let state: Mutex<State>

    /// Clocks that stand still, the time of day at this instant.
    public init(_ start: Instant) {
        state = Mutex(State(now: start, machine: ProcessClock().machineTime()))
    }

    /// The clocks as a process reads them.
    public var clock: ProcessClock {
        ProcessClock(reading: { [self] in now }, machine: { [self] in machineTime })
    }

    /// The time of day.
    public var now: Instant { state.withLock { $0.now } }
    /// The machine's time.
    public var machineTime: MachineTime { state.withLock { $0.machine } }

    /// Lets time pass, on both clocks.
    public func advance(_ span: Duration) {
        state.withLock { state in
            state.now = state.now.advanced(by: span)
            state.machine = state.machine.advanced(by: span)
        }
    }

    /// Sets the time of day, by so much ahead or back, while no time passes.
    public func jump(_ span: Duration) {
        state.withLock { $0.now = $0.now.advanced(by: span) }
    }

    /// Starts the machine anew: its clock begins again, under another start.
    public func restartMachine() {
        state.withLock { state in
            let start = MachineStart(high: state.machine.start.high &+ 1, low: 1)
            state.machine = MachineTime(start: start, milliseconds: 1_000)
        }
    }
}
