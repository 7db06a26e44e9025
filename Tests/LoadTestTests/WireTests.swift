import Majordomo
import Support
import Testing
import ZeroMQ

@testable import LoadTest

@Suite("The wire as the generator speaks it")
struct WireTests {
    private let passport = [UInt8](repeating: 7, count: 133)

    private func request(
        payload: [UInt8], key: WireID? = nil
    ) -> ClientRequest {
        let header = RequestHeader(
            operation: "posts.import", budgetMilliseconds: 2_000, idempotencyKey: key,
            familyID: WireID(high: 3, low: 4))
        return ClientRequest(
            service: "analytics", header: header, passport: passport, payload: payload,
            isReadOnly: false)
    }

    // MARK: Frames

    private func found(_ bytes: [UInt8], at place: Int = 0) throws -> ZMTP.Found? {
        try ZMTP.found(in: bytes.span, at: place)
    }

    private func isGreeting(_ bytes: [UInt8]) -> Bool { ZMTP.isGreeting(bytes.span) }

    @Test(arguments: [0, 1, 255, 256, 70_000, ZMTP.frameBytesMax])
    func frameIsFoundOnceItIsWhole(count: Int) throws {
        let body = [UInt8](repeating: 9, count: count)
        let bytes = [1, 2, 3] + ZMTP.frame(body, flags: ZMTP.moreFlag)
        let frame = try #require(try found(bytes, at: 3))
        #expect(frame.hasMore)
        #expect(!frame.isCommand)
        #expect(Array(bytes[frame.body]) == body)
        for missing in [1, 2, 9] where bytes.count - missing > 3 {
            let part = Array(bytes.dropLast(missing))
            #expect(try found(part, at: 3) == nil)
        }
    }

    @Test
    func frameOverTheLimitIsRefused() {
        let bytes = ZMTP.frame([UInt8](repeating: 0, count: ZMTP.frameBytesMax + 1))
        #expect(throws: ZMTP.Problem.tooLong) { try found(bytes) }
        let huge: [UInt8] = [2, 255, 255, 255, 255, 255, 255, 255, 255]
        #expect(throws: ZMTP.Problem.tooLong) { try found(huge) }
        let reserved: [UInt8] = [8, 0]
        #expect(throws: ZMTP.Problem.malformed) { try found(reserved) }
    }

    @Test
    func greetingIsThatOfVersion3WithNull() {
        var greeting = ZMTP.greeting
        #expect(greeting.count == ZMTP.greetingByteCount)
        #expect(isGreeting(greeting))
        greeting[12] = UInt8(ascii: "C")
        #expect(!isGreeting(greeting))
        let older: [UInt8] =
            Array(ZMTP.greeting.prefix(10)) + [1] + Array(ZMTP.greeting.dropFirst(11))
        #expect(!isGreeting(older))
    }

    // MARK: Templates

    @Test
    func patchedRequestIsWhatTheWireWouldSay() throws {
        let payload = Array("{\"number\":0000000}".utf8)
        let template = try RequestTemplate(
            request(payload: payload, key: WireID(high: 1, low: 1)))
        let id = WireID(high: 0x0102_0304_0506_0708, low: 0x1112_1314_1516_1718)
        let key = WireID(high: 5, low: 6)
        template.setID(id)
        template.setKey(key)
        template.setPayload("0000042".utf8, at: 10)
        var frames: [[UInt8]] = []
        var place = 0
        while let frame = try found(template.bytes, at: place) {
            frames.append(Array(template.bytes[frame.body]))
            place = frame.body.upperBound
            #expect(frame.hasMore == (place < template.bytes.count))
        }
        #expect(frames.count == 5)
        #expect(frames[0] == Array("MDPC02".utf8))
        #expect(frames[1] == [1])
        #expect(frames[2] == Array("analytics".utf8))
        var wanted = request(payload: payload, key: key).header
        wanted.requestID = id
        #expect(frames[3] == wanted.envelope(passport: passport))
        #expect(frames[4] == Array("{\"number\":0000042}".utf8))
    }

