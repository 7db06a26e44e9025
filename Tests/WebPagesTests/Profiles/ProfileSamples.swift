import Contracts
import HTML

@testable import WebPages

/// The pages about profiles in their states, by name.
enum ProfileSamples {
    static let full: PlayerProfile = {
        var profile = PlayerProfile(
            of: Samples.player, called: "Maya Rivera", in: Samples.family, at: Samples.now)
        profile.positions = "SS, 2B"
        profile.graduationYear = 2027
        profile.height = "5'7\""
        profile.weight = 140
        profile.gpa = 3.85
        profile.videoLinks = "https://video.example/maya\nhttps://video.example/maya-2026"
        profile.version = 3
        return profile
    }()

    static let hostile: PlayerProfile = {
        var profile = PlayerProfile(
            of: UserID(high: 1, low: 9), called: SamplePages.hostile, in: Samples.family,
            at: Samples.now)
        profile.positions = SamplePages.hostile
        profile.videoLinks =
            "https://video.example/" + String(repeating: "a", count: 200) + "?\"><script>"
        return profile
    }()

    static let empty = PlayerProfile(
        of: Samples.player, called: "Maya Rivera", in: Samples.family, at: Samples.now)

    static func page(_ profiles: [PlayerProfile], _ role: Role = .player) -> SamplePages.Writing {
        let page = ProfilesPage(.init(profiles: profiles), Samples.context(role))
        return { page.write(to: &$0) }
    }

    static func form(_ entry: RecordEntry<PlayerProfile>) -> SamplePages.Writing {
        let page = RecordFormPage(editing: entry, Samples.context())
        return { page.write(to: &$0) }
    }

    private static var refused: RecordEntry<PlayerProfile> {
        var entry = RecordEntry(of: full)
        entry.texts["height"] = "tall"
        entry.error = ServiceError(
            .validationFailed, "Check the form",
            errors: ["height": "Height must be 3'0\" to 8'0\""])
        return entry
    }

    static let all: [(name: String, write: SamplePages.Writing)] = [
        ("profile", page([full, hostile])), ("profile-empty", page([empty])),
        ("profile-none", page([], .parent)), ("profile-parent", page([full, empty], .parent)),
        ("profile-edit", form(RecordEntry(of: full))), ("profile-edit-refused", form(refused)),
    ]
}
