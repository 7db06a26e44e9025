import Support
import Testing

@testable import Contracts

/// Decodes and validates a request as a service does it.
func accepted<Op: Contracts.Operation>(
    _ operation: Op.Type, _ json: String
) throws(ServiceError) -> Op.Request.Input {
    try JSONCoding.decodeRequest(Op.Request.self, from: Array(json.utf8)).validated()
}

/// The error with which a service refuses the request; `nil` if it takes it.
func refusal<Op: Contracts.Operation>(_ operation: Op.Type, _ json: String) -> ServiceError? {
    do {
        _ = try accepted(operation, json)
        return nil
    } catch {
        return error
    }
}

/// The refused fields of a request and their texts.
func refusedFields<Op: Contracts.Operation>(
    _ operation: Op.Type, _ json: String
) -> [String: String] {
    refusal(operation, json)?.errors ?? [:]
}

/// JSON of an object whose values are texts.
func object(_ fields: [String: String]) -> String {
    String(decoding: (try? JSONCoding.encode(fields)) ?? [], as: UTF8.self)
}

/// Expects that folding a folded text changes nothing.
func expectStable(_ fold: (String) -> String) {
    var generator = SeededNumbers(seed: 11)
    for _ in 0..<2_000 {
        let once = fold(Characters.text(upTo: 20, using: &generator))
        #expect(Array(fold(once).utf8) == Array(once.utf8))
    }
}

/// Texts of characters that break encoders, counters and folds.
enum Characters {
    static let awkward: [String] = [
        "a", "Z", "0", " ", "\"", "\\", "/", "<", ">", "&", "'", "\n", "\r", "\t", "\u{8}",
        "\u{C}", "\u{1}", "\u{B}", "\u{1B}", "\u{1F}", "\u{7F}", "\u{80}", "\u{9F}", "é",
        "e\u{301}", "ß", "İ", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFD}", "\u{FFFF}", "漢",
        "😀", "👩‍👩‍👧‍👦", "🏳️‍🌈", "\u{10FFFF}", "\u{202E}",
    ]

    static func text(
        upTo count: Int, using generator: inout SeededNumbers
    ) -> String {
        (0..<Int.random(in: 0...count, using: &generator)).map { _ in
            awkward.randomElement(using: &generator) ?? ""
        }.joined()
    }
}
