/// Follows the requests to one hook, as its receiver saw them, and finds what contradicts the
/// promise: the messages come in order, each change under one id, and a message that was taken
/// comes again only if the service ended before it had noted the answer.
struct DeliveryFold {
    /// A request as the receiver saw it.
    struct Request: Hashable, Sendable {
        /// The position among the messages of the hook.
        var number: Int64
        /// The id of the delivery.
        var id: String
        /// The id of the change in the message.
        var change: String
        var body: String
        /// Which process of the service sent it.
        var life: Int
        /// Whether the receiver answered that it took the message.
        var isTaken: Bool
    }

    /// The messages that were taken, each once, in order.
    private(set) var taken: [Request] = []
    /// How many requests repeated a message that had been taken.
    private(set) var repeats = 0
    private(set) var problems: [String] = []
    private var ids: Set<String> = []
    private var changes: Set<String> = []
    private var last: Request?
    /// The life in which the last message was taken last.
    private var lifeOfTaken = 0

    /// Follows requests in the order of their arrival. Those of an ended process may arrive late,
    /// so that each process is followed by itself.
    init(_ requests: [Request]) {
        let lives = Dictionary(grouping: requests, by: \.life)
        for life in lives.keys.sorted() {
            for request in lives[life] ?? [] {
                follow(request)
                last = request
            }
        }
    }

    private mutating func follow(_ request: Request) {
        let next = Int64(taken.count) + 1
        switch request.number {
        case next:
            if let last, last.number == next { requireSame(request, last) }
            if request.isTaken { take(request) }
        case next - 1 where isExplained(request):
            repeats += 1
            if let known = taken.last { requireSame(request, known) }
            if request.isTaken { lifeOfTaken = request.life }
        default:
            problems.append(
                "message \(request.number) in life \(request.life) after \(next - 1) was taken in "
                    + "life \(lifeOfTaken)")
        }
    }

    /// Whether the end of a process explains that the message taken last comes again: it is the
    /// first one that the next process sends.
    private func isExplained(_ request: Request) -> Bool {
        request.life > lifeOfTaken && last?.number == request.number
    }

    private mutating func take(_ request: Request) {
        if !ids.insert(request.id).inserted {
            problems.append("message \(request.number) has the id of another one")
        }
        if !changes.insert(request.change).inserted {
            problems.append("message \(request.number) has the change of another one")
        }
        taken.append(request)
        lifeOfTaken = request.life
    }

    private mutating func requireSame(_ request: Request, _ known: Request) {
        if request.id != known.id || request.body != known.body {
            problems.append("message \(request.number) came again and was another one")
        }
    }
}
