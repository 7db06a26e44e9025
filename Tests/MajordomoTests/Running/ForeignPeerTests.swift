import Support
import Testing
import ZeroMQ

@testable import Majordomo

/// Peers that know only RFC 18 and RFC 8, or break them.
@Suite(.serialized) struct ForeignPeerTests {
    let broker: RunningBroker

    init() throws { broker = try RunningBroker() }

    @Test func aPlainClientAndAPlainWorkerTalkUntouched() throws {
        let worker = try RawPeer(broker.endpoint)
        let client = try RawPeer(broker.endpoint)
        try worker.send([Array("MDPW02"), [1], Array("echo")])
        try client.send([Array("MDPC02"), [1], Array("echo"), Array("one"), [], Array("three")])
        let request = try #require(try worker.receive())
        #expect(request[0...1] == [Array("MDPW02"), [2]])
        #expect(request[3...] == [[], Array("one"), [], Array("three")])
        try worker.send([Array("MDPW02"), [3], request[2], [], Array("part")])
        try worker.send([Array("MDPW02"), [4], request[2], [], Array("end")])
        #expect(try client.receive() == [Array("MDPC02"), [2], Array("echo"), Array("part")])
        #expect(try client.receive() == [Array("MDPC02"), [3], Array("echo"), Array("end")])
    }

    @Test func aPlainClientsRequestToOurWorkerIsInvalid() throws {
        let worker = try TestWorker(broker.endpoint)
        let client = try RawPeer(broker.endpoint)
        try client.send([Array("MDPC02"), [1], Array("echo"), Array("hello")])
        let reply = try #require(try client.receive())
        #expect(reply.count == 5)
        let header = try replyHeader(reply[3])
        #expect(header.status == .invalid)
        #expect(header.requestID == .zero)
        worker.stop()
    }

    @Test func theBrokerAnswersItsOwnServices() throws {
        let client = try RawPeer(broker.endpoint)
        for (name, question, answer) in [
            ("mmi.service", "echo", "404"), ("mmi.foo", "", "501"), ("$srv.foo", "", "501"),
        ] {
            try client.send([Array("MDPC02"), [1], Array(name), Array(question)])
            #expect(try client.receive() == [Array("MDPC02"), [3], Array(name), Array(answer)])
        }
        let ours = try SerialClient(endpoint: broker.endpoint)
        let reply = try ours.call(makeRequest(Array("echo"), service: "mmi.service"))
        #expect(reply.payload == Array("404"))
    }

    @Test func aWorkerOfAReservedNameIsDisconnected() throws {
        let worker = try RawPeer(broker.endpoint)
        try worker.send([Array("MDPW02"), [1], Array("mmi.echo")])
        #expect(try worker.receive() == [Array("MDPW02"), [6]])
    }

    @Test func anUnknownWorkersHeartbeatIsAnsweredWithDisconnect() throws {
        let worker = try RawPeer(broker.endpoint)
        try worker.send([Array("MDPW02"), [5]])
        #expect(try worker.receive() == [Array("MDPW02"), [6]])
    }

    @Test func creditIsTakenTo1024AndNotOneMore() throws {
        let worker = try RawPeer(broker.endpoint)
        try worker.send([Array("MDPW02"), [1], Array("echo"), [0, 0, 4, 1]])
        try worker.send([Array("MDPW02"), [5]])
        #expect(try worker.receive() == [Array("MDPW02"), [6]])
        let second = try RawPeer(broker.endpoint)
        try second.send([Array("MDPW02"), [1], Array("echo"), [0, 0, 4, 0]])
        try second.send([Array("MDPW02"), [5], [0, 0, 0, 0]])
        #expect(try second.receive() == [Array("MDPW02"), [5], [0, 0, 0, 0]])
    }

