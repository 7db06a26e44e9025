import Foundation
import Testing

@testable import Majordomo

@Suite struct BrokerQuestionTests {
    var broker = BrokerHarness()

    @Test mutating func mmiServiceTellsWhetherAWorkerIsRegistered() {
        #expect(broker.question("mmi.service", "s") == ["answer c: 404"])
        _ = broker.request("c", id: 1)
        #expect(broker.question("mmi.service", "s") == ["answer c: 404"])
        _ = broker.ready("w")
        #expect(broker.question("mmi.service", "s") == ["answer c: 200"])
        #expect(broker.question("mmi.service", "") == ["answer c: 404"])
        _ = broker.disconnect("w")
        #expect(broker.question("mmi.service", "s") == ["answer c: 404"])
    }

    @Test(arguments: ["mmi.", "mmi.foo", "mmi.Service", "$srv", "$srv.ping.identity"])
    mutating func otherReservedNamesAreNotImplemented(_ name: String) {
        #expect(broker.question(name) == ["answer c: 501"])
    }

    @Test mutating func anUnknownRegistryNameWithOurHeaderIsUnimplemented() {
        #expect(broker.question("$srv.foo", id: 3) == ["refuse 3 of c: unimplemented executed no"])
        #expect(broker.question("mmi.foo", id: 3) == ["answer c with header: 501"])
    }

    @Test mutating func theIntroductionListsTheExtensions() throws {
        let answer = try #require(broker.question("mmi.broker").first)
        let text = String(answer.dropFirst("answer c: ".count))
        let object = try #require(
            JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(
            object["extensions"] as? [String] == ["header-1", "credit-1", "drain-1", "proof-1"])
        // The epoch and the address of "c".
        let challenge = "0000000000000001000000000000000263"
        #expect(object["challenge"] as? String == challenge)
        #expect(BrokerIntroduction.challenge(in: text) == challenge)
        #expect(BrokerIntroduction.lists(Extension.proof, in: text))
        #expect(object["epoch"] as? String == "00000000000000010000000000000002")
        #expect(object["heartbeat_ms"] as? Int == 1_000)
        #expect(BrokerIntroduction.lists(Extension.credit, in: text))
        #expect(!BrokerIntroduction.lists("credit-2", in: text))
    }

    @Test(arguments: ["", "501", "{}", "[\"credit-1\"]", "{\"extensions\":]\"credit-1\"[}"])
    func otherAnswersAnnounceNothing(_ text: String) {
        #expect(!BrokerIntroduction.lists(Extension.credit, in: text))
    }

    @Test(arguments: [
        "", "{}", "\"challenge\":\"ab\"", "{\"challenge\":\"\"}", "{\"challenge\":\"no hex\"}",
        "{\"challenge\":\"" + String(repeating: "a", count: 257) + "\"}",
    ])
    func whatIsNoChallengeIsNotSigned(_ text: String) {
        #expect(BrokerIntroduction.challenge(in: text) == nil)
    }

    @Test func theLongestChallengeIsSigned() {
        let digits = String(repeating: "a", count: BrokerIntroduction.challengeBytesMax)
        #expect(BrokerIntroduction.challenge(in: "{\"challenge\":\"\(digits)\"}") == digits)
    }

    @Test(arguments: ["$srv.ping", "$srv.info", "$srv.stats", "$srv.schema"])
    mutating func theRegistryAnswersInJSON(_ name: String) throws {
        _ = broker.ready("w", service: "odd \"name\\", credit: 4)
        _ = broker.request("c", id: 1)
        let answer = try #require(broker.question(name, id: 5).first)
        let text = String(answer.dropFirst("answer c with header: ".count))
        let object = try #require(
            JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(object["name"] as? String == "compass-broker")
        guard name == "$srv.info" || name == "$srv.stats" else { return }
        let services = try #require(object["services"] as? [[String: Any]])
        #expect(services.map { $0["name"] as? String } == ["odd \"name\\", "s"])
        #expect((services[0]["workers"] as? [[String: Any]])?.first?["credit"] as? Int == 4)
        #expect(services[1]["queued"] as? Int == 1)
        if name == "$srv.stats" { #expect(object["requests"] as? Int == 1) }
    }

    @Test mutating func theRegistryTellsWhatRequestsWaited() throws {
        _ = broker.ready("w", credit: 1)
        _ = broker.request("c", id: 1)
        _ = broker.request("c", id: 2)
        _ = broker.pass(30)
        _ = broker.reply("w", to: "c", id: 1)
        let answer = try #require(broker.question("$srv.stats").first)
        #expect(answer.contains("\"dispatched\":2,\"waited_ms\":30,"))
    }
}
