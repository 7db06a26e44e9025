import Foundation

/// The time zones that forms offer.
enum ZoneChoices {
    /// Those of the United States under the names that people there use, then all others by
    /// continent.
    static let all = american + others

    /// All zones, with this one even if it has another name.
    static func all(with own: String) -> [Choice] {
        all.contains { $0.value == own } ? all : [Choice(value: own, label: own)] + all
    }

    /// The choice before anybody has chosen: most of the schools are in its time.
    static let usual = "America/New_York"

    private static let american = [
        ("America/New_York", "Eastern (New York)"), ("America/Chicago", "Central (Chicago)"),
        ("America/Denver", "Mountain (Denver)"), ("America/Phoenix", "Arizona (Phoenix)"),
        ("America/Los_Angeles", "Pacific (Los Angeles)"),
        ("America/Anchorage", "Alaska (Anchorage)"), ("Pacific/Honolulu", "Hawaii (Honolulu)"),
    ].map { Choice(value: $0.0, label: $0.1, group: .init(label: "United States")) }

    private static let others: [Choice] = {
        let named = Set(american.map(\.value))
        return TimeZone.knownTimeZoneIdentifiers.filter { !named.contains($0) }.sorted()
            .compactMap { name -> Choice? in
                guard let slash = name.firstIndex(of: "/") else { return nil }
                let place = String(name[name.index(after: slash)...])
                return Choice(
                    value: name,
                    label: place.replacing("_", with: " ").replacing("/", with: ", "),
                    group: .init(label: String(name[..<slash])))
            }
    }()
}
