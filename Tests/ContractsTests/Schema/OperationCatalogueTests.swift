import Foundation
import Support
import Testing

@testable import Contracts

@Suite struct OperationCatalogueTests {
    private static let names = OperationCatalogue.all.map(\.name)

    private static func descriptor(_ name: String) throws -> OperationDescriptor {
        try #require(OperationCatalogue.operation(named: name))
    }

    /// The names of the types that the source text declares as operations. A generic operation
    /// stands for one operation for each type that its parameter can be.
    private func declaredOperations() throws -> Set<String> {
        let folder = URL(filePath: #filePath)
            .deletingLastPathComponent().appending(path: "../../../Shared/Contracts")
            .standardizedFileURL
        let files = try #require(FileManager.default.enumerator(atPath: folder.path))
        var conforming: [String: Set<String>] = [:]
        var generics: [(name: String, parameter: String)] = []
        for case let file as String in files where file.hasSuffix(".swift") {
            let source = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            for match in source.matches(of: /(?:enum|struct) (\w+): (\w+)\b/) {
                conforming["\(match.2)", default: []].insert("\(match.1)")
            }
            for match in source.matches(of: /typealias \w+ = (RecordImportRow<\w+>)/) {
                conforming["ImportRow", default: []].insert("\(match.1)")
            }
            generics += source.matches(of: /enum (\w+)<\w+: (\w+)>: Operation\b/)
                .map { ("\($0.1)", "\($0.2)") }
        }
        // Posts are stored as they arrive.
        #expect(conforming["ImportRow"]?.remove("PostImportRow") != nil)
        let plain = ["Operation", "RecordDeletion"].flatMap { conforming[$0, default: []] }
        return generics.reduce(into: Set(plain)) { all, generic in
            all.formUnion(
                conforming[generic.parameter, default: []].map { "\(generic.name)<\($0)>" })
        }
    }

    @Test func everyOperationOfTheSourcesIsListedOnce() throws {
        let listed = OperationCatalogue.all.map(\.typeName)
        #expect(Set(listed).count == listed.count)
        #expect(Set(listed) == (try declaredOperations()))
        #expect(Set(Self.names).count == Self.names.count)
        #expect(Self.names == Self.names.sorted())
    }

    @Test(arguments: names)
    func namesAreAResourceAndAVerb(name: String) throws {
        #expect(name.wholeMatch(of: /(\$srv|[a-z][a-zA-Z]*)\.[a-z][a-zA-Z]*/) != nil)
        let operation = try Self.descriptor(name)
        #expect(!operation.summary.isEmpty)
        #expect(!operation.summary.hasSuffix("."))
    }

    @Test(arguments: names)
    func requestsHaveClosedSchemasOfTheirFields(name: String) throws {
        let operation = try Self.descriptor(name)
        guard case .object(let properties, let isClosed) = operation.requestSchema else {
            Issue.record("the request of \(name) is no object")
            return
        }
        #expect(isClosed)
        #expect(Set(properties.keys) == Set(operation.fieldNames))
        for field in operation.fieldNames where !Self.quotedKeys.contains(field) {
            #expect(field.wholeMatch(of: /[a-z]+[0-9]*(_[a-z]+)*/) != nil, "\(field)")
        }
    }

    /// DESIGN.md, decision 11: the two keys that a specification quotes in their own case.
    private static let quotedKeys: Set = ["canDelete", "confirmDelete"]

    // X-17
    @Test func everyKeyIsInSnakeCaseButForTheTwoThatAreQuoted() throws {
        var camel: Set<String> = []
        for operation in OperationCatalogue.all {
            for key in operation.requestSchema.keys + operation.responseSchema.keys
            where key.wholeMatch(of: /[a-z0-9$]+(_[a-z0-9]+)*/) == nil {
                camel.insert(key)
            }
        }
        #expect(camel == Self.quotedKeys)
    }

    @Test(arguments: names.filter { $0 != ShowContract.name })
    func responsesAreObjectsThatAreKnownThroughout(name: String) throws {
        let operation = try Self.descriptor(name)
        #expect(!operation.responseSchema.properties.isEmpty)
        #expect(!operation.responseSchema.containsAnything)
        #expect(!operation.requestSchema.containsAnything)
    }

    @Test(arguments: names)
    func encodedSamplesFitTheirSchemas(name: String) throws {
        func check<Op: Contracts.Operation>(
            _ type: Op.Type, _ operation: OperationDescriptor
        ) throws {
            let request = try JSONCoding.encode(try SchemaProbe.sample(of: Op.Request.self))
            let problems = operation.requestSchema.problems(in: try JSONValue(json: request))
            #expect(problems == [])
            let response = try JSONCoding.encode(try SchemaProbe.sample(of: Op.Response.self))
            #expect(operation.responseSchema.problems(in: try JSONValue(json: response)) == [])
            _ = try JSONCoding.decodeResponse(Op.Response.self, from: response)
        }
        let operation = try Self.descriptor(name)
        try check(operation.type, operation)
    }

    @Test func randomPagesFitTheirSchema() throws {
        var generator = SeededNumbers(seed: 13)
        let schema = try Self.descriptor("interactions.list").responseSchema
        for round in 0..<50 {
            let page = ListInteractions.Response(
                activeFilters: [ActiveFilter(name: "type", value: "dm", label: "Direct Message")],
                analytics: InteractionFigures(total: 3, outbound: 1, inbound: 2, thisWeek: 0),
                interactions: (0..<3).map { _ in Interaction.random(using: &generator) },
                loggedByOptions: round % 2 == 0
                    ? nil : [LoggedByOption(id: UserID(high: 1, low: 2), label: "You")],
                title: "Interactions")
            let value = try JSONValue(json: try JSONCoding.encode(page))
            #expect(schema.problems(in: value) == [])
        }
    }

    @Test func wrongValuesDoNotFit() throws {
        let schema = try Self.descriptor("sessions.logout").responseSchema
        for json in ["{}", #"{"ended":"1"}"#, #"{"ended":null}"#, "[]", #"{"ended":1,"x":2}"#] {
            #expect(schema.problems(in: try JSONValue(json: Array(json.utf8))) != [])
        }
    }

    @Test func everyServiceAnswersItsOwnOperationsAndTheCommonOnes() {
        let common = OperationCatalogue.all.filter { $0.service == nil }.map(\.name)
        #expect(
            common == [
                "$srv.info", "$srv.ping", "$srv.schema", "$srv.stats", "backup.hold",
                "backup.release", "changes.fetch", "changes.history", "changes.watch",
                "families.measure", "operations.list", "operations.purge", "operations.undo",
            ])
        var all: Set<String> = []
        for service in ServiceName.allCases {
            let names = OperationCatalogue.operations(of: service).map(\.name)
            #expect(names.contains("changes.fetch"))
            all.formUnion(names)
        }
        #expect(all == Set(Self.names))
        #expect(OperationCatalogue.operation(named: "coaches.fly") == nil)
    }

