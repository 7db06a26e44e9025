import Contracts
import HTML
import Support
import Testing

@testable import WebPages

@Suite
struct RecordFormPageTests {
    private func names<Record>(_ page: RecordFormPage<Record>) throws -> Set<String> {
        let nodes = try Samples.document(page.write).nodes
        return Set(nodes.filter { $0["id"]?.hasPrefix("field-") == true }.compactMap { $0["name"] })
    }

    /// Each declared field has one control.
    @Test
    func everyDeclaredFieldHasAControl() throws {
        let coach = RecordFormPage(adding: RecordEntry<Coach>(), schools: [], Samples.context())
        #expect(try names(coach) == Set(Coach.fields.map(\.key)))
        let event = RecordFormPage(adding: RecordEntry<Event>(), schools: [], Samples.context())
        #expect(try names(event).union(["registered", "attended"]) == Set(Event.fields.map(\.key)))
        let school = RecordFormPage(adding: RecordEntry<School>(), Samples.context())
        // "q" searches the catalogue, whose ids nobody types.
        #expect(
            try names(school)
                == Set(School.fields.map(\.key)).subtracting(["catalogue_id"])
                .union(["q"]))
    }

    /// What was stored comes back as it was, and an edit that changes nothing sends nothing else.
    @Test
    func anUnchangedEditChangesNothing() throws {
        let coach = Samples.coach(1)
        let input = try RecordEntry(of: coach).form(editing: coach.id).validated()
        var edited = coach
        input.apply(to: &edited)
        #expect(edited == coach && input.version == coach.version)
    }

    /// EV-19: likewise for numbers, days, times, switches and statistics.
    @Test
    func anUnchangedEventKeepsItsValues() throws {
        var event = EventSamples.full
        event.cost = 1_075.5
        event.attended = true
        event.statsRecorded = RecordedStats(["Hits": .number(3), "Deep": .list([.null])])
        let input = try RecordEntry(of: event).form(editing: event.id).validated()
        var edited = event
        input.apply(to: &edited)
        #expect(edited == event)
    }

    /// A text that is no number, and what else is wrong, are told at once.
    @Test
    func allRefusalsComeTogether() throws {
        var entry = RecordEntry<Event>()
        entry.texts = ["cost": "a lot", "stats_recorded": "no figure", "name": "", "type": "party"]
        let error = #expect(throws: ServiceError.self) { try entry.form() }
        #expect(
            error?.errors.keys.sorted() == ["cost", "name", "start_date", "stats_recorded", "type"])
    }

    @Test
    func whatWasEmptiedIsCleared() throws {
        var coach = Samples.coach(1)
        coach.phone = "919-555-0123"
        var entry = RecordEntry(of: coach)
        for key in ["phone", "school_id", "notes", "email"] { entry.texts[key] = " " }
        var edited = coach
        try entry.form(editing: coach.id).validated().apply(to: &edited)
        #expect(edited.phone == nil && edited.schoolID == nil)
        #expect(edited.notes == nil && edited.email == nil)
        // A new record leaves it out.
        #expect(throws: Never.self) { try entry.form().validated() }
        #expect(RecordForm<Coach>.requiredKeys == ["first_name", "last_name"])
    }
}
