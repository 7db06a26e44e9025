import HTTP
import ServiceKit

/// Logs failed requests. The pattern of the route is logged, not the path: paths contain ids of
/// people's records.
struct RequestLog: Sendable {
    let logger: Logger

    func note(_ signal: ServerSignal) {
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
