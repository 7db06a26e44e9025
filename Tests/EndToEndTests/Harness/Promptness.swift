import Testing

/// How soon something happens, compared with what ordinary answers took in the same run: on a busy
/// machine both take longer. The median counts, because a busy machine makes single ones wait.
struct Promptness {
    /// The longest delay of a change on a machine with time to spare.
    static let changeLimit = Duration.milliseconds(250)
    /// The longest delay on a busy machine, in times of the slowest ordinary answer: the change
    /// passes several threads of two or three processes.
    static let answersMax = 20

    /// The longest delay on a machine with time to spare.
    private let idleLimit: Duration
    private var delays: [Duration] = []
    private var slowestAnswer = Duration.zero

    /// `limit` is the longest delay on a machine with time to spare.
    init(limit: Duration = changeLimit) { idleLimit = limit }

    /// The longest delay in this run, as far as ordinary answers were measured.
    var limit: Duration { max(idleLimit, slowestAnswer * Self.answersMax) }

    /// Adds the time of an ordinary answer.
    mutating func add(answer: Duration) { slowestAnswer = max(slowestAnswer, answer) }

    /// Adds a delay, and measures an ordinary answer.
    mutating func add(_ delay: Duration, answer: () throws -> Void) rethrows {
        delays.append(delay)
        add(answer: try ContinuousClock().measure(answer))
    }

    /// Fails if the median of the delays exceeds both limits, and prints the delays.
    func judge(_ what: String) {
        let sorted = delays.sorted()
        #expect(sorted[sorted.count / 2] <= limit, "\(what): \(delays), limit \(limit)")
        print("\(what) after \(delays.map(\.milliseconds)) ms, at most \(limit.milliseconds) ms")
    }
}
