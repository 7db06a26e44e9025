import CommandKit
import Contracts

/// The CSV export of coaches: DOMAIN, "Exports".
struct CoachExport {
    private typealias Value = @Sendable (Coach, LocalZone) -> String?

    private static let columns: [(title: String, value: Value)] = [
        ("First Name", { coach, _ in coach.firstName }),
        ("Last Name", { coach, _ in coach.lastName }),
        ("Role", { coach, _ in coach.role.label }),
        ("School", { coach, _ in coach.schoolName }),
        ("Email", { coach, _ in coach.email }),
        ("Phone", { coach, _ in coach.phone }),
        ("Twitter", { coach, _ in coach.twitterHandle }),
        ("Instagram", { coach, _ in coach.instagramHandle }),
        ("Responsiveness Score", { coach, _ in coach.scoreNumber }),
        ("Last Contact Date", { coach, zone in coach.lastContactDate.map(zone.isoDay) }),
        ("Notes", { coach, _ in coach.notes }),
    ]

    let zone: LocalZone
    let writer: CSVWriter

    var header: String { writer.line(Self.columns.map(\.title)) }

    /// One row; missing values are empty.
    func line(of coach: Coach) -> String {
        writer.line(Self.columns.map { $0.value(coach, zone) ?? "" })
    }

    /// The file's name, which contains the day.
    func fileName(on day: Instant) -> String { "coaches-\(zone.isoDay(day)).csv" }
}
