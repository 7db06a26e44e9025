public import Contracts
import Foundation
import Glibc

/// Marks the identifiers of machine starts.
public enum MachineStartTag {}

/// One start of the machine; the kernel draws another one at each.
public typealias MachineStart = Identifier<MachineStartTag>

/// A point on the machine's own clock: milliseconds since the machine started, those included in
/// which it slept.
///
/// Nobody can set this clock, and all processes of the machine read the same one. Whatever lasts a
/// while is measured by it, and never by the time of day, which may be wrong and be corrected in
/// between. Points of two starts have nothing to do with each other.
public struct MachineTime: Hashable, Comparable, Sendable {
    /// Where the kernel tells the start.
    static let startPath = "/proc/sys/kernel/random/boot_id"

    /// The start of this machine; zero where the kernel does not tell it, and then no service runs
    /// (`ServiceProcess`).
    static let presentStart: MachineStart = {
        let text = (try? String(contentsOfFile: startPath, encoding: .utf8)) ?? ""
        return MachineStart(text: text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? unknown
    }()
    static let unknown = MachineStart(high: 0, low: 0)

    /// The start that it counts from.
    public let start: MachineStart
    /// Milliseconds since then.
    public let milliseconds: Int64

    /// The point so many milliseconds after a start.
    public init(start: MachineStart, milliseconds: Int64) {
        self.start = start
        self.milliseconds = milliseconds
    }

    /// The present.
    static var now: MachineTime {
        var time = timespec()
        unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        return MachineTime(
            start: presentStart,
            milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// The point so much later, or earlier for a negative span; stays within the clock's range.
    public func advanced(by span: Duration) -> MachineTime {
        let (sum, isOver) = milliseconds.addingReportingOverflow(span.wholeMilliseconds)
        guard !isOver else {
            return MachineTime(start: start, milliseconds: span < .zero ? .min : .max)
        }
        return MachineTime(start: start, milliseconds: sum)
    }

    /// How long after `earlier` it is; zero for a later point and for one of another start, of
    /// which nothing is known.
    public func elapsed(since earlier: MachineTime) -> Duration {
        guard start == earlier.start, earlier.milliseconds < milliseconds else { return .zero }
        let (span, isOver) = milliseconds.subtractingReportingOverflow(earlier.milliseconds)
        return .milliseconds(isOver ? .max : span)
    }

    /// Whether this point is before the other one, of the same start.
    public static func < (left: MachineTime, right: MachineTime) -> Bool {
        left.milliseconds < right.milliseconds
    }
}
