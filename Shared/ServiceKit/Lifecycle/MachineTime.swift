public import Contracts
import Foundation
import Glibc

/// Phantom tag of `MachineStart`.
public enum MachineStartTag {}

/// Identifies one start of the machine; the kernel draws a new id for each.
public typealias MachineStart = Identifier<MachineStartTag>

/// A point on the machine's own clock: milliseconds since the machine started, including sleep.
///
/// Nobody can set this clock, and all processes of the machine read the same one. All durations are
/// measured with it, never with the time of day, which may be wrong and be corrected meanwhile.
/// Points of two starts are not comparable.
@Memberwise
public struct MachineTime: Hashable, Comparable, Sendable {
    /// The file with the id of the start.
    static let startPath = "/proc/sys/kernel/random/boot_id"

    /// The start of this machine; zero if the kernel does not report it. No service runs without it
    /// (`ServiceProcess`).
    static let presentStart: MachineStart = {
        let text = (try? String(contentsOfFile: startPath, encoding: .utf8)) ?? ""
        return MachineStart(text: text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? unknown
    }()
    static let unknown = MachineStart(high: 0, low: 0)

    public let start: MachineStart
    /// Milliseconds since that start.
    public let milliseconds: Int64

    static var now: MachineTime {
        var time = timespec()
        unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        return MachineTime(
            start: presentStart,
            milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// Returns the point later by `span`, or earlier if it is negative, clamped to the clock's
    /// range.
    public func advanced(by span: Duration) -> MachineTime {
        let (sum, isOver) = milliseconds.addingReportingOverflow(span.wholeMilliseconds)
        guard !isOver else {
            return MachineTime(start: start, milliseconds: span < .zero ? .min : .max)
        }
        return MachineTime(start: start, milliseconds: sum)
    }

    /// Returns the duration since `earlier`; zero for a later point, and for a point of another
    /// start, because the two are not comparable.
    public func elapsed(since earlier: MachineTime) -> Duration {
        guard start == earlier.start, earlier.milliseconds < milliseconds else { return .zero }
        let (span, isOver) = milliseconds.subtractingReportingOverflow(earlier.milliseconds)
        return .milliseconds(isOver ? .max : span)
    }

    /// Returns whether this point is before another point of the same start.
    public static func < (left: MachineTime, right: MachineTime) -> Bool {
        left.milliseconds < right.milliseconds
    }
}
