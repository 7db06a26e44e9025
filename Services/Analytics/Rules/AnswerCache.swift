import Contracts
import ServiceKit
import Synchronization

/// Answers as they go out, each as long as it is right: until an instant that is known when it is
/// computed, and as long as the family's version is the same.
///
/// A command tells the version that it makes before it is committed, so that nobody who has its
/// answer is given an older one; until then the figures are computed anew, from what is committed.
final class AnswerCache: Sendable {
    /// Bytes of answers that are kept; one more empties the cache.
    static let bytesMax = 16_777_216

    /// What was asked.
    struct Question: Hashable, Sendable {
        let family: FamilyID
        let input: SocialAnalytics.Input
    }

    private struct Entry {
        let text: SocialAnalytics.Response.Text
        let version: Int64
        let from: Instant
        let until: Instant
    }

    private struct State {
        var entries: [FamilyID: [SocialAnalytics.Input: Entry]] = [:]
        var bytes = 0
        /// The version that answers must have at least, of the families that changed.
        var versions: [FamilyID: Int64] = [:]
        var hits: Int64 = 0
        var computed: Int64 = 0
        var lastComputation = Duration.zero
    }

    private let state = Mutex(State())

    /// The answer as of `now`, if one is known that is right then.
    func answer(_ question: Question, now: Instant) -> [UInt8]? {
        let entry = state.withLock { state -> Entry? in
            guard let entry = state.entries[question.family]?[question.input],
                entry.version >= state.versions[question.family] ?? 0
            else { return nil }
            guard entry.from <= now, now <= entry.until else { return nil }
            state.hits += 1
            return entry
        }
        guard let entry else { return nil }
        return entry.text.bytes(asOf: now)
    }

    /// Keeps an answer that was computed from this version of the family.
    func keep(
        _ text: SocialAnalytics.Response.Text, for question: Question, version: Int64,
        from: Instant, until: Instant
    ) {
        state.withLock { state in
            guard version >= state.versions[question.family] ?? 0 else { return }
            if state.bytes + text.bytes.count > Self.bytesMax {
                state.entries = [:]
                state.bytes = 0
            }
            let entry = Entry(text: text, version: version, from: from, until: until)
            let old = state.entries[question.family, default: [:]].updateValue(
                entry, forKey: question.input)
            state.bytes += text.bytes.count - (old?.text.bytes.count ?? 0)
        }
    }

    /// From now on answers about the family must be of this version at least.
    func require(_ version: Int64, of family: FamilyID) {
        state.withLock { state in
            state.versions[family] = version
            let gone = state.entries.removeValue(forKey: family) ?? [:]
            state.bytes -= gone.values.reduce(0) { $0 + $1.text.bytes.count }
        }
    }

    // MARK: Figures

    /// Takes down that an answer was computed.
    func computed(in time: Duration) {
        state.withLock { state in
            state.computed += 1
            state.lastComputation = time
        }
    }

    /// For `service stats`: answers that were known, those that were computed, how long the last
    /// one took, and what is kept.
    var gauges: [String: Int64] {
        state.withLock { state in
            [
                "answers.known": state.hits, "answers.computed": state.computed,
                "answers.last_computation_us": state.lastComputation.components.attoseconds
                    / 1_000_000_000_000 + state.lastComputation.components.seconds * 1_000_000,
                "answers.kept_octets": Int64(state.bytes),
            ]
        }
    }
}
