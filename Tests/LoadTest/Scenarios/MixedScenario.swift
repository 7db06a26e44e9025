import Contracts
import ServiceKit

/// Analytics and logging at the same time.
final class MixedScenario: Scenario {
    static let name = "mixed"
    /// The share of analytics among the requests.
    static let analyticsShare = 0.7

    let operations: [LoadOperation]
    private let analytics: AnalyticsScenario
    private let interactions: InteractionsScenario
    private let seed: UInt64

    /// `size` is the number of posts; there are a tenth as many interactions.
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

    /// Analytics alone, with the operation indices of the mix.
    func analyticsSource(seed: UInt64) throws -> any RequestSource {
        try analytics.makeSource(seed: seed)
    }

    /// Interactions alone, with the operation indices of the mix.
    func loggingSource(seed: UInt64) throws -> any RequestSource {
        ShiftedSource(try interactions.makeSource(seed: seed), by: analytics.operations.count)
    }
}

extension LoadOperation {
    /// The operation with its share multiplied.
    func scaled(by factor: Double) -> LoadOperation {
        var scaled = self
        scaled.share *= factor
        return scaled
    }
}

/// A source whose operation indices are shifted.
private final class ShiftedSource: RequestSource {
    private let source: any RequestSource
    private let distance: Int

    init(_ source: any RequestSource, by distance: Int) {
        self.source = source
        self.distance = distance
    }

    func next() -> PlannedRequest {
        var request = source.next()
        request.operation += distance
        return request
    }

    func ended(_ request: PlannedRequest, _ ending: Ending, isUnknown: Bool) {
        var own = request
        own.operation -= distance
        source.ended(own, ending, isUnknown: isUnknown)
    }

    /// The indices of the shifted operations.
    var places: PartialRangeFrom<Int> { distance... }
}

/// Requests of two sources in random order.
private final class MixedSource: RequestSource {
    private let first: any RequestSource
    private let second: any RequestSource
    private let share: Double
    private var numbers: SeededSequence
    /// The first operation index of the second source.
    private let border: Int

    init(first: any RequestSource, second: any RequestSource, share: Double, seed: UInt64) {
        self.first = first
        self.second = second
        self.share = share
        numbers = SeededSequence(seed: seed)
        border = (second as? ShiftedSource)?.places.lowerBound ?? 0
    }

    func next() -> PlannedRequest { numbers.fraction() < share ? first.next() : second.next() }

    func ended(_ request: PlannedRequest, _ ending: Ending, isUnknown: Bool) {
        (request.operation < border ? first : second).ended(request, ending, isUnknown: isUnknown)
    }
}
