import Testing

@testable import Contracts

@Suite struct ResponseOutlineTests {
    @Test func itFindsRecordCursorAndElements() throws {
        let text =
            #"{"figures":{"count":2},"coaches":[{"id":"b"}, 2 ,"x"],"next_cursor":"a\"b","#
            + #""coach":{"first_name":"Ann","id":"one","tags":[1],"version":3},"#
            + #""more":{"id":"two","version":4}}"#
        let json = Array(text.utf8)
        let outline = try #require(ResponseOutline(of: json, listKey: "coaches"))
        #expect(outline.nextCursor == "a\"b")
        #expect(outline.recordID == "one" && outline.recordVersion == 3)
        #expect(
            outline.elements.map { String(decoding: json[$0], as: UTF8.self) }
                == [#"{"id":"b"}"#, "2", #""x""#])
    }

    @Test func theLastPageHasNoCursor() throws {
        let outline = try #require(ResponseOutline(of: Array(#"{"next_cursor":null}"#.utf8)))
        #expect(outline.nextCursor == nil && outline.recordID == nil && outline.elements.isEmpty)
    }

    @Test(arguments: ["", "[]", "{", #"{"a":}"#, #"{"next_cursor"#, #"{"next_cursor":"#, "null"])
    func whatIsNoObjectHasNone(json: String) {
        #expect(ResponseOutline(of: Array(json.utf8)) == nil)
    }

    /// Every beginning of a response is refused without a trap.
    @Test func everyCutIsRefused() {
        let json = Array(#"{"coach":{"id":"one","version":3},"next_cursor":"a","x":[1]}"#.utf8)
        for length in 0..<json.count {
            #expect(ResponseOutline(of: Array(json[..<length]), listKey: "x") == nil)
        }
    }
}
