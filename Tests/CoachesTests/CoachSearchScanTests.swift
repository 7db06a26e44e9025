import Contracts
import Foundation
import Support
import Testing

@testable import Coaches

/// A search finds the coaches and schools that a plain walk over all of them finds, in every role.
@Suite("coaches.search equals a scan")
struct CoachSearchScanTests {
    private static let queries =
        ScannedRecord.queries + [
            "head", "\"head coach\"", "assist camp", "zo@elon", "elon.exam", "336", "555-01",
            "zo_ca", "d1", "nc", "elon", "coach:zo", "coach:o'br", "coach:\"camp off\"",
            "coach:zoe x", "school:elon", "school:duke camp", "school:\"duke uni\" x",
            "camp type:coach", "camp type:school", "x type:coach type:school", "x type:email",
            "camp after:2000-01-01", "camp before:2030-01-01",
        ]

    private let family: DeletionFamily
    private let sibling: ServiceFixture.Person
    private var numbers = SeededNumbers(seed: 0)
    private var schools: [School] = []
    private var coaches: [Coach] = []

    init() throws {
        family = try DeletionFamily()
        sibling = ServiceFixture.Person([family.home.family: .player])
    }

    private var home: CoachFamily { family.home }

    // MARK: A family's life

    private mutating func text(_ count: Int) -> String {
        ScannedRecord.text(count, using: &numbers)
    }

    private mutating func maybe(_ text: String) -> String? {
        Bool.random(using: &numbers) ? text : nil
    }

    private mutating func maybe(_ count: Int) -> String? {
        Bool.random(using: &numbers) ? text(count) : nil
    }

    private mutating func schoolName() -> String {
        let name = ["Duke University", "Élon College", "State"].randomElement(using: &numbers)
        return "\(name ?? "State") \(text(1))"
    }

    private mutating func schoolForm() -> SchoolForm {
        var form = SchoolForm(name: schoolName())
        form.city = FormField(maybe(1))
        form.state = FormField(maybe("nc"))
        form.division = FormField(maybe("D1"))
        form.conference = FormField(maybe(2))
        form.website = FormField(maybe("https://elon.example/camp"))
        form.notes = FormField(maybe(5))
        return form
    }

    private mutating func coachForm() -> CoachForm {
        var form = CoachForm(firstName: text(1), lastName: text(1))
        form.role = FormField(CoachRole.allCases.randomElement(using: &numbers)?.rawValue)
        form.email = FormField(maybe("zo@elon.example"))
        form.phone = FormField(maybe("(336) 555-0101"))
        form.twitterHandle = FormField(maybe("@zo_camp"))
        form.instagramHandle = FormField(maybe("zo.offer"))
        form.notes = FormField(maybe(6))
        return form
    }

    private mutating func addCoach() throws {
        var form = coachForm()
        let isAtSchool = Bool.random(using: &numbers)
        let school = isAtSchool ? schools.randomElement(using: &numbers) : nil
        form.schoolID = FormField(school?.id.text)
        coaches.append(
            try home.fixture.call(AddCoach.self, form, as: home.player, in: home.family).coach)
    }

    private mutating func addSchool() throws {
        let form = schoolForm()
        schools.append(
            try home.fixture.call(AddSchool.self, form, as: home.player, in: home.family).school)
    }

    /// Renames a school, whose coaches are then found by the new name, and changes some coaches.
    private mutating func change() throws {
        let place = Int.random(in: schools.indices, using: &numbers)
        let name = schoolName()
        let form = SchoolForm(editing: schools[place]) { $0.name = FormField(name) }
        schools[place] = try home.fixture.call(
            EditSchool.self, form, as: home.player, in: home.family
        ).school
        for _ in 0..<3 {
            let place = Int.random(in: coaches.indices, using: &numbers)
            let (name, notes) = (text(1), maybe(4))
            let school = schools.randomElement(using: &numbers)
            coaches[place] = try home.edit(coaches[place]) { form in
                form.lastName = FormField(name)
                form.schoolID = FormField(school?.id.text)
                if let notes { form.notes = FormField(notes) }
            }
        }
    }

    /// Deletes two coaches and brings one of them back.
    private mutating func delete() throws {
        for isBack in [false, true] {
            let place = Int.random(in: coaches.indices, using: &numbers)
            let coach = coaches.remove(at: place)
            let operation = try family.call(DeleteCoach.self, .init(id: coach.id)).operationID
            if isBack {
                _ = try family.undo(operation)
                coaches.append(coach)
            }
        }
    }

    // MARK: The scan

    private func record(of coach: Coach) -> ScannedRecord {
        let school = schools.first { $0.id == coach.schoolID }
        return ScannedRecord(
            .coach, id: coach.id.text, title: coach.fullName, coach: coach.fullName,
            school: school?.name ?? "",
            texts: [
                coach.role.label, coach.email, coach.phone, coach.twitterHandle,
                coach.instagramHandle, coach.notes,
            ])
    }

    private func record(of school: School) -> ScannedRecord {
        ScannedRecord(
            .school, id: school.id.text, title: school.name, school: school.name,
            texts: [
                school.city, school.state, school.division?.rawValue, school.conference,
                school.website, school.twitterHandle, school.instagramHandle, school.notes,
            ])
    }

    // N-20, N-21, N-22
    @Test(arguments: 0..<3 as Range<UInt64>)
    mutating func aSearchFindsWhatAScanFinds(seed: UInt64) throws {
        numbers = SeededNumbers(seed: seed)
        let home = home
        var others: [ScannedRecord] = []
        var count = 0
        for _ in 0..<4 {
            for _ in 0..<3 { try addSchool() }
            for _ in 0..<10 { try addCoach() }
            for _ in 0..<3 {
                let coach = try home.fixture.call(
                    AddCoach.self, coachForm(), as: home.stranger, in: home.otherFamily
                ).coach
                let school = try home.fixture.call(
                    AddSchool.self, schoolForm(), as: home.stranger, in: home.otherFamily
                ).school
                others += [record(of: coach), record(of: school)]
            }
            try change()
            try delete()
            let records = coaches.map { record(of: $0) } + schools.map { record(of: $0) }
            count += try ScannedRecord.compare(
                records, with: Self.queries, SearchedCoaches.self, of: home.fixture,
                as: [home.player, sibling, home.parent], in: home.family)
            count += try ScannedRecord.compare(
                others, with: Self.queries, SearchedCoaches.self, of: home.fixture,
                as: [home.stranger], in: home.otherFamily)
        }
        // The searches must not all find nothing.
        #expect(count > 500)
    }
}
