import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// What a family's table of contact windows says; reads the table when it is first asked, and lives
/// for one response.
final class ContactHints {
    private let repository: ContactWindowRepository
    private var windows: [ContactWindow]?
    private var divisions: [SchoolID: Division?] = [:]

    init(_ family: FamilyID, _ transaction: ReadTransaction) {
        repository = ContactWindowRepository(family, transaction)
    }

    /// The hints for a contact with somebody at a school; see `ContactWindowRule.hints`.
    func hints(
        for type: InteractionType?, _ direction: Direction, at school: SchoolID?,
        on day: CivilDay, today: CivilDay
    ) throws -> [ContactHint] {
        let windows = try known()
        guard !windows.isEmpty else { return [] }
        return ContactWindowRule.hints(
            for: type, direction, division: try school.flatMap(division), on: day, today: today,
            windows)
    }

    /// The hints for a contact on its day in the family's zone; none for a contact without a day.
    func hints(
        for interaction: Interaction, _ scope: FamilyScope, at now: Instant
    ) throws -> [ContactHint] {
        guard let time = interaction.occurredAt, interaction.occurredPrecision != .month,
            try !known().isEmpty
        else { return [] }
        let zone = try FamilyNames(scope, repository.transaction).timeZone()
        return try hints(
            for: interaction.type, interaction.direction, at: interaction.schoolID,
            on: ContactTime(time, knownTo: interaction.occurredPrecision).day
                ?? WallClock.day(of: time, in: zone),
            today: WallClock.day(of: now, in: zone))
    }

    private func known() throws -> [ContactWindow] {
        if let windows { return windows }
        let read = try repository.windows()
        windows = read
        return read
    }

    private func division(of school: SchoolID) throws -> Division? {
        if let known = divisions[school] { return known }
        let division = try repository.division(of: school)
        divisions[school] = .some(division)
        return division
    }
}
