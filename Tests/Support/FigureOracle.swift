public import Contracts

/// An independent implementation of the rules for last contact and response figures: slow, simple,
/// and sharing only identifiers with the service. All times are in milliseconds.
public struct FigureOracle {
    /// An entry of the raw log.
    public struct Entry {
        public let id: InteractionID
        let coach: CoachID?
        let school: SchoolID?
        let namesOther: Bool
        let isInbound: Bool
        public let at: Int64?
        /// Whether figures ignore it.
        public var isDeleted = false

        public init(_ row: Interaction) {
            id = row.id
            coach = row.coachID
            school = row.schoolID
            namesOther = row.coachID == nil && row.otherCoachName != nil
            isInbound = row.direction == .inbound
            at = row.occurredAt?.milliseconds
        }
    }

    /// The expected figures of a coach.
    public struct Figures: Equatable, Sendable {
        public var last: Int64?
        /// The number of attempts that count.
        public var sample: Int?
        /// In percent.
        public var score: Int?
        var median: Double?
        var silentSince: Int64?

        init() {}

        /// The figures in a coach's record.
        public init(_ coach: Coach) {
            last = coach.lastContactDate?.milliseconds
            sample = coach.responsivenessSampleSize
            score = coach.responsivenessScore.map { Int($0) }
            median = coach.medianAnswerHours
            silentSince = coach.silentSince?.milliseconds
        }
    }

    private static let hour: Int64 = 3_600_000
    private static let day: Int64 = 24 * hour

    /// All interactions ever logged.
    public var log: [Entry] = []

    public init() {}

    /// Replaces the entry of an edited contact.
    public mutating func replace(_ entry: Entry) {
        guard let place = log.firstIndex(where: { $0.id == entry.id }) else { return }
        log[place] = entry
    }

    /// Sets or removes an entry's deletion mark.
    public mutating func mark(_ id: InteractionID, _ isDeleted: Bool) {
        for index in log.indices where log[index].id == id { log[index].isDeleted = isDeleted }
    }

    /// The figures of a coach at this school.
    public func figures(of coach: CoachID, at school: SchoolID?, now: Int64) -> Figures {
        let own = log.filter { !$0.isDeleted && $0.coach == coach && $0.at != nil }
        let heard = log.filter { entry in
            guard !entry.isDeleted, entry.isInbound, entry.at != nil else { return false }
            if let named = entry.coach { return named == coach }
            return !entry.namesOther && entry.school != nil && entry.school == school
        }
        var figures = Figures()
        figures.last = own.compactMap(\.at).filter { $0 <= now }.max()
        let attempts = Self.begins(of: own.filter { !$0.isInbound }.compactMap(\.at))
        if attempts.contains(where: { $0 <= now }) {
            let old = attempts.filter { now - $0 >= 14 * Self.day }
            let waits = old.compactMap { begin in
                heard.compactMap(\.at).filter { $0 >= begin && $0 - begin <= 14 * Self.day }.min()
                    .map { $0 - begin }
            }
            figures.sample = old.count
            if old.count > 1 {
                // Integer arithmetic: half a percent rounds up.
                var percent = 0
                while (2 * percent + 1) * old.count <= 200 * waits.count { percent += 1 }
                figures.score = percent
            }
            figures.median = Self.middle(of: waits)
        }
        figures.silentSince = silence(own, heard, now)
        return figures
    }

    private func silence(_ own: [Entry], _ heard: [Entry], _ now: Int64) -> Int64? {
        let written = own.filter { !$0.isInbound }.compactMap(\.at).filter { $0 <= now }.min()
        let voices = heard.filter { entry in
            guard let at = entry.at, at <= now else { return false }
            if entry.coach != nil { return true }
            return written.map { at >= $0 } ?? false
        }
        return voices.compactMap(\.at).max() ?? written
    }

    /// The first message of each attempt.
    private static func begins(of messages: [Int64]) -> [Int64] {
        var rest = messages
        var begins: [Int64] = []
        while let first = rest.min() {
            begins.append(first)
            rest.removeAll { $0 - first <= 48 * hour }
        }
        return begins
    }

    private static func middle(of waits: [Int64]) -> Double? {
        let sorted = waits.sorted()
        guard !sorted.isEmpty else { return nil }
        let pair = [sorted[(sorted.count - 1) / 2], sorted[sorted.count / 2]]
        return pair.map { Double($0) / Double(hour) }.reduce(0, +) / 2
    }
}
