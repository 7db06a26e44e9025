import Testing

@testable import HTTP

struct HTTPDateTests {
    @Test(arguments: [
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (-1, "Wed, 31 Dec 1969 23:59:59 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
        (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"),
        (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
        (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
        (-62_135_596_800, "Mon, 01 Jan 0001 00:00:00 GMT"),
    ])
    func aTimeIsWrittenAndReadBack(seconds: Int64, text: String) {
        #expect(HTTPDate(seconds: seconds).description == text)
        #expect(HTTPDate(parsing: text)?.seconds == seconds)
    }

    @Test func timesOutsideOfTheYearsAreMoved() {
        #expect(HTTPDate(seconds: .max).description == "Fri, 31 Dec 9999 23:59:59 GMT")
        #expect(HTTPDate(seconds: .min).description == "Mon, 01 Jan 0001 00:00:00 GMT")
    }

    @Test func everyDayOfFourHundredYearsReadsBack() {
        for day in -100_000..<46_097 {
            let seconds = Int64(day) * 86_400 + Int64(day & 0xFFFF)
            #expect(HTTPDate(parsing: HTTPDate(seconds: seconds).description)?.seconds == seconds)
        }
    }

    /// RFC 9110, 5.6.7: a recipient reads the two obsolete forms, too.
    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994",
    ])
    func allFormsAreRead(text: String) {
        #expect(HTTPDate(parsing: text)?.seconds == 784_111_777)
    }

    @Test(arguments: [
        ("Tuesday, 01-Jan-69 00:00:00 GMT", "Tue, 01 Jan 2069 00:00:00 GMT"),
        ("Thursday, 01-Jan-70 00:00:00 GMT", "Thu, 01 Jan 1970 00:00:00 GMT"),
        ("Fri, 30 Jun 1972 23:59:60 GMT", "Sat, 01 Jul 1972 00:00:00 GMT"),
    ])
    func edgesAreRead(text: String, same: String) {
        #expect(HTTPDate(parsing: text)?.description == same)
    }

    @Test(arguments: [
        "", "now", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
        "Sun, 30 Feb 2000 00:00:00 GMT", "Sun, 29 Feb 1900 00:00:00 GMT",
        "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 0000 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT",
        "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT",
        "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 1994 8:49:37 GMT",
        "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 1994 -8:49:37 GMT",
        "Sun, +6 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT",
        "Sun, ٠٦ Nov 1994 08:49:37 GMT",
        "Sun, 999999999999999999999 Nov 1994 08:49:37 GMT",
    ])
    func anythingElseIsNoTime(text: String) {
        #expect(HTTPDate(parsing: text) == nil)
    }

    // N-33: `If-Modified-Since` counts only without `If-None-Match`.
    @Test(
        arguments: [
            ([:], 200), (["If-None-Match": "\"a\""], 304), (["If-None-Match": "\"b\""], 200),
            (["If-Modified-Since": "Sun, 06 Nov 1994 08:49:37 GMT"], 304),
            (["If-Modified-Since": "Sun, 06 Nov 1994 08:49:38 GMT"], 304),
            (["If-Modified-Since": "Sun, 06 Nov 1994 08:49:36 GMT"], 200),
            (["If-Modified-Since": "yesterday"], 200),
            (
                [
                    "If-None-Match": "\"b\"",
                    "If-Modified-Since": "Sun, 06 Nov 1994 08:49:38 GMT",
                ], 200
            ),
        ] as [([String: String], Int)])
    func anUnchangedContentIsNotSentAgain(fields: [String: String], status: Int) throws {
        let time = HTTPDate(seconds: 784_111_777)
        var headers = HTTPFields()
        for (name, value) in fields { headers[name] = value }
        for method in [HTTPMethod.get, .head] {
            let request = HTTPRequest(method, try RequestTarget("/a"), headers: headers)
            let response = HTTPResponse(text: "text", type: "text/plain")
                .conditional(EntityTag("a"), modified: time, for: request)
            #expect(response.status.rawValue == status)
            #expect(response.body.byteCount == (status == 304 ? 0 : 4))
            #expect(response.headers["ETag"] == "\"a\"")
            #expect(response.headers["Last-Modified"] == time.description)
        }
    }

    @Test func withoutATimeOnlyTheTagCounts() throws {
        let request = HTTPRequest(
            .get, try RequestTarget("/a"),
            headers: ["If-Modified-Since": "Fri, 31 Dec 9999 23:59:59 GMT"])
        let response = HTTPResponse(text: "text", type: "text/plain")
            .conditional(EntityTag("a"), modified: nil, for: request)
        #expect(response.status == .ok && response.headers["Last-Modified"] == nil)
    }
}

struct ContentTimesTests {
    private func at(_ seconds: Int64) -> HTTPDate { HTTPDate(seconds: seconds) }

    @Test func aContentIsAsOldAsItsFirstAnswer() {
        let times = ContentTimes<Int>(countMax: 10)
        #expect(times.time(of: 1, EntityTag("a"), at: at(100)) == at(100))
        #expect(times.time(of: 1, EntityTag("a"), at: at(900)) == at(100))
        #expect(times.time(of: 1, EntityTag("b"), at: at(901)) == at(901))
        // An earlier content that is back is newer than the one between.
        #expect(times.time(of: 1, EntityTag("a"), at: at(950)) == at(950))
        #expect(times.time(of: 2, EntityTag("a"), at: at(960)) == at(960))
    }

    /// Who has the first content of a second never takes it for the second one.
    @Test func twoContentsOfASecondDiffer() {
        let times = ContentTimes<Int>(countMax: 10)
        #expect(times.time(of: 1, EntityTag("a"), at: at(100)) == at(100))
        #expect(times.time(of: 1, EntityTag("b"), at: at(100)) == nil)
        #expect(times.time(of: 1, EntityTag("b"), at: at(101)) == at(101))
        // A clock that is set back does not make a content older.
        #expect(times.time(of: 1, EntityTag("c"), at: at(50)) == nil)
        #expect(times.time(of: 1, EntityTag("c"), at: at(102)) == at(102))
    }

    @Test func oneMoreThanTheMostForgetsAll() {
        let times = ContentTimes<Int>(countMax: 2)
        for key in 1...2 { #expect(times.time(of: key, EntityTag("a"), at: at(100)) == at(100)) }
        #expect(times.time(of: 1, EntityTag("a"), at: at(200)) == at(100))
        #expect(times.time(of: 3, EntityTag("a"), at: at(200)) == nil)
        #expect(times.time(of: 1, EntityTag("a"), at: at(201)) == at(201))
    }
}
