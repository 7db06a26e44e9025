import Contracts

/// Operations of an invented service that owns things.
enum ThingTag {}
typealias ThingID = Identifier<ThingTag>

struct Thing: Codable, Hashable, Sendable {
    var id: ThingID
    var body: String
}

struct BodyRequest: OperationRequest, Hashable {
    var body: String

    enum CodingKeys: String, CodingKey, CaseIterable { case body }
    static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

    func validated() throws(ServiceError) -> BodyRequest {
        guard !body.isEmpty else { throw ServiceError.invalid("body", "Please enter a body") }
        return self
    }
}

struct IDRequest: OperationRequest, Hashable {
    var id: ThingID

    enum CodingKeys: String, CodingKey, CaseIterable { case id }
    static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }
}

struct OperationAnswer: Codable, Hashable, Sendable {
    var operationID: OperationID
}

enum AddThing: Operation {
    typealias Request = BodyRequest
    typealias Response = Thing
    static let name = "things.add"
    static let service: ServiceName? = .interactions
    static let isReadOnly = false
    static let access = Access.family([.player], refusal: "Only players can add things")
    static let summary = "Add a thing"
}

/// The same, with a secret inside.
enum AddSecretThing: Operation {
    typealias Request = BodyRequest
    typealias Response = Thing
    static let name = "things.addSecret"
    static let service: ServiceName? = .interactions
    static let isReadOnly = false
    static let access = Access.members
    static let carriesSecrets = true
    static let summary = "Add a secret thing"
}

/// Adds a thing that names a coach of the replica.
enum AddReference: Operation {
    typealias Request = BodyRequest
    typealias Response = Thing
    static let name = "things.addReference"
    static let service: ServiceName? = .interactions
    static let isReadOnly = false
    static let access = Access.members
    static let summary = "Add a thing that refers to another service's record"
}

enum HashThing: Operation {
    typealias Request = BodyRequest
    typealias Response = Thing
    static let name = "things.hash"
    static let service: ServiceName? = .interactions
    static let isReadOnly = false
    static let access = Access.members
    static let summary = "Add a thing after long work"
}

enum ListThings: Operation {
    typealias Request = EmptyRequest
    typealias Response = [Thing]
    static let name = "things.list"
    static let service: ServiceName? = .interactions
    static let isReadOnly = true
    static let access = Access.members
    static let summary = "List things"
}

enum DeleteThing: Operation {
    typealias Request = IDRequest
    typealias Response = OperationAnswer
    static let name = "things.delete"
    static let service: ServiceName? = .interactions
    static let isReadOnly = false
    static let access = Access.members
    static let summary = "Delete a thing"
}
