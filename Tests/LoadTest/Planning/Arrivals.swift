import Foundation

/// A time of the monotonic clock, or a span, in nanoseconds.
typealias Nanoseconds = UInt64

extension Nanoseconds {
    /// A span of so many seconds; 0 for less.
    init(seconds: Double) { self = UInt64(Swift.max(0, seconds) * 1e9) }

    /// The span in seconds.
    var seconds: Double { Double(self) / 1e9 }
}

/// How requests follow one another.
enum ArrivalPattern: String, Sendable, Codable, CaseIterable {
    /// Always the same distance.
    case constant
    /// Independent of one another, as people are: distances are distributed exponentially.
    case poisson
}

/// The instants at which requests are planned, whatever became of those before. Repeats with its
/// seed.
struct Arrivals: Sendable {
    private let pattern: ArrivalPattern
    /// The mean distance, in nanoseconds.
    private let distance: Double
    private var numbers: SeededSequence
    private var position: Double

    /// A plan of so many requests a second. `phase` (0 to 1) is how far into its first distance a
    /// constant plan begins, so that several threads do not send at once.
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

    /// The instant of the next request.
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

/// Random numbers that repeat with their seed (SplitMix64).
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

    /// A number from 0 to 1, without 1.
    mutating func fraction() -> Double { Double(next() >> 11) / Double(1 << 53) }

    /// A whole number below `limit`, which is at least 1.
    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(Swift.max(limit, 1))) }
}
