import Contracts
import ServiceKit
import Synchronization

/// Encoded answers, each valid until an instant fixed when it is computed and only for one version
/// of the family's figures.
///
/// A command publishes the family's new version to the cache before it commits. No caller who has
/// seen the command's reply can therefore get an older answer; until the commit, answers are
/// computed from committed data and not cached.
final class AnswerCache: Sendable {
    /// The limit of cached answers in bytes; an answer that would exceed it empties the cache.
    static let bytesMax = 16_777_216

    /// The key of a cached answer.
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
        /// The minimum version of answers, for families that have changed.
        var versions: [FamilyID: Int64] = [:]
        var hits: Int64 = 0
        var computed: Int64 = 0
        var lastComputation = Duration.zero
    }

    private let state = Mutex(State())

    /// Returns the cached answer with its time set to `now`, or `nil` if none is valid at `now`.
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

    /// Caches an answer computed from this version of the family's figures, unless a newer version
    /// is required by now.
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

    /// Drops the family's cached answers and rejects any computed from an older version.
    func require(_ version: Int64, of family: FamilyID) {
        state.withLock { state in
            state.versions[family] = version
            let gone = state.entries.removeValue(forKey: family) ?? [:]
            state.bytes -= gone.values.reduce(0) { $0 + $1.text.bytes.count }
        }
    }

    // MARK: Figures

    /// Records how long an answer took to compute.
    func computed(in time: Duration) {
        state.withLock { state in
            state.computed += 1
            state.lastComputation = time
        }
    }

    /// For `service stats`: cache hits, computed answers, the duration of the last computation in
    /// microseconds, and the bytes cached.
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
