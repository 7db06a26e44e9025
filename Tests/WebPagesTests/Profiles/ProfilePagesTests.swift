import Contracts
import HTML
import Support
import Testing

@testable import WebPages

@Suite struct ProfilePagesTests {
    private typealias Sample = ProfileSamples

    // N-66
    @Test func aProfileIsShownLineByLine() throws {
        let shown = try Samples.document(Sample.page([Sample.full]))
        #expect(shown.heading == "Player Profile")
        for text in ["Class of", "2027", "5'7\"", "140 lb", "3.85", "SS, 2B"] {
            #expect(shown.text.contains(text), "\(text)")
        }
        #expect(shown.all("a", "href", "https://video.example/maya").count == 1)
        #expect(shown.all("a", "href", "/profile/edit").count == 1)
    }

    // N-67: only players learn who sees their lines, and only they edit them.
    @Test func thePlayerSeesTheAudiences() throws {
        let own = try Samples.document(Sample.page([Sample.full]))
        #expect(own.text.contains("My family") && own.text.contains("Family and coaches"))
        let ofParent = try Samples.document(Sample.page([Sample.full], .parent))
        #expect(!ofParent.text.contains("Family and coaches"))
        #expect(ofParent.all("a", "href", "/profile/edit").isEmpty)
        #expect(
            try Samples.document(Sample.page([Sample.empty])).text.contains(ProfileText.nothingYet))
        #expect(try Samples.document(Sample.page([], .parent)).text.contains("No player yet"))
    }

    // N-66: an unchanged form changes nothing, and a refused one keeps its entries.
    @Test func theFormHasEachField() throws {
        let form = try Samples.document(Sample.form(RecordEntry(of: Sample.full)))
        let names = Set(
            form.nodes.filter { $0["id"]?.hasPrefix("field-") == true }.compactMap { $0["name"] })
        #expect(names == Set(PlayerProfile.fields.map(\.key)))
        let input = try RecordEntry(of: Sample.full).form(editing: Sample.full.id).validated()
        var edited = Sample.full
        input.apply(to: &edited)
        #expect(edited == Sample.full && input.version == 3)
        let fresh = try RecordEntry(of: Sample.empty).form(editing: Sample.empty.id).validated()
        #expect(fresh.version == 0)
    }

    // N-66: it stands on the start page, a player's own and to parents those that are filled in.
    @Test func theStartPageHasIt() throws {
        let ofPlayer = try Samples.document(
            TodaySamples.page([], profiles: [Sample.empty, Sample.hostile]))
        #expect(ofPlayer.text.contains(ProfileText.nothingYet))
        #expect(ofPlayer.all("a", "href", "/profile/edit").count == 1)
        #expect(!ofPlayer.text.contains("video.example"))
        let ofParent = try Samples.document(
            TodaySamples.page([], .parent, profiles: [Sample.empty, Sample.full]))
        #expect(ofParent.text.contains("Class of") && ofParent.text.contains("Maya Rivera"))
        #expect(!ofParent.text.contains(ProfileText.nothingYet))
    }
}
