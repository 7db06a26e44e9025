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
    static let definition = OperationDefinition(
        "things.add", of: .interactions, .write,
        .family([.player], refusal: "Only players can add things"), "Add a thing")
    typealias Request = BodyRequest
    typealias Response = Thing
}

/// The same, with a secret inside.
enum AddSecretThing: Operation {
    static let definition = OperationDefinition(
        "things.addSecret", of: .interactions, .write, .members, "Add a secret thing",
        carriesSecrets: true)
    typealias Request = BodyRequest
    typealias Response = Thing
}

/// Adds a thing that names a coach of the replica.
enum AddReference: Operation {
    static let definition = OperationDefinition(
        "things.addReference", of: .interactions, .write, .members,
        "Add a thing that refers to another service's record")
    typealias Request = BodyRequest
    typealias Response = Thing
}

enum HashThing: Operation {
    static let definition = OperationDefinition(
        "things.hash", of: .interactions, .write, .members, "Add a thing after long work")
    typealias Request = BodyRequest
    typealias Response = Thing
}

enum ListThings: Operation {
    static let definition = OperationDefinition(
        "things.list", of: .interactions, .read, .members, "List things")
    typealias Response = [Thing]
}

enum DeleteThing: Operation {
    static let definition = OperationDefinition(
        "things.delete", of: .interactions, .write, .members, "Delete a thing")
    typealias Request = IDRequest
    typealias Response = OperationAnswer
}
