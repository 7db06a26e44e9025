import Testing

@testable import Contracts

@Suite("Weekly digest: the text")
struct DigestTextTests {
    // N-75: by a stopped clock, to the letter.
    @Test func theTextIsOnePage() {
        #expect(
            DigestFixture.digest.lines.joined(separator: "\n") == """
                Weekly digest: Player
                Week 7, Feb 9 - 15, 2026

                CONTACTS
                5 contacts: 2 outbound, 3 inbound
                  Email: 2 outbound, 1 inbound
                  Phone Call: 0 outbound, 1 inbound
                  Text: 0 outbound, 1 inbound
                  Ann Player: 1 outbound, 2 inbound
                  Ben Player: 1 outbound, 1 inbound

                WHO REACHED OUT
                2 reached out to the family
                  Pat Doyle, Duke: 2 contacts, last on Feb 12, 2026
                  Duke: 1 contact, last on Feb 11, 2026

                OVERDUE
                2 follow-ups on Feb 19, 2026
                  Kim Old, Duke: Keep in touch, 9 days overdue
                  Sam Lee, Duke: Keep in touch, 1 day overdue

                NEXT EVENTS
                2 events in the next 14 days
                  Winter camp: Feb 19, 2026, Camp, Not Registered
                  Showcase: Mar 4, 2026, Camp, Not Registered

                POSTS
                4 posts in this week
                  @patdoyle, Duke: Great week of practice. Go Blue! Go Blue! Go Blue! Go Blue! \
                Go Blue! Go Blue! G…
                  and 3 more
                """)
    }

    // N-170
    @Test func aPostWithoutAnAuthorIsThatOfItsCoach() throws {
        var answers = DigestFixture.answers
        var post = try #require(DigestFixture.posts.posts.first)
        (post.authorHandle, post.coachName) = (nil, "Pat Doyle")
        answers.posts = .init([post], total: 1)
        let digest = DigestFixture.plan.digest(of: "Player", answers)
        let part = try #require(digest.parts.first { $0.title == "Posts" })
        #expect(part.rows.first?.lead == "Pat Doyle, Duke")
        #expect(AnalyticsText.author(post) == "Pat Doyle")
    }

    // N-75
    @Test func anEmptyWeekIsSaidInWords() {
        let empty = DigestPlan.Answers(
            contacts: DigestFixture.contacts([]),
            queue: .init(today: DigestFixture.plan.today, timeZone: "UTC", followUps: []),
            events: .init([], total: 0),
            posts: .init([], total: 0))
        let digest = DigestFixture.plan.digest(of: "Player", empty)
        #expect(
            digest.parts.map(\.summary) == [
                "No contacts in this week", "Nobody reached out",
                "Nobody is overdue on Feb 19, 2026", "No events in the next 14 days",
                "No posts in this week",
            ])
        #expect(digest.parts.allSatisfy { $0.rows.isEmpty && $0.moreText == nil })
    }

    // N-75: as many rows as fit, and one more.
    @Test(arguments: [(DigestLimit.rowsMax, nil), (DigestLimit.rowsMax + 1, "and 1 more")])
    func longPartsAreCut(count: Int, more: String?) throws {
        var answers = DigestFixture.answers
        answers.queue?.followUps = (1...count).map {
            DigestFixture.followUp("Coach \($0)", overdue: $0)
        }
        let digest = DigestFixture.plan.digest(of: "Player", answers)
        let part = try #require(digest.parts.first { $0.title == "Overdue" })
        #expect(part.rows.count == DigestLimit.rowsMax && part.moreText == more)
        #expect(part.summary == "\(count) follow-ups on Feb 19, 2026")
        #expect(digest.overdue?.count == count)
    }

    // N-75: whoever is none of the coaches is named as the queue does, and leads to the contact.
    @Test func somebodyWhoIsNoCoachIsOverdue() throws {
        let contact = InteractionID(high: 0x1E, low: 7)
        var row = DigestFixture.followUp("Mike Ash", overdue: 4)
        (row.coachID, row.contactID, row.reason) = (nil, contact, .answer)
        var unnamed = row
        unnamed.coachName = nil
        var answers = DigestFixture.answers
        answers.queue?.followUps = [row, unnamed]
        let part = DigestFixture.plan.digest(of: "Player", answers).parts[2]
        #expect(part.rows.map(\.lead) == ["Mike Ash, Duke", "A coach at Duke"])
        #expect(part.rows.map(\.text).allSatisfy { $0 == "Answer them, 4 days overdue" })
        #expect(part.rows.map(\.subject) == [.contact(contact), .contact(contact)])
    }

    // N-75: parents of several players read whose follow-up it is.
    @Test func severalPlayersAreNamed() throws {
        var answers = DigestFixture.answers
        answers.queue?.followUps.append(
            DigestFixture.followUp("Kim Old", overdue: 2, of: (DigestFixture.ben, "Ben Player")))
        let part = DigestFixture.plan.digest(of: "Player", answers).parts[2]
        #expect(
            part.rows.map(\.lead) == [
                "Kim Old, Duke, Ann Player", "Sam Lee, Duke, Ann Player",
                "Kim Old, Duke, Ben Player",
            ])
    }

    @Test func jsonReadsBackAsWritten() throws {
        let json = try JSONCoding.encode(DigestFixture.digest)
        let text = String(decoding: json, as: UTF8.self)
        #expect(text.contains(#""week":"2026-W07""#) && text.contains(#""unavailable":[]"#))
        #expect(
            try JSONCoding.decodeResponse(WeeklyDigest.self, from: json) == DigestFixture.digest)
    }
}
