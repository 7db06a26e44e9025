import Testing

@testable import Contracts

@Suite struct ErrorCodeTests {
    // X-11 and DESIGN 3: the table of codes, exit codes and repetition.
    @Test(arguments: [
        ("validation_failed", 3, false), ("key_reused", 3, false), ("too_large", 3, false),
        ("unauthenticated", 4, false), ("forbidden", 5, false), ("not_found", 6, false),
        ("conflict", 7, false), ("has_dependents", 7, false), ("stale_version", 7, false),
        ("busy", 8, true), ("unavailable", 8, true), ("timeout", 8, true),
        ("in_progress", 8, true), ("unimplemented", 1, false), ("internal", 1, false),
        ("data_loss", 1, false),
    ])
    func codesHaveTheirWordsAndExits(word: String, exit: Int32, isRetryable: Bool) throws {
        let code = try #require(ErrorCode(rawValue: word))
        #expect(code.exitCode == exit)
        #expect(code.isRetryable == isRetryable)
    }

    @Test func everyCodeIsInTheTable() {
        #expect(ErrorCode.allCases.count == 16)
    }

    @Test func bodyHasTheFormOfTheWire() throws {
        let request = RequestID(high: 0, low: 1)
        let refused = ErrorBody(.invalid("type", "Please"), requestID: request)
        #expect(
            try JSONCoding.encodedText(refused)
                == #"{"error":{"code":"validation_failed","errors":{"type":"Please"},"#
                + #""message":"Please","request_id":"00000000-0000-0000-0000-000000000001","#
                + #""retryable":false}}"#)
        let missing = ErrorBody(.notFound(.familyCode), requestID: request)
        #expect(
            try JSONCoding.encodedText(missing)
                == #"{"error":{"code":"not_found","message":"Family code not found","#
                + #""request_id":"00000000-0000-0000-0000-000000000001","retryable":false,"#
                + #""subject":"family_code"}}"#)
        let busy = ErrorBody(ServiceError(.busy, "Later"), requestID: request)
        let json = try JSONCoding.encode(busy)
        #expect(!String(decoding: json, as: UTF8.self).contains("errors"))
        #expect(try JSONCoding.decodeResponse(ErrorBody.self, from: json) == busy)
    }

    @Test func shorthandsHaveTheirCodes() {
        #expect(ServiceError.notFound(.coach).code == .notFound)
        #expect(ServiceError.notFound(.coach).message == "Coach not found")
        #expect(ServiceError.forbidden("No").code == .forbidden)
    }
}
