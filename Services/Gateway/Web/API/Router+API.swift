import Contracts
import HTTP

extension Router {
    /// The routes of the HTTP API: one for each operation that has a place in it.
    mutating func addAPI(_ site: Site) {
        for operation in OperationCatalogue.all {
            guard let route = operation.http else { continue }
            let endpoint = APIEndpoint(operation, at: route, site)
            add(
                HTTPMethod(route.method), HTTPRoute.base + route.path,
                body: route.hasBody ? .collected(bytesMax: Router.bodyBytesMaxDefault) : .none,
                timeMax: max(Router.timeMaxDefault, operation.type.defaultBudget + .seconds(5))
            ) { try await endpoint.answer($0) }
        }
        get(OpenAPI.path) { request in
            HTTPResponse(
                headers: ["Content-Type": "application/json", "Cache-Control": "no-cache"],
                body: .bytes(OpenAPI.served)
            )
            .conditional(OpenAPI.tag, for: request)
        }
    }
}

extension HTTPMethod {
    init(_ method: HTTPRoute.Method) {
        self =
            switch method {
            case .get: .get
            case .post: .post
            case .patch: .patch
            case .delete: .delete
            }
    }
}

extension FailedRequest {
    /// Whether the request was for the HTTP API.
    var isForAPI: Bool { target?.hasPrefix(HTTPRoute.base) == true }
}
