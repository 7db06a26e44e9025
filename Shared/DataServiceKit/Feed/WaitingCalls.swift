import Contracts
import Synchronization

/// The calls that wait for a change. A waiting call holds no thread and no credit; it looks again
/// when something changes that may concern it, and for the last time when its wait is over.
final class WaitingCalls: Sendable {
    /// The most waiting calls; a further one looks once.
    static let countMax = 4_096

    /// What concerns a call.
    enum Topic: Hashable {
        /// Changes of the family's records.
        case family(FamilyID)
        /// Changes that concern no family, and the end of the user's rights.
        case user(UserID)
        /// The end of the session.
        case session(SessionID)
    }

    /// Looks for news and answers if there is some, or if this is the last look. Calls `done` with
    /// whether it has answered, on any thread.
    typealias Look = @Sendable (_ isLast: Bool, _ done: @escaping Done) -> Void
    typealias Done = @Sendable (_ hasAnswered: Bool) -> Void

    private struct Call {
        enum Phase {
            case looking
            /// Something has changed since the look began, so that it looks once more.
            case lookAgain
            case waiting
            /// The wait ended during a look.
            case ending
        }

        let topics: [Topic]
        let until: ContinuousClock.Instant
        let look: Look
        var phase = Phase.looking
    }

    private struct State {
        var calls: [Int: Call] = [:]
        var places: [Topic: Set<Int>] = [:]
        var made = 0
        var isClosed = false

        mutating func remove(_ number: Int) {
            guard let call = calls.removeValue(forKey: number) else { return }
            for topic in call.topics {
                places[topic]?.remove(number)
                if places[topic]?.isEmpty == true { places[topic] = nil }
            }
        }

        /// Removes a call whose wait is over. Returns its look, unless it is looking.
        mutating func end(_ number: Int) -> Look? {
            guard let call = calls[number] else { return nil }
            if call.phase == .waiting {
                remove(number)
                return call.look
            }
            calls[number]?.phase = .ending
            return nil
        }
    }

    private let state = Mutex(State())
    /// Whether there are calls, so that a commit without any takes no lock.
    private let hasCalls = Atomic(false)

    /// The number of waiting calls.
    var count: Int { state.withLock { $0.calls.count } }

    /// Lets a call look, and wait for changes of these topics while it finds nothing.
    func wait(for topics: [Topic], until: ContinuousClock.Instant, look: @escaping Look) {
        let number = state.withLock { state -> Int? in
            guard !state.isClosed, state.calls.count < Self.countMax else { return nil }
            state.made += 1
            state.calls[state.made] = Call(topics: topics, until: until, look: look)
            for topic in topics { state.places[topic, default: []].insert(state.made) }
            hasCalls.store(true, ordering: .sequentiallyConsistent)
            return state.made
        }
        guard let number else { return look(true) { _ in } }
        begin(number, look)
    }

    private func begin(_ number: Int, _ look: Look) {
        look(false) { [weak self] in self?.looked(number, hasAnswered: $0) }
    }

    private func looked(_ number: Int, hasAnswered: Bool) {
        enum Next { case nothing, look(Look), lookForTheLastTime(Look) }
        let next = state.withLock { state -> Next in
            guard let call = state.calls[number] else { return .nothing }
            if hasAnswered {
                state.remove(number)
                return .nothing
            }
            switch call.phase {
            case .looking, .waiting:
                state.calls[number]?.phase = .waiting
                return .nothing
            case .lookAgain:
                state.calls[number]?.phase = .looking
                return .look(call.look)
            case .ending:
                state.remove(number)
                return .lookForTheLastTime(call.look)
            }
        }
        switch next {
        case .nothing: break
        case .look(let look): begin(number, look)
        case .lookForTheLastTime(let look): look(true) { _ in }
        }
    }

    /// Lets the calls of a topic look again. Called after a commit.
    func wake(_ topic: Topic) {
        guard hasCalls.load(ordering: .sequentiallyConsistent) else { return }
        let woken = state.withLock { state -> [(number: Int, look: Look)] in
            hasCalls.store(!state.calls.isEmpty, ordering: .sequentiallyConsistent)
            var woken: [(number: Int, look: Look)] = []
            for number in state.places[topic] ?? [] {
                guard let call = state.calls[number] else { continue }
                switch call.phase {
                case .waiting:
                    state.calls[number]?.phase = .looking
                    woken.append((number, call.look))
                case .looking: state.calls[number]?.phase = .lookAgain
                case .lookAgain, .ending: break
                }
            }
            return woken
        }
        for call in woken { begin(call.number, call.look) }
    }

    /// Ends the waits whose time is over and returns the time of the next one.
    func expire(now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        let (over, next) = state.withLock { state in
            let due = state.calls.filter { $0.value.until <= now && $0.value.phase != .ending }
            let over = due.keys.compactMap { state.end($0) }
            let rest = state.calls.values.filter { $0.phase != .ending }
            return (over, rest.map(\.until).min())
        }
        for look in over { look(true) { _ in } }
        return next
    }

    /// Ends the waits of a topic.
    func end(_ topic: Topic) {
        let over = state.withLock { state in
            (state.places[topic] ?? []).compactMap { state.end($0) }
        }
        for look in over { look(true) { _ in } }
    }

    /// Ends all waits; further calls look once.
    func close() {
        let over = state.withLock { state in
            state.isClosed = true
            return Array(state.calls.keys).compactMap { state.end($0) }
        }
        for look in over { look(true) { _ in } }
    }
}
