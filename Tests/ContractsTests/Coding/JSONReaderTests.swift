import Foundation
import Support
import Testing

@testable import Contracts

/// What the reader accepts it reads as `JSONDecoder` does; the rest is left to it.
@Suite struct JSONReaderTests {
    static let types: [any (JSONReadable & Encodable & Sendable).Type] = [
        ListInteractions.Response.self, ListCoaches.Response.self, ListSchools.Response.self,
        ListEvents.Response.self, ListMetrics.Response.self, ListPosts.Response.self,
        ListNotifications.Response.self, Interaction.self, Coach.self, School.self, Event.self,
        Metric.self, Post.self, UserNotification.self, ActiveFilter.self, InteractionFigures.self,
        LoggedByOption.self, FetchChanges.Response.self, Change.self, IssuePassport.Response.self,
    ]

    @Test(arguments: types.indices)
    func samplesAreReadWithoutTheDecoder(index: Int) throws {
        try Self.checkSample(of: Self.types[index])
    }

    private static func checkSample<Value: JSONReadable & Encodable>(of type: Value.Type) throws {
        let json = try JSONCoding.encode(try SchemaProbe.sample(of: type))
        let read = try #require(Value(json: json))
        #expect(try JSONCoding.encode(read) == json)
    }

    /// A list as a service writes it, of rows with every combination of absent values.
    static func list(_ generator: inout SeededNumbers, rows: Int) throws -> [UInt8] {
        let interactions = (0..<rows).map { _ in Interaction.random(using: &generator) }
        return try JSONCoding.encode(
            ListInteractions.Response(
                activeFilters: [.init(name: "search", value: "\"é\"", label: "Search: \"é\"")],
                analytics: .init(total: rows, outbound: 0, inbound: rows, thisWeek: -1),
                interactions: interactions, loggedByOptions: nil, title: "My\nInteractions"))
    }

    @Test func randomListsAreReadAsTheDecoderReadsThem() throws {
        var generator = SeededNumbers(seed: 31)
        for rows in 0..<60 {
            let json = try Self.list(&generator, rows: rows)
            guard let read = ListInteractions.Response(json: json) else {
                // U+0000, which requests may not contain, is the only character left to it.
                #expect(String(decoding: json, as: UTF8.self).contains(#"\u0000"#))
                continue
            }
            #expect(try JSONCoding.encode(read) == json)
        }
    }

    @Test func damagedTextIsNotReadInAnotherWayThanTheDecoderReadsIt() throws {
        var generator = SeededNumbers(seed: 32)
        let marks = Array("\"\\{}[],:0-.eEtfn \u{0}\u{7F}é".utf8)
        var (accepted, refused) = (0, 0)
        for _ in 0..<6_000 {
            var json = try Self.list(&generator, rows: 1)
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0..<json.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: json.remove(at: place)
                case 1: json[place] = marks.randomElement(using: &generator) ?? 0
                case 2: json.insert(marks.randomElement(using: &generator) ?? 0, at: place)
                default: json.removeLast(Int.random(in: 0..<9, using: &generator))
                }
            }
            guard let read = ListInteractions.Response(json: json) else {
                refused += 1
                continue
            }
            accepted += 1
            let decoded = try JSONDecoder().decode(
                ListInteractions.Response.self, from: Data(json))
            let text = String(decoding: json, as: UTF8.self)
            #expect(try JSONCoding.encode(read) == JSONCoding.encode(decoded), "\(text)")
        }
        #expect(accepted > 100 && refused > 500)
    }

    static func option(_ json: String) -> LoggedByOption? { LoggedByOption(json: Array(json.utf8)) }

    static let id = "00000000-0000-4000-8000-000000000001"

    @Test func membersThatNobodyAskedForAreSkipped() throws {
        let further = #"{"a":{"b":[1,-2.5e3,"}",null,true,{}]},"id":"\#(Self.id)","k":[],"#
        let option = try #require(Self.option(further + #""label":"Me","z":false} "#))
        #expect(option.label == "Me")
    }

    @Test(arguments: [
        #"{"label":"Me","id":"ID"}"#, #"{"id":"ID","id":"ID","label":"Me"}"#, #"{"id":"ID"}"#,
        #"{"id":"ID","label":null}"#, #"{"id":"ID","label":1}"#, #"{"id":"ID","label":"Me"}x"#,
        #"{"id":"ID","label":"Me",}"#, #"{"id":"ID","label":"Me""#,
        #"{"id":"ID","l\u0061bel":"Me"}"#,
        #"{"id":"ID","label":"Me","z":01}"#, #"{"id":"ID","label":"Me","z":1.}"#,
        #"{"id":"ID","label":"Me","z":tru}"#, #"{"id":"ID","label":"\ud800"}"#, "[]", "",
    ])
    func whateverIsUnusualIsLeftToTheDecoder(json: String) {
        #expect(Self.option(json.replacing("ID", with: Self.id)) == nil)
    }

    @Test func skippedValuesHaveAtMostTheLevelsOfARequest() {
        func nested(_ depth: Int) -> String {
            let list = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            return #"{"id":"\#(Self.id)","label":"Me","z":\#(list)}"#
        }
        #expect(Self.option(nested(JSONGuard.depthMax)) != nil)
        #expect(Self.option(nested(JSONGuard.depthMax + 1)) == nil)
        #expect(Self.option(nested(100_000)) == nil)
    }

    // MARK: Texts with escapes

    @Test(arguments: [
        (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\\n""#, #"\n"#),
        (#""{\"id\":\"1\",\"text\":\"é \\\"\"}""#, #"{"id":"1","text":"é \""}"#),
        (#""\u00e9\ud83c\udfc8\n""#, "é🏈\n"),
        (#""eleven more\n""#, "eleven more\n"),
    ])
    func escapesAreResolved(json: String, value: String) {
        #expect(String(json: Array(json.utf8)) == value)
    }

    @Test func anyTextWithEscapesIsReadAsTheDecoderReadsIt() throws {
        var generator = SeededNumbers(seed: 33)
        let parts = [
            #"\""#, #"\\"#, #"\/"#, #"\n"#, #"\u00e9"#, #"\ud83c\udfc8"#, #"\ud83c"#, #"\x"#,
            #"\u00"#, #"\é"#, #"\"#, "\"", "é", "a", "eight by", "/", "\u{7F}",
        ]
        var (accepted, refused) = (0, 0)
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...6, using: &generator)
            let text = (0..<count).map { _ in parts.randomElement(using: &generator) ?? "" }
            let json = "\"" + text.joined() + "\""
            let decoded = try? JSONDecoder().decode(String.self, from: Data(json.utf8))
            let read = String(json: Array(json.utf8))
            #expect(read == decoded, "\(json)")
            if read == nil { refused += 1 } else { accepted += 1 }
        }
        #expect(accepted > 2_000 && refused > 2_000)
    }
}
