import Majordomo

/// Sends many requests that must all succeed, some at a time: for data sets.
struct Loader {
    /// Requests under way at a time.
    static let window = 64

    let endpoint: String

    /// The answers in the order of the requests. Throws at the first refusal.
    func run(_ requests: [ClientRequest]) throws -> [[UInt8]] {
        let client = try SteppedClient(endpoint: endpoint)
        var answers = [[UInt8]](repeating: [], count: requests.count)
        var problem: String?
        var sent = 0
        while problem == nil, sent < requests.count || client.pendingCount > 0 {
            while sent < requests.count, client.pendingCount < Loader.window {
                let place = sent
                sent += 1
                var request = requests[place]
                request.repeats = true
                request.header.budgetMilliseconds = 20_000
                try client.start(request) { reply in
                    answers[place] = reply.payload
                    guard reply.header.status != .ok else { return }
                    problem =
                        "\(request.header.operation): "
                        + String(decoding: reply.payload, as: UTF8.self)
                }
            }
            try client.step(milliseconds: 100)
        }
        if let problem { throw LoadTestFailure(.other, "The data set cannot be made. \(problem)") }
        return answers
    }
}
