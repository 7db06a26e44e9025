import Contracts
import Foundation
import ServiceKit
import Storage
import Support
import Testing

@testable import DataServiceKit

@Suite struct UndoTests {
    private let folder: TemporaryFolder
    private let service: ThingService

    init() throws { (folder, service) = try ThingService.inOwnFolder() }

    private func add(_ body: String) throws -> ThingID {
        try JSONCoding.decodeResponse(Thing.self, from: try service.add(body).json).id
    }

    private func delete(_ id: ThingID) throws -> OperationID {
        try service.caller.call(
            DeleteThing.self, IDRequest(id: id), options: try service.options()
        ).operationID
    }

    private func undo(_ id: OperationID) throws -> [String: Int] {
        try service.caller.call(
            UndoOperation.self, .init(operationID: id), at: service.name,
            options: try service.options()
        ).restored
    }

    @Test func aDeletedRecordIsGoneAndComesBack() throws {
        let id = try add("a")
        let operation = try delete(id)
        #expect(try service.bodies.isEmpty)
        #expect(refusal { try delete(id) } == .notFound)
        #expect(try undo(operation) == ["things": 1])
        #expect(try service.bodies == ["a"])
    }

    @Test func anOperationIsUndoneOnce() throws {
        let operation = try delete(try add("a"))
        _ = try undo(operation)
        #expect(refusal { try undo(operation) } == .conflict)
    }

    @Test func onlyTheRecordsOfTheOperationComeBack() throws {
        let first = try delete(try add("a"))
        _ = try delete(try add("b"))
        _ = try undo(first)
        #expect(try service.bodies == ["a"])
    }

    @Test func anotherFamilysOperationDoesNotExist() throws {
        let operation = try delete(try add("a"))
        let passport = try Passport(
            subject: .user(
                ThingService.otherPlayer, SessionID(high: 9, low: 2),
                [ThingService.otherFamily: .player]),
            issuedAt: service.clock.machineTime()
        ).signed(with: try service.keys.signingKey(of: .identity))
        let call = {
            try service.caller.answer(
                UndoOperation.self, .init(operationID: operation), at: service.name,
                options: .init(passport: passport, family: ThingService.otherFamily))
        }
        #expect(refusal(call) == .notFound)
        #expect(try service.bodies.isEmpty)
    }

    @Test func aRecordAddedSinceStandsInTheWay() throws {
        let operation = try delete(try add("unique"))
        _ = try add("unique")
        #expect(refusal { try undo(operation) } == .conflict)
        #expect(try service.bodies == ["unique"])
    }

    @Test func aRepeatedDeletionUnderItsKeyIsOneOperation() throws {
        let id = try add("a")
        let call = {
            try service.caller.answer(
                DeleteThing.self, IDRequest(id: id), options: try service.options(key: 4))
        }
        let first = try call()
        let second = try call()
        #expect(first.json == second.json)
        #expect(second.isReplayed)
    }
}

@Suite struct JobPoolTests {
    @Test func jobsWriteAndAnswer() throws {
        let folder = try TemporaryFolder()
        let service = try ThingService(folder: folder.url.path)
        let thing = try service.caller.call(
            HashThing.self, BodyRequest(body: "a"), options: try service.options())
        #expect(thing.body == "a")
        #expect(try service.bodies == ["a"])
        let call = {
            try service.caller.answer(
                HashThing.self, BodyRequest(body: "refuse"), options: try service.options())
        }
        #expect(refusal(call) == .conflict)
        #expect(try service.fetch().changes.count == 1)
    }

    @Test func aJobPastTheQueueIsBusy() throws {
        let folder = try TemporaryFolder()
        let service = try ThingService(folder: folder.url.path)
        // The pool has one thread and room for two: the gate holds the first job.
        let gate = WriterGate(service.data.database)
        let outcomes = Outcomes()
        func send(_ body: String) throws {
            try service.caller.send(
                HashThing.self, BodyRequest(body: body), options: try service.options()
            ) { outcomes.add($0) }
        }
        try send("1")
        let limit = ContinuousClock.now + .seconds(60)
        while service.data.database.statistics.waitingCommands == 0, ContinuousClock.now < limit {}
        try send("2")
        try send("3")
        #expect(outcomes.count == 0)
        try send("4")
        #expect(outcomes.wait(for: 1).map(\.code) == [.busy])
        gate.open()
        _ = outcomes.wait(for: 3)
        // Ids of one millisecond are in no order.
        #expect(try service.bodies.sorted() == ["1", "2", "3"])
    }
}
