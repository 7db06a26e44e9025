import Foundation

/// An instant of the monotonic clock, or a time span, in nanoseconds.
typealias Nanoseconds = UInt64

extension Nanoseconds {
    /// Negative spans become 0.
    init(seconds: Double) { self = UInt64(Swift.max(0, seconds) * 1e9) }

    var seconds: Double { Double(self) / 1e9 }
}

/// The distribution of arrivals.
enum ArrivalPattern: String, Sendable, Codable, CaseIterable {
    /// Constant intervals.
    case constant
    /// Independent arrivals, as those of people: intervals are exponentially distributed.
    case poisson
}

/// The planned times of requests, independent of the outcomes of earlier ones. Deterministic for a
/// given seed.
struct Arrivals: Sendable {
    private let pattern: ArrivalPattern
    /// The mean interval in nanoseconds.
    private let distance: Double
    private var numbers: SeededSequence
    private var position: Double

    /// `phase` (0 to 1) is the part of the first interval to skip in a constant plan, so that
    /// threads do not send at the same time.
    init(
        _ pattern: ArrivalPattern, perSecond: Double, from start: Nanoseconds, seed: UInt64,
        phase: Double = 0
    ) {
        self.pattern = pattern
        distance = 1e9 / Swift.max(perSecond, 1e-6)
        numbers = SeededSequence(seed: seed)
        position = Double(start)
        position += pattern == .constant ? distance * phase : step()
    }

    mutating func next() -> Nanoseconds {
        let instant = Nanoseconds(position)
        position += step()
        return instant
    }

    private mutating func step() -> Double {
        switch pattern {
        case .constant: return distance
        case .poisson: return -Foundation.log(1 - numbers.fraction()) * distance
        }
    }
}

/// A deterministic random number generator (SplitMix64).
struct SeededSequence: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number in 0..<1.
    mutating func fraction() -> Double { Double(next() >> 11) / Double(1 << 53) }

    /// An integer below `limit`, which is at least 1.
    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(Swift.max(limit, 1))) }
}
