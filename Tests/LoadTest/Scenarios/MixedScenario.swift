import Contracts
import ServiceKit

/// Analytics and logging at once, as on an evening when everybody looks.
final class MixedScenario: Scenario {
    static let name = "mixed"
    /// The share of analytics among the requests.
    static let analyticsShare = 0.7

    let operations: [LoadOperation]
    private let analytics: AnalyticsScenario
    private let interactions: InteractionsScenario
    private let seed: UInt64

    /// A data set of so many posts, and a tenth as many interactions.
    init(size: Int, seed: UInt64) {
        analytics = AnalyticsScenario(size: size, seed: seed)
        interactions = InteractionsScenario(
            size: min(max(size / 10, 100), InteractionsScenario.mixedSizeMax), seed: seed)
        self.seed = seed
        operations =
            analytics.operations.map { $0.scaled(by: MixedScenario.analyticsShare) }
            + interactions.operations.map { $0.scaled(by: 1 - MixedScenario.analyticsShare) }
    }

    var dataSet: String { "\(analytics.dataSet); \(interactions.dataSet)" }

    var growth: String { "\(analytics.growth); \(interactions.growth)" }

    func prepare(_ target: Target, _ progress: Progress) throws {
        try analytics.prepare(target, progress)
        try interactions.prepare(target, progress)
    }

    func refresh(_ target: Target) throws {
        try analytics.refresh(target)
        try interactions.refresh(target)
    }

    func findings(_ target: Target) throws -> [String] {
        try analytics.findings(target) + interactions.findings(target)
    }

    func makeSource(seed: UInt64) throws -> any RequestSource {
        try MixedSource(
            first: analyticsSource(seed: seed), second: loggingSource(seed: seed &+ 1),
            share: MixedScenario.analyticsShare, seed: seed)
    }

    /// Analytics alone; its operations have the places that they have in the mix.
    func analyticsSource(seed: UInt64) throws -> any RequestSource {
        try analytics.makeSource(seed: seed)
    }

    /// Interactions alone, likewise.
    func loggingSource(seed: UInt64) throws -> any RequestSource {
        ShiftedSource(try interactions.makeSource(seed: seed), by: analytics.operations.count)
    }
}

extension LoadOperation {
    /// The operation with a part of its share.
    func scaled(by factor: Double) -> LoadOperation {
        var scaled = self
        scaled.share *= factor
        return scaled
    }
}

/// The requests of one source with their operations at other places.
private final class ShiftedSource: RequestSource {
    private let source: any RequestSource
    private let distance: Int

    init(_ source: any RequestSource, by distance: Int) {
        self.source = source
        self.distance = distance
    }

    func next() -> Shot {
        var shot = source.next()
        shot.operation += distance
        return shot
    }

    func ended(_ shot: Shot, _ ending: Ending, isUnknown: Bool) {
        var own = shot
        own.operation -= distance
        source.ended(own, ending, isUnknown: isUnknown)
    }

    /// How far the places lie apart.
    var places: PartialRangeFrom<Int> { distance... }
}

/// Requests of two sources by chance.
private final class MixedSource: RequestSource {
    private let first: any RequestSource
    private let second: any RequestSource
    private let share: Double
    private var numbers: SeededSequence
    /// Operations at and behind this place are the second's.
    private let border: Int

    init(first: any RequestSource, second: any RequestSource, share: Double, seed: UInt64) {
        self.first = first
        self.second = second
        self.share = share
        numbers = SeededSequence(seed: seed)
        border = (second as? ShiftedSource)?.places.lowerBound ?? 0
    }

    func next() -> Shot { numbers.fraction() < share ? first.next() : second.next() }

    func ended(_ shot: Shot, _ ending: Ending, isUnknown: Bool) {
        (shot.operation < border ? first : second).ended(shot, ending, isUnknown: isUnknown)
    }
}