    @Test func fiveMalformedMessagesRefuseTheConnection() throws {
        let client = try RawPeer(broker.endpoint)
        let question = [Array("MDPC02"), [1], Array("mmi.service"), Array("echo")]
        for _ in 1...4 { try client.send([Array("MDPC01"), [1], Array("mmi.service"), []]) }
        try client.send(question)
        #expect(try client.receive()?.last == Array("404"))
        try client.send([Array("?")])
        try client.send(question)
        #expect(try client.receive(milliseconds: 200) == nil)
        let fresh = try RawPeer(broker.endpoint)
        try fresh.send(question)
        #expect(try fresh.receive()?.last == Array("404"))
    }

    @Test func anotherVersionOfTheHeaderGetsAClearAnswer() throws {
        let client = try RawPeer(broker.endpoint)
        var envelope = try #require(makeRequest().header.envelope(passport: []))
        envelope[4] = 2
        try client.send([Array("MDPC02"), [1], Array("echo"), envelope, Array("{}")])
        let reply = try #require(try client.receive())
        #expect(try replyHeader(reply[3]).status == .unimplemented)
    }

    @Test func aFrameOver256KiBIsTooLarge() throws {
        let client = try RawPeer(broker.endpoint)
        let envelope = try #require(makeRequest().header.envelope(passport: []))
        let frame = [UInt8](repeating: 1, count: Limits.payloadFrameBytesMax + 1)
        try client.send([Array("MDPC02"), [1], Array("echo"), envelope, frame])
        let reply = try #require(try client.receive())
        #expect(try replyHeader(reply[3]).status == .tooLarge)
    }

    @Test func aBodyOf16FramesIsTakenAndOneMoreIsMalformed() throws {
        let worker = try RawPeer(broker.endpoint)
        try worker.send([Array("MDPW02"), [1], Array("echo")])
        let client = try RawPeer(broker.endpoint)
        let head = [Array("MDPC02"), [1], Array("echo")]
        let frame: [UInt8] = [7]
        try client.send(head + Array(repeating: frame, count: Limits.bodyFramesMax + 1))
        try client.send(head + Array(repeating: frame, count: Limits.bodyFramesMax))
        #expect(try worker.receive()?.count == Limits.bodyFramesMax + 4)
    }

    @Test func aMessageOfTooManyFramesCostsItsConnectionOnly() throws {
        let question = [Array("MDPC02"), [1], Array("mmi.foo"), []]
        let client = try RawPeer(broker.endpoint)
        try client.send(question)
        #expect(try client.receive()?.last == Array("501"))
        let noisy = try RawPeer(broker.endpoint)
        let monitor = try noisy.socket.makeMonitor()
        // With the address it has 33 frames.
        try noisy.send(Array(repeating: [1, 2, 3], count: Message.framesMax))
        #expect(waitUntil { (try? monitor.next())??.kind == .disconnected })
        try client.send(question)
        #expect(try client.receive()?.last == Array("501"))
    }

    @Test func noiseNeverStopsTheBroker() throws {
        var generator = SeededNumbers(seed: 3)
        let words: [[UInt8]] = [
            Array("MDPC02"), Array("MDPW02"), [1], [2], [3], [4], [5], [6], [7], [], Array("echo"),
            Array("mmi.service"), Array("$srv.stats"), [0, 0, 0, 3], [0x9e, 0x52, 0x43, 0x48],
            makeRequest().header.envelope(passport: []) ?? [],
            ReplyHeader(requestID: .random()).envelope(),
        ]
        for _ in 0..<150 {
            let peer = try RawPeer(broker.endpoint)
            for _ in 0..<20 {
                let count = Int.random(in: 1...7, using: &generator)
                var frames = (0..<count).map { _ in words.randomElement(using: &generator) ?? [] }
                if Bool.random(using: &generator) {
                    frames[0] = words[Int.random(in: 0...1, using: &generator)]
                }
                if Bool.random(using: &generator), frames.count > 1 {
                    let place = Int.random(in: 0..<frames.count, using: &generator)
                    damage(&frames[place], using: &generator)
                }
                try peer.send(frames)
            }
        }
        let client = try SerialClient(endpoint: broker.endpoint)
        let reply = try client.call(makeRequest(service: "$srv.stats"))
        #expect(String(decoding: reply.payload, as: UTF8.self).contains("\"malformed\":"))
    }
}
