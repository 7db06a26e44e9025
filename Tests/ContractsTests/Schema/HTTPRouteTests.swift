import Testing

@testable import Contracts

@Suite struct HTTPRouteTests {
    private static let routed = OperationCatalogue.all.filter { $0.http != nil }

    @Test func noTwoOperationsHaveOnePlace() {
        let places = Self.routed.compactMap { $0.http.map { "\($0.method.rawValue) \($0.path)" } }
        #expect(Set(places).count == places.count && places.count > 60)
    }

    @Test(arguments: routed)
    func thePathHasFieldsOfTheRequest(operation: OperationDescriptor) throws {
        let route = try #require(operation.http)
        for key in route.pathKeys {
            if key == HTTPRoute.serviceName {
                #expect(operation.service == nil)
            } else {
                #expect(operation.requestSchema.properties[key] != nil, "\(key)")
            }
        }
        #expect(route.pathKeys.contains(HTTPRoute.serviceName) == (operation.service == nil))
        let names = operation.requestSchema.properties.keys.map(HTTPRoute.queryName)
        #expect(Set(names).count == names.count)
        #expect(!names.contains("family") && !names.contains("dry-run"))
    }

    /// These read and take a list, which has no place in an address.
    private static let readingLists = [ResolveReferences.name, ResolveSchools.name]

    @Test(arguments: routed)
    func onlyReadingIsGET(operation: OperationDescriptor) {
        let isGet = operation.http?.method == .get
        #expect(isGet == operation.isReadOnly || Self.readingLists.contains(operation.name))
        #expect(operation.http?.isCreating != true || !operation.isReadOnly)
    }

    /// A token may call every operation that has a place, and every other operation that it may
    /// call is here with its reason.
    @Test func whoeverHasATokenMayCallWhatHasAPlace() {
        let without = OperationCatalogue.all.filter { operation in
            operation.http == nil && operation.type.admitsTokens && operation.access.isForPeople
        }
        #expect(Self.routed.filter { !$0.type.admitsTokens }.map(\.name) == [])
        #expect(
            without.map(\.name) == [
                // They wait longer than a request of the HTTP API may take.
                "changes.watch", "notifications.watch",
                // About the account.
                "sessions.list", "tokens.list", "users.recoveryCodes", "users.secondFactor",
            ])
    }

    @Test func namesInQueriesAreThoseOfFlags() {
        #expect(HTTPRoute.queryName(of: "school_id") == "school")
        #expect(HTTPRoute.queryName(of: "logged_by") == "logged-by")
        for filter in InteractionFilter.allCases {
            #expect(HTTPRoute.queryName(of: filter.rawValue) == filter.flagName)
        }
    }
}

extension Access {
    fileprivate var isForPeople: Bool {
        switch self {
        case .signedIn, .family, .familyOrFormerPlayer: true
        case .everyone, .services, .operators: false
        }
    }
}
