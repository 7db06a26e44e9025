import Contracts
import HTML
import Support
import Testing

@testable import WebPages

@Suite
struct DuplicatesPageTests {
    // N-82
    @Test func groupsSayWhyAndLeadToTheirRecords() throws {
        let shown = try Samples.document(DuplicateSamples.page(.success(DuplicateSamples.coaches)))
        #expect(shown.heading == "Possible duplicates")
        #expect(
            shown.all("h2").map(\.text)
                == ["Same e-mail address, phone number and name", "Same name"])
        // N-147: of three, each but the first says what it has in common with whom.
        #expect(shown.text.contains("Same e-mail address and name · "))
        let second = Samples.coach(2).fullName
        #expect(shown.text.contains("Same phone number as \(second) · "))
        for number in 1...5 {
            let coach = Samples.coach(number)
            let link = try #require(shown.all("a", "href", "/coaches/\(coach.id.text)").first)
            #expect(link.text == coach.fullName)
        }
        #expect(shown.text.contains("2 possible duplicates"))
        #expect(shown.text.contains("compass coaches dupes"))
        #expect(
            try Samples.document(DuplicateSamples.page(.success(DuplicateSamples.coaches), .parent))
                .all("form", "method", "post").isEmpty)
    }

    // N-82
    @Test func noneAndAServiceThatIsAwaySaySo() throws {
        let none = try Samples.document(
            DuplicateSamples.page(.success(.init(groups: [], total: 0))))
        #expect(none.text.contains("No duplicates found"))
        let away = try Samples.document(DuplicateSamples.page(.failure(SocialSamples.away)))
        #expect(away.all("a", "href", "/coaches/duplicates").map(\.text) == ["Retry"])
        let schools = try Samples.document(
            DuplicateSamples.schools([DuplicateSamples.school(1, "NC")]))
        #expect(schools.text.contains("Hart & Sons <b>College</b>"))
    }

    // N-86: each but the first of a group can be merged into it, or into the one with which it has
    // something in common, by players.
    @Test func playersMergeIntoTheOneThatIsAlike() throws {
        let shown = try Samples.document(DuplicateSamples.page(.success(DuplicateSamples.coaches)))
        let ids = [1, 2, 3].map { Samples.coach($0).id.text }
        #expect(
            shown.all("a", "href", "/coaches/\(ids[0])/merge/\(ids[1])").map(\.text) == ["Merge"])
        #expect(!shown.all("a", "href", "/coaches/\(ids[1])/merge/\(ids[2])").isEmpty)
        #expect(shown.all("a", "href", "/coaches/\(ids[0])/merge/\(ids[2])").isEmpty)
        let read = try Samples.document(
            DuplicateSamples.page(.success(DuplicateSamples.coaches), .parent))
        #expect(read.all("a", "href", "/coaches/\(ids[0])/merge/\(ids[1])").isEmpty)
    }

    // N-86
    @Test func bothStandSideBySideAboveTheForm() throws {
        let shown = try Samples.document(
            DuplicateSamples.merge(["interactions": 3, "event_coaches": 1, "follow_ups": 2]))
        let (kept, other) = (Samples.coach(1), Samples.coach(2))
        let path = "/coaches/\(kept.id.text)/merge/\(other.id.text)"
        #expect(shown.all("form", "action", path).first?["method"] == "post")
        #expect(
            shown.text.contains("1 event, 2 follow-ups and 3 interactions of \(other.fullName)"))
        #expect(shown.text.contains(kept.email ?? "") && shown.text.contains(other.email ?? ""))
        #expect(
            shown.all("a", "href", "/coaches/\(other.id.text)/merge/\(kept.id.text)").map(\.text)
                == ["Keep the other one"])
        let full = try Samples.document(DuplicateSamples.merge([:], notes: CoachLimit.notesMax))
        #expect(full.all("form", "action", path).isEmpty)
        #expect(full.text.contains("Together the notes have more than"))
    }

    // N-123
    @Test func schoolsStandSideBySide() throws {
        let shown = try Samples.document(
            DuplicateSamples.mergeOfSchools(["coaches": 2, "social_media_posts": 4]))
        let (kept, other) = (DuplicateSamples.school(1, nil), DuplicateSamples.school(2, "NC"))
        let path = "/schools/\(kept.id.text)/merge/\(other.id.text)"
        #expect(shown.heading == "Merge schools?")
        #expect(shown.all("form", "action", path).first?["method"] == "post")
        #expect(shown.text.contains("2 coaches and 4 posts of \(other.name)"))
        #expect(
            shown.all("a", "href", "/schools/\(other.id.text)/merge/\(kept.id.text)").map(\.text)
                == ["Keep the other one"])
        // on a phone the heads of the columns are beside their values.
        let heads = shown.all("th", "scope", "col").map(\.text)
        #expect(heads == ["Field", "Stays", "Goes", "Result"])
        let names = shown.all("td").map { $0["data-name"] }
        #expect(!names.isEmpty && names.count % 3 == 0)
        for (place, name) in names.enumerated() { #expect(name == heads[1 + place % 3]) }
        let list = try Samples.document(
            DuplicateSamples.schools([kept, other]))
        #expect(list.all("a", "href", path).map(\.text) == ["Merge"])
    }
}
