import Testing

@testable import Contracts

@Suite("The form of a change hook (N-116, N-117)")
struct HookFormTests {
    // N-117
    @Test(arguments: [
        ("https://example.org", "https://example.org", "https://example.org"),
        ("HTTPS://Example.org:84/A?b=c", "https://example.org:84", "HTTPS://Example.org:84/A"),
        ("http://127.0.0.1:1/", "http://127.0.0.1:1", "http://127.0.0.1:1/"),
        ("https://[::1]:65535?x", "https://[::1]:65535", "https://[::1]:65535"),
        ("https://a-b.example?x?y", "https://a-b.example", "https://a-b.example"),
    ])
    func anAddressHasAnOrigin(text: String, origin: String, withoutQuery: String) throws {
        let address = try #require(HookAddress(text))
        #expect(address.origin == origin && address.withoutQuery == withoutQuery)
        #expect(address.text == text && address.isSecure == origin.hasPrefix("https"))
    }

    // N-117
    @Test(arguments: [
        "", "example.org", "ftp://example.org", "https://", "https:///path", "https://?x",
        "https://user@example.org", "https://user:word@example.org/", "https://example.org#part",
        "https://example.org:0", "https://example.org:65536", "https://example.org:",
        "https://example.org:+1", "https://example.org:1a", "https://exa mple.org",
        "https://example.org/\n", "https://exämple.org", "https://[::1", "https://[]",
        "https://[::g]", "https://[::1]x", "https://a_b.example", "https://example.org/\\x",
        "javascript:alert(1)", "https://example.org/\u{0}",
    ])
    func otherTextsAreNone(text: String) {
        #expect(HookAddress(text) == nil)
    }

    // N-116
    @Test(arguments: [
        ("https://example.org", "HTTPS://EXAMPLE.org/", true),
        ("https://example.org?a", "https://example.org/?a", true),
        ("https://example.org/a", "https://example.org/A", false),
        ("https://example.org/a", "https://example.org/a/", false),
        ("https://example.org", "http://example.org", false),
        ("https://example.org", "https://example.org:84", false),
    ])
    func addressesAreTheSameIfRequestsGoToOnePlace(one: String, other: String, isSame: Bool) throws
    {
        let (one, other) = (try #require(HookAddress(one)), try #require(HookAddress(other)))
        #expect(one.isSame(as: other) == isSame && other.isSame(as: one) == isSame)
    }

    // N-117: the limit and one more.
    @Test(arguments: [(253, true), (254, false)])
    func aHostHasALength(count: Int, isValid: Bool) {
        let host = String(repeating: "a", count: count)
        #expect((HookAddress("https://\(host)/") != nil) == isValid)
    }

    // N-116: the limit and one more.
    @Test(arguments: [(2_000, true), (2_001, false)])
    func anAddressHasALength(count: Int, isValid: Bool) {
        let path = String(repeating: "a", count: count - "https://a.b/".count)
        let request = AddHook.Request(address: "https://a.b/" + path, records: nil)
        #expect(((try? request.validated()) != nil) == isValid)
    }

    // N-116
    @Test func recordsAreWordsOfTheList() throws {
        let all = try AddHook.Request(address: "https://a.b", records: nil).validated()
        #expect(all.records == HookRecord.allCases)
        let some = try AddHook.Request(
            address: "https://a.b", records: ["post", "coach", "post"]
        ).validated()
        #expect(some.records == [.coach, .post])
        for records in [[], ["coach", "invented"]] {
            let error = #expect(throws: ServiceError.self) {
                try AddHook.Request(address: "https://a.b", records: records).validated()
            }
            #expect(error?.errors.keys.sorted() == ["records"])
        }
    }

    // N-116
    @Test func bothFieldsAreRefusedTogether() {
        let error = #expect(throws: ServiceError.self) {
            try AddHook.Request(address: "x", records: []).validated()
        }
        #expect(error?.errors.keys.sorted() == ["address", "records"])
        #expect(error?.errors["address"] == HookAddress.refusal)
    }

    // N-119
    @Test func aReplayBeginsAtANumber() throws {
        let id = HookID(high: 1, low: 1)
        #expect(try ReplayHook.Request(id: id, after: nil).validated().after == nil)
        #expect(try ReplayHook.Request(id: id, after: 0).validated().after == 0)
        let error = #expect(throws: ServiceError.self) {
            try ReplayHook.Request(id: id, after: -1).validated()
        }
        #expect(error?.errors.keys.sorted() == ["after"])
    }

    @Test func wordsOfHooks() {
        #expect(
            HookRecord.allCases.map(\.rawValue) == [
                "school", "coach", "interaction", "follow_up", "contact_window", "event", "metric",
                "profile", "post",
            ])
        #expect(HookRecord.followUp.label == "Follow Up")
        #expect(
            HookDeliveryState.allCases.map(\.rawValue) == ["waiting", "delivered", "failed"])
    }
}