    @Test
    func payloadOfOneFrameAtMostIsTaken() throws {
        let most = [UInt8](repeating: 32, count: Limits.payloadFrameBytesMax)
        #expect(try RequestTemplate(request(payload: most)).payloadByteCount == most.count)
        #expect(throws: LoadTestFailure.self) {
            try RequestTemplate(request(payload: most + [32]))
        }
    }

    // MARK: Unanswered requests

    private func pending(_ template: RequestTemplate, ends: Nanoseconds) -> InFlightRequest {
        InFlightRequest(
            request: PlannedRequest(operation: 0, template: template, expectation: nil), planned: 0,
            sent: 0,
            ends: ends)
    }

    @Test
    func answerFindsItsRequestOnce() throws {
        let template = try RequestTemplate(request(payload: []))
        var inFlight = InFlightRequests(high: 9)
        let added = inFlight.add(pending(template, ends: 10))
        let first = try #require(added)
        let place = try #require(inFlight.place(of: first))
        inFlight.left(first, at: 5)
        let removed = inFlight.remove(place)
        #expect(removed?.sent == 5)
        // Its place is taken by another: the old id no longer leads there.
        let next = inFlight.add(pending(template, ends: 10))
        let second = try #require(next)
        #expect(inFlight.place(of: first) == nil)
        #expect(inFlight.place(of: second) == place)
        #expect(inFlight.place(of: WireID(high: 8, low: second.low)) == nil)
    }

    @Test
    func tableHoldsItsMostAndNotOneMore() throws {
        let template = try RequestTemplate(request(payload: []))
        var inFlight = InFlightRequests(high: 9)
        for number in 0..<InFlightRequests.countMax {
            let id = inFlight.add(pending(template, ends: Nanoseconds(number)))
            #expect(id != nil)
        }
        #expect(InFlightRequests.countMax >= OpenLoop.inFlightMax)
        let oneMore = inFlight.add(pending(template, ends: 0))
        #expect(oneMore == nil)
        let expired = inFlight.removeExpired(at: 9)
        #expect(expired.count == 10)
        #expect(inFlight.count == InFlightRequests.countMax - 10)
    }

    // MARK: A real socket

    /// libzmq on the other side: its greeting, its messages, its heartbeats.
    @Test
    func libzmqUnderstandsAndIsUnderstood() throws {
        let folder = try TemporaryFolder()
        let endpoint = "ipc://\(folder.path("run/broker.ipc"))"
        var settings = SocketSettings()
        settings.heartbeatMilliseconds = 20
        settings.heartbeatTimeoutMilliseconds = 300
        let router = try Socket(.router, in: Context(), settings: settings)
        try router.bind(Endpoint(endpoint))
        let connection = try WireConnection(endpoint: endpoint, alarm: Alarm())
        let payload = [UInt8](repeating: 65, count: 100_000)
        let template = try RequestTemplate(request(payload: payload))
        let id = WireID(high: 1, low: 2)
        template.setID(id)
        connection.append(template.bytes)
        try connection.flush()
        let message = try received(router, whileAsking: connection)
        #expect(message.count == 6)
        #expect(message.bytes(at: 5) == payload)
        let peer = message.bytes(at: 0)

        for (command, slice) in [(UInt8(2), UInt8(0)), (3, 1)] {
            let answer = Message()
            try answer.append(peer)
            try answer.append("MDPC02")
            try answer.append(command)
            try answer.append("analytics")
            try answer.append(ReplyHeader(requestID: id, slice: slice).envelope())
            try answer.append(payload)
            #expect(try router.send(answer) == .sent)
        }
        var parts: [(isFinal: Bool, count: Int)] = []
        // Two seconds without a request: only answered heartbeats keep the connection.
        for _ in 0..<40 {
            guard try connection.wait(milliseconds: 50), try connection.fill() else { continue }
            let strays = try connection.takeReplies { header, isFinal, bytes in
                #expect(header.requestID == id)
                parts.append((isFinal, bytes.count))
            }
            #expect(strays == 0)
        }
        #expect(parts.map(\.isFinal) == [false, true])
        #expect(parts.map(\.count) == [payload.count, payload.count])
        connection.append(template.bytes)
        try connection.flush()
        #expect(try received(router, whileAsking: connection).bytes(at: 0) == peer)
    }

    /// What the router receives; the connection goes on giving the kernel what is left.
    private func received(_ router: Socket, whileAsking connection: WireConnection) throws
        -> Message
    {
        let message = Message()
        for _ in 0..<200 {
            if try router.receive(into: message) == .received { return message }
            guard try connection.wait(milliseconds: 10), try connection.fill() else { continue }
            _ = try connection.takeReplies { _, _, _ in }
        }
        throw LoadTestFailure(.other, "Nothing came")
    }

    @Test
    func socketThatNobodyListensOnIsAway() throws {
        let folder = try TemporaryFolder()
        #expect {
            _ = try WireConnection(
                endpoint: "ipc://\(folder.path("none.ipc"))", alarm: Alarm())
        } throws: { ($0 as? LoadTestFailure)?.kind == .away }
    }
}
