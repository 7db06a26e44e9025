import Contracts
import Foundation
import ServiceKit
import Support
import Testing

@testable import DataServiceKit

/// Commands that take long to decode.
@Suite struct SlowDecodingTests {
    /// A body that is checked until the test lets it go on.
    private struct HeldRequest: OperationRequest, Hashable {
        /// Ends a wait on the calling thread, which would otherwise never end.
        static let patience = Duration.seconds(60)
        static let begun = OneShot<Void>()
        static let mayEnd = OneShot<Void>()
        /// Whether the test let it go on before the patience was over.
        static let wasReleased = OneShot<Bool>()

        var body: String

        enum CodingKeys: String, CodingKey, CaseIterable { case body }
        static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        func validated() throws(ServiceError) -> BodyRequest {
            Self.begun.set(())
            Self.wasReleased.set(Self.mayEnd.wait(until: .now + Self.patience) != nil)
            return BodyRequest(body: body)
        }
    }

    private enum AddHeldThing: Contracts.Operation {
        static let definition = OperationDefinition(
            "things.addHeld", of: .interactions, .write, .members,
            "Add a thing after long decoding")
        typealias Request = HeldRequest
        typealias Response = Thing
    }

    /// The same, with a reply that waits for others.
    private enum AddAnnouncedThing: Contracts.Operation {
        static let definition = OperationDefinition(
            "things.addAnnounced", of: .interactions, .write, .members, "Add a thing and wait")
        typealias Request = BodyRequest
        typealias Response = Thing
    }

    @Test("Reads are answered meanwhile, and other commands follow in their order")
    func othersGoOn() throws {
        let folder = try TemporaryFolder()
        let service = try ThingService(folder: folder.url.path)
        service.data.command(AddHeldThing.self) { try ThingService.add($0, $1, $2) }
        service.data.awaitingCommand(AddAnnouncedThing.self) {
            try ThingService.add($0, $1, $2)
        } complete: { stored, _, done in
            done(.success(stored))
        }
        try service.add("before")
        let large = String(repeating: "x", count: CommandDecoder.inPlaceBytesMax)
        let options = try service.options()
        let held = service.caller.begin(
            AddHeldThing.self, payload: try JSONCoding.encode(HeldRequest(body: large)),
            options: options)
        HeldRequest.begun.wait()
        let announced = service.caller.begin(
            AddAnnouncedThing.self, payload: try JSONCoding.encode(BodyRequest(body: "announced")),
            options: options)
        let small = service.caller.begin(
            AddThing.self, payload: try JSONCoding.encode(BodyRequest(body: "small")),
            options: options)
        #expect(try service.bodies == ["before"])
        #expect(!HeldRequest.wasReleased.isSet)
        HeldRequest.mayEnd.set(())
        #expect(HeldRequest.wasReleased.wait())
        for call in [held, announced, small] { _ = try call.answer() }
        let added = try service.fetch().changes.map { change in
            let thing: Thing = try change.decodedPayload()
            return thing.body
        }
        #expect(added == ["before", large, "announced", "small"])
    }
}
