import CommandKit
import Contracts

/// The CSV export of coaches: DOMAIN, "Exports".
struct CoachExport {
    static let columns = [
        "First Name", "Last Name", "Role", "School", "Email", "Phone", "Twitter", "Instagram",
        "Responsiveness Score", "Last Contact Date", "Notes",
    ]

    let zone: LocalZone
    let writer: CSVWriter

    var header: String { writer.line(Self.columns) }

    /// One row; missing values are empty.
    func line(of coach: Coach) -> String {
        writer.line([
            coach.firstName, coach.lastName, coach.role.label, coach.schoolName ?? "",
            coach.email ?? "", coach.phone ?? "", coach.twitterHandle ?? "",
            coach.instagramHandle ?? "", coach.scoreNumber ?? "",
            coach.lastContactDate.map { zone.isoDay($0) } ?? "", coach.notes ?? "",
        ])
    }

    /// The file's name, which contains the day.
    func fileName(on day: Instant) -> String { "coaches-\(zone.isoDay(day)).csv" }
}
