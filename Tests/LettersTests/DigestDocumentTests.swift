import Contracts
import Foundation
import Testing

@testable import Letters

@Suite("Weekly digest as a document")
struct DigestDocumentTests {
    private func document(_ change: (inout WeeklyDigest) -> Void = { _ in }) throws -> String {
        let day = try #require(CivilDay(text: "2026-02-09"))
        var digest = WeeklyDigest(
            week: "2026-W07", firstDay: day, lastDay: try #require(day.adding(days: 6)),
            timeZone: "UTC", familyName: "Player", today: try #require(day.adding(days: 10)),
            contacts: DigestContacts(
                total: 2, outbound: 2, inbound: 0,
                types: [.init(type: .email, outbound: 2, inbound: 0)], members: []),
            answers: [], overdue: [], events: [], posts: DigestPosts(total: 0, newest: []),
            unavailable: [])
        change(&digest)
        return String(decoding: DigestDocument(digest).bytes, as: UTF8.self)
    }

    // N-76: by a stopped clock, to the letter.
    @Test func theDocumentStandsAlone() throws {
        #expect(
            try document() == """
                <!DOCTYPE html>
                <html lang="en"><head><meta charset="utf-8">\
                <meta name="viewport" content="width=device-width, initial-scale=1">\
                <meta name="color-scheme" content="light dark">\
                <title>Weekly digest: Player, Week 7, Feb 9 - 15, 2026</title></head>\
                <body><h1 dir="auto">Weekly digest: Player</h1><p>Week 7, Feb 9 - 15, 2026</p>\
                <h2>Contacts</h2><p>2 contacts: 2 outbound, 0 inbound</p>\
                <ul><li dir="auto"><b>Email</b>: 2 outbound, 0 inbound</li></ul>\
                <h2>Who reached out</h2><p>Nobody reached out</p>\
                <h2>Overdue</h2><p>Nobody is overdue on Feb 19, 2026</p>\
                <h2>Next events</h2><p>No events in the next 14 days</p>\
                <h2>Posts</h2><p>No posts in this week</p></body></html>
                """)
    }

    // N-76: what people type is text.
    @Test func namesAreNoMarkup() throws {
        let text = try document { digest in
            digest.familyName = "<script>alert(1)</script>"
            digest.answers = [
                DigestAnswer(
                    coachID: nil, name: "<img src=x onerror=y>", schoolName: nil, count: 1,
                    lastOn: digest.firstDay)
            ]
        }
        #expect(!text.contains("<script") && !text.contains("<img"))
        #expect(text.contains("&lt;script"))
    }

    // N-76: nothing is fetched from anywhere when it is read.
    @Test func nothingIsFetched() throws {
        let text = try document()
        for word in ["href", "src=", "http", "style", "<link", "<script"] {
            #expect(!text.contains(word), "\(word)")
        }
    }

    @Test func theFileHasTheNameOfTheWeek() throws {
        let day = try #require(CivilDay(text: "2026-02-09"))
        let digest = WeeklyDigest(
            week: "2026-W07", firstDay: day, lastDay: day, timeZone: "UTC", familyName: "P",
            today: day, unavailable: [])
        #expect(DigestDocument.fileName(of: digest) == "digest-2026-W07.html")
    }
}
