import Support
import Testing

@testable import Contracts

/// Batches of posts that are read in one pass, against the strict reading of the same bytes.
@Suite struct PostBatchReaderTests {
    private static let id = OperationID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0001)

    /// Values that may stand at any key, right and wrong ones.
    private static let anything = [
        "null", "true", "false", "0", "7", "01", "-1", "1.5", "1e3", "1000000000", "1000000001",
        "999999999999999999", "9223372036854775808", "[]", "{}", "\"\"", #""x""#, #"" ""#, "nul",
        #""a\u0000b""#, #""a\ud800""#, "\"a\nb\"", "\"\u{7F}\"", #""\u003cb>x""#, "\"unended",
    ]

    /// Values that make sense at a key, some of them wrong.
    private static let values: [String: [String]] = [
        "school_id": [
            "\"\(SchoolID(high: 0x0190_A0B1, low: 7).text)\"",
            "\"0190A0B1-0000-7000-8000-00000000000G\"", "\"0190A0B1-0000-7000-8000-000000000001\"",
            "\"0190a0b100007000800000000000000001234\"",
        ],
        "coach_id": ["\"\(CoachID(high: 9, low: 8).text)\"", #""x""#],
        "platform": [#""twitter""#, #""instagram""#, #""Twitter""#, #""twitt\u0065r""#],
        "post_url": [
            #""https://x.example/1""#, #""HTTPS://x.example/2""#, #""http:///3""#, #""https://""#,
            #""https://é.example/4""#, #"" https://x.example/5 ""#, #""https://x.example/a b""#,
            #""https:\/\/x.example/6""#,
            "\"https://x.example/\(String(repeating: "y", count: 1_982))\"",
            "\"https://x.example/\(String(repeating: "y", count: 1_983))\"",
        ],
        "post_content": [
            #""Camp is open""#, #""Spät \"gut\"\n🎓""#, #""<b>Camp</b> 5<6""#, #""\u003ci>x""#,
            #""  blanks first""#, "\"\u{00A0}\"", "\"e\u{301}\"",
            "\"\(String(repeating: "z", count: 5_000))\"",
            "\"\(String(repeating: "z", count: 5_001))\"",
            "\"\(String(repeating: "ü", count: 4_999))\"",
        ],
        "post_date": [
            #""2026-02-10T12:00:00Z""#, #""2026-02-10T12:00:00.123Z""#,
            #""2026-02-30T12:00:00Z""#, #""2026-02-10T12:00:00+05:45""#,
            #""2026-02-10t12:00:00z""#, #""1969-12-31T23:59:59.999Z""#,
            #""2026-02-10T24:00:00Z""#, #""2026-02-10 12:00:00Z""#, #""2024-02-29T00:00:00Z""#,
            #""0000-01-01T00:00:00Z""#, #""9999-12-31T23:59:59.999Z""#, #""2026-02-10""#,
        ],
        "author_name": [
            #""Paolo Pryorvale""#, #"" Ada ""#, #""José""#, #""<b>Ada</b>""#,
            "\"\(String(repeating: "n", count: 200))\"",
            "\"\(String(repeating: "n", count: 201))\"",
        ],
        "author_handle": [
            #""fict_1""#, #""@fict""#, #""a<b""#, "\"\(String(repeating: "h", count: 100))\"",
            "\"\(String(repeating: "h", count: 101))\"",
        ],
        "sentiment": [
            #""very_positive""#, #""positive""#, #""neutral""#, #""negative""#, #""glad""#,
        ],
        "is_recruiting_related": ["true", "false", "truely"],
        "engagement_count": ["0", "12", "1000000000"],
    ]

    private func description(_ input: ImportPosts.Input) -> String {
        let rows = input.rows.map { row in
            let result =
                switch row.input {
                case .success(let input): String(reflecting: input)
                case .failure(let error): "\(error.code) \(error.errors.sorted { $0.key < $1.key })"
                }
            return "\(row.line) \(String(reflecting: row.identity)) \(result)"
        }
        return "\(input.importID?.text ?? "-") \(input.number) \(input.isCheck) \(rows)"
    }

    private func outcome(_ body: () throws -> ImportPosts.Input) -> String {
        do {
            return description(try body())
        } catch { return "\((error as? ServiceError)?.message ?? "\(error)")" }
    }

    /// Holds the reading in one pass against the strict one; true if it took the batch.
    @discardableResult
    private func compare(_ json: String) -> Bool {
        let bytes = Array(json.utf8)
        let direct = PostBatchReader.input(reading: bytes)
        let strict = outcome {
            try JSONCoding.decodeRequest(ImportPosts.Request.self, from: bytes).validated()
        }
        if let direct { #expect(description(direct) == strict, "\(json)") }
        let read = outcome { try JSONCoding.decodeInput(ImportPosts.Request.self, from: bytes) }
        #expect(read == strict, "\(json)")
        return direct != nil
    }

    private func row(_ generator: inout SeededNumbers, oddly: Bool) -> String {
        let members = Self.values.keys.sorted().shuffled(using: &generator).compactMap {
            key -> String? in
            guard Int.random(in: 0..<5, using: &generator) > 0 else { return nil }
            let isOdd = oddly && Int.random(in: 0..<12, using: &generator) == 0
            let values = isOdd ? Self.anything : Self.values[key] ?? []
            return "\"\(key)\":\(values.randomElement(using: &generator) ?? "null")"
        }
        let line = "\"line\": \(Int.random(in: 1...9_999, using: &generator))"
        let form = "\"form\":{\(members.joined(separator: " , "))}"
        return Bool.random(using: &generator) ? "{\(line),\(form)}" : "{ \(form) ,\(line) }"
    }

    @Test func batchesOfRandomRowsReadAsTheStrictReadingReadsThem() {
        var generator = SeededNumbers(seed: 501)
        var taken = 0
        for round in 0..<3_000 {
            let count = Int.random(in: 1...3, using: &generator)
            let rows = (0..<count).map { _ in row(&generator, oddly: round % 2 == 0) }
            let frame = [
                "\"number\":1", "\"number\":2,\"import_id\":\"\(Self.id)\"",
                "\"import_id\":null,\"number\":1",
            ][round % 3]
            taken += compare("{\(frame),\"rows\":[\(rows.joined(separator: ","))]}") ? 1 : 0
        }
        #expect(taken > 1_000)
    }

    @Test func batchesThatAreCutOrChangedReadAlike() {
        var generator = SeededNumbers(seed: 502)
        for _ in 0..<1_500 {
            var bytes = Array(
                "{\"number\":1,\"rows\":[\(row(&generator, oddly: false))]}".utf8)
            if Bool.random(using: &generator) {
                bytes.removeLast(Int.random(in: 1..<bytes.count, using: &generator))
            } else {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[place] = Array("\"\\{}[],:0 <u".utf8).randomElement(using: &generator) ?? 0
            }
            compare(String(decoding: bytes, as: UTF8.self))
        }
    }

    @Test(arguments: [
        #"{"number":1,"rows":[{"line":1,"form":{}}]}"#,
        #"{"number":1,"check":true,"rows":[{"line":1,"form":{}}]}"#,
        #"{"number":1,"number":1,"rows":[{"line":1,"form":{}}]}"#,
        #"{"number":1,"rows":[{"line":1,"form":{},"form":{}}]}"#,
        #"{"number":1,"rows":[{"line":1,"form":{"platform":null,"platform":null}}]}"#,
        #"{"number":1,"rows":[{"line":1,"form":{},"problems":{"row":"x"}}]}"#,
        #"{"number":1,"rows":[{"line":1,"form":{}},]}"#, #"{"number":1,"rows":[]}"#,
        #"{"number":1,"rows":[{"line":1,"form":{}}]}x"#, #"{"number":1,"rows":[{"line":1}]}"#,
        #"{"number":0,"rows":[{"line":1,"form":{}}]}"#, #"{"rows":[{"line":1,"form":{}}]}"#,
        #"{"number":2,"rows":[{"line":1,"form":{}}]}"#, #"[]"#, "", "{}", "{",
        #"{"number":2,"import_id":null,"rows":[{"line":1,"form":{}}]}"#,
        #"{"number":1,"import_id":null,"import_id":null,"rows":[{"line":1,"form":{}}]}"#,
        #"{"number":2,"check":true,"import_id":"x","rows":[{"line":1,"form":{}}]}"#,
    ])
    func framesReadAsTheStrictReadingReadsThem(json: String) { compare(json) }

    @Test func batchesAreWrittenAsTheCommonCoderWritesThem() throws {
        var generator = SeededNumbers(seed: 503)
        for number in 1...300 {
            let rows = (1...3).map { _ in row(&generator, oddly: false) }
            let json = "{\"number\":\(number),\"rows\":[\(rows.joined(separator: ","))]}"
            guard
                var request = try? JSONCoding.decodeRequest(
                    ImportPosts.Request.self, from: Array(json.utf8))
            else { continue }
            if number > 1 { request.importID = Self.id } else { request.check = true }
            if number % 3 == 0 {
                request.rows[0].problems = ["row": "a \"quoted\" text/1", "post_date": "\u{1}é"]
            }
            #expect(try request.json == JSONCoding.encodeByCoder(request))
        }
    }

    /// Who builds a batch from a form sends what it leaves out as null.
    @Test func nullIsNoImportYet() {
        #expect(compare(#"{"import_id":null,"number":1,"rows":[{"line":1,"form":{}}]}"#))
    }

    @Test func batchHasAThousandRowsAtMost() {
        let batch = { (count: Int) in
            let rows = (1...count).map { "{\"line\":\($0),\"form\":{}}" }
            return "{\"number\":1,\"rows\":[\(rows.joined(separator: ","))]}"
        }
        #expect(compare(batch(PostImportLimit.batchRowsMax)))
        #expect(!compare(batch(PostImportLimit.batchRowsMax + 1)))
    }

    @Test func bytesThatAreNotUTF8AreLeftToTheStrictReading() {
        var bytes = Array(
            #"{"number":1,"rows":[{"line":1,"form":{"post_content":"Caf?"}}]}"#.utf8)
        guard let place = bytes.firstIndex(of: UInt8(ascii: "?")) else { return }
        bytes[place] = 0xE9
        #expect(PostBatchReader.input(reading: bytes) == nil)
    }
}
