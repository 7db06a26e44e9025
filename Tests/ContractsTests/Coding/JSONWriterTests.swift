import Support
import Testing

@testable import Contracts

@Suite struct JSONWriterTests {
    // DESIGN decision 11: a hand-made encoder's bytes equal those of the contract type.
    @Test func recordsEqualTheCoderByteForByte() throws {
        var generator = SeededNumbers(seed: 7)
        for _ in 0..<3_000 {
            let interaction = Interaction.random(using: &generator)
            var json = JSONWriter()
            interaction.write(to: &json)
            #expect(json.bytes == (try JSONCoding.encodeByCoder(interaction)))
        }
    }

    @Test func writtenRecordsReadBack() throws {
        var generator = SeededNumbers(seed: 8)
        for _ in 0..<500 {
            let interaction = Interaction.random(using: &generator)
            var json = JSONWriter(capacity: 1_024)
            interaction.write(to: &json)
            #expect(
                try JSONCoding.decodeResponse(Interaction.self, from: json.bytes) == interaction)
        }
    }

    /// Remembered fractions are copied, later ones formatted again.
    @Test(arguments: [JSONWriter.fractionsMax, JSONWriter.fractionsMax + 1])
    func fractionsThatComeAgainAreTheSame(count: Int) throws {
        let fractions = (1...count).map { Double($0) + 1 / 3 }
        let numbers = fractions + [7] + fractions.reversed()
        #expect(numbers.json == (try JSONCoding.encodeByCoder(numbers)))
    }

    @Test func everyScalarBelowOneThousandIsEscapedAsTheCoderDoes() throws {
        for value in UInt32(0)..<1_000 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = "a\(Character(scalar))b"
            var json = JSONWriter()
            json.beginArray()
            json.string(text)
            json.endArray()
            #expect(json.bytes == (try JSONCoding.encodeByCoder([text])), "U+\(value)")
        }
    }

    /// Texts are scanned eight bytes at a time: nothing may hide in any lane, or behind another.
    @Test func whatIsEscapedIsFoundAtEveryPlace() throws {
        let plain = Array("abcdefghé~\u{7F}!#[]ijklmnop")
        for special in ["\"", "\\", "\u{0}", "\u{1F}", "\n"] {
            for place in 0...plain.count {
                for second in ["", "\"", "!", "\u{1F}", "]"] {
                    var text = plain
                    text.insert(contentsOf: special + second, at: place)
                    var json = JSONWriter()
                    json.string(String(text))
                    #expect(json.bytes == (try JSONCoding.encodeByCoder(String(text))))
                }
            }
        }
    }

    @Test func everyAwkwardTextIsEscapedAsTheCoderDoes() throws {
        for text in Characters.awkward {
            var json = JSONWriter()
            json.string(text)
            #expect(json.bytes == (try JSONCoding.encodeByCoder(text)))
        }
    }

    @Test func commasStandBetweenMembersOnly() {
        var json = JSONWriter()
        json.beginObject()
        json.key("a")
        json.beginArray()
        json.endArray()
        json.key("b")
        json.beginArray()
        json.integer(-1)
        json.bool(true)
        json.bool(false)
        json.null()
        json.beginObject()
        json.endObject()
        json.raw(json: Array("[2]".utf8))
        String?.none.write(to: &json)
        json.identifier(UserID?.none)
        json.instant(Instant?.none)
        json.endArray()
        json.member("c", Instant(milliseconds: 0))
        json.endObject()
        let expected =
            #"{"a":[],"b":[-1,true,false,null,{},[2],null,null,null],"#
            + #""c":"1970-01-01T00:00:00.000Z"}"#
        #expect(String(decoding: json.bytes, as: UTF8.self) == expected)
    }

    @Test func textGivenAsBytesIsEscapedToo() {
        var json = JSONWriter()
        var text = "a\"\u{1}é"
        text.withUTF8 { unsafe json.string(utf8: $0) }
        #expect(String(decoding: json.bytes, as: UTF8.self) == #""a\"\u0001é""#)
    }
}

extension Interaction {
    /// A record with awkward texts and every optional field now there, now missing.
    static func random(using generator: inout SeededNumbers) -> Interaction {
        func identifier<Tag>() -> Identifier<Tag> {
            Identifier(high: generator.next(), low: generator.next())
        }
        func maybe<Value>(_ value: @autoclosure () -> Value) -> Value? {
            Bool.random(using: &generator) ? value() : nil
        }
        func text() -> String { Characters.text(upTo: 12, using: &generator) }
        func instant() -> Instant {
            Instant(
                milliseconds: Int64.random(
                    in: Instant.earliest.milliseconds...Instant.latest.milliseconds,
                    using: &generator))
        }
        return Interaction(
            id: identifier(), familyUnitID: identifier(), schoolID: maybe(identifier()),
            schoolName: maybe(text()), coachID: maybe(identifier()), coachName: maybe(text()),
            otherCoachName: maybe(text()), eventID: maybe(identifier()),
            type: InteractionType.allCases.randomElement(using: &generator) ?? .email,
            direction: Direction.allCases.randomElement(using: &generator) ?? .inbound,
            subject: maybe(text()), content: maybe(text()),
            sentiment: maybe(Sentiment.allCases.randomElement(using: &generator) ?? .neutral),
            occurredAt: maybe(instant()), loggedBy: identifier(), loggedByName: maybe(text()),
            interestLevel: maybe(InterestLevel.allCases.randomElement(using: &generator) ?? .low),
            interestAnswers: maybe(
                InterestSignal.allCases.filter { _ in Bool.random(using: &generator) }),
            attachments: (0..<Int.random(in: 0...3, using: &generator)).map { _ in text() },
            createdAt: maybe(instant()), updatedAt: maybe(instant()))
    }
}
