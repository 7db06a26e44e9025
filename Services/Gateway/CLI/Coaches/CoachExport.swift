import CommandKit
import Contracts

/// Coaches as people take them along: DOMAIN, "Exports".
struct CoachExport {
    /// The columns of the file.
    static let columns = [
        "First Name", "Last Name", "Role", "School", "Email", "Phone", "Twitter", "Instagram",
        "Responsiveness Score", "Last Contact Date", "Notes",
    ]

    let zone: LocalZone
    let writer: CSVWriter

    /// The header.
    var header: String { writer.line(Self.columns) }

    /// A row; what is missing is empty.
    func line(of coach: Coach) -> String {
        writer.line([
            coach.firstName, coach.lastName, coach.role.label, coach.schoolName ?? "",
            coach.email ?? "", coach.phone ?? "", coach.twitterHandle ?? "",
            coach.instagramHandle ?? "", coach.scoreNumber ?? "",
            coach.lastContactDate.map { zone.isoDay($0) } ?? "", coach.notes ?? "",
        ])
    }

    /// The file's name, by its day.
    func fileName(on day: Instant) -> String { "coaches-\(zone.isoDay(day)).csv" }
}
