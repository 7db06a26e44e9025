import Testing

@testable import Contracts

@Suite struct PostFormTests {
    private static func form(_ fields: String) -> String {
        #"{"platform":"twitter","post_date":"2026-02-10T12:00:00Z"\#(fields)}"#
    }

    private func text(_ count: Int) -> String { String(repeating: "x", count: count) }

    /// The refusal has the words of the page: the label of the field and those of its choices.
    @Test func anUnknownNetworkIsNamedAsPeopleSeeIt() {
        #expect(
            refusedFields(AddPost.self, #"{"post_date":"2026-02-10T12:00:00Z"}"#)
                == ["platform": "Please select a network: Twitter or Instagram"])
    }

    @Test func onlyPlatformAndDateAreRequired() throws {
        #expect(Set(refusedFields(AddPost.self, "{}").keys) == ["platform", "post_date"])
        let input = try accepted(AddPost.self, Self.form(""))
        #expect(input.platform == .twitter && input.url == nil && !input.isRecruitingRelated)
        #expect(input.engagementCount == 0 && input.sentiment == nil && input.schoolID == nil)
    }

    // T-07
    @Test(arguments: [
        ("2026-02-10T12:00:00Z", "2026-02-10T12:00:00.000Z"),
        ("2026-02-10T12:00:00.123Z", "2026-02-10T12:00:00.123Z"),
        ("2026-02-10T12:00:00.5+05:45", "2026-02-10T06:15:00.500Z"),
        ("1970-01-01T00:00:00Z", "1970-01-01T00:00:00.000Z"),
    ])
    func bothFormsOfAnInstantAreRead(typed: String, instant: String) throws {
        let json = #"{"platform":"instagram","post_date":"\#(typed)"}"#
        #expect(try accepted(AddPost.self, json).date.text == instant)
    }

    @Test(arguments: [
        "2026-02-30T12:00:00Z", "2026-02-10", "2026-02-10T24:00:00Z", "yesterday", "",
        "1969-12-31T23:59:59.999Z",
    ])
    func otherDatesAreRefused(typed: String) {
        let json = #"{"platform":"twitter","post_date":"\#(typed)"}"#
        #expect(Set(refusedFields(AddPost.self, json).keys) == ["post_date"])
    }

