import Contracts
import DataServiceKit
import Storage
import Support
import Testing

@testable import Interactions

@Suite("What interactions keep of others")
struct ReplicaTests {
    private func add(
        _ harness: Harness, _ school: SchoolID, _ name: String
    ) throws {
        try harness.coaches.append(
            CoachesFeed.schoolChanged, Harness.schoolPayload(Harness.family, school, name))
    }

    // A school made a moment ago is asked for once, and then the contact is logged.
    @Test
    func referenceThatIsNotThereYetIsFetched() throws {
        let harness = try Harness(isFollowing: true)
        let school = SchoolID(high: 0x5C, low: 77)
        let coach = CoachID(high: 0xC0, low: 77)
        try add(harness, school, "New College")
        try harness.coaches.append(
            CoachesFeed.coachChanged,
            Harness.coachPayload(Harness.family, coach, school, "Nora", "New"))
        var form = Harness.form()
        form.schoolID = FormField(school.text)
        form.coachID = FormField(coach.text)
        let record = try harness.log(form)
        #expect(record.schoolName == "New College")
        #expect(record.coachName == "Nora New")
    }

    private func event(_ id: EventID, of family: FamilyID) -> EventsFeed.EventPayload {
        .init(familyUnitID: family, id: id, name: "Showcase", schoolID: nil)
    }

    private func log(_ event: EventID, _ harness: Harness) throws -> Interaction {
        var form = Harness.form()
        form.eventID = FormField(event.text)
        return try harness.log(form)
    }

    // D-03, EV-17: an event made a moment ago is asked for once; one of another family is none.
    @Test
    func contactsNameEventsOfTheirFamily() throws {
        let harness = try Harness(isFollowing: true)
        let own = EventID(high: 0xE0, low: 1)
        let foreign = EventID(high: 0xE0, low: 2)
        try harness.events.append(
            EventsFeed.eventChanged, event(own, of: Harness.family))
        try harness.events.append(
            EventsFeed.eventChanged, event(foreign, of: Harness.otherFamily))
        let record = try log(own, harness)
        #expect(record.eventID == own && record.coachID == nil)
        #expect(try harness.list().interactions.map(\.eventID) == [own])
        #expect(throws: ServiceError.self) { try log(foreign, harness) }
    }

    // A deleted event takes no more contacts until it is back; those that it has stay.
    @Test
    func deletedEventsTakeNoContacts() throws {
        let harness = try Harness(isFollowing: true)
        let id = EventID(high: 0xE0, low: 3)
        func tell(_ type: String, _ payload: some Encodable) throws {
            let change = try Harness.change(type, payload)
            try harness.service.database.write {
                try EventsReplica().apply(change, in: $0)
            }
        }
        try tell(
            EventsFeed.eventsImported,
            EventsFeed.EventsPayload(events: [event(id, of: Harness.family)]))
        let record = try log(id, harness)
        try tell(EventsFeed.eventDeleted, event(id, of: Harness.family))
        let refused = #expect(throws: ServiceError.self) { try log(id, harness) }
        #expect(refused?.errors == ["event_id": "Invalid event selection"])
        #expect(try harness.list().interactions.map(\.eventID) == [record.eventID])
        try tell(EventsFeed.eventRestored, event(id, of: Harness.family))
        #expect(try log(id, harness).eventID == id)
        try tell(
            EventsFeed.eventsRemoved,
            EventsFeed.RemovedPayload(familyUnitID: Harness.family, ids: [id.text]))
        #expect(throws: ServiceError.self) { try log(id, harness) }
    }

    // A name that changed is seen at once, also in rows that were logged before.
    @Test
    func renamedCoachShowsItsNewName() throws {
        let harness = try Harness()
        var form = Harness.form()
        form.coachID = FormField(Harness.coach.text)
        try harness.log(form)
        try harness.service.database.write { transaction in
            try CoachesReplica().apply(
                Harness.change(
                    CoachesFeed.coachChanged,
                    Harness.coachPayload(
                        Harness.family, Harness.coach, Harness.school, "Carla", "Renamed")),
                in: transaction)
        }
        #expect(try harness.list().interactions.map(\.coachName) == ["Carla Renamed"])
    }