    // IA-60
    @Test func interactionsAreCreatedReadEditedAndDeleted() {
        let own = OperationCatalogue.operations(of: .interactions).map(\.name)
            .filter { $0.hasPrefix("interactions.") }
        #expect(
            own.sorted() == [
                "interactions.cascadeDelete", "interactions.commitImport",
                "interactions.create", "interactions.delete",
                "interactions.deleteMany",
                "interactions.deletionBlockers", "interactions.discardImport",
                "interactions.dropKeptImport", "interactions.edit", "interactions.export",
                "interactions.exportRecord",
                "interactions.find", "interactions.keepImport", "interactions.keptImports",
                "interactions.list", "interactions.note", "interactions.rebuildSearch",
                "interactions.search",
                "interactions.show", "interactions.showKeptImport", "interactions.stageImport",
                "interactions.timeline",
            ])
    }

    @Test func fingerprintsAreStableAndDiffer() throws {
        let prints = try ServiceName.allCases.map { try OperationCatalogue.contract(of: $0) }
            .map(\.fingerprint)
        let again = try ServiceName.allCases.map { try OperationCatalogue.contract(of: $0) }
            .map(\.fingerprint)
        #expect(again == prints)
        #expect(Set(prints).count == ServiceName.allCases.count)
        #expect(prints.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{16}/) != nil })
    }

    @Test func fingerprintsFollowThePromiseAndNotTheProse() throws {
        let contract = try OperationCatalogue.contract(of: .coaches)
        func fingerprint(_ change: (inout OperationContract) -> Void) throws -> String {
            var operations = contract.operations
            change(&operations[0])
            return try ServiceContract(service: .coaches, operations: operations).fingerprint
        }
        #expect(try fingerprint { $0.summary = "Otherwise said" } == contract.fingerprint)
        #expect(try fingerprint { $0.name = "x.y" } != contract.fingerprint)
        #expect(try fingerprint { $0.access = "nobody" } != contract.fingerprint)
        #expect(try fingerprint { $0.roles = [.parent] } != contract.fingerprint)
        #expect(try fingerprint { $0.readOnly.toggle() } != contract.fingerprint)
        #expect(try fingerprint { $0.request = .text } != contract.fingerprint)
        #expect(try fingerprint { $0.response = .text } != contract.fingerprint)
    }

    @Test(arguments: ServiceName.allCases)
    func contractsCarryFingerprintAndSchemas(service: ServiceName) throws {
        let contract = try OperationCatalogue.contract(of: service)
        let json = try JSONCoding.encode(contract)
        #expect(try JSONCoding.decodeResponse(ServiceContract.self, from: json) == contract)
        let document = try JSONValue(json: json)
        #expect(document["service"] == .text(service.rawValue))
        #expect(document["schema_dialect"] == .text(JSONSchema.draft))
        #expect(document["fingerprint"] == .text(contract.fingerprint))
        guard case .array(let operations) = document["operations"] else {
            Issue.record("no operations")
            return
        }
        #expect(operations.count == OperationCatalogue.operations(of: service).count)
        for operation in operations {
            #expect(operation["request"]?["additionalProperties"] == .bool(false))
            #expect(operation["response"]?["type"] == .text("object"))
        }
    }

    @Test func contractsNameAccessAndRoles() throws {
        let adding = OperationContract(try Self.descriptor("coaches.add"))
        #expect(adding.access == "family")
        #expect(adding.roles == [.player])
        #expect(!adding.readOnly)
        let signingUp = OperationContract(try Self.descriptor("users.signUp"))
        #expect(signingUp.access == "everyone")
        #expect(signingUp.roles == nil)
        #expect(signingUp.carriesSecrets)
        #expect(OperationContract(try Self.descriptor("coaches.list")).roles == Role.allCases)
        #expect(OperationContract(try Self.descriptor("changes.fetch")).access == "services")
        #expect(OperationContract(try Self.descriptor("$srv.stats")).access == "operators")
        #expect(OperationContract(try Self.descriptor("users.whoAmI")).access == "signed_in")
    }
}

extension JSONSchema {
    /// The keys of all objects in it.
    fileprivate var keys: [String] {
        switch self {
        case .array(let schema), .map(let schema), .nullable(let schema): schema.keys
        case .object(let properties, _):
            properties.keys + properties.values.flatMap(\.schema.keys)
        default: []
        }
    }

    /// Whether some part of the schema says nothing. An object of the family's own keys is known
    /// to be one.
    fileprivate var containsAnything: Bool {
        switch self {
        case .anything: true
        case .map(.anything): false
        case .array(let schema), .map(let schema), .nullable(let schema): schema.containsAnything
        case .object(let properties, _):
            properties.values.contains { $0.schema.containsAnything }
        default: false
        }
    }
}