    @Test func textsHaveTheirLimits() throws {
        let limits = [
            ("post_content", PostLimit.contentMax), ("author_name", PostLimit.authorNameMax),
            ("author_handle", PostLimit.authorHandleMax),
        ]
        for (field, max) in limits {
            #expect(refusal(AddPost.self, Self.form(#","\#(field)":"\#(text(max))""#)) == nil)
            #expect(
                Set(
                    refusedFields(AddPost.self, Self.form(#","\#(field)":"\#(text(max + 1))""#))
                        .keys)
                    == [field])
        }
        let url = "https://x.example/"
        let rest = PostLimit.urlMax - url.count
        #expect(refusal(AddPost.self, Self.form(#","post_url":"\#(url + text(rest))""#)) == nil)
        #expect(
            refusedFields(AddPost.self, Self.form(#","post_url":"\#(url + text(rest + 1))""#))
                == ["post_url": PostForm.Refusal.url])
    }

    @Test(arguments: [
        ("post_url", #""x.example/1""#), ("post_url", #""ftp://x.example/1""#),
        ("post_url", #""https:///1""#), ("post_url", #""https://x.example/a b""#),
        ("platform", #""myspace""#), ("platform", "7"), ("sentiment", #""glad""#),
        ("is_recruiting_related", #""yes""#), ("engagement_count", "-1"),
        ("engagement_count", "1000000001"), ("engagement_count", #""7""#),
        ("school_id", #""x""#), ("coach_id", #""x""#),
    ])
    func wrongValuesNameTheirField(field: String, value: String) {
        var json = #"{"platform":"twitter","post_date":"2026-02-10T12:00:00Z","#
        if field == "platform" { json = #"{"post_date":"2026-02-10T12:00:00Z","# }
        #expect(Set(refusedFields(AddPost.self, json + #""\#(field)":\#(value)}"#).keys) == [field])
    }

    @Test(arguments: [#""a":1,"a":2"#, #""post_content":"a\u0000b""#, #""family_unit_id":"x""#])
    func whatIsNoFormIsRefused(member: String) {
        #expect(refusal(AddPost.self, Self.form("," + member))?.code == .validationFailed)
    }

    @Test func aFlatFormReadsAsADecodedOne() throws {
        let json = Self.form(
            #","is_recruiting_related":true,"engagement_count":3,"post_content":"é""#
        )
        let flat = try JSONCoding.decodeRequest(PostForm.self, from: Array(json.utf8))
        let decoded = try JSONCoding.decodeResponse(PostForm.self, from: Array(json.utf8))
        #expect(try JSONCoding.encode(flat) == JSONCoding.encode(decoded))
    }

    @Test func batchesAreRefusedAsAWholeOnlyForTheirFrame() throws {
        let rows = #""rows":[{"line":1,"form":{}}]"#
        #expect(try accepted(ImportPosts.self, #"{"number":1,\#(rows)}"#).rows.count == 1)
        let id = OperationID(high: 1, low: 2).text
        for frame in [#""number":0"#, #""number":2"#, #""number":1,"import_id":"\#(id)""#] {
            #expect(refusedFields(ImportPosts.self, "{\(frame),\(rows)}")["number"] != nil)
        }
        #expect(
            refusedFields(
                ImportPosts.self, #"{"number":2,"import_id":"\#(id)","check":true,\#(rows)}"#
            )
            .keys.contains("check"))
    }

    @Test func recruitingIsOnOrOff() throws {
        #expect(try accepted(ListPosts.self, #"{"recruiting":true}"#).active == [.recruiting])
        #expect(try accepted(ListPosts.self, #"{"recruiting":false}"#).active.isEmpty)
        #expect(
            refusedFields(ListPosts.self, #"{"recruiting":"yes"}"#)
                == ["recruiting": "Recruiting must be true or false"])
        var request = ListPosts.Request()
        request[.recruiting] = "true"
        #expect(
            try JSONCoding.encodedText(request)
                == #"{"recruiting":true}"#)
    }

    @Test func batchesReadThemselvesAsTheyAreDecoded() throws {
        let full = Self.form(
            #","post_url":"https://x.example/\u00e9","engagement_count":2,"author_name":null"#)
        let batches = [
            #"{"number":1,"rows":[{"line":1,"form":\#(full)},{"form":{},"line":2}]}"#,
            #"{"number":1,"check":true,"rows":[{"line":1,"form":{"platform":7}}]}"#,
            #"{"rows":[{"line":1,"form":{},"problems":{"row":"x"}}],"number":1,"check":null}"#,
            #"{"number":1,"rows":[{"line":1,"form":{"engagement_count":1.5}}]}"#,
            #"{"number":1,"rows":[]}"#,
        ]
        for batch in batches {
            let bytes = Array(batch.utf8)
            let read = try JSONCoding.decodeRequest(ImportPosts.Request.self, from: bytes)
            let decoded = try JSONCoding.decodeResponse(ImportPosts.Request.self, from: bytes)
            #expect(try JSONCoding.encode(read) == JSONCoding.encode(decoded))
        }
        for wrong in [
            #"{"number":1,"rows":[{"form":{}}]}"#, #"{"number":1,"rows":[{"line":1}]}"#,
            #"{"number":1,"rows":{}}"#, #"{"number":"1","rows":[]}"#, #"{"rows":[]}"#,
            #"{"number":1,"rows":[{"line":1,"form":{"a":1,"a":2}}]}"#,
            #"{"number":1,"import_id":"x","rows":[]}"#,
        ] {
            #expect(refusal(ImportPosts.self, wrong)?.code == .validationFailed, "\(wrong)")
        }
    }
}
