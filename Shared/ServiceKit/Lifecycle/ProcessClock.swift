public import Contracts
import Foundation

/// Reads the time of day and the machine's own clock, for the whole process.
///
/// The time of day tells people when something happened. It may jump and is never used to measure:
/// durations are differences of `machineTime`, and deadlines are monotonic too. `COMPASS_NOW` fixes
/// the time of day for tests and demos; the machine's clock keeps running.
public struct ProcessClock: Sendable {
    private let read: @Sendable () -> Instant
    private let readMachine: @Sendable () -> MachineTime
    /// The time at which the time of day stands still; nil for a running clock.
    public let fixedAt: Instant?
    public var isFixed: Bool { fixedAt != nil }

    /// Creates the system's clock, or a clock fixed at `fixed`.
    public init(fixed: Instant? = nil) {
        fixedAt = fixed
        if let fixed {
            read = { fixed }
        } else {
            read = ProcessClock.timeOfDay
        }
        readMachine = ProcessClock.machine
    }

    /// Creates a clock with custom readings, for tests that control time.
    public init(
        reading: @escaping @Sendable () -> Instant,
        machine: @escaping @Sendable () -> MachineTime
    ) {
        fixedAt = nil
        read = reading
        readMachine = machine
    }

    /// Creates a clock fixed at `fixed` with a custom machine time, for tests that control time.
    public init(fixed: Instant, machine: @escaping @Sendable () -> MachineTime) {
        fixedAt = fixed
        read = { fixed }
        readMachine = machine
    }

    /// Returns the time of day.
    public func now() -> Instant { read() }

    /// Returns the present on the machine's own clock, which measures durations.
    public func machineTime() -> MachineTime { readMachine() }

    @Sendable
    private static func timeOfDay() -> Instant {
        #if DEBUG
            if let moved = TestClock.shared {
                return Instant(Date()).advanced(by: .milliseconds(moved.timeOfDay))
            }
        #endif
        return Instant(Date())
    }

    @Sendable
    private static func machine() -> MachineTime {
        #if DEBUG
            if let moved = TestClock.shared {
                return MachineTime.now.advanced(by: .milliseconds(moved.machine))
            }
        #endif
        return .now
    }
}