    // An import tells of many records in one change, and its undoing takes the names away again.
    @Test
    func importedSchoolsAndCoachesAreKnownUntilTheImportIsUndone() throws {
        let harness = try Harness(isFollowing: true)
        let schools = (1...3).map { SchoolID(high: 0x5C, low: 100 + $0) }
        let coaches = (1...3).map { CoachID(high: 0xC0, low: 100 + $0) }
        try harness.coaches.append(
            CoachesFeed.schoolsImported,
            CoachesFeed.SchoolsPayload(
                schools: schools.map {
                    Harness.schoolPayload(Harness.family, $0, "College \($0.low)")
                }))
        try harness.coaches.append(
            CoachesFeed.coachesImported,
            CoachesFeed.CoachesPayload(
                coaches: zip(coaches, schools).map {
                    Harness.coachPayload(Harness.family, $0, $1, "Nora", "No \($0.low)")
                }))
        var form = Harness.form()
        form.schoolID = FormField(schools[2].text)
        form.coachID = FormField(coaches[2].text)
        let record = try harness.log(form)
        #expect(record.schoolName == "College 103")
        #expect(record.coachName == "Nora No 103")

        func removed(_ ids: [String]) -> CoachesFeed.RemovedPayload {
            CoachesFeed.RemovedPayload(familyUnitID: Harness.family, ids: ids)
        }
        try harness.coaches.append(
            CoachesFeed.coachesRemoved, removed(coaches.map(\.text)))
        try harness.coaches.append(
            CoachesFeed.schoolsRemoved, removed(schools.dropFirst().map(\.text)))
        // A school made after that: what was before it is applied when it is found.
        let latest = SchoolID(high: 0x5C, low: 200)
        try add(harness, latest, "Latest College")
        form.coachID = FormField(nil)
        form.schoolID = FormField(latest.text)
        try harness.log(form)
        form.schoolID = FormField(schools[1].text)
        #expect(throws: ServiceError.self) { try harness.log(form) }
        form.schoolID = FormField(schools[0].text)
        #expect(try harness.log(form).schoolName == "College 101")
        let row = try #require(try harness.list().interactions.first { $0.id == record.id })
        #expect(row.schoolName == nil)
        #expect(row.coachName == nil)
    }

    // A coach who changed schools a moment ago is not refused for the old one.
    @Test
    func coachWhoMovedIsLookedUpOnceMore() throws {
        let harness = try Harness(isFollowing: true)
        var form = Harness.form()
        form.coachID = FormField(Harness.secondCoach.text)
        try harness.coaches.append(
            CoachesFeed.coachChanged,
            Harness.coachPayload(
                Harness.family, Harness.secondCoach, Harness.school, "Dora", "O'Brien"))
        #expect(try harness.log(form).schoolID == Harness.school)
    }

    @Test
    func clearingRemovesEveryName() throws {
        let harness = try Harness()
        try harness.log()
        try harness.service.database.write { try CoachesReplica().clear(in: $0) }
        #expect(try harness.list().interactions.map(\.schoolName) == [nil])
    }

    @Test
    func changesOfNoInterestArePassedOver() throws {
        let harness = try Harness()
        try harness.service.database.write { transaction in
            try CoachesReplica().apply(
                Harness.change("school.painted", ["color": "blue"]), in: transaction)
        }
        let broken = try Harness.change(CoachesFeed.schoolChanged, ["name": "no id"])
        #expect(throws: ServiceError.self) {
            try harness.service.database.write { transaction in
                try CoachesReplica().apply(broken, in: transaction)
            }
        }
    }
}
