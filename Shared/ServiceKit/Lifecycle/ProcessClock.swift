public import Contracts
import Foundation

/// The one place where a process reads the time of day and the machine's own clock.
///
/// The time of day says when something happened, for people. It may jump, so nothing is measured by
/// it: durations are differences of `machineTime`, and deadlines are monotonic too. `COMPASS_NOW`
/// fixes the time of day, for tests and demos; the machine's clock goes on.
public struct ProcessClock: Sendable {
    private let read: @Sendable () -> Instant
    private let readMachine: @Sendable () -> MachineTime
    /// Where the time of day stands still; `nil` for one that goes.
    public let fixedAt: Instant?
    /// Whether the time of day stands still.
    public var isFixed: Bool { fixedAt != nil }

    /// The system's clock, or a clock that stands still at `fixed`.
    public init(fixed: Instant? = nil) {
        fixedAt = fixed
        if let fixed {
            read = { fixed }
        } else {
            read = ProcessClock.timeOfDay
        }
        readMachine = ProcessClock.machine
    }

    /// A clock that is moved by hand, for tests that let time pass.
    public init(
        reading: @escaping @Sendable () -> Instant,
        machine: @escaping @Sendable () -> MachineTime
    ) {
        fixedAt = nil
        read = reading
        readMachine = machine
    }

    /// The time of day.
    public func now() -> Instant { read() }

    /// The present on the machine's own clock, by which durations are measured.
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
