import Support
import Testing

@testable import Contracts

@Suite struct JSONGuardTests {
    @Test(arguments: [
        "{}", "[]", "\"\"", "0", "-0", "1.5", "-1.5e+10", "1E-2", "1e5", "true", "false", "null",
        " \t\r\n{ \"a\" : [ 1 , 2 ] } \n", "[[],{}]", #"["\"\\\/\b\f\n\r\t\u00e9"]"#,
        #"["\uD83D\uDE00"]"#, #"["\ud83d\ude00"]"#, "[\"\u{7F}\u{2028}😀\"]",
        "{\"a\":{\"a\":1}}", "[\"\u{FEFF}\"]", "[0.0]", "[123456789012345678901234567890]",
        #"{"":1}"#, #"["\uFFFF"]"#,
    ])
    func textsOfTheStandardAreTaken(json: String) {
        #expect(throws: Never.self) { try JSONGuard(checking: Array(json.utf8)) }
    }

    @Test(arguments: [
        "", " ", "{", "}", "[", "]", "[1,]", "[,1]", "[1 2]", "{,}", "{\"a\"}", "{\"a\":}",
        "{\"a\":1,}", "{a:1}", "{'a':1}", "{\"a\" 1}", "{1:1}", "[1]x", "{}{}", "nul", "tru",
        "True", "NaN", "Infinity", "-", "+1", "01", "-01", "1.", ".5", "1e", "1e+", "0x1", "1_0",
        "\"", "\"a", "\"\\\"", #"["\x41"]"#, #"["\u12"]"#, #"["\u12G4"]"#, #"["\"#,
        "[\"\t\"]", "[\"\n\"]", "// c\n1", "/**/1", "\u{FEFF}{}", "\u{A0}1", "\u{C}1", "[\u{B}1]",
    ])
    func otherTextsAreRefused(json: String) {
        #expect(throws: ServiceError.self) { try JSONGuard(checking: Array(json.utf8)) }
    }

    @Test(arguments: [
        #"["\u0000"]"#, "[\"\u{0}\"]", #"["\ud83d"]"#, #"["\ude00"]"#, #"["\ud83d\u0041"]"#,
        #"["\ud83dA"]"#, #"["\ud83d\ud83d"]"#, #"{"\ud800":1}"#,
    ])
    func nulAndLoneSurrogatesAreRefused(json: String) {
        #expect(throws: ServiceError.self) { try JSONGuard(checking: Array(json.utf8)) }
    }

    @Test(
        arguments: [
            [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
            [0x80],
        ] as [[UInt8]])
    func otherThanUTF8IsRefused(bytes: [UInt8]) {
        let json = Array("[\"".utf8) + bytes + Array("\"]".utf8)
        let error = #expect(throws: ServiceError.self) { try JSONGuard(checking: json) }
        #expect(error?.message == "The request is not UTF-8 text")
    }

    @Test(arguments: [
        #"{"a":1,"a":2}"#, #"{"a":1,"\u0061":2}"#, #"{"\/":1,"/":2}"#, #"[{"b":{"a":1,"a":1}}]"#,
        #"{"é":1,"e\u0301":2}"#,
    ])
    func keysThatStandTwiceAreRefused(json: String) {
        let error = #expect(throws: ServiceError.self) {
            try JSONGuard(checking: Array(json.utf8))
        }
        #expect(error?.message.contains("appears twice") == true)
    }

    @Test(arguments: ["", "1", "\"\""])
    func thirtyTwoLevelsAreTakenAndOneMoreIsRefused(inner: String) {
        func nested(_ levels: Int) -> [UInt8] {
            Array(
                (String(repeating: "[", count: levels) + inner
                    + String(repeating: "]", count: levels)).utf8)
        }
        #expect(JSONGuard.depthMax == 32)
        #expect(throws: Never.self) { try JSONGuard(checking: nested(JSONGuard.depthMax)) }
        #expect(throws: ServiceError.self) {
            try JSONGuard(checking: nested(JSONGuard.depthMax + 1))
        }
        #expect(throws: ServiceError.self) { try JSONGuard(checking: nested(100_000)) }
    }

    @Test func objectsCountAsLevels() {
        func nested(_ levels: Int) -> [UInt8] {
            Array(
                (String(repeating: "{\"a\":", count: levels) + "0"
                    + String(repeating: "}", count: levels)).utf8)
        }
        #expect(throws: Never.self) { try JSONGuard(checking: nested(JSONGuard.depthMax)) }
        #expect(throws: ServiceError.self) {
            try JSONGuard(checking: nested(JSONGuard.depthMax + 1))
        }
    }

    @Test func keepsTheOutermostKeysWithEscapesResolved() throws {
        let json = #"{"a":{"x":1},"\u0062":[{"y":2}],"c\n":3}"#
        #expect(try JSONGuard(checking: Array(json.utf8)).topLevelKeys == ["a", "b", "c\n"])
        #expect(try JSONGuard(checking: Array(#"[{"a":1}]"#.utf8)).topLevelKeys == [])
    }

    @Test func everyPrefixOfARequestIsRefusedWithoutATrap() throws {
        let json = Array(#"{"a":[1,-2.5e3,"\ud83d\ude00é",null,true,{"b":"\\"}]}"#.utf8)
        _ = try JSONGuard(checking: json)
        for end in 0..<json.count {
            #expect(throws: ServiceError.self) { try JSONGuard(checking: Array(json[..<end])) }
        }
    }

    @Test func randomBytesAreNeverATrap() {
        var generator = SeededNumbers(seed: 6)
        let alphabet = Array("{}[]\",:\\u0019defE+-. tn".utf8) + [0x00, 0xC3, 0xA9, 0xFF]
        for _ in 0..<5_000 {
            let json = (0..<Int.random(in: 0...24, using: &generator)).map { _ in
                alphabet.randomElement(using: &generator) ?? 0
            }
            _ = try? JSONGuard(checking: json)
        }
    }

    @Test func longKeysAreCutInMessages() {
        let key = String(repeating: "é", count: 10_000)
        let error = #expect(throws: ServiceError.self) {
            try JSONGuard(checking: Array("{\"\(key)\":1,\"\(key)\":2}".utf8))
        }
        #expect((error?.message.utf8.count ?? .max) < 300)
        let whole = String(repeating: "k", count: JSONGuard.keyShownMax)
        #expect(JSONGuard.shown(whole) == whole)
        #expect(JSONGuard.shown(whole + "k").hasSuffix("…"))
    }
}
