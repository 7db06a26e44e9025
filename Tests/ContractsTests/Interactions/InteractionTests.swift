import Support
import Testing

@testable import Contracts

@Suite struct InteractionTests {
    private func interaction() -> Interaction {
        var generator = SeededNumbers(seed: 12)
        var interaction = Interaction.random(using: &generator)
        interaction.type = .phoneCall
        interaction.occurredAt = Instant(milliseconds: 2)
        interaction.createdAt = Instant(milliseconds: 1)
        return interaction
    }

    // IL-01, D-05: when it happened, else when it was logged, else nothing.
    @Test func displayDateFallsBackToCreation() {
        var interaction = interaction()
        #expect(interaction.displayDate == Instant(milliseconds: 2))
        interaction.occurredAt = nil
        #expect(interaction.displayDate == Instant(milliseconds: 1))
        interaction.createdAt = nil
        #expect(interaction.displayDate == nil)
    }

    // IL-34, ID-02: the type's label where there is no subject.
    @Test func displaySubjectFallsBackToTheType() {
        var interaction = interaction()
        interaction.subject = "Visit"
        #expect(interaction.displaySubject == "Visit")
        interaction.subject = nil
        #expect(interaction.displaySubject == "Phone Call")
    }

    // X-17, IL-38: every key is there, in snake case, also for what is missing.
    @Test func everyKeyIsWritten() throws {
        var interaction = interaction()
        interaction.schoolID = nil
        interaction.subject = nil
        interaction.attachments = ["interactions/1/a.pdf", "interactions/1/b.pdf"]
        let json = try JSONCoding.encodedText(interaction)
        #expect(json.contains(#""school_id":null"#))
        #expect(json.contains(#""subject":null"#))
        #expect(json.contains(#""attachment_count":2"#))
        #expect(json.contains(#"["interactions/1/a.pdf","interactions/1/b.pdf"]"#))
    }
}
