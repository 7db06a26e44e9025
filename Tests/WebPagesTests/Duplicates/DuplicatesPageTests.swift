import Contracts
import HTML
import Support
import Testing

@testable import WebPages

@Suite
struct DuplicatesPageTests {
    private func document(_ write: SamplePages.Writing) throws -> Document {
        try Document(Samples.bytes(write))
    }

    // N-82
    @Test func groupsSayWhyAndLeadToTheirRecords() throws {
        let shown = try document(DuplicateSamples.page(.success(DuplicateSamples.coaches)))
        #expect(shown.heading == "Possible duplicates")
        #expect(
            shown.all("h2").map(\.text)
                == ["Same e-mail address, phone number and name", "Same name"])
        for number in 1...5 {
            let coach = Samples.coach(number)
            let link = try #require(shown.all("a", "href", "/coaches/\(coach.id.text)").first)
            #expect(link.text == coach.fullName)
        }
        #expect(shown.text.contains("2 possible duplicates"))
        #expect(shown.text.contains("compass coaches dupes"))
        #expect(
            try document(DuplicateSamples.page(.success(DuplicateSamples.coaches), .parent))
                .all("form", "method", "post").isEmpty)
    }

    // N-82
    @Test func noneAndAServiceThatIsAwaySaySo() throws {
        let none = try document(DuplicateSamples.page(.success(.init(groups: [], total: 0))))
        #expect(none.text.contains("No duplicates found"))
        let away = try document(DuplicateSamples.page(.failure(SocialSamples.away)))
        #expect(away.all("a", "href", "/coaches/duplicates").map(\.text) == ["Retry"])
        let schools = try document(
            DuplicateSamples.schools([DuplicateSamples.school(1, "NC")]))
        #expect(schools.text.contains("Hart & Sons <b>College</b>"))
    }
}
