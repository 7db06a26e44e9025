/// What pages, terminals and exports say about a profile.
extension PlayerProfile {
    /// The fields that are filled in, as people read them: `Height`, `6'2"`.
    public var facts: [ProfileFact] {
        let found: [(String, String?, ProfileAudience)] = [
            ("Positions", positions, positionsFor),
            ("Class of", graduationYear.map(String.init), graduationYearFor),
            ("Height", height, heightFor), ("Weight", weight.map { "\($0) lb" }, weightFor),
            ("GPA", gpaText, gpaFor),
        ]
        let videos = videos.map { ProfileFact(label: "Video", text: $0, audience: videoLinksFor) }
        return found.compactMap { label, text, audience in
            text.map { ProfileFact(label: label, text: $0, audience: audience) }
        } + videos
    }

    /// The addresses of the videos.
    public var videos: [String] {
        (videoLinks ?? "").split(separator: "\n").map(String.init)
    }

    /// The grade point average with one or two decimals: `3.85`, `4.0`.
    public var gpaText: String? { gpa.map(MetricValue.mean) }

    /// Whether no field is filled in.
    public var isEmpty: Bool { facts.isEmpty }
}

/// A line of a profile.
public struct ProfileFact: Hashable, Sendable {
    public let label: String
    public let text: String
    /// Who may see it.
    public let audience: ProfileAudience
}

/// The texts of the pages and commands about profiles.
public enum ProfileText {
    public static let title = "Player Profile"
    public static let nothingYet = "Nothing filled in yet"
}
