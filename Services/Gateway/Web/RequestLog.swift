import HTTP
import ServiceKit

/// Counts requests and logs failed ones. The pattern of the route is logged, not the path: paths
/// contain ids of people's records.
struct RequestLog: Sendable {
    let logger: Logger
    let counts: RequestCounts

    func note(_ signal: ServerSignal) {
        if case .answered(let request) = signal {
            counts.note(
                route: request.route, status: request.status.rawValue, duration: request.duration)
        }
        switch signal {
        case .answered(let request) where request.status.rawValue >= 500:
            logger.warning(
                "request failed",
                [
                    "request.id": request.id, "http.route": request.route,
                    "http.status": "\(request.status.rawValue)",
                ])
        case .answered: break
        case .handlerFailed(let id, let route, let error):
            logger.error(
                "handler failed",
                ["request.id": id, "http.route": route, "error.message": error])
        }
    }
}
